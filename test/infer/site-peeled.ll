; LLVM takes the loads of a loop's first tile out of the loop, where a second use of them in it does
; not move. That visit is filled under the guards that the loop had: where no thread of a block
; passes the thread's guard, or the loop does not run, its source is not read.
; RUN: %vx-opt -disable-output -passes='print<vx-footprints>' %s 2>&1 | FileCheck %s
; RUN: %vx-opt -S -mcpu=sm_80 -passes=vx-placement %s -o %t.ll
; RUN: %vx-simt compare %s %t.ll --sweep=1 --grid=2 --block=33 --arg=null --arg=f32:66:poison --arg=i64:0 --arg=i64:50 --print=none | FileCheck %s --check-prefix=SAME
; RUN: %vx-simt compare %s %t.ll --sweep=1 --grid=2 --block=33 --arg=null --arg=f32:66:poison --arg=i64:3 --arg=i64:0 --print=none | FileCheck %s --check-prefix=SAME
; RUN: %vx-simt compare %s %t.ll --sweep=1 --grid=2 --block=33 --arg=f32:12:rand:1 --arg=f32:66:poison --arg=i64:3 --arg=i64:34 --print=none | FileCheck %s --check-prefix=SAME
; SAME: same:

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: kernel 'k'
; CHECK: moved by no loop, site in %some before %a0 = load
; CHECK: moved by the loop at %body, site in %body before %x0 = load
define ptx_kernel void @k(ptr noalias %p, ptr noalias %q, i64 %steps, i64 %n) {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %nt = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %bx = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = mul nuw nsw i32 %bx, %nt
  %i32 = add nuw nsw i32 %first, %tx
  %i = zext nneg i32 %i32 to i64
  %mine = icmp slt i64 %i, %n
  br i1 %mine, label %then, label %end
then:
  %any = icmp sgt i64 %steps, 0
  br i1 %any, label %some, label %done
some:
  %a0 = load <2 x float>, ptr %p, align 4, !vx.placement !1
  %p1 = getelementptr i8, ptr %p, i64 8
  %a1 = load <2 x float>, ptr %p1, align 4, !vx.placement !1
  %a = fadd <2 x float> %a0, %a1
  br label %body
body:
  %t = phi i64 [ 0, %some ], [ %t.next, %body ]
  %acc = phi <2 x float> [ zeroinitializer, %some ], [ %acc.next, %body ]
  %row = getelementptr [4 x float], ptr %p, i64 %t
  %x0 = load <2 x float>, ptr %row, align 4, !vx.placement !1
  %row1 = getelementptr i8, ptr %row, i64 8
  %x1 = load <2 x float>, ptr %row1, align 4, !vx.placement !1
  %x = fadd <2 x float> %x0, %x1
  %half = fmul <2 x float> %acc, splat (float 5.0e-01)
  %with.x = fadd <2 x float> %half, %x
  %acc.next = fadd <2 x float> %with.x, %a
  %t.next = add nuw nsw i64 %t, 1
  %more = icmp slt i64 %t.next, %steps
  br i1 %more, label %body, label %done
done:
  %sum = phi <2 x float> [ zeroinitializer, %then ], [ %acc.next, %body ]
  %s = extractelement <2 x float> %sum, i64 0
  %out = getelementptr float, ptr %q, i64 %i
  store float %s, ptr %out, align 4
  br label %end
end:
  ret void
}

!vx.tiles = !{!0}
!0 = !{ptr @k, !1}
!1 = distinct !{!"vx.tile", !2, !3, !4, !5}
!2 = !{!"name", !"a"}
!3 = !{!"space", !"smem"}
!4 = !{!"extent", i64 1, i64 4}
!5 = !{!"element", i32 4}
