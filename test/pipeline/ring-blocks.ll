; What rings cost in resident blocks: a missed remark where it matters, none where a multiprocessor still holds many blocks.
;
; RUN: %vx-opt -passes='vx-placement<sm=80;stages=4>' -pass-remarks=vx -pass-remarks-missed=vx -disable-output %s 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<sm=80;crossing=sequenced>' -pass-remarks=vx -pass-remarks-missed=vx -disable-output %s 2>&1 | FileCheck %s --check-prefix=ONE
;
; 4 slots of 16384 bytes and 1024 reserved: 167936 / 66560 = 2; one slot: 167936 / 17408 = 9.
; CHECK: blocks by shared memory 2,
; CHECK: the rings leave room for 2 block(s) on a multiprocessor, one slot a tile for 9: fewer stages may be faster
; CHECK: placed 1 tile(s){{.*}}blocks by shared memory {{[0-9]+}}, {{.*}}
; CHECK-NOT: the rings leave room
; ONE: blocks by shared memory 9,
; ONE-NOT: the rings leave room
target triple = "nvptx64-nvidia-cuda"
declare ptr @big(ptr) #0
declare ptr @small(ptr) #1
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @large(ptr %x, ptr %y) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s.next, %loop ]
  %p = getelementptr [4096 x float], ptr %x, i64 %t
  %r = call ptr @big(ptr align 16 %p)
  %q = getelementptr float, ptr %r, i32 %tid
  %v = load float, ptr %q
  %s.next = fadd float %s, %v
  %t.next = add i64 %t, 1
  %c = icmp ult i64 %t.next, 16
  br i1 %c, label %loop, label %exit
exit:
  %o = getelementptr float, ptr %y, i32 %tid
  store float %s.next, ptr %o
  ret void
}

define ptx_kernel void @little(ptr %x, ptr %y) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %t.next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s.next, %loop ]
  %p = getelementptr [64 x float], ptr %x, i64 %t
  %r = call ptr @small(ptr align 16 %p)
  %q = getelementptr float, ptr %r, i32 %tid
  %v = load float, ptr %q
  %s.next = fadd float %s, %v
  %t.next = add i64 %t, 1
  %c = icmp ult i64 %t.next, 16
  br i1 %c, label %loop, label %exit
exit:
  %o = getelementptr float, ptr %y, i32 %tid
  store float %s.next, ptr %o
  ret void
}
attributes #0 = { convergent nounwind "vx.transfer"="smem" "vx.name"="big" "vx.element"="4" "vx.crossing"="streamed" "vx.extent"="4096" }
attributes #1 = { convergent nounwind "vx.transfer"="smem" "vx.name"="small" "vx.element"="4" "vx.crossing"="streamed" "vx.extent"="64" }
