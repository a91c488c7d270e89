; What looks doubtful and is fine: LLVM and ptxas take it and the result is right.
; RUN: %vx-opt -passes='vx-verify-device<sm=75>' -disable-output %s 2>&1 | count 0
; RUN: %vx-opt -passes='vx-verify-device<sm=120a;ptx=90>' -disable-output %s 2>&1 | count 0
; RUN: %if ptxas %{ %llc -mcpu=sm_75 %s -o %t.ptx && %ptxas -arch=sm_75 %t.ptx -o /dev/null %}
target triple = "nvptx64-nvidia-cuda"

define i32 @recursive(i32 %n) {
  %stop = icmp eq i32 %n, 0
  br i1 %stop, label %out, label %down

down:
  %m = sub i32 %n, 1
  %r = call i32 @recursive(i32 %m)
  %s = add i32 %r, %n
  ret i32 %s

out:
  ret i32 0
}

define void @variadic(ptr %p, ...) {
  %list = alloca ptr
  call void @llvm.va_start(ptr %list)
  %x = va_arg ptr %list, i32
  store i32 %x, ptr %p
  call void @llvm.va_end(ptr %list)
  ret void
}

define ptx_kernel void @k(ptr %p, ptr %q, i32 %n) {
  %f = load ptr, ptr %q
  %i = call i32 %f(i32 %n)
  store i32 %i, ptr %p
  %r = call i32 @recursive(i32 %n)
  store i32 %r, ptr %p
  call void (ptr, ...) @variadic(ptr %p, i32 %n)
  %v = load <7 x i24>, ptr %p
  store <7 x i24> %v, ptr %q
  %w = load i256, ptr %p
  %m = mul i256 %w, %w
  store i256 %m, ptr %q
  %a = load <4 x ptr>, ptr %p
  %b = load <4 x i1>, ptr %p
  %g = call <4 x half> @llvm.masked.gather.v4f16.v4p0(<4 x ptr> align 2 %a, <4 x i1> %b, <4 x half> poison)
  call void @llvm.masked.scatter.v4f16.v4p0(<4 x half> %g, <4 x ptr> align 2 %a, <4 x i1> %b)
  %c = cmpxchg ptr %p, i8 0, i8 1 monotonic monotonic
  ret void
}
declare <4 x half> @llvm.masked.gather.v4f16.v4p0(<4 x ptr>, <4 x i1>, <4 x half>)
declare void @llvm.masked.scatter.v4f16.v4p0(<4 x half>, <4 x ptr>, <4 x i1>)
declare void @llvm.va_start(ptr)
declare void @llvm.va_end(ptr)
