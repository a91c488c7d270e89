; REQUIRES: ptxas
; ptxas reads what nobody else does: inline assembly.
; RUN: not %vx-opt -passes='vx-verify-device<sm=90;llc=%llc;ptxas=%ptxas>' -disable-output %s 2>&1 | FileCheck %s
; RUN: sed 's/membear/membar/' %s | %vx-opt -passes='vx-verify-device<sm=90;llc=%llc;ptxas=%ptxas>' -disable-output 2>&1 | count 0
target triple = "nvptx64-nvidia-cuda"

; CHECK: error: VX440: ptxas refuses the module: PTX, line {{[0-9]+}}
define ptx_kernel void @k() {
  call void asm sideeffect "membear.sys;", ""()
  ret void
}
