; Rings whose tiles are ragged, narrow, of several depths, or asked for behind a guard that
; differs by thread. Each thread reads what another one copied. Sources end where the last
; tile ends: a copy past the valid bytes is out of bounds.
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%tile1 = type { ptr, ptr, i64, [1 x i64], [1 x i64] }
declare %tile1 @part(ptr, ptr, i64, i64, i64) "vx.transfer"="smem" "vx.name"="part" "vx.element"="4" "vx.extent"="24" "vx.crossing"="streamed"
declare ptr @bytes(ptr) "vx.transfer"="smem" "vx.name"="bytes" "vx.element"="1" "vx.extent"="27" "vx.crossing"="streamed" "vx.align"="4"
declare ptr @q(ptr) "vx.transfer"="smem" "vx.name"="q" "vx.element"="4" "vx.extent"="24" "vx.crossing"="streamed" "vx.align"="16"
declare ptr @k(ptr) "vx.transfer"="smem" "vx.name"="k" "vx.element"="4" "vx.extent"="24" "vx.crossing"="streamed" "vx.align"="8" "vx.stages"="3"
declare ptr @v(ptr) "vx.transfer"="smem" "vx.name"="v" "vx.element"="2" "vx.extent"="2x24" "vx.stride"="24x1" "vx.crossing"="streamed" "vx.align"="4" "vx.stages"="2"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i64 @llvm.smin.i64(i64, i64)

; n elements in tiles of 24: the last one is shorter, and reads as zero past its end.
define ptx_kernel void @ragged(ptr %src, ptr %out, i64 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = urem i32 %tid, 24
  %mirror = sub i32 23, %m
  br label %head
head:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %acc = phi float [ 1.0, %entry ], [ %acc1, %body ]
  %c = icmp slt i64 %t, %n
  br i1 %c, label %body, label %exit
body:
  %left = sub nsw i64 %n, %t
  %size = call i64 @llvm.smin.i64(i64 %left, i64 24)
  %d = call %tile1 @part(ptr %src, ptr %src, i64 %t, i64 %size, i64 1)
  %r = extractvalue %tile1 %d, 1
  %e = getelementptr float, ptr %r, i32 %mirror
  %x = load float, ptr %e
  %half = fmul float %acc, 0.5
  %acc1 = fadd float %half, %x
  %t1 = add nsw i64 %t, 24
  br label %head
exit:
  %o = getelementptr float, ptr %out, i32 %tid
  store float %acc, ptr %o
  ret void
}

; Rows of 27 bytes, 28 apart: copies of 4, and 3 bytes by plain copies in the same stage.
define ptx_kernel void @narrow(ptr %src, ptr %out, i64 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = urem i32 %tid, 27
  %mirror = sub i32 26, %m
  br label %head
head:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %acc = phi i32 [ 1, %entry ], [ %acc1, %body ]
  %c = icmp slt i64 %t, %n
  br i1 %c, label %body, label %exit
body:
  %p = getelementptr inbounds [28 x i8], ptr %src, i64 %t
  %r = call ptr @bytes(ptr %p)
  %e = getelementptr i8, ptr %r, i32 %mirror
  %x = load i8, ptr %e
  %wide = zext i8 %x to i32
  %scaled = mul i32 %acc, 3
  %acc1 = add i32 %scaled, %wide
  %t1 = add nsw i64 %t, 1
  br label %head
exit:
  %o = getelementptr i32, ptr %out, i32 %tid
  store i32 %acc, ptr %o
  ret void
}

; One tile in the outer loop, two of other types and depths in the inner one, for the threads
; that the guard lets in: the others help.
define ptx_kernel void @nested(ptr %src, ptr %out, i64 %n, i32 %threads) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = mul i32 %block, 40
  %gid = add i32 %first, %tid
  %in = icmp slt i32 %gid, %threads
  br i1 %in, label %outer.head, label %done
outer.head:
  %m = urem i32 %tid, 24
  %mirror = sub i32 23, %m
  br label %outer
outer:
  %i = phi i64 [ 0, %outer.head ], [ %i1, %next ]
  %sum = phi float [ 1.0, %outer.head ], [ %acc, %next ]
  %qp = getelementptr inbounds [24 x float], ptr %src, i64 %i
  %qr = call ptr @q(ptr %qp)
  %qe = getelementptr float, ptr %qr, i32 %mirror
  %qx = load float, ptr %qe
  br label %head
head:
  %t = phi i64 [ 0, %outer ], [ %t1, %body ]
  %acc = phi float [ %sum, %outer ], [ %acc2, %body ]
  %c = icmp slt i64 %t, %n
  br i1 %c, label %body, label %next
body:
  %p = getelementptr inbounds [24 x float], ptr %src, i64 %t
  %kr = call ptr @k(ptr %p)
  %vr = call ptr @v(ptr %p)
  %ke = getelementptr float, ptr %kr, i32 %mirror
  %kx = load float, ptr %ke
  %ve = getelementptr i16, ptr %vr, i32 %mirror
  %vx = load i16, ptr %ve
  %vf = uitofp i16 %vx to float
  %half = fmul float %acc, 0.5
  %p0 = fmul float %qx, %kx
  %acc1 = fadd float %half, %p0
  %acc2 = fadd float %acc1, %vf
  %t1 = add nsw i64 %t, 1
  br label %head
next:
  %i1 = add nsw i64 %i, 1
  %oc = icmp slt i64 %i1, 3
  br i1 %oc, label %outer, label %exit
exit:
  %o = getelementptr float, ptr %out, i32 %gid
  store float %acc, ptr %o
  br label %done
done:
  ret void
}
