; Wrong command lines, unknown kernels and wrong arguments are one clear line, and status 2; a
; finding or a difference is status 1.
; DEFINE: %{wrong} = %python %S/Inputs/status.py 2 %vx-simt
; DEFINE: %{found} = %python %S/Inputs/status.py 1 %vx-simt
; RUN: %{wrong} | FileCheck %s --check-prefix=NONE
; RUN: %{wrong} walk %s | FileCheck %s --check-prefix=WALK
; RUN: %{wrong} run %s --foo=1 | FileCheck %s --check-prefix=OPTION
; RUN: %{wrong} run %s --async=soon | FileCheck %s --check-prefix=ASYNC
; RUN: %{wrong} run %s --compile=fast | FileCheck %s --check-prefix=EFFORT
; RUN: %{wrong} run %s --grid=0 | FileCheck %s --check-prefix=GRID
; RUN: %{wrong} run %s --kernel=q | FileCheck %s --check-prefix=KERNEL
; RUN: %{wrong} run %s --arg=i32:1 | FileCheck %s --check-prefix=COUNT
; RUN: %{wrong} run %s --arg=i32:4 --arg=i32:4 | FileCheck %s --check-prefix=KIND
; RUN: %{wrong} run %s --arg=i32:4:zero --arg=f64:4 | FileCheck %s --check-prefix=SIZE
; RUN: %{wrong} run %s --arg=i33:4:zero --arg=i32:4 | FileCheck %s --check-prefix=TYPE
; RUN: %{wrong} run %s --block=2048 --arg=null --arg=i32:4 | FileCheck %s --check-prefix=BLOCK
; RUN: %{wrong} compare %s | FileCheck %s --check-prefix=FILES
; RUN: %{wrong} run %s --kernel k | FileCheck %s --check-prefix=SPACE
; RUN: %{wrong} run /dev/null | FileCheck %s --check-prefix=EMPTY
; RUN: %{wrong} run %s.missing | FileCheck %s --check-prefix=MISSING
; RUN: %vx-simt --help | FileCheck %s --check-prefix=HELP
; RUN: %{wrong} compare %s %s --kernel=q --arg=null --arg=i32:4 | FileCheck %s --check-prefix=KERNEL
; RUN: %{wrong} compare %s %t.missing --arg=null --arg=i32:4 | FileCheck %s --check-prefix=MISSING
; RUN: %{wrong} run %s --arg=null --arg=i32:4 --arg=i32:4 | FileCheck %s --check-prefix=MANY
; RUN: %{wrong} run %s --dynamic-shared=300000 --arg=null --arg=i32:4 | FileCheck %s --check-prefix=SHARED
; RUN: echo 'not IR' > %t.text
; RUN: %{wrong} run %t.text --arg=null --arg=i32:4 | FileCheck %s --check-prefix=PARSE
; RUN: sed 's/^  ret void/  store i32 %%n, ptr %%p, align 4\n  ret void/' %s > %t.stores.ll
; RUN: %{found} compare %s %t.stores.ll --arg=i32:1:zero --arg=i32:4 | FileCheck %s --check-prefix=DIFFERENT
; RUN: %{found} run %t.stores.ll --arg=null --arg=i32:4 | FileCheck %s --check-prefix=FINDING
; Files are written where they are: through links, into devices; what cannot be written is one line.
; RUN: touch %t.real && truncate -s 0 %t.real && ln -sf %t.real %t.link
; RUN: %vx-simt run %s --arg=i32:2:iota:out=%t.link --arg=i32:4 && test -L %t.link && test -s %t.real
; RUN: %vx-simt run %s --arg=i32:2:iota:out=/dev/null --arg=i32:4
; RUN: %{wrong} run %s --quiet --arg=i32:2:iota:out=%S --arg=i32:4 | FileCheck %s --check-prefix=FOLDER
; RUN: %{wrong} run %s --quiet --arg=i32:2:iota:out=%t.missing/x --arg=i32:4 | FileCheck %s --check-prefix=NOWHERE
; RUN: %{wrong} run %s --quiet --arg=i32:2:iota:out=/dev/full --arg=i32:4 | FileCheck %s --check-prefix=FULL
; FOLDER: vx-simt: cannot write '{{.*}}': Is a directory
; NOWHERE: vx-simt: cannot write '{{.*}}.missing/x': No such file or directory
; FULL: vx-simt: cannot write '/dev/full': No space left on device
; NONE: vx-simt: expected 'run' or 'compare'; see --help
; WALK: vx-simt: 'walk' is neither 'run' nor 'compare'; see --help
; OPTION: vx-simt: unknown option '--foo'; see --help
; ASYNC: vx-simt: --async is one of issue, late, random, not 'soon'
; EFFORT: vx-simt: --compile is one of quick, full, not 'fast'
; GRID: vx-simt: '0' is not one to three positive numbers, as in 2x3x4
; KERNEL: no kernel 'q' is defined in the module (kernels: k)
; COUNT: kernel 'k' takes 2 arguments, not 1
; KIND: argument 0 must be a buffer or null
; SIZE: argument 1 is a scalar of 8 bytes, the kernel takes 4
; TYPE: argument 'i33:4:zero': expected TYPE:VALUE
; BLOCK: a block of 2048 threads; the limit is 1024
; SPACE: vx-simt: '--kernel' is no flag, and an option has its value behind '='; see --help
; EMPTY: vx-simt: /dev/null: no kernel is defined in the module
; FILES: compare takes 2 files, not 1
; MISSING: vx-simt: {{.*}}missing: Could not open input file: No such file
; MANY: kernel 'k' takes 2 arguments, not 3
; SHARED: a block of 0 static and 300000 dynamic bytes of shared memory; the limit is
; PARSE: expected top-level entity
; DIFFERENT: different: argument 0, element 0: 0 before, 4 after
; FINDING: out of bounds: {{.*}}the null pointer
; HELP: vx-simt compare before.ll after.ll
define ptx_kernel void @k(ptr %p, i32 %n) {
  ret void
}
