; indirectbr and blockaddress abort llc; a switch does the same job.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX413: instruction has no code on NVPTX: kernel 'k': blockaddress
; CHECK-NEXT: error: VX413: {{.*}}: indirectbr
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  store ptr blockaddress(@k, %x), ptr %p
  %a = load ptr, ptr %q
  indirectbr ptr %a, [label %x]

x:
  ret void
}

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  switch i32 %n, label %y [ i32 1, label %x ]

x:
  ret void

y:
  ret void
}
