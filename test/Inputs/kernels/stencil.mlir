// A three-point stencil in one dimension. The tiles of neighbouring steps overlap:
// TILE results need TILE + 2 inputs.
//
// PARAM N=1024  results; the input has two more
// PARAM TILE=128
// PARAM HALO=130  TILE + 2
// PARAM CROSSING=sequenced  or streamed
// PARAM STAGES=2
!input = memref<?xf32>
!output = memref<${N}xf32>
!view = memref<${HALO}xf32, strided<[1], offset: ?>>
!tile = memref<${HALO}xf32>
gpu.module @vx_kernels {
  func.func private @vx_transfer_x(!view) -> !tile attributes {passthrough = ["convergent", "nounwind", ["vx.transfer", "smem"], ["vx.name", "x"], ["vx.element", "4"], ["vx.crossing", "${CROSSING}"], ["vx.stages", "${STAGES}"]]}
  gpu.func @stencil(%x: !input, %y: !output) kernel {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %tile = arith.constant ${TILE} : index
    %n = arith.constant ${N} : index
    %quarter = arith.constant 0.25 : f32
    %half = arith.constant 0.5 : f32
    %bid = gpu.block_id x
    %gdim = gpu.grid_dim x
    %tid = gpu.thread_id x
    %bdim = gpu.block_dim x
    %first = arith.muli %bid, %tile : index
    %stride = arith.muli %gdim, %tile : index
    scf.for %b = %first to %n step %stride {
      %view = memref.subview %x[%b] [${HALO}] [1] : !input to !view
      %xt = func.call @vx_transfer_x(%view) : (!view) -> !tile
      scf.for %i = %tid to %tile step %bdim {
        %i1 = arith.addi %i, %c1 : index
        %i2 = arith.addi %i, %c2 : index
        %x0 = memref.load %xt[%i] : !tile
        %x1 = memref.load %xt[%i1] : !tile
        %x2 = memref.load %xt[%i2] : !tile
        %ends = arith.addf %x0, %x2 : f32
        %q = arith.mulf %ends, %quarter : f32
        %h = arith.mulf %x1, %half : f32
        %r = arith.addf %q, %h : f32
        %o = arith.addi %b, %i : index
        memref.store %r, %y[%o] : !output
      }
    }
    gpu.return
  }
}
