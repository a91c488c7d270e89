; RUN: split-file %s %t
; RUN: not %vx-opt -passes='print<vx-ring><stages=9>' -disable-output %t/plain.ll 2>&1 | FileCheck %s --check-prefix=NINE
; RUN: not %vx-opt -passes='print<vx-ring><stages=0>' -disable-output %t/plain.ll 2>&1 | FileCheck %s --check-prefix=ZERO
; RUN: %vx-opt -passes='print<vx-ring><stages=8>' -disable-output %t/plain.ll 2>&1 | FileCheck %s --check-prefix=EIGHT
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/carried.ll 2>&1 | FileCheck %s --check-prefix=CARRIED
; RUN: %vx-opt -passes='print<vx-ring>' -disable-output %t/read_out.ll 2>&1 | FileCheck %s --check-prefix=READ
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/inner_exit.ll 2>&1 | FileCheck %s --check-prefix=INNER
; RUN: %vx-opt -passes='print<vx-ring>' -disable-output %t/inner_stays.ll 2>&1 | FileCheck %s --check-prefix=STAYS

; NINE: VX306: stage count out of range: kernel 'f', tile 'a': stages is 9, a ring has 1 to 8
; ZERO: VX306: stage count out of range: kernel 'f', tile 'a': stages is 0, a ring has 1 to 8
; EIGHT: 'a', stages 8
; EIGHT-NEXT: step in %body: wait 6,

; CARRIED: VX308: streamed crossing is not available for this shape: kernel 'f', tile 'a': the tile of one iteration is still used in the next, where its slot is refilled [%old = phi ptr
; READ: ring in loop %body

; INNER: VX305: loop exit cannot be foreseen: kernel 'f', tile 'a': whether a later iteration runs depends on this instruction, and an inner loop computes or decides it [br i1 %found, label %gone, label %more
; STAYS: ring in loop %body

;--- plain.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
define ptx_kernel void @f(ptr %A, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- carried.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
define ptx_kernel void @f(ptr %A, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %old = phi ptr [ %A, %entry ], [ %in, %body ]
  call void @use(ptr %old)
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  %in = getelementptr inbounds i8, ptr %a, i64 16
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- read_out.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @value(float) memory(none)
define ptx_kernel void @f(ptr %A, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %old = phi float [ 0.0, %entry ], [ %x, %body ]
  call void @value(float %old)
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  %in = getelementptr inbounds i8, ptr %a, i64 16
  %x = load float, ptr %in
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- inner_exit.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
define ptx_kernel void @f(ptr %A, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %latch ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  br label %inner
inner:
  %j = phi i64 [ 0, %body ], [ %j1, %more ]
  %in = getelementptr inbounds float, ptr %a, i64 %j
  %x = load float, ptr %in
  %found = fcmp oeq float %x, 0.0
  br i1 %found, label %gone, label %more
more:
  %j1 = add nsw i64 %j, 1
  %jc = icmp slt i64 %j1, 64
  br i1 %jc, label %inner, label %latch
latch:
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
gone:
  ret void
exit:
  ret void
}
;--- inner_stays.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
define ptx_kernel void @f(ptr %A, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %latch ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  br label %inner
inner:
  %j = phi i64 [ 0, %body ], [ %j1, %more ]
  %in = getelementptr inbounds float, ptr %a, i64 %j
  %x = load float, ptr %in
  %found = fcmp oeq float %x, 0.0
  br i1 %found, label %latch, label %more
more:
  %j1 = add nsw i64 %j, 1
  %jc = icmp slt i64 %j1, 64
  br i1 %jc, label %inner, label %latch
latch:
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
