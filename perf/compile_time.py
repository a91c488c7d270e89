#!/usr/bin/env python3
"""What placement costs at compile time.

    compile_time.py [--build build] [--kernels 16,64,1024] [--repeat 3] [--samples]

Generates modules of N kernels with four tiles each, and measures the user time of
`opt` for vx-placement and for default<O2> on the same module in turn, less what
opt needs to read and verify it. Prints two figures with their limits:

  share    vx-placement / default<O2>                    at most 0.10
  scaling  vx-placement on 64 N kernels / on N kernels   at most 80

With --samples, a second table beside it, without limits: the share for the project's own
MLIR kernels, lowered with stock tools and linked with what they need of libdevice. Each
module holds the kernel many times, as one run of a single kernel is too short to measure.

Exit status: 0 both hold, 1 one does not, 2 usage.
"""

import argparse
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile

from demo import Build, SOURCE

SHARE_LIMIT = 0.10
GROWTH, SCALING_LIMIT = 64, 80
TILES = 4
SMALL_RUNS = 640
SAMPLE_COPIES, SAMPLE_RUNS = 64, 5
SAMPLES = ["test/Inputs/kernels/flash.mlir", "test/Inputs/kernels/flash_causal.mlir",
           "test/Inputs/kernels/matmul.mlir", "test/Inputs/kernels/two_level.mlir",
           "perf/kernels/flash_registers.mlir", "perf/kernels/sgemm.mlir",
           "perf/kernels/softmax.mlir", "perf/kernels/gemv.mlir",
           "perf/kernels/stencil2d.mlir", "perf/kernels/stream.mlir"]

HEADER = """target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
"""
CALLEE = """declare ptr @tile{t}(ptr) "vx.transfer"="smem" "vx.name"="tile{t}" \
"vx.element"="4" "vx.extent"="16x16" "vx.crossing"="{crossing}" "vx.align"="16"
"""
# A grid-strided loop over rows, tiles within, a dot product over each tile's rows.
KERNEL = """
define ptx_kernel void @kernel{n}({parameters}, ptr %q, ptr %o, i64 %rows, i64 %steps) {{
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %cta = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %ncta = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %base = mul i32 %cta, %ntid
  %first = add i32 %base, %tid
  %stride32 = mul i32 %ncta, %ntid
  %i0 = zext i32 %first to i64
  %stride = zext i32 %stride32 to i64
  br label %row
row:
  %i = phi i64 [ %i0, %entry ], [ %i.next, %row.end ]
  %row.more = icmp slt i64 %i, %rows
  br i1 %row.more, label %tile.entry, label %done
tile.entry:
  br label %tile
tile:
  %t = phi i64 [ 0, %tile.entry ], [ %t.next, %tile.end ]
  %acc = phi float [ 0.0, %tile.entry ], [ %sum.out, %tile.end ]
  %tile.more = icmp slt i64 %t, %steps
  br i1 %tile.more, label %body, label %row.end
body:
  %off = mul nsw i64 %t, 256
{transfers}  br label %outer
outer:
  %j = phi i64 [ 0, %body ], [ %j.next, %outer.end ]
  %sum.j = phi float [ %acc, %body ], [ %sum.k, %outer.end ]
  %j16 = mul nsw i64 %j, 16
  br label %inner
inner:
  %k = phi i64 [ 0, %outer ], [ %k.next, %inner ]
  %sum = phi float [ %sum.j, %outer ], [ %sum.k, %inner ]
  %e = add nsw i64 %j16, %k
  %qi = getelementptr inbounds float, ptr %q, i64 %k
  %x = load float, ptr %qi, align 4
{reads}  %sum.k = fadd float %sum, %v{last}
  %k.next = add nsw i64 %k, 1
  %k.more = icmp slt i64 %k.next, 16
  br i1 %k.more, label %inner, label %outer.end
outer.end:
  %j.next = add nsw i64 %j, 1
  %j.more = icmp slt i64 %j.next, 16
  br i1 %j.more, label %outer, label %tile.end
tile.end:
  %sum.out = phi float [ %sum.k, %outer.end ]
  %t.next = add nsw i64 %t, 1
  br label %tile
row.end:
  %op = getelementptr inbounds float, ptr %o, i64 %i
  store float %acc, ptr %op, align 4
  %i.next = add nsw i64 %i, %stride
  br label %row
done:
  ret void
}}
"""
TRANSFER = """  %a{t} = getelementptr inbounds float, ptr %p{t}, i64 %off
  %s{t} = call ptr @tile{t}(ptr %a{t})
"""
READ = """  %r{t} = getelementptr inbounds float, ptr %s{t}, i64 %e
  %y{t} = load float, ptr %r{t}, align 4
  %v{t} = call float @llvm.fma.f32(float %y{t}, float {factor}, float {addend})
"""


