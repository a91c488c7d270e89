; Atomics do not race with each other. A flag raised after a fence orders the
; plain data behind it; without the fence and with a relaxed flag, it does not.
; RUN: split-file %s %t
; RUN: %vx-simt run %t/count.ll --sweep --grid=3 --block=64 --arg=i32:1:zero | FileCheck %s --check-prefix=COUNT
; RUN: %vx-simt run %t/flag.ll --sweep --block=2 --arg=i32:1:zero | FileCheck %s --check-prefix=FLAG
; RUN: sed 's/ release/ monotonic/' %t/flag.ll > %t/relaxed.ll
; RUN: not %vx-simt run %t/relaxed.ll --block=2 --arg=i32:1:zero | FileCheck %s --check-prefix=RELAXED
; RUN: sed '/RAISE$/d' %t/flag.ll > %t/spin.ll
; RUN: not %vx-simt run %t/spin.ll --block=2 --arg=i32:1:zero | FileCheck %s --check-prefix=SPIN
; COUNT: arg 0: 1 elements, hash {{[0-9a-f]+}}: 192
; FLAG: arg 0: 1 elements, hash {{[0-9a-f]+}}: 42
; RELAXED: data race: byte 0 of shared 'data'
; SPIN: deadlock: no thread of the block can go on: thread 1 spinning at
;--- count.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p) {
  %old = atomicrmw add ptr %p, i32 1 monotonic, align 4
  ret void
}
;--- flag.ll
target triple = "nvptx64-nvidia-cuda"
@data = internal addrspace(3) global i32 poison, align 4
@flag = internal addrspace(3) global i32 poison, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.all(i32)
define ptx_kernel void @k(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %t, 0
  br i1 %c, label %init, label %meet
init:
  store i32 0, ptr addrspace(3) @flag, align 4
  br label %meet
meet:
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
  br i1 %c, label %give, label %wait
give:
  store i32 42, ptr addrspace(3) @data, align 4
  store atomic i32 1, ptr addrspace(3) @flag release, align 4 ; RAISE
  ret void
wait:
  %f = load atomic i32, ptr addrspace(3) @flag acquire, align 4
  %up = icmp eq i32 %f, 1
  br i1 %up, label %take, label %wait
take:
  %v = load i32, ptr addrspace(3) @data, align 4
  store i32 %v, ptr %out, align 4
  ret void
}
