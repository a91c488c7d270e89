; A two-stage pipeline whose wait leaves exactly one group in flight is clean
; under every policy. With a wait that leaves one more, or none at all, the bytes
; are read in flight; without the barrier, another thread's bytes race.
; RUN: %vx-simt run %s --sweep --block=32 --arg=i32:96:iota --arg=i32:96:zero | FileCheck %s
; RUN: sed 's/wait.group(i32 1)/wait.group(i32 2)/' %s > %t.late.ll
; RUN: not %vx-simt run %t.late.ll --block=32 --arg=i32:96:iota --arg=i32:96:zero | FileCheck %s --check-prefix=LATE
; RUN: not %vx-simt run %t.late.ll --async=issue --block=32 --arg=i32:96:iota --arg=i32:96:zero | FileCheck %s --check-prefix=LATE
; RUN: sed '/FIRST-BARRIER/d' %s > %t.race.ll
; RUN: not %vx-simt run %t.race.ll --block=32 --arg=i32:96:iota --arg=i32:96:zero | FileCheck %s --check-prefix=RACE
; RUN: sed '/LAST-WAIT/d' %s > %t.end.ll
; RUN: not %vx-simt run %t.end.ll --block=32 --arg=i32:96:iota --arg=i32:96:zero | FileCheck %s --check-prefix=END
; CHECK: arg 1: 96 elements, hash {{[0-9a-f]+}}: 31 30 29 28 27 26 25 24
; LATE: access to bytes in flight: thread ({{[0-9]+}},0,0) of block (0,0,0) reads byte {{[0-9]+}} of shared 'ring' (256 bytes) while a cp.async of thread
; RACE: {{data race|access to bytes in flight}}: {{.*}} of shared 'ring'
; END: copies in flight at the end: the thread ends and this cp.async was never waited for (1 copies in flight)
target triple = "nvptx64-nvidia-cuda"
@ring = internal addrspace(3) global [2 x [32 x i32]] poison, align 16
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)
declare void @llvm.nvvm.cp.async.wait.all()

define ptx_kernel void @pipe(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %slot = getelementptr i32, ptr addrspace(3) @ring, i32 %t
  %src = getelementptr i32, ptr addrspace(1) %in, i32 %t
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %slot, ptr addrspace(1) %src)
  call void @llvm.nvvm.cp.async.commit.group()
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %next = add i32 %i, 1
  %odd = and i32 %next, 1
  %off = mul i32 %odd, 32
  %to = getelementptr i32, ptr addrspace(3) %slot, i32 %off
  %step = mul i32 %next, 32
  %from = getelementptr i32, ptr addrspace(1) %src, i32 %step
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %to, ptr addrspace(1) %from)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0) ; FIRST-BARRIER
  %rev = xor i32 %t, 31
  %here = and i32 %i, 1
  %base = mul i32 %here, 32
  %at = add i32 %base, %rev
  %p = getelementptr i32, ptr addrspace(3) @ring, i32 %at
  %v = load i32, ptr addrspace(3) %p, align 4
  %row = mul i32 %i, 32
  %o = add i32 %row, %t
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %o
  store i32 %v, ptr addrspace(1) %q, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %more = icmp slt i32 %next, 2
  br i1 %more, label %loop, label %end
end:
  call void @llvm.nvvm.cp.async.wait.all() ; LAST-WAIT
  ret void
}
