; Loops that index a private array are unrolled until the array is gone; the near-identical twin whose index comes from
; memory keeps its array, and a remark says why.
;
; RUN: %vx-opt -passes=vx-codegen -pass-remarks=vx-codegen -pass-remarks-missed=vx-codegen -S %s -o %t.ll 2>%t.remarks
; RUN: FileCheck %s < %t.ll
; RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
; RUN: %vx-simt compare %s %t.ll --kernel=promoted --block=1 --sweep=1 --print=none --arg=f32:8:rand --arg=f32:8:zero --arg=f32:1.5
; RUN: %vx-simt compare %s %t.ll --kernel=indexed_by_memory --block=1 --sweep=1 --print=none --arg=f32:8:rand --arg=i64:1:fill:3
; RUN: %vx-opt -passes='vx-codegen<array-bytes=16>' -S %s | FileCheck %s --check-prefix=SMALL
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @promoted(
; CHECK-NOT: alloca
; CHECK-COUNT-8: fmul float
; CHECK-NOT: fmul
; CHECK: ret void
; SMALL-LABEL: @promoted(
; SMALL: alloca
define ptx_kernel void @promoted(ptr %in, ptr %out, float %c) {
entry:
  %a = alloca float, i64 8, align 4
  br label %load
load:
  %i = phi i64 [ 0, %entry ], [ %i.next, %load ]
  %p = getelementptr float, ptr %in, i64 %i
  %x = load float, ptr %p
  %q = getelementptr float, ptr %a, i64 %i
  store float %x, ptr %q
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i.next, 8
  br i1 %more, label %load, label %scale
scale:
  %j = phi i64 [ 0, %load ], [ %j.next, %scale ]
  %r = getelementptr float, ptr %a, i64 %j
  %y = load float, ptr %r
  %z = fmul float %y, %c
  %o = getelementptr float, ptr %out, i64 %j
  store float %z, ptr %o
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp ult i64 %j.next, 8
  br i1 %again, label %scale, label %exit
exit:
  ret void
}

; CHECK-LABEL: @indexed_by_memory(
; CHECK: alloca
define ptx_kernel void @indexed_by_memory(ptr %in, ptr %out) {
entry:
  %a = alloca float, i64 8, align 4
  br label %load
load:
  %i = phi i64 [ 0, %entry ], [ %i.next, %load ]
  %p = getelementptr float, ptr %in, i64 %i
  %x = load float, ptr %p
  %q = getelementptr float, ptr %a, i64 %i
  store float %x, ptr %q
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i.next, 8
  br i1 %more, label %load, label %exit
exit:
  %n = load i64, ptr %out
  %r = getelementptr float, ptr %a, i64 %n
  %y = load float, ptr %r
  store float %y, ptr %out
  ret void
}

; REMARK: private array of 32 bytes: its loops are unrolled
; REMARK: private array of 32 bytes stays in local memory: an index is not a function of loop counters
