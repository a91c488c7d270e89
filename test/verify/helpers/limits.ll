; Helpers that crash, never end, or run out of memory are reported as such, with the limits,
; and opt ends with status 1 and no output file.
; RUN: rm -f %t.bc
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;deep;llc=%S/Inputs/hangs;helper-seconds=1>' %s -o %t.bc 2>&1 | FileCheck %s --check-prefix=TIME
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;deep;llc=%S/Inputs/crashes>' %s -o %t.bc 2>&1 | FileCheck %s --check-prefix=CRASH
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;llc=%llc;ptxas=%S/Inputs/hangs;helper-seconds=3>' %s -o %t.bc 2>&1 | FileCheck %s --check-prefix=PTXAS-TIME
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;llc=%llc;ptxas=%S/Inputs/crashes>' %s -o %t.bc 2>&1 | FileCheck %s --check-prefix=PTXAS-CRASH
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;deep;llc=%S/Inputs/hungry;helper-megabytes=100>' %s -o %t.bc 2>&1 | FileCheck %s --check-prefix=MEMORY
; RUN: not ls %t.bc
; RUN: %vx-opt -passes='vx-verify-device<sm=90;deep;llc=%S/Inputs/hungry;helper-megabytes=4096>' -disable-output %s 2>&1 | count 0
; RUN: %vx-opt -passes='vx-verify-device<sm=90;deep;llc=%llc>' -disable-output %s 2>&1 | count 0
; RUN: not %vx-opt -passes='vx-verify-device<helper-seconds=0>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=ZERO
target triple = "nvptx64-nvidia-cuda"

; TIME: {{^}}error: VX441: code generation fails: hangs crashed or ran out of time or memory (Child timed out{{.*}}), limits: 1 s, 8192 MB
; CRASH: {{^}}error: VX441: code generation fails: crashes crashed or ran out of time or memory (Segmentation fault{{.*}}), limits: 60 s, 8192 MB
; PTXAS-TIME: {{^}}error: VX441: {{.*}}: hangs crashed or ran out of time or memory (Child timed out{{.*}}), limits: 3 s
; PTXAS-CRASH: {{^}}error: VX441: {{.*}}: crashes crashed or ran out of time or memory (Segmentation fault
; MEMORY: {{^}}error: VX441: code generation fails: llc ended with status 1: error: memory exhausted
; ZERO: 'helper-seconds=0' is no whole number above 0
define ptx_kernel void @k(ptr %p) {
  store i32 1, ptr %p
  ret void
}
