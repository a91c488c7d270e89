// A copy-bound stream: every block walks its own TILES tiles of ELEMS elements and uses each element USES times,
// shifted by the block size each time so that a thread reads what other threads copied.
//
// PARAM BLOCKS=132
// PARAM TILES=64  tiles of one block
// PARAM ELEMS=4096  elements of a tile
// PARAM USES=1
// PARAM CROSSING=streamed  or sequenced
// PARAM STAGES=2
!x = memref<${BLOCKS}x${TILES}x${ELEMS}xf32>
!view = memref<1x1x${ELEMS}xf32, strided<[?, ?, 1], offset: ?>>
!flat = memref<${ELEMS}xf32, strided<[1], offset: ?>>
!tile = memref<${ELEMS}xf32>
gpu.module @vx_kernels {
  func.func private @vx_transfer_x(!flat) -> !tile attributes {passthrough = ["convergent", "nounwind", ["vx.transfer", "smem"], ["vx.name", "x"], ["vx.element", "4"], ["vx.crossing", "${CROSSING}"], ["vx.stages", "${STAGES}"]]}
  gpu.func @stream(%x: !x, %y: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %tiles = arith.constant ${TILES} : index
    %elems = arith.constant ${ELEMS} : index
    %uses = arith.constant ${USES} : index
    %zero = arith.constant 0.0 : f32
    %scale = arith.constant 1.0001 : f32
    %bid = gpu.block_id x
    %bdim = gpu.block_dim x
    %tid = gpu.thread_id x
    %sum = scf.for %t = %c0 to %tiles step %c1 iter_args(%s0 = %zero) -> f32 {
      %xv = memref.subview %x[%bid, %t, 0] [1, 1, ${ELEMS}] [1, 1, 1] : !x to !flat
      %xt = func.call @vx_transfer_x(%xv) : (!flat) -> !tile
      %s1 = scf.for %u = %c0 to %uses step %c1 iter_args(%su = %s0) -> f32 {
        %shift = arith.muli %u, %bdim : index
        %s2 = scf.for %e = %tid to %elems step %bdim iter_args(%s = %su) -> f32 {
          %at = arith.addi %e, %shift : index
          %in = arith.remui %at, %elems : index
          %v = memref.load %xt[%in] : !tile
          %m = arith.mulf %v, %scale fastmath<contract> : f32
          %n = arith.addf %s, %m fastmath<contract> : f32
          scf.yield %n : f32
        }
        scf.yield %s2 : f32
      }
      scf.yield %s1 : f32
    }
    %row = arith.muli %bid, %bdim : index
    %out = arith.addi %row, %tid : index
    memref.store %sum, %y[%out] : memref<?xf32>
    gpu.return
  }
}
