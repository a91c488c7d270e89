; RUN: split-file %s %t
; RUN: %vx-opt -passes='print<vx-plan;sm=80>' -disable-output %t/fits.ll 2>&1 | FileCheck %s
; RUN: not %vx-opt -passes='print<vx-plan;sm=80>' -disable-output %t/over.ll 2>&1 | FileCheck %s --check-prefix=OVER

; The front end accounts in granules, per resident copy; storage itself is padded to 16 bytes.
; CHECK: tile 'k' 100 of 1 bytes, sequenced, 1 slot of 100 bytes, pitch 112, offset 0, accounted 1024
; CHECK: tile 'v' 100 of 1 bytes, sequenced, 1 slot of 100 bytes, pitch 112, offset 112, accounted 100
; CHECK: storage: static, 224 bytes of tiles, 0 bytes of the kernel's own, 1136 accounted
; OVER: error: VX208: {{.*}}own 0 + 'k' 1 x 131072 + 'v' 1 x 65536 = 196608 bytes, sm_80, PTX 7.0 has 166912 for a block
;--- fits.ll
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="1" "vx.extent"="100" "vx.name"="k" "vx.granule"="1024"
declare ptr @v(ptr) "vx.transfer"="smem" "vx.element"="1" "vx.extent"="100" "vx.name"="v"
define ptx_kernel void @f(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %t = call ptr @v(ptr %p)
  %x = load i8, ptr %r
  %y = load i8, ptr %t
  store i8 %x, ptr %o
  store i8 %y, ptr %o
  ret void
}
;--- over.ll
declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="1" "vx.extent"="65600" "vx.name"="k" "vx.granule"="65536"
declare ptr @v(ptr) "vx.transfer"="smem" "vx.element"="1" "vx.extent"="100" "vx.name"="v" "vx.granule"="65536"
define ptx_kernel void @f(ptr %p, ptr %o) {
  %r = call ptr @k(ptr %p)
  %t = call ptr @v(ptr %p)
  %x = load i8, ptr %r
  %y = load i8, ptr %t
  store i8 %x, ptr %o
  store i8 %y, ptr %o
  ret void
}
