// A kernel with asynchronous machinery of its own and nothing to place: copies of 16
// and 4 bytes with a source size, groups, an mbarrier and a named barrier, all as nvgpu
// and nvvm spell them. Blocks have 64 threads; n is 0 or 1, the elements of a small copy.
!source = memref<?xf32>
!rows = memref<2x256xf32, #gpu.address_space<workgroup>>
!mbarrier = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
gpu.module @vx_kernels {
  gpu.func @own_plain(%y: !source, %o: !source, %n: index) workgroup(%s: !rows {llvm.align = 16 : i64}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %all = arith.constant 64 : index
    %warp = arith.constant 32 : index
    %name = arith.constant 1 : i32
    %threads = arith.constant 32 : i32
    %tid = gpu.thread_id x
    %m = nvgpu.mbarrier.create -> !mbarrier
    %first = arith.cmpi eq, %tid, %c0 : index
    scf.if %first {
      nvgpu.mbarrier.init %m[%c0], %all : !mbarrier
    }
    gpu.barrier
    %quad = arith.muli %tid, %c4 : index
    %a = nvgpu.device_async_copy %y[%quad], %s[%c0, %quad], 4 {bypassL1} : !source to !rows
    %ga = nvgpu.device_async_create_group %a
    %b = nvgpu.device_async_copy %y[%tid], %s[%c1, %tid], 1, %n : !source to !rows
    %gb = nvgpu.device_async_create_group %b
    nvgpu.device_async_wait %ga {numGroups = 1 : i32}
    %token = nvgpu.mbarrier.arrive %m[%c0] : !mbarrier -> !nvgpu.mbarrier.token
    scf.while : () -> () {
      %done = nvgpu.mbarrier.test.wait %m[%c0], %token : !mbarrier, !nvgpu.mbarrier.token
      %false = arith.constant false
      %again = arith.cmpi eq, %done, %false : i1
      scf.condition(%again)
    } do {
      scf.yield
    }
    nvgpu.device_async_wait %gb
    gpu.barrier
    %in = arith.cmpi slt, %tid, %warp : index
    scf.if %in {
      nvvm.barrier id = %name number_of_threads = %threads
    }
    %u = memref.load %s[%c0, %tid] : !rows
    %v = memref.load %s[%c1, %tid] : !rows
    %w = arith.addf %u, %v : f32
    memref.store %w, %o[%tid] : !source
    gpu.return
  }
}
