; Twelve faults, twelve errors, one run, sorted; status 1 and no output file.
; RUN: rm -f %t.bc
; RUN: not %vx-opt -passes='vx-verify-device<sm=80>' %s -o %t.bc 2> %t.err
; RUN: not ls %t.bc
; RUN: grep -c '^error: VX' %t.err | FileCheck %s --check-prefix=COUNT
; RUN: FileCheck %s < %t.err
target triple = "nvptx64-nvidia-cuda"

; COUNT: 12
; CHECK: VX422
; CHECK-NEXT: VX428
; CHECK-NEXT: VX443
; CHECK-NEXT: VX403: {{.*}}kernel 'a'
; CHECK-NEXT: VX404: {{.*}}kernel 'a'
; CHECK-NEXT: VX405: {{.*}}kernel 'a'
; CHECK-NEXT: VX412: {{.*}}kernel 'a': {{.*}}(called through a -> helper)
; CHECK-NEXT: VX418: {{.*}}kernel 'a': {{.*}}(called through a -> helper)
; CHECK-NEXT: VX421: {{.*}}kernel 'a'
; CHECK-NEXT: VX433: {{.*}}kernel 'a'
; CHECK-NEXT: VX415: {{.*}}kernel 'b'
; CHECK-NEXT: VX426: {{.*}}kernel 'b'
@tls = thread_local addrspace(1) global i32 0
@odd = addrspace(1) global i24 3
@shared = internal addrspace(3) global i32 7
declare float @llvm.exp.f32(float)
declare float @__nv_expf(float)
declare void @llvm.nvvm.wgmma.fence.sync.aligned()

define void @helper(ptr %p) {
  fence syncscope("agent") acq_rel
  %x = load fp128, ptr %p
  %y = fmul fp128 %x, %x
  store fp128 %y, ptr %p
  ret void
}

define ptx_kernel void @a(ptr %p, float %x) "nvvm.maxntid"="2048" {
  store i32 1, ptr addrspace(3) @shared
  %e = call float @llvm.exp.f32(float %x)
  store float %e, ptr %p
  %f = call float @__nv_expf(float %x)
  store float %f, ptr %p
  call void @helper(ptr %p)
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  ret void
}

define ptx_kernel i32 @b(ptr %p) {
  %s = alloca i32, addrspace(3)
  store volatile i32 1, ptr addrspace(3) %s
  ret i32 0
}

define amdgpu_kernel void @c() {
  ret void
}
