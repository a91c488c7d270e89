; RUN: not %vx-opt -passes='vx-verify-device<speed=3>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not %vx-opt -passes='vx-verify-device<sm=80;sm=90>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=TWICE
; RUN: not %vx-opt -passes='vx-verify-device<deep=1>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=NOVALUE
; RUN: not %vx-opt -passes='vx-verify-device<ptx=new>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=PTX
; RUN: not %vx-opt -passes='vx-verify-device<sm=33>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=SM
; RUN: %vx-opt -passes='vx-verify-device<sm=90a;ptx=80;strict-atomics;allow-inline-asm>' -disable-output %s 2>&1 | count 0
target triple = "nvptx64-nvidia-cuda"

; UNKNOWN: unknown parameter 'speed=3'; known: sm=, ptx=, strict-atomics
; TWICE: parameter 'sm' is given twice
; NOVALUE: parameter 'deep=1' takes no value
; PTX: 'ptx=new' is not a PTX version
; SM: error: VX401: unknown target: "33"
define ptx_kernel void @k() {
  ret void
}
