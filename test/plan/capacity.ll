; RUN: %python %S/Inputs/capacity.py %t
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/47k.ll | FileCheck %s --check-prefix=STATIC
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/48k-1.ll | FileCheck %s --check-prefix=DYNAMIC -DBYTES=49152
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/48k.ll | FileCheck %s --check-prefix=DYNAMIC -DBYTES=49152
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/48k+16.ll | FileCheck %s --check-prefix=DYNAMIC -DBYTES=49168
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/48k-alone.ll | FileCheck %s --check-prefix=STATIC
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/47k-aligned.ll | FileCheck %s --check-prefix=DYNAMIC -DBYTES=48128
; All threads store to one element: races are not looked for.
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/47k.ll -o %t/47k.placed.ll
; RUN: %vx-simt compare %t/47k.ll %t/47k.placed.ll --block=40 --checks=cheap --print=none --arg=i8:49168:rand:1 --arg=i8:4:zero
; RUN: %vx-opt -passes='vx-placement<sm=80>' -S %t/48k+16.ll -o %t/48k+16.placed.ll
; RUN: %vx-simt compare %t/48k+16.ll %t/48k+16.placed.ll --block=40 --checks=cheap --print=none --arg=i8:49168:rand:1 --arg=i8:4:zero

; Static or dynamic is decided on the sum with the kernel's own shared memory, 1 KiB here:
; up to 48 KiB in sum it is static. Padding counts: 64 bytes that want 128-byte alignment may
; need 128.
; STATIC: @__vx_tile_f_k = internal addrspace(3) global [{{.*}} x i8] poison, align 16
; STATIC-NOT: @__vx_dynamic
; STATIC-NOT: "vx.dynamic-smem"

; The dynamic region has the published size, where a host finds it.
; DYNAMIC: @__vx_dynamic_f = external addrspace(3) global [0 x i8], align 16
; DYNAMIC-NEXT: @__vx_dynamic_smem_f = addrspace(1) constant i32 [[BYTES]]
; DYNAMIC-NOT: @__vx_tile
; DYNAMIC: define ptx_kernel void @f({{.*}} #[[A:[0-9]+]]
; DYNAMIC: load i8, ptr addrspace(3) @__vx_dynamic_f
; DYNAMIC: attributes #[[A]] = { {{.*}}"vx.dynamic-smem"="[[BYTES]]"
