; A memmove between address spaces is dropped by LLVM, unless it is short; memcpy is not,
; nor is one between generic and global memory.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90>' -disable-output %t/good.ll 2>&1 | count 0
; RUN: %llc -mcpu=sm_90 %t/bad.ll -o - | FileCheck %s --check-prefix=DROPPED
; RUN: %llc -mcpu=sm_90 %t/good.ll -o - | FileCheck %s --check-prefix=KEPT

; CHECK: error: VX404: intrinsic has no NVPTX lowering: kernel 'k': the call is dropped: memmove from addrspace(0) to addrspace(3) [call void @llvm.memmove
; CHECK-NEXT: error: VX404: {{.*}}kernel 'long': the call is dropped: memmove from addrspace(3) to addrspace(1) [call
; CHECK-NOT: {{error|warning}}:
; DROPPED-NOT: st.
; KEPT-COUNT-4: st.

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.memmove.p3.p0.i32(ptr addrspace(3), ptr, i32, i1)
declare void @llvm.memmove.p1.p3.i32(ptr addrspace(1), ptr addrspace(3), i32, i1)
define ptx_kernel void @k(ptr addrspace(3) %s, ptr %p, i32 %n) {
  call void @llvm.memmove.p3.p0.i32(ptr addrspace(3) %s, ptr %p, i32 %n, i1 false)
  ret void
}
define ptx_kernel void @long(ptr addrspace(3) %s, ptr addrspace(1) %p) {
  call void @llvm.memmove.p1.p3.i32(ptr addrspace(1) %p, ptr addrspace(3) %s, i32 128, i1 false)
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.memcpy.p3.p0.i32(ptr addrspace(3), ptr, i32, i1)
declare void @llvm.memmove.p1.p3.i32(ptr addrspace(1), ptr addrspace(3), i32, i1)
declare void @llvm.memmove.p1.p0.i32(ptr addrspace(1), ptr, i32, i1)
declare void @llvm.memmove.p3.p3.i32(ptr addrspace(3), ptr addrspace(3), i32, i1)
define ptx_kernel void @k(ptr addrspace(3) %s, ptr %p, i32 %n) {
  call void @llvm.memcpy.p3.p0.i32(ptr addrspace(3) %s, ptr %p, i32 %n, i1 false)
  ret void
}
define ptx_kernel void @short(ptr addrspace(3) %s, ptr addrspace(1) %p, ptr %q, i32 %n) {
  call void @llvm.memmove.p1.p3.i32(ptr addrspace(1) align 4 %p, ptr addrspace(3) align 4 %s, i32 4, i1 false)
  call void @llvm.memmove.p1.p0.i32(ptr addrspace(1) %p, ptr %q, i32 %n, i1 false)
  call void @llvm.memmove.p3.p3.i32(ptr addrspace(3) %s, ptr addrspace(3) %s, i32 %n, i1 false)
  ret void
}
