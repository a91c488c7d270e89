; llc runs in a process of its own; what ends it is a finding here, and no stack dump.
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;deep;llc=%llc>' -disable-output %s 2>&1 | FileCheck %s
; RUN: sed 's/^  indirectbr.*/  br label %x/' %s | %vx-opt -passes='vx-verify-device<sm=90;deep;llc=%llc>' -disable-output 2>&1 | count 0
; RUN: not %vx-opt -passes='vx-verify-device<deep>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;deep;llc=/no/such/llc>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=MISSING
target triple = "nvptx64-nvidia-cuda"

; CHECK-NOT: Stack dump
; CHECK: error: VX441: code generation fails: llc crashed or ran out of time or memory ({{.*}}), limits: 60 s, 8192 MB: LLVM ERROR: Cannot select
; CHECK: error: VX413: {{.*}}indirectbr
; NONE: error: VX442: helper process failed: deep and ptxas= compile for one target, and none is stated
; MISSING: error: VX442: helper process failed: llc cannot be started
define ptx_kernel void @k(ptr %p) {
  indirectbr ptr %p, [label %x]

x:
  ret void
}
