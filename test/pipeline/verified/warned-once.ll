; vx-placement verifies what it made, and vx-verify-device judges it again: each warning is told once,
; and in the remarks of both.
; RUN: %vx-opt -passes='vx-placement<sm=80>,default<O3>,vx-verify-device<sm=80;ptx=80>' -disable-output -pass-remarks-output=%t.yaml %s 2>&1 | FileCheck %s --implicit-check-not=warning:
; RUN: FileCheck %s --check-prefix=YAML --input-file=%t.yaml

; What came in between is new, and two of one pass are two.
; RUN: %vx-opt -passes='vx-verify-device<sm=80;ptx=80;allow-undefined>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=ALONE --implicit-check-not=warning:

; CHECK: warning: VX439: inline assembly is not checked: kernel 'copies'
; CHECK: warning: VX439: inline assembly is not checked: kernel 'plain'
; YAML: Pass: vx-placement
; YAML-NEXT: Name: InlineAsmUnchecked
; YAML: Pass: vx-verify-device
; YAML-NEXT: Name: InlineAsmUnchecked
; ALONE: warning: VX439: {{.*}}kernel 'copies'
; ALONE: warning: VX439: {{.*}}kernel 'plain'
target triple = "nvptx64-nvidia-cuda"
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4"
define ptx_kernel void @copies(ptr %p, ptr %o, i32 %n) {
  %r = call ptr @t(ptr %p)
  br label %loop
loop: ; unrolled by O3: more of the same
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %a = getelementptr float, ptr %r, i32 %i
  %x = load float, ptr %a
  call void asm sideeffect "membar.sys;", ""()
  %b = getelementptr float, ptr %o, i32 %i
  store float %x, ptr %b
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 4
  br i1 %more, label %loop, label %end
end:
  ret void
}
define ptx_kernel void @plain() {
  call void asm sideeffect "membar.sys;", ""()
  ret void
}
