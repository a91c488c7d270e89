declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="64" "vx.name"="k"
define ptx_kernel void @f(ptr %p, ptr %o) {
  %a = alloca ptr
  store ptr %p, ptr %a
  %q = load ptr, ptr %a
  %r = call ptr @k(ptr %q)
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
