; Streamed copies are of 4, 8 or 16 bytes, for sm_80 and newer.
; RUN: split-file %s %t
; RUN: not %vx-opt -disable-output -passes='vx-placement<sm=75>' %t/aligned.ll 2>&1 | FileCheck %s --check-prefix=SM75
; RUN: not %vx-opt -disable-output -passes='vx-placement<sm=80;ptx=65>' %t/aligned.ll 2>&1 | FileCheck %s --check-prefix=PTX65
; RUN: %vx-opt -S -passes='vx-placement<sm=80;ptx=70>' %t/aligned.ll | FileCheck %s --check-prefix=W16
; RUN: %vx-opt -S -passes='vx-placement<sm=80>' %t/aligned.ll | FileCheck %s --check-prefix=W16
; RUN: %vx-opt -S -passes='vx-placement<sm=75;crossing=sequenced>' %t/aligned.ll | FileCheck %s --check-prefix=SEQ
; RUN: not %vx-opt -disable-output -passes='vx-placement<sm=80>' %t/half.ll 2>&1 | FileCheck %s --check-prefix=HALF
; RUN: sed 's/"vx.extent"="64"/"vx.extent"="64" "vx.align"="4"/' %t/half.ll > %t/half4.ll
; RUN: %vx-opt -S -passes='vx-placement<sm=80>' %t/half4.ll | FileCheck %s --check-prefix=TEST16
; RUN: not %vx-opt -disable-output -passes='vx-placement<sm=80>' %t/odd.ll 2>&1 | FileCheck %s --check-prefix=ODD
; RUN: sed 's/5x33/5x34/' %t/odd.ll > %t/even.ll
; RUN: %vx-opt -S -passes='vx-placement<sm=80>' %t/even.ll | FileCheck %s --check-prefix=W4
; RUN: %vx-opt -S -passes='vx-placement<sm=80>' %t/tail.ll | FileCheck %s --check-prefix=TAIL
; All threads store to one element: races are not looked for.
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/aligned.ll -o %t.aligned.ll
; RUN: %vx-simt compare %t/aligned.ll %t.aligned.ll --kernel=f --block=48 --sweep=1 --checks=cheap --print=none --arg=f32:192:rand:1 --arg=f32:4:zero --arg=i64:3
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/half4.ll -o %t.half4.ll
; RUN: %vx-simt compare %t/half4.ll %t.half4.ll --kernel=f --block=48 --sweep=1 --checks=cheap --print=none --arg=f16:192:rand:1 --arg=f16:4:zero --arg=i64:3
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/even.ll -o %t.even.ll
; RUN: %vx-simt compare %t/even.ll %t.even.ll --kernel=f --block=48 --sweep=1 --checks=cheap --print=none --arg=f16:930:rand:1 --arg=f16:4:zero --arg=i64:3
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/tail.ll -o %t.tail.ll
; RUN: %vx-simt compare %t/tail.ll %t.tail.ll --kernel=f --block=48 --sweep=1 --checks=cheap --print=none --arg=i8:43:rand:1 --arg=i8:4:zero --arg=i64:3

; SM75: VX301: streamed crossing needs a newer target: kernel 'f', tile 'a': cp.async needs sm_80 and PTX 7.0, the target is sm_75, PTX 6.3 {{.*}}; compile for sm_80 or newer, or ask for crossing=sequenced
; PTX65: VX407: PTX version is too low: PTX 6.5 (parameter 'ptx='), but sm_80 needs PTX 7.0; state ptx=70 or newer
; SEQ-NOT: cp.async
; SEQ: store <4 x i32>
; W16-COUNT-2: call void @llvm.nvvm.cp.async.cg.shared.global.16(
; W16-NOT: call void @llvm.nvvm.cp.async.c{{[ag]}}.
; HALF: VX302: streamed tile cannot be copied in 4-byte units: kernel 'f', tile 'a': base and rows are only known to be multiples of 2 bytes, cp.async copies 4, 8 or 16 {{.*}}; state the alignment of every row: "vx.align"="16"
; 16 bytes behind a test that is the same in all threads, else 4: each form once a place.
; TEST16: %[[LOW:.*]] = and i64 %{{.*}}, 15
; TEST16-NEXT: icmp eq i64 %[[LOW]], 0
; TEST16: call void @llvm.nvvm.cp.async.cg.shared.global.16(
; TEST16: call void @llvm.nvvm.cp.async.ca.shared.global.4(
; TEST16: commit.group()
; ODD: VX302: streamed tile cannot be copied in 4-byte units: kernel 'f', tile 'a': its rows of 66 bytes cannot be cut into copies of 4, 8 or 16 bytes {{.*}}; make rows contiguous and a multiple of 4 bytes, or ask for crossing=sequenced
; W4: call void @llvm.nvvm.cp.async.ca.shared.global.4(
; W4-NOT: call void @llvm.nvvm.cp.async.c{{[ag]}}.shared.global.{{8|16}}
; 11 bytes of i8 in a row: 8 in one copy, 3 by plain copies in the same stage.
; TAIL: call void @llvm.nvvm.cp.async.ca.shared.global.8(
; TAIL: %[[B:.*]] = load i8, ptr addrspace(1)
; TAIL-NEXT: store i8 %[[B]], ptr addrspace(3)
; TAIL: commit.group()

;--- aligned.ll
target triple = "nvptx64-nvidia-cuda"
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64" "vx.crossing"="streamed" "vx.align"="16"
define ptx_kernel void @f(ptr %A, ptr %O, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  %x = load float, ptr %a
  %o = getelementptr float, ptr %O, i64 %t
  store float %x, ptr %o
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- half.ll
target triple = "nvptx64-nvidia-cuda"
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="2" "vx.extent"="64" "vx.crossing"="streamed"
define ptx_kernel void @f(ptr %A, ptr %O, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x half], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  %x = load half, ptr %a
  %o = getelementptr half, ptr %O, i64 %t
  store half %x, ptr %o
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- odd.ll
target triple = "nvptx64-nvidia-cuda"
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="2" "vx.extent"="5x33" "vx.stride"="64x1" "vx.crossing"="streamed" "vx.align"="16"
define ptx_kernel void @f(ptr %A, ptr %O, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [320 x half], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  %x = load half, ptr %a
  %o = getelementptr half, ptr %O, i64 %t
  store half %x, ptr %o
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- tail.ll
target triple = "nvptx64-nvidia-cuda"
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="1" "vx.extent"="11" "vx.crossing"="streamed" "vx.align"="16"
define ptx_kernel void @f(ptr %A, ptr %O, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [16 x i8], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  %x = load i8, ptr %a
  %o = getelementptr i8, ptr %O, i64 %t
  store i8 %x, ptr %o
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
