# A loop of a few counters that are compared with each other many times on the way to a transfer.
import sys

COUNTERS = 4
COMPARISONS = int(sys.argv[1])

lines = ['target triple = "nvptx64-nvidia-cuda"',
         'declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()',
         'declare void @fill(ptr) "vx.sync"="fill"',
         'define ptx_kernel void @compared(ptr %p, i32 %n) {',
         'entry:',
         '  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()',
         '  br label %loop',
         'loop:']
for i in range(COUNTERS):
    first = i or '%tid'
    lines.append(f'  %v{i} = phi i32 [ {first}, %entry ], [ %w{i}, %body ]')
lines.append('  br label %c0')
for i in range(COMPARISONS):
    a, b = i % COUNTERS, (i + 1) % COUNTERS
    lines += [f'c{i}:',
              f'  store i32 {i}, ptr %p',
              f'  %x{i} = icmp slt i32 %v{a}, %v{b}',
              f'  br i1 %x{i}, label %c{i + 1}, label %exit']
lines += [f'c{COMPARISONS}:',
          '  %sum = add i32 %v0, %v1',
          '  %c = icmp slt i32 %sum, %n',
          '  br i1 %c, label %body, label %exit',
          'body:',
          '  call void @fill(ptr %p)']
lines += [f'  %w{i} = add i32 %v{i}, {i + 1}' for i in range(COUNTERS)]
lines += ['  br label %loop', 'exit:', '  ret void', '}']
print('\n'.join(lines))
