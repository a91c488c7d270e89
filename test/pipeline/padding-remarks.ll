; Padded rows and rows that could not be padded, in remarks.
;
; RUN: %vx-opt -passes='vx-placement<sm=80>' -pass-remarks=vx -pass-remarks-missed=vx -disable-output %s 2>&1 | FileCheck %s
; RUN: %vx-opt -passes='vx-placement<sm=80;pad=off>' -pass-remarks=vx -pass-remarks-missed=vx -disable-output %s 2>&1 | FileCheck %s --check-prefix=OFF
;
; CHECK: tile s: reads in 32 passes a warp, rows padded by 16 bytes: in 4
; CHECK: tile s: reads in 32 passes a warp, rows not padded: a read is not proven to stay inside one row
; OFF-NOT: padded
target triple = "nvptx64-nvidia-cuda"
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare ptr @square(ptr) "vx.transfer"="smem" "vx.name"="s" "vx.element"="4" "vx.extent"="32x32" "vx.align"="16"

define ptx_kernel void @column(ptr %p, ptr %o) "nvvm.reqntid"="32" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call ptr @square(ptr %p)
  %i = shl nuw nsw i32 %t, 5
  %a = getelementptr float, ptr %r, i32 %i
  %x = load float, ptr %a
  store float %x, ptr %o
  ret void
}

define ptx_kernel void @across(ptr %p, ptr %o, i32 %n) "nvvm.reqntid"="31" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = call ptr @square(ptr %p)
  %few = and i32 %n, 32
  %row = shl nuw nsw i32 %t, 5
  %i = add nuw nsw i32 %row, %few
  %a = getelementptr float, ptr %r, i32 %i
  %x = load float, ptr %a
  store float %x, ptr %o
  ret void
}
