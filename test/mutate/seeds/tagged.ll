; Carrier A: two tiles of different rank and crossing with every optional field, a
; version, expected kernels, and both marks of a kernel.
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @tagged(ptr %k, ptr addrspace(1) %v, ptr %o, i32 %n) #0 {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %tile
tile:
  %t = phi i32 [ 0, %entry ], [ %t.next, %tile.end ]
  %sum = phi float [ 0.0, %entry ], [ %sum2, %tile.end ]
  %more = icmp slt i32 %t, %n
  br i1 %more, label %rows, label %done
rows:
  %base = mul nsw i32 %t, 128
  br label %row
row:
  %j = phi i32 [ 0, %rows ], [ %j.next, %row ]
  %s = phi float [ %sum, %rows ], [ %s3, %row ]
  %ki = add nsw i32 %base, %j
  %kp = getelementptr inbounds float, ptr %k, i32 %ki
  %x = load float, ptr %kp, align 4, !vx.placement !10
  %vp = getelementptr inbounds float, ptr addrspace(1) %v, i32 %ki
  %y = load float, ptr addrspace(1) %vp, align 4, !vx.placement !20
  %s2 = fadd float %s, %x
  %s3 = fadd float %s2, %y
  %j.next = add nsw i32 %j, 1
  %j.more = icmp slt i32 %j.next, 128
  br i1 %j.more, label %row, label %tile.end
tile.end:
  %sum2 = phi float [ %s3, %row ]
  %t.next = add nsw i32 %t, 1
  br label %tile
done:
  %op = getelementptr inbounds float, ptr %o, i32 %tid
  store float %sum, ptr %op, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

attributes #0 = { "target-cpu"="sm_80" "target-features"="+ptx70" "nvvm.reqntid"="64" }

!vx.contract = !{!0}
!0 = !{i32 1}
!vx.kernels = !{!1}
!1 = !{!"tagged"}
!nvvm.annotations = !{!2}
!2 = !{ptr @tagged, !"kernel", i32 1}
!vx.tiles = !{!3, !4}
!3 = !{ptr @tagged, !10}
!4 = !{ptr @tagged, !20}
!10 = distinct !{!"vx.tile", !11, !12, !13, !14, !15, !16, !17, !18}
!11 = !{!"name", !"k"}
!12 = !{!"space", !"smem"}
!13 = !{!"extent", i64 8, i64 16}
!14 = !{!"element", i32 4}
!15 = !{!"crossing", !"streamed", i32 2}
!16 = !{!"stride", i64 16, i64 1}
!17 = !{!"align", i32 16}
!18 = !{!"granule", i64 1024}
!20 = distinct !{!"vx.tile", !21, !12, !23, !14, !25}
!21 = !{!"name", !"v"}
!23 = !{!"extent", i64 128}
!25 = !{!"crossing", !"sequenced"}
