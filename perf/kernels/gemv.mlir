// y = A x, one row a thread: a block of BLOCK threads walks along its BLOCK rows in tiles of TILE columns. Threads of a warp read
// one column of the tile, a bank conflict unless its rows are padded.
//
// PARAM M=16896  a multiple of BLOCK
// PARAM N=4096
// PARAM BLOCK=128
// PARAM TILE=32  columns of a tile
// PARAM CROSSING=streamed  or sequenced
// PARAM STAGES=2
!a = memref<${M}x${N}xf32>
!x = memref<${N}xf32>
!y = memref<${M}xf32>
!a_view = memref<${BLOCK}x${TILE}xf32, strided<[${N}, 1], offset: ?>>
!a_tile = memref<${BLOCK}x${TILE}xf32>
!x_view = memref<${TILE}xf32, strided<[1], offset: ?>>
!x_tile = memref<${TILE}xf32>
gpu.module @vx_kernels {
  func.func private @vx_transfer_a(!a_view) -> !a_tile attributes {passthrough = ["convergent", "nounwind", ["vx.transfer", "smem"], ["vx.name", "a"], ["vx.element", "4"], ["vx.align", "16"], ["vx.crossing", "${CROSSING}"], ["vx.stages", "${STAGES}"]]}
  func.func private @vx_transfer_x(!x_view) -> !x_tile attributes {passthrough = ["convergent", "nounwind", ["vx.transfer", "smem"], ["vx.name", "x"], ["vx.element", "4"], ["vx.align", "16"], ["vx.crossing", "${CROSSING}"], ["vx.stages", "${STAGES}"]]}
  gpu.func @gemv(%a: !a, %x: !x, %y: !y) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.constant ${N} : index
    %tile = arith.constant ${TILE} : index
    %block = arith.constant ${BLOCK} : index
    %zero = arith.constant 0.0 : f32
    %bid = gpu.block_id x
    %tid = gpu.thread_id x
    %row0 = arith.muli %bid, %block : index
    %row = arith.addi %row0, %tid : index
    %sum = scf.for %t = %c0 to %n step %tile iter_args(%s0 = %zero) -> f32 {
      %av = memref.subview %a[%row0, %t] [${BLOCK}, ${TILE}] [1, 1] : !a to !a_view
      %xv = memref.subview %x[%t] [${TILE}] [1] : !x to !x_view
      %at = func.call @vx_transfer_a(%av) : (!a_view) -> !a_tile
      %xt = func.call @vx_transfer_x(%xv) : (!x_view) -> !x_tile
      %s1 = scf.for %j = %c0 to %tile step %c1 iter_args(%s = %s0) -> f32 {
        %u = memref.load %at[%tid, %j] : !a_tile
        %v = memref.load %xt[%j] : !x_tile
        %m = arith.mulf %u, %v fastmath<contract> : f32
        %w = arith.addf %s, %m fastmath<contract> : f32
        scf.yield %w : f32
      }
      scf.yield %s1 : f32
    }
    memref.store %sum, %y[%row] : !y
    gpu.return
  }
}
