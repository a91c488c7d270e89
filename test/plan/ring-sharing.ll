; Rings that never run at the same time share their bytes, with a barrier before the second
; refills what threads may still read of the first. A tile that is read after its loop, one of
; another size, or a ring inside the other's loop keeps bytes of its own.
; RUN: %vx-opt -disable-output -passes='print<vx-plan;sm=80>' %s 2>&1 | FileCheck %s
; RUN: %vx-opt -S -passes='vx-placement<sm=80>' %s -o %t.ll
; RUN: FileCheck %s --check-prefix=IR < %t.ll
; RUN: %vx-simt compare %s %t.ll --kernel=phases --block=64 --async=late --schedule=random --arg=f32:1024:rand --arg=f32:64:zero --arg=i32:5 --quiet
; RUN: %vx-simt compare %s %t.ll --kernel=phases --block=64 --async=late --schedule=random --arg=f32:1024:rand --arg=f32:64:zero --arg=i32:0 --quiet
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64" "vx.crossing"="streamed" "vx.align"="16"
declare ptr @b(ptr) "vx.transfer"="smem" "vx.name"="b" "vx.element"="4" "vx.extent"="64" "vx.crossing"="streamed" "vx.align"="16"
declare ptr @big(ptr) "vx.transfer"="smem" "vx.name"="big" "vx.element"="4" "vx.extent"="65" "vx.crossing"="streamed" "vx.align"="16"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: plan for kernel 'phases'
; CHECK:       tile 'a' {{.*}} offset 0, accounted 512{{$}}
; CHECK:       tile 'b' {{.*}} offset 0, accounted 0, in the bytes of 'a'
; CHECK:       ring in loop %first:
; CHECK-NEXT:    barrier before: no
; CHECK:       ring in loop %second:
; CHECK-NEXT:    barrier before: yes, threads may still read the slots that are refilled
; CHECK:       storage: static, 512 bytes of tiles
; IR: @__vx_tile_phases_a = internal addrspace(3) global [512 x i8]
; IR-NOT: @__vx_tile_phases_b
define ptx_kernel void @phases(ptr %A, ptr %O, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mirror = sub i32 63, %tid
  %g = icmp sgt i32 %n, 0
  br i1 %g, label %one, label %exit
one:
  br label %first
first:
  %t = phi i32 [ 0, %one ], [ %t1, %first ]
  %acc = phi float [ 0.0, %one ], [ %acc1, %first ]
  %p = getelementptr inbounds [64 x float], ptr %A, i32 %t
  %a = call ptr @a(ptr %p)
  %ai = getelementptr float, ptr %a, i32 %mirror
  %y = load float, ptr %ai
  %acc1 = fadd float %acc, %y
  %t1 = add nsw i32 %t, 1
  %c = icmp slt i32 %t1, %n
  br i1 %c, label %first, label %two
two:
  br label %second
second:
  %u = phi i32 [ 1, %two ], [ %u1, %second ]
  %bcc = phi float [ %acc1, %two ], [ %bcc1, %second ]
  %p2 = getelementptr inbounds [64 x float], ptr %A, i32 %u
  %b = call ptr @b(ptr %p2)
  %bi = getelementptr float, ptr %b, i32 %mirror
  %y2 = load float, ptr %bi
  %bcc1 = fmul float %bcc, %y2
  %u1 = add nsw i32 %u, 1
  %c2 = icmp sle i32 %u1, %n
  br i1 %c2, label %second, label %done
done:
  br label %exit
exit:
  %res = phi float [ 7.0, %entry ], [ %bcc1, %done ]
  %o = getelementptr float, ptr %O, i32 %tid
  store float %res, ptr %o
  ret void
}