def module(kernels, crossing):
    """LLVM IR of that many kernels."""
    parameters = ", ".join(f"ptr %p{t}" for t in range(TILES))
    transfers = "".join(TRANSFER.format(t=t) for t in range(TILES))
    reads = "".join(READ.format(t=t, factor="%x", addend=f"%v{t - 1}" if t else "0.0")
                    for t in range(TILES))
    text = HEADER + "declare float @llvm.fma.f32(float, float, float)\n"
    text += "".join(CALLEE.format(t=t, crossing=crossing) for t in range(TILES))
    body = dict(parameters=parameters, transfers=transfers, reads=reads, last=TILES - 1)
    return text + "".join(KERNEL.format(n=n, **body) for n in range(kernels))


def user_seconds(command, stderr=None):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=stderr)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def measure(build, path, runs, parameters="sm=80"):
    """Median user seconds of placement and of O2 on the module, measured in turn."""
    pipelines = {"read": "verify", "place": f"vx-placement<{parameters}>", "O2": "default<O2>"}
    seconds = {name: [] for name in pipelines}
    for _ in range(runs):
        for name, passes in pipelines.items():
            seconds[name].append(user_seconds(
                [build.tool("opt"), f"-load-pass-plugin={build.plugin}",
                 f"-passes={passes}", "-disable-output", path]))
    median = {name: statistics.median(runs) for name, runs in seconds.items()}
    return median["place"] - median["read"], median["O2"] - median["read"]


def report(build, sizes, crossing, repeat, folder):
    """Prints the table of one crossing; true if its figures are within the limits."""
    place, good = {}, True
    for kernels in sizes:
        path = os.path.join(folder, f"{crossing}{kernels}.ll")
        with open(path, "w", encoding="utf-8") as file:
            file.write(module(kernels, crossing))
        # A small module is measured more often: one run is near the clock's resolution.
        place[kernels], o2 = measure(build, path, max(repeat, SMALL_RUNS // kernels))
        share = place[kernels] / o2
        good &= share <= SHARE_LIMIT
        line = f"{crossing:<10} {kernels:>5} kernels  vx-placement {place[kernels]:8.3f} s" \
               f"  default<O2> {o2:8.3f} s  share {share:5.2f}"
        if kernels // GROWTH in place:
            factor = place[kernels] / place[kernels // GROWTH]
            good &= factor <= SCALING_LIMIT
            line += f"  {factor:5.1f} times {kernels // GROWTH} kernels"
        print(line, flush=True)
    return good


def multiply(path, copies):
    """Adds copies of the kernels in the module, under names of their own."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    kernels = re.findall(r"^define ptx_kernel .*?^}\n", text, re.MULTILINE | re.DOTALL)
    for n in range(1, copies):
        for kernel in kernels:
            text += "\n" + re.sub(r"@([\w.]+)\(", rf"@\1_{n}(", kernel, count=1)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def report_samples(build, folder):
    """Prints the share of each sample kernel, sequenced and streamed."""
    for sample in SAMPLES:
        name = os.path.splitext(os.path.basename(sample))[0]
        path = os.path.join(folder, name + ".ll")
        libdevice = ["--libdevice", build.libdevice] if build.libdevice else []
        subprocess.run([sys.executable, os.path.join(SOURCE, "test/Inputs/lower.py"),
                        os.path.join(SOURCE, sample), "--llvm-bin", build.llvm_bin,
                        "-o", path, *libdevice], check=True)
        multiply(path, SAMPLE_COPIES)
        shares = []
        for crossing in ("sequenced", "streamed"):
            place, o2 = measure(build, path, SAMPLE_RUNS,
                                f"sm=80;allow-undefined;crossing={crossing}")
            shares.append(f"{crossing} {1000 * place:5.1f} ms, share {place / o2:5.2f}")
        print(f"{name:<16} default<O2> {1000 * o2:7.1f} ms  {'  '.join(shares)}", flush=True)


def main(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(SOURCE, "build"))
    parser.add_argument("--kernels", default="16,64,1024",
                        help="comma-separated (default: %(default)s)")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--emit", type=int, metavar="N",
                        help="print the sequenced module of N kernels and end")
    parser.add_argument("--samples", action="store_true",
                        help="measure the project's own kernels, too")
    options = parser.parse_args(arguments)
    if options.emit:
        print(module(options.emit, "sequenced"))
        return 0
    build = Build(options.build)
    sizes = sorted(int(n) for n in options.kernels.split(","))
    with tempfile.TemporaryDirectory() as folder:
        results = [report(build, sizes, crossing, options.repeat, folder)
                   for crossing in ("sequenced", "streamed")]
        if options.samples:
            report_samples(build, folder)
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
