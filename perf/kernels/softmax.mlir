// Softmax of rows in two-level form: blocks are strided over rows, the threads of a block over a row's columns; partial results
// go through warp shuffles and a little shared memory of the kernel's own. The row is the tile. Blocks are whole warps.
//
// PARAM ROWS=1024
// PARAM COLS=4096
// PARAM CROSSING=streamed  or sequenced
// PARAM STAGES=2
!tensor = memref<${ROWS}x${COLS}xf32>
!view = memref<${COLS}xf32, strided<[1], offset: ?>>
!tile = memref<${COLS}xf32>
!partial = memref<32xf32, #gpu.address_space<workgroup>>
gpu.module @vx_kernels {
  func.func private @vx_transfer_x(!view) -> !tile attributes {passthrough = ["convergent", "nounwind", ["vx.transfer", "smem"], ["vx.name", "x"], ["vx.element", "4"], ["vx.align", "16"], ["vx.crossing", "${CROSSING}"], ["vx.stages", "${STAGES}"]]}
  gpu.func @softmax(%x: !tensor, %y: !tensor) workgroup(%tops : !partial, %sums : !partial) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %lanes = arith.constant 32 : index
    %width = arith.constant 32 : i32
    %one = arith.constant 1 : i32
    %five = arith.constant 5 : index
    %rows = arith.constant ${ROWS} : index
    %cols = arith.constant ${COLS} : index
    %zero = arith.constant 0.0 : f32
    %low = arith.constant -1.0e30 : f32
    %bid = gpu.block_id x
    %gdim = gpu.grid_dim x
    %tid = gpu.thread_id x
    %bdim = gpu.block_dim x
    %warp = arith.divui %tid, %lanes : index
    %lane = arith.remui %tid, %lanes : index
    %leads = arith.cmpi eq, %lane, %c0 : index
    %warps = arith.divui %bdim, %lanes : index
    scf.for %row = %bid to %rows step %gdim {
      %view = memref.subview %x[%row, 0] [1, ${COLS}] [1, 1] : !tensor to !view
      %xt = func.call @vx_transfer_x(%view) : (!view) -> !tile
      %top = scf.for %c = %tid to %cols step %bdim iter_args(%m = %low) -> f32 {
        %v = memref.load %xt[%c] : !tile
        %n = arith.maxnumf %m, %v : f32
        scf.yield %n : f32
      }
      %wt = scf.for %k = %c0 to %five step %c1 iter_args(%m = %top) -> f32 {
        %k32 = arith.index_cast %k : index to i32
        %off = arith.shli %one, %k32 : i32
        %o, %ok = gpu.shuffle xor %m, %off, %width : f32
        %n = arith.maxnumf %m, %o : f32
        scf.yield %n : f32
      }
      scf.if %leads {
        memref.store %wt, %tops[%warp] : !partial
      }
      gpu.barrier
      %rt = scf.for %k = %c0 to %warps step %c1 iter_args(%m = %low) -> f32 {
        %v = memref.load %tops[%k] : !partial
        %n = arith.maxnumf %m, %v : f32
        scf.yield %n : f32
      }
      %sum = scf.for %c = %tid to %cols step %bdim iter_args(%s = %zero) -> f32 {
        %v = memref.load %xt[%c] : !tile
        %d = arith.subf %v, %rt : f32
        %e = math.exp %d fastmath<afn> : f32
        %n = arith.addf %s, %e : f32
        scf.yield %n : f32
      }
      %ws = scf.for %k = %c0 to %five step %c1 iter_args(%s = %sum) -> f32 {
        %k32 = arith.index_cast %k : index to i32
        %off = arith.shli %one, %k32 : i32
        %o, %ok = gpu.shuffle xor %s, %off, %width : f32
        %n = arith.addf %s, %o : f32
        scf.yield %n : f32
      }
      scf.if %leads {
        memref.store %ws, %sums[%warp] : !partial
      }
      gpu.barrier
      %rs = scf.for %k = %c0 to %warps step %c1 iter_args(%s = %zero) -> f32 {
        %v = memref.load %sums[%k] : !partial
        %n = arith.addf %s, %v : f32
        scf.yield %n : f32
      }
      scf.for %c = %tid to %cols step %bdim {
        %v = memref.load %xt[%c] : !tile
        %d = arith.subf %v, %rt : f32
        %e = math.exp %d fastmath<afn> : f32
        %p = arith.divf %e, %rs : f32
        memref.store %p, %y[%row, %c] : !tensor
      }
    }
    gpu.return
  }
}
