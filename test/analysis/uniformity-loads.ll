; A load is uniform only from a uniform address that the kernel provably does not write.
; RUN: %vx-opt -disable-output -passes='print<vx-uniformity>' %s 2>&1 | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: block uniformity of 'read_only'
define ptx_kernel void @read_only(ptr %p) {
; CHECK: uniform {{.*}}%x =
  %x = load i32, ptr %p
; CHECK: DIVERGENT {{.*}}%y = {{.*}} ; depends on llvm.nvvm.read.ptx.sreg.tid.x
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr i32, ptr %p, i32 %tid
  %y = load i32, ptr %q
; CHECK: DIVERGENT {{.*}}%v = {{.*}} ; is a volatile or atomic load
  %v = load volatile i32, ptr %p
  ret void
}

; CHECK-LABEL: block uniformity of 'store_may_alias'
define ptx_kernel void @store_may_alias(ptr %p, ptr %out) {
; CHECK: DIVERGENT {{.*}}%x = {{.*}} ; loads from memory that the kernel may write
  %x = load i32, ptr %p
; CHECK: uniform {{.*}}%i =
  %i = load i32, ptr %p, !invariant.load !0
  store i32 0, ptr %out
  ret void
}

; CHECK-LABEL: block uniformity of 'store_elsewhere'
define ptx_kernel void @store_elsewhere(ptr noalias %p, ptr %out) {
; CHECK: uniform {{.*}}%x =
  %x = load i32, ptr %p
  store i32 0, ptr %out
  ret void
}

; Another thread, or this one in another iteration, writes the next element: the
; addresses of one thread differ, the object is the same.
; CHECK-LABEL: block uniformity of 'store_next_element'
define ptx_kernel void @store_next_element(ptr noalias %p) {
; CHECK: DIVERGENT {{.*}}%x = {{.*}} ; loads from memory that the kernel may write
  %x = load i32, ptr %p
  %q = getelementptr i32, ptr %p, i32 1
  store i32 0, ptr %q
  ret void
}

; CHECK-LABEL: block uniformity of 'atomic_elsewhere'
define ptx_kernel void @atomic_elsewhere(ptr noalias %p, ptr %count) {
; CHECK: DIVERGENT {{.*}}%old = {{.*}} ; is the result of an atomic operation
  %old = atomicrmw add ptr %count, i32 1 monotonic
; CHECK: uniform {{.*}}%x =
  %x = load i32, ptr %p
  ret void
}

; CHECK-LABEL: block uniformity of 'atomic_may_alias'
define ptx_kernel void @atomic_may_alias(ptr %p, ptr %count) {
  %old = atomicrmw add ptr %count, i32 1 monotonic
; CHECK: DIVERGENT {{.*}}%x = {{.*}} ; loads from memory that the kernel may write
  %x = load i32, ptr %p
  ret void
}

; CHECK-LABEL: block uniformity of 'opaque_call'
define ptx_kernel void @opaque_call(ptr %p) {
; CHECK: DIVERGENT {{.*}}%x = {{.*}} ; loads from memory that the kernel may write
  %x = load i32, ptr %p
; CHECK: uniform {{.*}}%c =
  %c = load i32, ptr addrspace(4) @table
  call void @opaque()
  ret void
}

; Fills, transfers and barriers write nothing but a tile's storage.
; CHECK-LABEL: block uniformity of 'sync_points'
define ptx_kernel void @sync_points(ptr %p) {
; CHECK: uniform {{.*}}%x =
  %x = load i32, ptr %p
  call void @fill(ptr %p)
; CHECK: uniform {{.*}}%r =
  %r = call ptr @transfer(ptr %p)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: DIVERGENT {{.*}}%t = {{.*}} ; loads from a placed tile
  %t = load i32, ptr %r
  ret void
}

; CHECK-LABEL: block uniformity of 'private_memory'
define ptx_kernel void @private_memory(i32 %n) {
  %a = alloca i32
  store i32 %n, ptr %a
; CHECK: DIVERGENT {{.*}}%x = {{.*}} ; loads from memory of one thread
  %x = load i32, ptr %a
  ret void
}

; CHECK-LABEL: block uniformity of 'parameter'
define ptx_kernel void @parameter(ptr byval({i32, i32}) %s, ptr %out) {
; CHECK: uniform {{.*}}%x =
  %x = load i32, ptr %s
  store i32 %x, ptr %out
  ret void
}

@table = external addrspace(4) global i32
declare void @opaque()
declare void @fill(ptr) "vx.sync"="fill"
declare ptr @transfer(ptr) "vx.transfer"="smem"
!0 = !{}
