// A nine-point stencil in one dimension: y[i] = sum of x[i] to x[i + 8], times 1/9. Blocks are strided over tiles of TILE
// results, which need HALO = TILE + 8 inputs, so neighbouring tiles overlap.
//
// PARAM N=1048576  results; the input has eight more
// PARAM TILE=1024
// PARAM HALO=1032  TILE + 8
// PARAM CROSSING=streamed  or sequenced
// PARAM STAGES=2
!input = memref<?xf32>
!output = memref<${N}xf32>
!view = memref<${HALO}xf32, strided<[1], offset: ?>>
!tile = memref<${HALO}xf32>
gpu.module @vx_kernels {
  func.func private @vx_transfer_x(!view) -> !tile attributes {passthrough = ["convergent", "nounwind", ["vx.transfer", "smem"], ["vx.name", "x"], ["vx.element", "4"], ["vx.align", "16"], ["vx.crossing", "${CROSSING}"], ["vx.stages", "${STAGES}"]]}
  gpu.func @stencil1d(%x: !input, %y: !output) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %points = arith.constant 9 : index
    %tile = arith.constant ${TILE} : index
    %n = arith.constant ${N} : index
    %zero = arith.constant 0.0 : f32
    %weight = arith.constant 0.111111111 : f32
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
        %sum = scf.for %j = %c0 to %points step %c1 iter_args(%s = %zero) -> f32 {
          %at = arith.addi %i, %j : index
          %v = memref.load %xt[%at] : !tile
          %m = arith.mulf %v, %weight fastmath<contract> : f32
          %a = arith.addf %s, %m fastmath<contract> : f32
          scf.yield %a : f32
        }
        %o = arith.addi %b, %i : index
        memref.store %sum, %y[%o] : !output
      }
    }
    gpu.return
  }
}
