; A reader unrolled by eight, of a tile of four elements: the eight are never there, but the kernel has the code until
; the clean-up, which reads past the slot's end in the one that is being fetched. Where nothing bounds the count, it
; may be read.
; RUN: %vx-opt -S -passes='vx-placement<sm=80>' %s -o %t.placed.ll
; RUN: FileCheck %s --input-file=%t.placed.ll
; RUN: %vx-simt compare %s %t.placed.ll --kernel=k --block=64 --sweep=1 --print=none --arg=f32:16:rand:1 --arg=f32:64:zero --arg=i32:14
; RUN: sed 's/i32 %left, i32 4)/i32 %left, i32 8)/' %s | not %vx-opt -disable-output -passes='vx-placement<sm=80>' 2>&1 | FileCheck %s --check-prefix=TWIN
target triple = "nvptx64-nvidia-cuda"

; CHECK: call void @llvm.nvvm.cp.async.wait.group(i32 0)
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: call void @llvm.nvvm.cp.async.commit.group()
; CHECK: by.eight:
; TWIN: error: VX452: {{.*}}kernel 'k': slot {{[01]}} of tile 'x' is read on a path where its copy is still in flight
declare { ptr, ptr, i32, [1 x i32], [1 x i32] } @x(ptr, ptr, i32, i32, i32) #0
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @k(ptr %in, ptr %out, i32 %count) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %body

body:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %acc = phi float [ 0.0, %entry ], [ %acc.next, %latch ]
  %left = sub i32 %count, %i
  %n = call i32 @llvm.smin.i32(i32 %left, i32 4)
  %tile = call { ptr, ptr, i32, [1 x i32], [1 x i32] } @x(ptr %in, ptr %in, i32 %i, i32 %n, i32 1)
  %p = extractvalue { ptr, ptr, i32, [1 x i32], [1 x i32] } %tile, 1
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %guard, label %latch

guard:
  %few = icmp ult i32 %n, 8
  br i1 %few, label %rest, label %by.eight

by.eight:
  %p4 = getelementptr float, ptr %p, i32 4
  %v4 = load float, ptr %p4, align 4
  %sum4 = fadd float %acc, %v4
  br label %latch

rest:
  %j = phi i32 [ 0, %guard ], [ %j.next, %rest ]
  %sum = phi float [ %acc, %guard ], [ %sum.next, %rest ]
  %pj = getelementptr float, ptr %p, i32 %j
  %v = load float, ptr %pj, align 4
  %half = fmul float %sum, 5.0e-01
  %sum.next = fadd float %half, %v
  %j.next = add i32 %j, 1
  %more = icmp slt i32 %j.next, %n
  br i1 %more, label %rest, label %latch

latch:
  %acc.next = phi float [ %acc, %body ], [ %sum4, %by.eight ], [ %sum.next, %rest ]
  %i.next = add i32 %i, 4
  %go = icmp slt i32 %i.next, %count
  br i1 %go, label %body, label %done

done:
  %q = getelementptr float, ptr %out, i32 %tid
  store float %acc.next, ptr %q, align 4
  ret void
}

attributes #0 = { convergent nounwind "vx.transfer"="smem" "vx.crossing"="streamed" "vx.stages"="2" "vx.extent"="4" "vx.element"="4" "vx.align"="16" "vx.name"="x" }
!vx.tiles = !{!0}
!0 = !{ptr @k, ptr @x}
