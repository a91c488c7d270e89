; Wrong command lines are one clear line, and status 2.
; RUN: not %vx-simt 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: not %vx-simt walk %s 2>&1 | FileCheck %s --check-prefix=WALK
; RUN: not %vx-simt run %s --foo=1 2>&1 | FileCheck %s --check-prefix=OPTION
; RUN: not %vx-simt run %s --async=soon 2>&1 | FileCheck %s --check-prefix=ASYNC
; RUN: not %vx-simt run %s --grid=0 2>&1 | FileCheck %s --check-prefix=GRID
; RUN: not %vx-simt run %s --kernel=q 2>&1 | FileCheck %s --check-prefix=KERNEL
; RUN: not %vx-simt run %s --arg=i32:1 2>&1 | FileCheck %s --check-prefix=COUNT
; RUN: not %vx-simt run %s --arg=i32:4 --arg=i32:4 2>&1 | FileCheck %s --check-prefix=KIND
; RUN: not %vx-simt run %s --arg=i32:4:zero --arg=f64:4 2>&1 | FileCheck %s --check-prefix=SIZE
; RUN: not %vx-simt run %s --arg=i33:4:zero --arg=i32:4 2>&1 | FileCheck %s --check-prefix=TYPE
; RUN: not %vx-simt run %s --block=2048 --arg=null --arg=i32:4 2>&1 | FileCheck %s --check-prefix=BLOCK
; RUN: not %vx-simt compare %s 2>&1 | FileCheck %s --check-prefix=FILES
; RUN: not %vx-simt run %s.missing 2>&1 | FileCheck %s --check-prefix=MISSING
; RUN: %vx-simt --help | FileCheck %s --check-prefix=HELP
; RUN: not %vx-simt run %s --arg=i32:1 2>&1 | count 1
; NONE: vx-simt: expected 'run' or 'compare'; see --help
; WALK: vx-simt: 'walk' is neither 'run' nor 'compare'; see --help
; OPTION: vx-simt: unknown option '--foo'; see --help
; ASYNC: vx-simt: --async is one of issue, late, random, not 'soon'
; GRID: vx-simt: '0' is not one to three positive numbers, as in 2x3x4
; KERNEL: no kernel 'q' is defined in the module (kernels: k)
; COUNT: kernel 'k' takes 2 arguments, not 1
; KIND: argument 0 must be a buffer or null
; SIZE: argument 1 is a scalar of 8 bytes, the kernel takes 4
; TYPE: argument 'i33:4:zero': expected TYPE:VALUE
; BLOCK: a block of 2048 threads; the limit is 1024
; FILES: compare takes 2 files, not 1
; MISSING: {{[Nn]}}o such file
; HELP: vx-simt compare before.ll after.ll
define ptx_kernel void @k(ptr %p, i32 %n) {
  ret void
}
