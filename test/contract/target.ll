; RUN: not %vx-opt -passes='vx-placement<sm=sm_70>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=OLD
; RUN: not %vx-opt -passes='vx-placement<sm=80a>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=FORM
; RUN: not %vx-opt -passes='vx-placement<sm=90;ptx=7.6>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=PTX
; RUN: not %vx-opt -passes='vx-placement<sm=90;ptx=99>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=NEWPTX
; RUN: %vx-opt -passes='vx-placement<sm=90a;ptx=8.0>' -S %s | FileCheck %s --check-prefix=GOOD
; RUN: sed 's/#0 {/"target-cpu"="sm_80" {/;/declare void @other/s/#1/"target-cpu"="sm_90"/' %s > %t.ll
; RUN: not %vx-opt -passes='vx-placement' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=CONFLICT
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t.ll | FileCheck %s --check-prefix=GOOD
; All threads store to one element: races are not looked for.
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %s -o %t.placed.ll
; RUN: %vx-simt compare %s %t.placed.ll --kernel=k --block=8 --sweep=1 --checks=cheap --print=none --arg=f32:4:rand:1 --arg=f32:4:zero

; OLD: error: VX401: unknown target: "sm_70" (parameter 'sm=') is not a target that placement knows; known: sm_75, sm_80,
; FORM: error: VX401: unknown target: "80a" (parameter 'sm=')
; PTX: error: VX407: PTX version is too low: PTX 7.6 (parameter 'ptx='), but sm_90 needs PTX 7.8; state ptx=78 or newer
; NEWPTX: error: VX401: unknown target: PTX version "99" (parameter 'ptx=') is not one that LLVM 22 emits
; CONFLICT: error: VX402: functions state different targets: function 'other' states "sm_90", function 'k' states "sm_80" in "target-cpu"
; GOOD: addrspace(3) global [16 x i8] poison
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4" "vx.name"="w"
declare void @other() #1
define ptx_kernel void @k(ptr %p, ptr %o) #0 {
  %r = call ptr @t(ptr %p)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
attributes #0 = { nounwind }
attributes #1 = { nounwind }
