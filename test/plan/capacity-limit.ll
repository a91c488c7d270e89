; RUN: not %vx-opt -passes='vx-placement<sm=75>' -disable-output %s 2>&1 | FileCheck %s --check-prefixes=OVER,SM75
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %s 2>&1 | FileCheck %s --check-prefixes=OVER,SM80
; RUN: not %vx-opt -passes='vx-placement<sm=86>' -disable-output %s 2>&1 | FileCheck %s --check-prefixes=OVER,SM86
; RUN: %vx-opt -passes='vx-placement<sm=90>' -disable-output %s
; RUN: %vx-opt -passes='vx-placement<sm=90a>' -disable-output %s
; RUN: %vx-opt -passes='vx-placement<sm=100>' -disable-output %s
; RUN: not %vx-opt -passes='vx-placement<sm=120>' -disable-output %s 2>&1 | FileCheck %s --check-prefixes=OVER,SM120

; 200 KiB for a block: the sum is shown with what each sm has.
; OVER: error: VX208: shared memory exceeds the target's limit: kernel 'f':
; SM75-SAME: own 512 + 'k' 1 x 102400 + 'v' 1 x 102400 = 205312 bytes, sm_75, PTX 6.3 has 65536 for a block; use smaller tiles or fewer stages
; SM80-SAME: = 205312 bytes, sm_80, PTX 7.0 has 166912 for a block
; SM86-SAME: = 205312 bytes, sm_86, PTX 7.1 has 101376 for a block
; SM120-SAME: = 205312 bytes, sm_120, PTX 8.7 has 101376 for a block
; OVER-NOT: error:
@own = internal addrspace(3) global [500 x i8] poison
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="400x64" "vx.name"="k"
declare ptr @v(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="400x64" "vx.name"="v"
define ptx_kernel void @f(ptr %p, ptr %q, ptr %o) {
  %r = call ptr @k(ptr %p)
  %t = call ptr @v(ptr %q)
  %x = load float, ptr %r
  %y = load float, ptr %t
  %z = fadd float %x, %y
  store float %z, ptr %o
  store float %z, ptr addrspace(3) @own
  ret void
}
