; What nobody defines is named with the way from the kernel to it; the device runtime's
; own functions and the dynamic shared array are not undefined.
; RUN: not %vx-opt -passes='vx-verify-device<sm=80>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=80;allow-undefined>' -disable-output %s 2>&1 | count 0
target triple = "nvptx64-nvidia-cuda"

; CHECK-NOT: error
; CHECK: error: VX405: function is called but never defined: kernel 'k': '__nv_expf' has no definition (called through k -> h -> __nv_expf); link libdevice
; CHECK-NEXT: error: VX405: {{.*}}kernel 'k': 'variadic' (variadic) has no definition
; CHECK-NEXT: error: VX405: {{.*}}kernel 'k': 'weak' (extern_weak) has no definition
; CHECK-NEXT: error: VX406: global variable is never defined: kernel 'k': 'missing' has no definition
; CHECK-NOT: error
@missing = external addrspace(1) global i32
@unused = external addrspace(1) global i32
@dynamic = external addrspace(3) global [0 x i8]

declare float @__nv_expf(float)
declare extern_weak void @weak()
declare void @variadic(...)
declare void @never_called()
declare i32 @vprintf(ptr, ptr)
declare ptr @malloc(i64)
declare void @free(ptr)

define float @h(float %x) {
  %r = call float @__nv_expf(float %x)
  ret float %r
}

define ptx_kernel void @k(ptr %p) {
  %x = load float, ptr %p
  %r = call float @h(float %x)
  store float %r, ptr %p
  %v = load i32, ptr addrspace(1) @missing
  store i32 %v, ptr addrspace(3) @dynamic
  call void @weak()
  call void (...) @variadic(i32 1)
  %n = call i32 @vprintf(ptr %p, ptr %p)
  %m = call ptr @malloc(i64 4)
  store i32 %n, ptr %m
  call void @free(ptr %m)
  ret void
}
