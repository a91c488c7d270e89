; An opt of another LLVM refuses the plugin in one readable line, ends with
; status 1, and does not crash.
; REQUIRES: other-opt
; UNSUPPORTED: asan
; RUN: not %other-opt -load-pass-plugin=%vx-plugin -passes=verify -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
; CHECK: VxPlacement is a plugin for LLVM 22 {{.*}}; use the tools of LLVM 22
; CHECK-NOT: {{.}}
define void @f() {
  ret void
}
