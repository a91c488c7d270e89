; RUN: split-file %s %t
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: not %vx-opt -passes='vx-placement<sm=80>' -disable-output %t/reach.ll 2>&1 | FileCheck %s --check-prefix=REACH
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/good.ll -o %t/placed.ll
; RUN: %vx-simt compare %t/good.ll %t/placed.ll --kernel=k --block=4 --sweep=1 --print=none --arg=i32:256:iota --arg=i32:4:zero

; Strides are positive, sizes not negative; those that become constants only in the normalised clone count, too.
; CHECK: error: VX122: transfer operand is out of range: kernel 'negative', tile 't': stride operand 0 is -64, must be 1 to 1099511627776 [{{.*}}]; pass the sizes and strides
; CHECK-NEXT: error: VX122: {{.*}}: kernel 'zero', tile 't': stride operand 1 is 0, must be 1 to
; CHECK-NEXT: error: VX122: {{.*}}: kernel 'huge', tile 't': stride operand 0 is 9223372036854775807, must be 1 to
; CHECK-NEXT: error: VX122: {{.*}}: kernel 'size', tile 't': size operand 0 is -1, must be 0 or more
; CHECK-NEXT: error: VX122: {{.*}}: kernel 'i32', tile 'n': stride operand 0 is -2147483648, must be 1 to
; CHECK-NOT: error:
; The product of stride, extent and element is what must be addressable.
; REACH: error: VX108: {{.*}}tile 'b': the stride puts the tile's last element further than 2^63 bytes from its first
; REACH-NEXT: error: VX122: {{.*}}kernel 'reach', tile 't': its strides put the tile's last element further than 2^63 bytes from its first
; REACH-NEXT: error: VX208

;--- bad.ll
%desc = type { ptr, ptr, i64, [2 x i64], [2 x i64] }
declare %desc @t(ptr, ptr, i64, i64, i64, i64, i64) #0
declare { ptr, ptr, i32, [1 x i32], [1 x i32] } @n(ptr, ptr, i32, i32, i32) #1
define ptx_kernel void @negative(ptr %p) {
  %slot = alloca i64
  store i64 -64, ptr %slot
  %s = load i64, ptr %slot
  %d = call %desc @t(ptr %p, ptr %p, i64 64, i64 2, i64 4, i64 %s, i64 1)
  ret void
}
define ptx_kernel void @zero(ptr %p) {
  %d = call %desc @t(ptr %p, ptr %p, i64 0, i64 2, i64 4, i64 64, i64 0)
  ret void
}
define ptx_kernel void @huge(ptr %p) {
  %d = call %desc @t(ptr %p, ptr %p, i64 0, i64 2, i64 4, i64 9223372036854775807, i64 1)
  ret void
}
define ptx_kernel void @size(ptr %p) {
  %d = call %desc @t(ptr %p, ptr %p, i64 0, i64 -1, i64 4, i64 64, i64 1)
  ret void
}
define ptx_kernel void @i32(ptr %p) {
  %d = call { ptr, ptr, i32, [1 x i32], [1 x i32] } @n(ptr %p, ptr %p, i32 0, i32 4, i32 -2147483648)
  ret void
}
attributes #0 = { "vx.transfer"="smem" "vx.element"="4" "vx.extent"="2x4" }
attributes #1 = { "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4" }
;--- reach.ll
%desc = type { ptr, ptr, i64, [2 x i64], [2 x i64] }
declare ptr @b(ptr) #0
declare %desc @t(ptr, ptr, i64, i64, i64, i64, i64) #1
define ptx_kernel void @reach(ptr %p) {
  %d = call %desc @t(ptr %p, ptr %p, i64 0, i64 4194304, i64 1, i64 1099511627776, i64 1)
  ret void
}
attributes #0 = { "vx.transfer"="smem" "vx.element"="8" "vx.extent"="4194304x1" "vx.stride"="1099511627776x1" }
attributes #1 = { "vx.transfer"="smem" "vx.element"="8" "vx.extent"="4194304x1" }
;--- good.ll
target triple = "nvptx64-nvidia-cuda"
%desc = type { ptr, ptr, i64, [2 x i64], [2 x i64] }
declare %desc @t(ptr, ptr, i64, i64, i64, i64, i64) #0
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr %p, ptr %o) {
  %d = call %desc @t(ptr %p, ptr %p, i64 0, i64 2, i64 4, i64 64, i64 1)
  %r = extractvalue %desc %d, 1
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %r, i32 %i
  %x = load i32, ptr %a
  %b = getelementptr i32, ptr %o, i32 %i
  store i32 %x, ptr %b
  ret void
}
attributes #0 = { "vx.transfer"="smem" "vx.element"="4" "vx.extent"="2x4" }
