// Column sums over a number of rows that is known only at run time: the last tile
// is ragged, its outermost size an operand of the transfer below "vx.extent".
//
// PARAM COLS=64
// PARAM TILE=16  rows in a tile
// PARAM CROSSING=sequenced  or streamed
// PARAM STAGES=2
#row = strided<[${COLS}, 1], offset: ?>
!tensor = memref<?x${COLS}xf32>
!view = memref<?x${COLS}xf32, #row>
!tile = memref<?x${COLS}xf32>
!sums = memref<${COLS}xf32>
gpu.module @vx_kernels {
  func.func private @vx_transfer_x(!view) -> !tile attributes {passthrough = ["convergent", "nounwind", ["vx.transfer", "smem"], ["vx.name", "x"], ["vx.element", "4"], ["vx.extent", "${TILE}x${COLS}"], ["vx.crossing", "${CROSSING}"], ["vx.stages", "${STAGES}"]]}
  gpu.func @ragged_reduce(%x: !tensor, %n: index, %sums: !sums) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %tile = arith.constant ${TILE} : index
    %cols = arith.constant ${COLS} : index
    %zero = arith.constant 0.0 : f32
    %tid = gpu.thread_id x
    %bdim = gpu.block_dim x
    scf.for %c = %tid to %cols step %bdim {
      %sum = scf.for %t = %c0 to %n step %tile iter_args(%acc = %zero) -> f32 {
        %left = arith.subi %n, %t : index
        %rows = arith.minsi %left, %tile : index
        %view = memref.subview %x[%t, 0] [%rows, ${COLS}] [1, 1] : !tensor to !view
        %xt = func.call @vx_transfer_x(%view) : (!view) -> !tile
        %part = scf.for %r = %c0 to %rows step %c1 iter_args(%a = %acc) -> f32 {
          %e = memref.load %xt[%r, %c] : !tile
          %s = arith.addf %a, %e : f32
          scf.yield %s : f32
        }
        scf.yield %part : f32
      }
      memref.store %sum, %sums[%c] : !sums
    }
    gpu.return
  }
}