; CHECK-LABEL: plan for kernel 'read_later'
; CHECK-NOT:   in the bytes of
; CHECK:       storage: static, 1024 bytes of tiles
define ptx_kernel void @read_later(ptr %A, ptr %O, i32 %n) {
entry:
  br label %first
first:
  %t = phi i32 [ 0, %entry ], [ %t1, %first ]
  %p = getelementptr inbounds [64 x float], ptr %A, i32 %t
  %a = call ptr @a(ptr %p)
  %t1 = add nsw i32 %t, 1
  %c = icmp slt i32 %t1, %n
  br i1 %c, label %first, label %two
two:
  br label %second
second:
  %u = phi i32 [ 0, %two ], [ %u1, %second ]
  %acc = phi float [ 0.0, %two ], [ %acc1, %second ]
  %p2 = getelementptr inbounds [64 x float], ptr %A, i32 %u
  %b = call ptr @b(ptr %p2)
  %x = load float, ptr %a
  %y = load float, ptr %b
  %m = fmul float %x, %y
  %acc1 = fadd float %acc, %m
  %u1 = add nsw i32 %u, 1
  %c2 = icmp slt i32 %u1, %n
  br i1 %c2, label %second, label %exit
exit:
  store float %acc1, ptr %O
  ret void
}

; CHECK-LABEL: plan for kernel 'other_size'
; CHECK-NOT:   in the bytes of
; CHECK:       storage: static, 1056 bytes of tiles
define ptx_kernel void @other_size(ptr %A, ptr %O, i32 %n) {
entry:
  br label %first
first:
  %t = phi i32 [ 0, %entry ], [ %t1, %first ]
  %acc = phi float [ 0.0, %entry ], [ %acc1, %first ]
  %p = getelementptr inbounds [64 x float], ptr %A, i32 %t
  %a = call ptr @a(ptr %p)
  %x = load float, ptr %a
  %acc1 = fadd float %acc, %x
  %t1 = add nsw i32 %t, 1
  %c = icmp slt i32 %t1, %n
  br i1 %c, label %first, label %two
two:
  br label %second
second:
  %u = phi i32 [ 0, %two ], [ %u1, %second ]
  %bcc = phi float [ %acc1, %two ], [ %bcc1, %second ]
  %p2 = getelementptr inbounds [64 x float], ptr %A, i32 %u
  %b = call ptr @big(ptr %p2)
  %y = load float, ptr %b
  %bcc1 = fadd float %bcc, %y
  %u1 = add nsw i32 %u, 1
  %c2 = icmp slt i32 %u1, %n
  br i1 %c2, label %second, label %exit
exit:
  store float %bcc1, ptr %O
  ret void
}

; CHECK-LABEL: plan for kernel 'nested'
; CHECK-NOT:   in the bytes of
; CHECK:       storage: static, 1024 bytes of tiles
define ptx_kernel void @nested(ptr %A, ptr %O, i32 %n) {
entry:
  br label %outer
outer:
  %t = phi i32 [ 0, %entry ], [ %t1, %next ]
  %acc = phi float [ 0.0, %entry ], [ %bcc1, %next ]
  %p = getelementptr inbounds [64 x float], ptr %A, i32 %t
  %a = call ptr @a(ptr %p)
  %x = load float, ptr %a
  %acc1 = fadd float %acc, %x
  br label %inner
inner:
  %u = phi i32 [ 0, %outer ], [ %u1, %inner ]
  %bcc = phi float [ %acc1, %outer ], [ %bcc1, %inner ]
  %p2 = getelementptr inbounds [64 x float], ptr %A, i32 %u
  %b = call ptr @b(ptr %p2)
  %y = load float, ptr %b
  %bcc1 = fadd float %bcc, %y
  %u1 = add nsw i32 %u, 1
  %c2 = icmp slt i32 %u1, %n
  br i1 %c2, label %inner, label %next
next:
  %t1 = add nsw i32 %t, 1
  %c = icmp slt i32 %t1, %n
  br i1 %c, label %outer, label %exit
exit:
  store float %bcc1, ptr %O
  ret void
}
