; Names that PTX cannot write; LLVM cleans internal ones, but for a leading digit.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-verify-device<sm=90;ptx=90>' -disable-output %t/good.ll 2>&1 | count 0

; CHECK: error: VX424: name cannot be written in PTX: '1x' has
; CHECK-NEXT: error: VX424: {{.*}}'a b' has
; CHECK-NEXT: error: VX424: {{.*}}'a.b' has
; CHECK-NEXT: error: VX424: {{.*}}'g%' has
; CHECK-NEXT: error: VX424: {{.*}}'na{{.*}}ve' has
; CHECK-NOT: {{error|warning}}:

;--- bad.ll
target triple = "nvptx64-nvidia-cuda"
define void @"a b"() {
  ret void
}
define void @a.b() {
  ret void
}
define internal void @"1x"() {
  ret void
}
@"g%" = addrspace(1) global i32 0
@"na\C3\AFve" = addrspace(1) global i32 0

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define void @a_b$() {
  ret void
}
define internal void @a.b() {
  ret void
}
define internal void @"a b"() {
  ret void
}
@"g%" = internal addrspace(1) global i32 0
@"na\C3\AFve" = internal addrspace(1) global i32 0
