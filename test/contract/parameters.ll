; RUN: not %vx-opt -passes='vx-placement<stage=3>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not %vx-opt -passes='vx-placement<sm=80;sm=90>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=TWICE
; RUN: not %vx-opt -passes='vx-placement<strip=1>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=NOVALUE
; RUN: not %vx-opt -passes='vx-placement<only>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=VALUE
; RUN: not %vx-opt -passes='vx-placement<stages=9>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=STAGES
; RUN: not %vx-opt -passes='vx-placement<crossing=fast>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=CROSSING
; RUN: not %vx-opt -passes='vx-placement<participation=none>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=PARTICIPATION
; RUN: not %vx-opt -passes='vx-infer-transfers<what>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=INFER
; RUN: not %vx-opt -passes='vx-placement<sm=80,stages=3>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=COMMA
; RUN: not %vx-opt -passes='vx-verify-device<sm=80,ptx=80>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=VERIFY
; RUN: %vx-opt -passes='vx-placement<sm=90a;ptx=8.0;stages=3;crossing=streamed;dry-run;allow-undefined>' -disable-output %s 2>&1 | count 0

; UNKNOWN: error: VX120: bad pass parameter: vx-placement: unknown parameter 'stage=3'; known: sm=, ptx=, stages=, crossing=, strip, only=, pad=, participation=, dry-run, allow-undefined
; TWICE: error: VX120: {{.*}}: parameter 'sm' is given twice
; NOVALUE: error: VX120: {{.*}}: parameter 'strip=1' takes no value
; VALUE: error: VX120: {{.*}}: parameter 'only' needs a value
; STAGES: error: VX120: {{.*}}: 'stages=9' is not a number from 1 to 8
; CROSSING: error: VX120: {{.*}}: 'crossing=fast' is neither 'sequenced' nor 'streamed'
; PARTICIPATION: error: VX120: {{.*}}: 'participation=none' is neither 'auto' nor 'vote'
; INFER: error: VX120: bad pass parameter: vx-infer-transfers: unknown parameter 'what'
; COMMA: error: VX120: {{.*}}: vx-placement: '<sm=80' has no '>'; separate parameters by ';'
; VERIFY: error: VX120: {{.*}}: vx-verify-device: '<sm=80' has no '>'; separate parameters by ';'
define ptx_kernel void @k() {
  ret void
}
