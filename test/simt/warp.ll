; Shuffles, votes, matches and reductions of a warp whose lanes are not all there.
; RUN: %vx-simt run %s --sweep --block=20 --arg=i32:20:zero --print=all | FileCheck %s
; CHECK: 20 elements, hash {{[0-9a-f]+}}: 1011 1012 1013 1014 1015 1016 1017 1018 1019 1020 11 12 13 14 15 16 17 18 19 19
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare {i32, i1} @llvm.nvvm.shfl.sync.down.i32p(i32, i32, i32, i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i1 @llvm.nvvm.vote.all.sync(i32, i1)
declare i32 @llvm.nvvm.match.any.sync.i32(i32, i32)
declare i32 @llvm.nvvm.redux.sync.umax(i32, i32)
declare i32 @llvm.ctpop.i32(i32)
define ptx_kernel void @k(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  ; lane + 1 within the twenty lanes, else the lane's own value
  %s = call {i32, i1} @llvm.nvvm.shfl.sync.down.i32p(i32 1048575, i32 %t, i32 1, i32 19)
  %v = extractvalue {i32, i1} %s, 0
  %low = icmp slt i32 %t, 10
  %ballot = call i32 @llvm.nvvm.vote.ballot.sync(i32 1048575, i1 %low)
  %all = call i1 @llvm.nvvm.vote.all.sync(i32 1048575, i1 %low)
  %k = zext i1 %low to i32
  %m = call i32 @llvm.nvvm.match.any.sync.i32(i32 1048575, i32 %k)
  %max = call i32 @llvm.nvvm.redux.sync.umax(i32 %t, i32 1048575)
  %isb = icmp eq i32 %ballot, 1023
  %ok1 = icmp eq i32 %max, 19
  %mine = select i1 %low, i32 1023, i32 1047552
  %ok2 = icmp eq i32 %m, %mine
  %ok = and i1 %ok1, %ok2
  %ok3 = xor i1 %all, true
  %okk = and i1 %ok, %ok3
  %good = and i1 %okk, %isb
  %bonus = select i1 %low, i32 1010, i32 0
  %malus = select i1 %good, i32 0, i32 5000
  %x = add i32 %v, %bonus
  %y0 = add i32 %x, %malus
  %q = getelementptr i32, ptr %out, i32 %t
  store i32 %y0, ptr %q, align 4
  ret void
}
