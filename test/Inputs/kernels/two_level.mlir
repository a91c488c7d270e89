// A two-level kernel: blocks are strided over the row groups, threads over the
// columns, and the kernel has barriers of its own between its two phases. Phase 1
// writes each column's sum over the tile; phase 2 subtracts the neighbour's sum,
// which another thread wrote.
//
// PARAM ROWS=64
// PARAM COLS=32
// PARAM TILE=8  rows in a tile
// PARAM CROSSING=sequenced  or streamed
// PARAM STAGES=2
#row = strided<[${COLS}, 1], offset: ?>
!tensor = memref<${ROWS}x${COLS}xf32>
!view = memref<${TILE}x${COLS}xf32, #row>
!tile = memref<${TILE}x${COLS}xf32>
gpu.module @vx_kernels {
  func.func private @vx_transfer_x(!view) -> !tile attributes {passthrough = ["convergent", "nounwind", ["vx.transfer", "smem"], ["vx.name", "x"], ["vx.element", "4"], ["vx.crossing", "${CROSSING}"], ["vx.stages", "${STAGES}"]]}
  gpu.func @two_level(%x: !tensor, %sums: !tensor, %out: !tensor) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %tile = arith.constant ${TILE} : index
    %rows = arith.constant ${ROWS} : index
    %cols = arith.constant ${COLS} : index
    %zero = arith.constant 0.0 : f32
    %bid = gpu.block_id x
    %gdim = gpu.grid_dim x
    %tid = gpu.thread_id x
    %bdim = gpu.block_dim x
    %first = arith.muli %bid, %tile : index
    %stride = arith.muli %gdim, %tile : index
    scf.for %b = %first to %rows step %stride {
      %view = memref.subview %x[%b, 0] [${TILE}, ${COLS}] [1, 1] : !tensor to !view
      %xt = func.call @vx_transfer_x(%view) : (!view) -> !tile
      scf.for %c = %tid to %cols step %bdim {
        %sum = scf.for %r = %c0 to %tile step %c1 iter_args(%a = %zero) -> f32 {
          %e = memref.load %xt[%r, %c] : !tile
          %s = arith.addf %a, %e : f32
          scf.yield %s : f32
        }
        memref.store %sum, %sums[%b, %c] : !tensor
      }
      gpu.barrier
      scf.for %c = %tid to %cols step %bdim {
        %next = arith.addi %c, %c1 : index
        %wrapped = arith.remui %next, %cols : index
        %other = memref.load %sums[%b, %wrapped] : !tensor
        scf.for %r = %c0 to %tile step %c1 {
          %row = arith.addi %b, %r : index
          %e = memref.load %xt[%r, %c] : !tile
          %d = arith.subf %e, %other : f32
          memref.store %d, %out[%row, %c] : !tensor
        }
      }
      gpu.barrier
    }
    gpu.return
  }
}
