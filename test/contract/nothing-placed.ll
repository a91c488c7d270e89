; RUN: %opt -S %s -o %t.before
; RUN: %vx-opt -passes='vx-protect-transfers,vx-placement' -S %s -o %t.after
; RUN: cmp %t.before %t.after

; Nothing placed, nothing touched: no target is needed, no byte changes. A version and
; expected kernels ask for nothing to be placed.
@own = internal addrspace(3) global [4 x i32] poison
define void @helper(ptr %p) {
  %x = alloca i32
  store i32 1, ptr %x
  ret void
}
define ptx_kernel void @k(ptr %p) {
  call void @helper(ptr %p)
  ret void
}
!vx.contract = !{!0}
!vx.kernels = !{!1}
!0 = !{i32 1}
!1 = !{!"k"}
