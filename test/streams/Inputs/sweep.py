#!/usr/bin/env python3
"""Runs the loops of loops.ll as written and streamed, over trip counts T, stages N, lower
bounds and steps, under adverse timing of the copies, and prints one line a kernel.

usage: sweep.py <opt with plugin> <vx-simt> <loops.ll> <folder> <passes after placement, or ->
"""

import subprocess
import sys
from pathlib import Path

KERNELS = ("up64", "down32", "causal", "nest")
STAGES = (1, 2, 3, 4, 8)
SOURCE_TILES = 64
THREADS = 40  # more than a tile has elements, and no multiple of a warp


def place(opt, source, target, stages, after):
    passes = f"vx-placement<sm=80;stages={stages}>" + ("" if after == "-" else "," + after)
    command = [*opt.split(), f"-passes={passes}", "-S", source, "-o", str(target)]
    return subprocess.run(command, capture_output=True, text=True)


def cases(stages):
    for trips in sorted({0, 1, max(stages - 2, 0), stages - 1, stages, stages + 1, 2 * stages}):
        for lower, step in ((0, 1), (3, 1), (5, 3)):
            yield trips, lower, step


def check(simt, source, target, kernel, trips, lower, step):
    # As late as the waits allow, or at random: each for half of the cases.
    landing = "late" if (trips + lower) % 2 == 0 else "random"
    command = [simt, "compare", source, str(target), f"--kernel={kernel}", "--quiet",
               f"--block={THREADS}", "--schedule=random", f"--async={landing}",
               f"--arg=f32:{SOURCE_TILES * 24}:rand", f"--arg=f32:{THREADS}:zero",
               f"--arg=i64:{lower}", f"--arg=i64:{trips}", f"--arg=i64:{step}"]
    done = subprocess.run(command, capture_output=True, text=True)
    return " ".join(command) + "\n" + done.stdout + done.stderr if done.returncode else None


def main():
    opt, simt, source, folder, after = sys.argv[1:]
    Path(folder).mkdir(parents=True, exist_ok=True)
    failures = 0
    ran = {kernel: 0 for kernel in KERNELS}
    for stages in STAGES:
        target = Path(folder) / f"loops.{stages}.ll"
        placed = place(opt, source, target, stages, after)
        if placed.returncode:
            print(placed.stderr)
            return 1
        for kernel in KERNELS:
            for case in cases(stages):
                problem = check(simt, source, target, kernel, *case)
                ran[kernel] += 1
                if problem:
                    failures += 1
                    print(f"{kernel} N={stages} T, lower bound, step={case}: {problem}")
    for kernel, count in ran.items():
        print(f"{kernel}: {count} launches")
    return 1 if failures else 0


sys.exit(main())
