// Kernels with asynchronous machinery of their own, written with nvgpu, beside a
// tile that is asked for by a transfer. Each thread reads what another one copied.
//
//   own_pipeline  rows of y in a ring of the kernel's own, PENDING of them in flight
//   own_early     one row of y, issued before the loop and waited for behind it
//   own_entry     two groups around a tile that no loop moves; the older is waited for first
//   own_named     the first warp exchanges values under a named barrier
//
// Blocks have 64 threads; x and y have 64 elements a row, o has 64 elements.
//
// PARAM PENDING=2  groups that the kernel's own wait in the loop leaves pending
// PARAM SLOTS=3  PENDING + 1
// PARAM CROSSING=streamed  or sequenced
// PARAM STAGES=2
!source = memref<?xf32>
!view = memref<64xf32, strided<[1], offset: ?>>
!tile = memref<64xf32>
!slots = memref<${SLOTS}x64xf32, #gpu.address_space<workgroup>>
!row = memref<64xf32, #gpu.address_space<workgroup>>
gpu.module @vx_kernels {
  func.func private @vx_transfer_x(!view) -> !tile attributes {passthrough = ["convergent", "nounwind", ["vx.transfer", "smem"], ["vx.name", "x"], ["vx.element", "4"], ["vx.crossing", "${CROSSING}"], ["vx.stages", "${STAGES}"]]}

  gpu.func @own_pipeline(%x: !source, %y: !source, %o: !source, %n: index) workgroup(%s: !slots {llvm.align = 16 : i64}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %width = arith.constant 64 : index
    %last = arith.constant 63 : index
    %pending = arith.constant ${PENDING} : index
    %slots = arith.constant ${SLOTS} : index
    %zero = arith.constant 0.0 : f32
    %half = arith.constant 0.5 : f32
    %tid = gpu.thread_id x
    %mirror = arith.subi %last, %tid : index
    scf.for %p = %c0 to %pending step %c1 {
      %runs = arith.cmpi slt, %p, %n : index
      %valid = arith.select %runs, %c1, %c0 : index
      %first = arith.muli %p, %width : index
      %from = arith.addi %first, %tid : index
      %copy = nvgpu.device_async_copy %y[%from], %s[%p, %tid], 1, %valid : !source to !slots
      %group = nvgpu.device_async_create_group %copy
    }
    %sum = scf.for %t = %c0 to %n step %c1 iter_args(%a = %zero) -> f32 {
      %start = arith.muli %t, %width : index
      %view = memref.subview %x[%start] [64] [1] : !source to !view
      %xt = func.call @vx_transfer_x(%view) : (!view) -> !tile
      %next = arith.addi %t, %pending : index
      %runs = arith.cmpi slt, %next, %n : index
      %valid = arith.select %runs, %c1, %c0 : index
      %first = arith.muli %next, %width : index
      %from = arith.addi %first, %tid : index
      %into = arith.remui %next, %slots : index
      %copy = nvgpu.device_async_copy %y[%from], %s[%into, %tid], 1, %valid : !source to !slots
      %group = nvgpu.device_async_create_group %copy
      nvgpu.device_async_wait %group {numGroups = ${PENDING} : i32}
      gpu.barrier
      %slot = arith.remui %t, %slots : index
      %u = memref.load %xt[%mirror] : !tile
      %v = memref.load %s[%slot, %mirror] : !slots
      %b = arith.mulf %a, %half : f32
      %c = arith.addf %b, %u : f32
      %d = arith.addf %c, %v : f32
      gpu.barrier
      scf.yield %d : f32
    }
    %rest = nvgpu.device_async_create_group
    nvgpu.device_async_wait %rest
    memref.store %sum, %o[%tid] : !source
    gpu.return
  }

  gpu.func @own_early(%x: !source, %y: !source, %o: !source, %n: index) workgroup(%s: !row {llvm.align = 16 : i64}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %width = arith.constant 64 : index
    %last = arith.constant 63 : index
    %zero = arith.constant 0.0 : f32
    %half = arith.constant 0.5 : f32
    %tid = gpu.thread_id x
    %mirror = arith.subi %last, %tid : index
    %copy = nvgpu.device_async_copy %y[%tid], %s[%tid], 1 : !source to !row
    %group = nvgpu.device_async_create_group %copy
    %sum = scf.for %t = %c0 to %n step %c1 iter_args(%a = %zero) -> f32 {
      %start = arith.muli %t, %width : index
      %view = memref.subview %x[%start] [64] [1] : !source to !view
      %xt = func.call @vx_transfer_x(%view) : (!view) -> !tile
      %u = memref.load %xt[%mirror] : !tile
      %b = arith.mulf %a, %half : f32
      %c = arith.addf %b, %u : f32
      scf.yield %c : f32
    }
    nvgpu.device_async_wait %group
    gpu.barrier
    %v = memref.load %s[%mirror] : !row
    %r = arith.addf %sum, %v : f32
    memref.store %r, %o[%tid] : !source
    gpu.return
  }

  gpu.func @own_entry(%x: !source, %y: !source, %o: !source, %n: index) workgroup(%s: !slots {llvm.align = 16 : i64}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %width = arith.constant 64 : index
    %last = arith.constant 63 : index
    %tid = gpu.thread_id x
    %mirror = arith.subi %last, %tid : index
    %start = arith.muli %n, %width : index
    %copy0 = nvgpu.device_async_copy %y[%tid], %s[%c0, %tid], 1 : !source to !slots
    %group0 = nvgpu.device_async_create_group %copy0
    %view = memref.subview %x[%start] [64] [1] : !source to !view
    %xt = func.call @vx_transfer_x(%view) : (!view) -> !tile
    %second = arith.addi %tid, %width : index
    %copy1 = nvgpu.device_async_copy %y[%second], %s[%c1, %tid], 1 : !source to !slots
    %group1 = nvgpu.device_async_create_group %copy1
    nvgpu.device_async_wait %group0 {numGroups = 1 : i32}
    gpu.barrier
    %v = memref.load %s[%c0, %mirror] : !slots
    %u = memref.load %xt[%mirror] : !tile
    %a = arith.addf %u, %v : f32
    nvgpu.device_async_wait %group1
    gpu.barrier
    %w = memref.load %s[%c1, %mirror] : !slots
    %r = arith.addf %a, %w : f32
    memref.store %r, %o[%tid] : !source
    gpu.return
  }

  gpu.func @own_named(%x: !source, %y: !source, %o: !source, %n: index) workgroup(%s: !row {llvm.align = 16 : i64}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %width = arith.constant 64 : index
    %last = arith.constant 63 : index
    %warp = arith.constant 32 : index
    %lane = arith.constant 31 : index
    %name = arith.constant 1 : i32
    %threads = arith.constant 32 : i32
    %zero = arith.constant 0.0 : f32
    %half = arith.constant 0.5 : f32
    %tid = gpu.thread_id x
    %mirror = arith.subi %last, %tid : index
    %sum = scf.for %t = %c0 to %n step %c1 iter_args(%a = %zero) -> f32 {
      %start = arith.muli %t, %width : index
      %view = memref.subview %x[%start] [64] [1] : !source to !view
      %xt = func.call @vx_transfer_x(%view) : (!view) -> !tile
      %u = memref.load %xt[%mirror] : !tile
      %b = arith.mulf %a, %half : f32
      %c = arith.addf %b, %u : f32
      %first = arith.cmpi slt, %tid, %warp : index
      %d = scf.if %first -> f32 {
        memref.store %c, %s[%tid] : !row
        nvvm.barrier id = %name number_of_threads = %threads
        %other = arith.subi %lane, %tid : index
        %v = memref.load %s[%other] : !row
        nvvm.barrier id = %name number_of_threads = %threads
        %w = arith.addf %c, %v : f32
        scf.yield %w : f32
      } else {
        scf.yield %c : f32
      }
      scf.yield %d : f32
    }
    memref.store %sum, %o[%tid] : !source
    gpu.return
  }
}
