; Anything that orders memory against other threads, or may do so, closes the window of an
; early copy. Block barriers, reads, pure calls, asm without a memory clobber and writes to
; shared or local memory do not.
; RUN: split-file %s %t
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/atomic.ll 2>&1 | FileCheck %s --check-prefix=ATOMIC
; RUN: %vx-opt -passes='print<vx-ring>' -disable-output %t/plain.ll 2>&1 | FileCheck %s --check-prefix=LEGAL
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/acquire.ll 2>&1 | FileCheck %s --check-prefix=ACQUIRE
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/fence.ll 2>&1 | FileCheck %s --check-prefix=FENCE
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/membar.ll 2>&1 | FileCheck %s --check-prefix=MEMBAR
; RUN: %vx-opt -passes='print<vx-ring>' -disable-output %t/barrier.ll 2>&1 | FileCheck %s --check-prefix=LEGAL
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/volatile.ll 2>&1 | FileCheck %s --check-prefix=VOLATILE
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/opaque.ll 2>&1 | FileCheck %s --check-prefix=OPAQUE
; RUN: %vx-opt -passes='print<vx-ring>' -disable-output %t/pure.ll 2>&1 | FileCheck %s --check-prefix=LEGAL
; RUN: %vx-opt -passes='print<vx-ring>' -disable-output %t/libdevice.ll 2>&1 | FileCheck %s --check-prefix=LEGAL
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/libdevice_writes.ll 2>&1 | FileCheck %s --check-prefix=LIBDEVICE-WRITES
; RUN: not %vx-opt -passes='print<vx-ring>' -disable-output %t/asm_memory.ll 2>&1 | FileCheck %s --check-prefix=ASM-MEMORY
; RUN: %vx-opt -passes='print<vx-ring>' -disable-output %t/asm_plain.ll 2>&1 | FileCheck %s --check-prefix=LEGAL
; RUN: %vx-opt -passes='print<vx-ring>' -disable-output %t/shuffle.ll 2>&1 | FileCheck %s --check-prefix=LEGAL

; ATOMIC: VX303: memory effect in the window of an early copy: kernel 'f', tile 'a': an atomic access is in the loop whose tiles are fetched ahead [%x = atomicrmw add ptr %B, i32 1 monotonic, align 4]; move it out of the loop, or ask for a sequenced crossing
; ACQUIRE: VX303: memory effect in the window of an early copy: kernel 'f', tile 'a': an atomic access is in the loop whose tiles are fetched ahead 
; FENCE: VX303: memory effect in the window of an early copy: kernel 'f', tile 'a': a fence is in the loop whose tiles are fetched ahead 
; MEMBAR: VX303: memory effect in the window of an early copy: kernel 'f', tile 'a': a fence is in the loop whose tiles are fetched ahead 
; VOLATILE: VX303: memory effect in the window of an early copy: kernel 'f', tile 'a': a volatile access is in the loop whose tiles are fetched ahead 
; OPAQUE: VX303: memory effect in the window of an early copy: kernel 'f', tile 'a': a call that may write or order memory is in the loop whose tiles are fetched ahead 
; LIBDEVICE-WRITES: VX303: memory effect in the window of an early copy: kernel 'f', tile 'a': a call that may write or order memory is in the loop whose tiles are fetched ahead 
; ASM-MEMORY: VX303: memory effect in the window of an early copy: kernel 'f', tile 'a': inline assembly that clobbers memory is in the loop whose tiles are fetched ahead 
; LEGAL-NOT: VX
; LEGAL: ring in loop %body
; LEGAL-NOT: VX

;--- atomic.ll
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
  %x = atomicrmw add ptr %B, i32 1 monotonic
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- plain.ll
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
  %x = load i32, ptr %B
  store i32 %x, ptr %B
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- acquire.ll
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
  %x = load atomic i32, ptr %B acquire, align 4
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- fence.ll
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
  fence seq_cst
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- membar.ll
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
  call void @llvm.nvvm.membar.gl()
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- barrier.ll
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
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- volatile.ll
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
  %x = load volatile i32, ptr %B
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- opaque.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
declare void @g()
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  call void @g()
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- pure.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
declare void @g() memory(none)
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  call void @g()
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- libdevice.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
declare float @__nv_expf(float)
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  %x = call float @__nv_expf(float 1.0)
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- libdevice_writes.ll
declare ptr @a(ptr) "vx.transfer"="smem" "vx.name"="a" "vx.element"="4" "vx.extent"="64"
declare void @use(ptr) memory(read)
declare void @__nv_sincosf(float, ptr, ptr)
define ptx_kernel void @f(ptr %A, ptr %B, i64 %n) {
entry:
  br label %body
body:
  %t = phi i64 [ 0, %entry ], [ %t1, %body ]
  %p = getelementptr inbounds [64 x float], ptr %A, i64 %t
  %a = call ptr @a(ptr %p)
  call void @use(ptr %a)
  call void @__nv_sincosf(float 1.0, ptr %B, ptr %B)
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- asm_memory.ll
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
  call void asm sideeffect "", "~{memory}"()
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- asm_plain.ll
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
  %x = call i32 asm sideeffect "mov.u32 $0, %laneid;", "=r"()
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
;--- shuffle.ll
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
  %x = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 0, i32 1, i32 31)
  %t1 = add nsw i64 %t, 1
  %c = icmp slt i64 %t1, %n
  br i1 %c, label %body, label %exit
exit:
  ret void
}
