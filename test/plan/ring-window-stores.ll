; From N - 1 iterations before its use until it arrives nobody may write a tile. A store that
; provably hits a tile in flight is named; one into the tile that has arrived, into another
; object, or at an unknown place of the same object is what the contract's assertion covers.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/next_tile.ll 2>&1 | FileCheck %s --check-prefix=NEXT-TILE
; RUN: %vx-opt -passes='print<vx-ring>' -disable-output %t/this_tile.ll 2>&1 | FileCheck %s --check-prefix=LEGAL
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/this_tile_too_early.ll 2>&1 | FileCheck %s --check-prefix=THIS-TILE-TOO-EARLY
; RUN: %vx-opt -passes='print<vx-ring>' -disable-output %t/second_next_tile.ll 2>&1 | FileCheck %s --check-prefix=LEGAL
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/fixed_tile.ll 2>&1 | FileCheck %s --check-prefix=FIXED-TILE
; RUN: %vx-opt -passes='print<vx-ring>' -disable-output %t/fixed_other.ll 2>&1 | FileCheck %s --check-prefix=LEGAL
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/thread_inside.ll 2>&1 | FileCheck %s --check-prefix=THREAD-INSIDE
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/first_thread.ll 2>&1 | FileCheck %s --check-prefix=FIRST-THREAD
; RUN: sed 's/br i1 .some,/br i1 true,/' %t/first_thread_guarded.ll | not %vx-opt -passes='print<vx-ring>' -disable-output 2>&1 | FileCheck %s --check-prefix=FIRST-THREAD
; RUN: %vx-opt -passes='print<vx-ring>' -disable-output %t/first_thread_guarded.ll 2>&1 | FileCheck %s --check-prefix=LEGAL
; RUN: %vx-opt -passes='print<vx-ring>' -disable-output %t/thread_unknown.ll 2>&1 | FileCheck %s --check-prefix=LEGAL
; RUN: %vx-opt -passes='print<vx-ring>' -disable-output %t/other_argument.ll 2>&1 | FileCheck %s --check-prefix=LEGAL
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/memset.ll 2>&1 | FileCheck %s --check-prefix=MEMSET
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/three_stages.ll 2>&1 | FileCheck %s --check-prefix=THREE-STAGES

; NEXT-TILE: VX303: memory effect in the window of an early copy: kernel 'f', tile 'a': a store into the tile's source of 1 iterations later, whose copy may be in flight since 1 iterations before [store float 0.000000e+00, ptr %s, align 4]; let the loop write elsewhere, or ask for a sequenced crossing
; THIS-TILE-TOO-EARLY: VX303: memory effect in the window of an early copy: kernel 'f', tile 'a': a store into the tile's source of 0 iterations later
; FIXED-TILE: VX303: memory effect in the window of an early copy: kernel 'f', tile 'a': a store into the tile's source of 1 iterations later
; THREAD-INSIDE: VX303: memory effect in the window of an early copy: kernel 'f', tile 'a': a store into the tile's source of 1 iterations later
; FIRST-THREAD: VX303: memory effect in the window of an early copy: kernel 'f', tile 'a': a store into the tile's source of 1 iterations later
; MEMSET: VX303: memory effect in the window of an early copy: kernel 'f', tile 'a': a store into the tile's source of 1 iterations later
; THREE-STAGES: VX303: memory effect in the window of an early copy: kernel 'f', tile 'a': a store into the tile's source of 2 iterations later, whose copy may be in flight since 2
; LEGAL-NOT: VX
; LEGAL: ring in loop %body
; LEGAL-NOT: VX

;--- next_tile.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %s = getelementptr inbounds i8, ptr %p, i64 300
  store float 0.0, ptr %s
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- this_tile.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %s = getelementptr inbounds i8, ptr %p, i64 252
  store float 0.0, ptr %s
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- this_tile_too_early.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %s = getelementptr inbounds [64 x float], ptr %A, i64 %t
  store float 0.0, ptr %s
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- second_next_tile.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %s = getelementptr inbounds i8, ptr %p, i64 512
  store float 0.0, ptr %s
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- fixed_tile.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds i8, ptr %A, i64 0
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  store float 0.0, ptr %A
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- fixed_other.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds i8, ptr %A, i64 0
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %s = getelementptr inbounds i8, ptr %A, i64 256
  store float 0.0, ptr %s
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- thread_inside.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  %tid32 = call range(i32 0, 64) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %tid = zext nneg i32 %tid32 to i64
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %s = getelementptr inbounds float, ptr %p, i64 %tid
  %s1 = getelementptr inbounds i8, ptr %s, i64 256
  store float 0.0, ptr %s1
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- thread_unknown.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  %tid32 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %tid = zext nneg i32 %tid32 to i64
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %s = getelementptr inbounds float, ptr %p, i64 %tid
  store float 0.0, ptr %s
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- first_thread.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  %tid32 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %tid = zext nneg i32 %tid32 to i64
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %s = getelementptr inbounds float, ptr %p, i64 %tid
  %s1 = getelementptr inbounds i8, ptr %s, i64 256
  store float 0.0, ptr %s1
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- first_thread_guarded.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  %tid32 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %tid = zext nneg i32 %tid32 to i64
  %some = icmp ugt i32 %tid32, 63
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %next ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %s = getelementptr inbounds float, ptr %p, i64 %tid
  %s1 = getelementptr inbounds i8, ptr %s, i64 256
  br i1 %some, label %store, label %next
store:
  store float 0.0, ptr %s1
  br label %next
next:
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- other_argument.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  store float 0.0, ptr %B
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- memset.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %s = getelementptr inbounds i8, ptr %p, i64 256
  call void @llvm.memset.p0.i64(ptr %s, i8 0, i64 4, i1 false)
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- three_stages.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64" "vx.stages"="3"
declare void @use(ptr) memory(read)
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %s = getelementptr inbounds i8, ptr %p, i64 512
  store float 0.0, ptr %s
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
