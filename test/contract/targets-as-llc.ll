; RUN: %llc -mcpu=sm_75 %s -o - | FileCheck %s -DSM=sm_75 -DPTX=6.3
; RUN: not %vx-opt -passes='vx-placement<sm=sm_75;ptx=62>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_75 -DPTX=6.3 --check-prefix=OURS
; RUN: %llc -mcpu=sm_80 %s -o - | FileCheck %s -DSM=sm_80 -DPTX=7.0
; RUN: not %vx-opt -passes='vx-placement<sm=sm_80;ptx=65>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_80 -DPTX=7.0 --check-prefix=OURS
; RUN: %llc -mcpu=sm_86 %s -o - | FileCheck %s -DSM=sm_86 -DPTX=7.1
; RUN: not %vx-opt -passes='vx-placement<sm=sm_86;ptx=70>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_86 -DPTX=7.1 --check-prefix=OURS
; RUN: %llc -mcpu=sm_87 %s -o - | FileCheck %s -DSM=sm_87 -DPTX=7.4
; RUN: not %vx-opt -passes='vx-placement<sm=sm_87;ptx=73>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_87 -DPTX=7.4 --check-prefix=OURS
; RUN: %llc -mcpu=sm_88 %s -o - | FileCheck %s -DSM=sm_88 -DPTX=9.0
; RUN: not %vx-opt -passes='vx-placement<sm=sm_88;ptx=88>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_88 -DPTX=9.0 --check-prefix=OURS
; RUN: %llc -mcpu=sm_89 %s -o - | FileCheck %s -DSM=sm_89 -DPTX=7.8
; RUN: not %vx-opt -passes='vx-placement<sm=sm_89;ptx=77>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_89 -DPTX=7.8 --check-prefix=OURS
; RUN: %llc -mcpu=sm_90 %s -o - | FileCheck %s -DSM=sm_90 -DPTX=7.8
; RUN: not %vx-opt -passes='vx-placement<sm=sm_90;ptx=77>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_90 -DPTX=7.8 --check-prefix=OURS
; RUN: %llc -mcpu=sm_90a %s -o - | FileCheck %s -DSM=sm_90a -DPTX=8.0
; RUN: not %vx-opt -passes='vx-placement<sm=sm_90a;ptx=78>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_90a -DPTX=8.0 --check-prefix=OURS
; RUN: %llc -mcpu=sm_100 %s -o - | FileCheck %s -DSM=sm_100 -DPTX=8.6
; RUN: not %vx-opt -passes='vx-placement<sm=sm_100;ptx=85>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_100 -DPTX=8.6 --check-prefix=OURS
; RUN: %llc -mcpu=sm_100a %s -o - | FileCheck %s -DSM=sm_100a -DPTX=8.6
; RUN: not %vx-opt -passes='vx-placement<sm=sm_100a;ptx=85>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_100a -DPTX=8.6 --check-prefix=OURS
; RUN: %llc -mcpu=sm_100f %s -o - | FileCheck %s -DSM=sm_100f -DPTX=8.8
; RUN: not %vx-opt -passes='vx-placement<sm=sm_100f;ptx=87>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_100f -DPTX=8.8 --check-prefix=OURS
; RUN: %llc -mcpu=sm_101 %s -o - | FileCheck %s -DSM=sm_101 -DPTX=8.6
; RUN: not %vx-opt -passes='vx-placement<sm=sm_101;ptx=85>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_101 -DPTX=8.6 --check-prefix=OURS
; RUN: %llc -mcpu=sm_101a %s -o - | FileCheck %s -DSM=sm_101a -DPTX=8.6
; RUN: not %vx-opt -passes='vx-placement<sm=sm_101a;ptx=85>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_101a -DPTX=8.6 --check-prefix=OURS
; RUN: %llc -mcpu=sm_101f %s -o - | FileCheck %s -DSM=sm_101f -DPTX=8.8
; RUN: not %vx-opt -passes='vx-placement<sm=sm_101f;ptx=87>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_101f -DPTX=8.8 --check-prefix=OURS
; RUN: %llc -mcpu=sm_103 %s -o - | FileCheck %s -DSM=sm_103 -DPTX=8.8
; RUN: not %vx-opt -passes='vx-placement<sm=sm_103;ptx=87>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_103 -DPTX=8.8 --check-prefix=OURS
; RUN: %llc -mcpu=sm_103a %s -o - | FileCheck %s -DSM=sm_103a -DPTX=8.8
; RUN: not %vx-opt -passes='vx-placement<sm=sm_103a;ptx=87>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_103a -DPTX=8.8 --check-prefix=OURS
; RUN: %llc -mcpu=sm_103f %s -o - | FileCheck %s -DSM=sm_103f -DPTX=8.8
; RUN: not %vx-opt -passes='vx-placement<sm=sm_103f;ptx=87>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_103f -DPTX=8.8 --check-prefix=OURS
; RUN: %llc -mcpu=sm_110 %s -o - | FileCheck %s -DSM=sm_110 -DPTX=9.0
; RUN: not %vx-opt -passes='vx-placement<sm=sm_110;ptx=88>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_110 -DPTX=9.0 --check-prefix=OURS
; RUN: %llc -mcpu=sm_110a %s -o - | FileCheck %s -DSM=sm_110a -DPTX=9.0
; RUN: not %vx-opt -passes='vx-placement<sm=sm_110a;ptx=88>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_110a -DPTX=9.0 --check-prefix=OURS
; RUN: %llc -mcpu=sm_110f %s -o - | FileCheck %s -DSM=sm_110f -DPTX=9.0
; RUN: not %vx-opt -passes='vx-placement<sm=sm_110f;ptx=88>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_110f -DPTX=9.0 --check-prefix=OURS
; RUN: %llc -mcpu=sm_120 %s -o - | FileCheck %s -DSM=sm_120 -DPTX=8.7
; RUN: not %vx-opt -passes='vx-placement<sm=sm_120;ptx=86>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_120 -DPTX=8.7 --check-prefix=OURS
; RUN: %llc -mcpu=sm_120a %s -o - | FileCheck %s -DSM=sm_120a -DPTX=8.7
; RUN: not %vx-opt -passes='vx-placement<sm=sm_120a;ptx=86>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_120a -DPTX=8.7 --check-prefix=OURS
; RUN: %llc -mcpu=sm_120f %s -o - | FileCheck %s -DSM=sm_120f -DPTX=8.8
; RUN: not %vx-opt -passes='vx-placement<sm=sm_120f;ptx=87>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_120f -DPTX=8.8 --check-prefix=OURS
; RUN: %llc -mcpu=sm_121 %s -o - | FileCheck %s -DSM=sm_121 -DPTX=8.8
; RUN: not %vx-opt -passes='vx-placement<sm=sm_121;ptx=87>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_121 -DPTX=8.8 --check-prefix=OURS
; RUN: %llc -mcpu=sm_121a %s -o - | FileCheck %s -DSM=sm_121a -DPTX=8.8
; RUN: not %vx-opt -passes='vx-placement<sm=sm_121a;ptx=87>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_121a -DPTX=8.8 --check-prefix=OURS
; RUN: %llc -mcpu=sm_121f %s -o - | FileCheck %s -DSM=sm_121f -DPTX=8.8
; RUN: not %vx-opt -passes='vx-placement<sm=sm_121f;ptx=87>' -disable-output %s 2>&1 | FileCheck %s -DSM=sm_121f -DPTX=8.8 --check-prefix=OURS

; The least PTX version of each target is the one that LLVM itself falls back to; one
; below it is refused here, before llc would abort.
; CHECK: .version [[PTX]]
; CHECK: .target [[SM]]
; OURS: error: VX407: PTX version is too low: {{.*}} but [[SM]] needs PTX [[PTX]];
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, ptr %o) {
  %x = load float, ptr %p, align 4, !vx.placement !0
  store float %x, ptr %o, align 4
  ret void
}
!vx.tiles = !{!1}
!1 = !{ptr @k, !0}
!0 = distinct !{!"vx.tile", !2, !3, !4, !5}
!2 = !{!"name", !"k"}
!3 = !{!"space", !"smem"}
!4 = !{!"extent", i64 1}
!5 = !{!"element", i32 4}
