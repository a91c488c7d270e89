// The crossing under test: every block walks tiles of ELEMS elements through shared memory and reads READ elements of each, most
// of which other threads copied. Tile number = (first + t * blocks + block) & mask, so that all blocks together walk through
// memory in order, and a small mask keeps the walk in L2. Y has one sum a thread: nothing can be left out.
//
// PARAM ELEMS=1024  elements of a tile
// PARAM READ=1024  elements of a tile that are used: THREADS (a touch) or ELEMS (a full use)
// PARAM THREADS=256  of a block
// PARAM CROSSING=streamed  or sequenced
// PARAM STAGES=2
!x = memref<?x${ELEMS}xf32>
!flat = memref<${ELEMS}xf32, strided<[1], offset: ?>>
!tile = memref<${ELEMS}xf32>
gpu.module @vx_kernels {
  func.func private @vx_transfer_x(!flat) -> !tile attributes {passthrough = ["convergent", "nounwind", ["vx.transfer", "smem"], ["vx.name", "x"], ["vx.element", "4"], ["vx.align", "16"], ["vx.crossing", "${CROSSING}"], ["vx.stages", "${STAGES}"]]}
  gpu.func @crossing(%x: !x, %y: memref<?xf32>, %first: index, %tiles: index, %mask: index) kernel attributes {nvvm.reqntid = array<i32: ${THREADS}, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %last = arith.constant ${ELEMS} : index
    %read = arith.constant ${READ} : index
    %zero = arith.constant 0.0 : f32
    %threads = arith.constant ${THREADS} : index
    %bid = gpu.block_id x
    %blocks = gpu.grid_dim x
    %tid = gpu.thread_id x
    %mine = arith.addi %first, %bid : index
    %top = arith.subi %last, %c1 : index
    %sum = scf.for %t = %c0 to %tiles step %c1 iter_args(%s0 = %zero) -> f32 {
      %walked = arith.muli %t, %blocks : index
      %next = arith.addi %mine, %walked : index
      %at = arith.andi %next, %mask : index
      %xv = memref.subview %x[%at, 0] [1, ${ELEMS}] [1, 1] : !x to !flat
      %xt = func.call @vx_transfer_x(%xv) : (!flat) -> !tile
      %s1 = scf.for %e = %tid to %read step %threads iter_args(%s = %s0) -> f32 {
        %from = arith.subi %top, %e : index
        %v = memref.load %xt[%from] : !tile
        %n = arith.addf %s, %v : f32
        scf.yield %n : f32
      }
      scf.yield %s1 : f32
    }
    %row = arith.muli %bid, %threads : index
    %out = arith.addi %row, %tid : index
    memref.store %sum, %y[%out] : memref<?xf32>
    gpu.return
  }
}
