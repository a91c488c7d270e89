; Carrier A: a tile that a loop moves and one that stays.
define ptx_kernel void @k(ptr %p, ptr %c, ptr %o) #0 {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = zext i32 %tid to i64
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %add, %loop ]
  %row = mul i64 %i, 32
  %idx = add i64 %row, %lane
  %e = getelementptr float, ptr %p, i64 %idx
  %x = load float, ptr %e, align 4, !vx.placement !10
  %f = getelementptr float, ptr %c, i64 %lane
  %y = load float, ptr %f, align 4, !vx.placement !20
  %mul = fmul float %x, %y
  %add = fadd float %sum, %mul
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 8
  br i1 %more, label %loop, label %done
done:
  %w = getelementptr float, ptr %o, i64 %lane
  store float %add, ptr %w
  ret void
}
attributes #0 = { "nvvm.reqntid"="32,1,1" }
!vx.contract = !{!0}
!vx.tiles = !{!1, !2}
!vx.kernels = !{!3}
!0 = !{i32 1}
!1 = !{ptr @k, !10}
!2 = !{ptr @k, !20}
!3 = !{!"k"}
!10 = distinct !{!"vx.tile", !11, !12, !13, !14, !15, !16, !17}
!11 = !{!"name", !"k"}
!12 = !{!"space", !"smem"}
!13 = !{!"extent", i64 32}
!14 = !{!"element", i32 4}
!15 = !{!"crossing", !"sequenced"}
!16 = !{!"stride", i64 1}
!17 = !{!"align", i32 16}
!20 = distinct !{!"vx.tile", !21, !12, !13, !14, !22, !23}
!21 = !{!"name", !"c"}
!22 = !{!"crossing", !"sequenced", i32 2}
!23 = !{!"granule", i64 256}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
