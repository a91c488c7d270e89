; The plugin loads into the configured opt, and a module without requests keeps
; its meaning.
; RUN: %vx-opt -S -passes=verify < %s | FileCheck %s

; CHECK-LABEL: define void @nothing_placed
; CHECK: ret void
define void @nothing_placed() {
  ret void
}
