; Copies under conditions of their own: each slot is followed alone, so that 24 of them are no
; 2^24 states. The order is proven; without the barrier each read is named.
; RUN: %python %S/Inputs/many_copies.py 24 barrier | %vx-opt -passes='vx-verify-device<sm=80>' -disable-output 2>&1 | count 0
; RUN: %python %S/Inputs/many_copies.py 24 | %vx-opt -passes='vx-verify-device<sm=80>' -disable-output 2>&1 | FileCheck %s --implicit-check-not=VX455
; CHECK-COUNT-24: warning: VX453: {{.*}}is read on a path that has no block barrier after its arrival
