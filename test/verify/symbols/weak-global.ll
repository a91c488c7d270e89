; An undefined weak variable is no null address: llc makes a variable of it.
; RUN: %vx-opt -passes='vx-verify-device<sm=80>' -disable-output %s 2>&1 | FileCheck %s
; RUN: sed 's/extern_weak addrspace(1) global i32/addrspace(1) global i32 0/' %s | %vx-opt -passes='vx-verify-device<sm=80>' -disable-output 2>&1 | count 0
target triple = "nvptx64-nvidia-cuda"

; CHECK: warning: VX406: {{.*}}kernel 'k': 'weak' is extern_weak: it becomes a variable of zeros, never null
@weak = extern_weak addrspace(1) global i32

define ptx_kernel void @k(ptr %p) {
  %x = load i32, ptr addrspace(1) @weak
  store i32 %x, ptr %p
  ret void
}
