"""A kernel with COUNT copies, each under a condition of its own, into one slot each.

usage: many_copies.py COUNT [barrier]

What has arrived after them are 2^COUNT combinations. All are waited for, and read; with
"barrier" behind a block barrier.
"""

import sys

SLOTS = 8  # of one variable: more is no ring of slots
count = int(sys.argv[1])
barrier = "barrier" in sys.argv[2:]


def slot(k):
    return f"getelementptr (i8, ptr addrspace(3) @s{k // SLOTS}, i32 {k % SLOTS * 16})"


print("target triple = \"nvptx64-nvidia-cuda\"")
for g in range((count + SLOTS - 1) // SLOTS):
    print(f"@s{g} = internal addrspace(3) global [{SLOTS} x [16 x i8]] poison, align 16")
print("define ptx_kernel void @k(ptr addrspace(1) %p, ptr %o, i32 %m) {")
for k in range(count):
    print(f"""  %bit{k} = and i32 %m, {1 << k}
  %c{k} = icmp ne i32 %bit{k}, 0
  br i1 %c{k}, label %copy{k}, label %next{k}
copy{k}:
  call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) {slot(k)}, ptr addrspace(1) %p)
  br label %next{k}
next{k}:""")
print("  call void @llvm.nvvm.cp.async.wait.all()")
if barrier:
    print("  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)")
for k in range(count):
    print(f"  %v{k} = load i32, ptr addrspace(3) {slot(k)}\n  store volatile i32 %v{k}, ptr %o")
print("  ret void\n}")
