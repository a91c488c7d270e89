#!/usr/bin/env python3
"""Reduces a failing seed of vx-simt-fuzz to a small module, with llvm-reduce.

    reduce.py --build build --seed 1192 -o small.ll

--passes says what was wrong: the default is placement alone; use
"vx-placement<sm=80>,default<O3>" for what the fuzzer calls "optimised", and add
parameters (stages=, crossing=) that it drew. A candidate stays interesting while
the placement accepts it and `vx-simt compare` still finds the placed module wrong
with one of the seed's launches, the candidate itself being clean. The result is a
start for a lit test.
"""

import argparse
import os
import shutil
import stat
import subprocess
import sys
import tempfile

SCRIPT = """#!/bin/sh
# Interesting: placed, the input clean, the output wrong.
{opt} -load-pass-plugin={plugin} -passes='{passes}' "$1" -S -o {tmp}/placed.ll 2>/dev/null || exit 1
{tests}
exit 1
"""
ONE = """{simt} run "$1" {words} --fail-fast --timeout=20 --quiet --print=none >/dev/null 2>&1 && {{
  {simt} compare "$1" {tmp}/placed.ll {words} --fail-fast --timeout=20 --quiet >/dev/null 2>&1
  test $? -eq 1 && exit 0
}}"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--seed", required=True)
    parser.add_argument("--llvm-bin", default="/usr/lib/llvm-22/bin")
    parser.add_argument("--passes", default="vx-placement<sm=80>")
    parser.add_argument("-o", "--output", required=True)
    args = parser.parse_args()
    tools = os.path.join(os.path.abspath(args.build), "llvm-pass/tools")
    generate = os.path.join(tools, "vx-kernel-gen/vx-kernel-gen")
    text = subprocess.run(
        [generate, f"--seed={args.seed}"], capture_output=True, text=True, check=True
    ).stdout
    launches = [
        line.removeprefix("; launch: ")
        for line in text.splitlines()
        if line.startswith("; launch: ")
    ]
    with tempfile.TemporaryDirectory() as tmp:
        start = os.path.join(tmp, "start.ll")
        with open(start, "w") as out:
            out.write(text)
        simt = os.path.join(tools, "vx-simt/vx-simt")
        policies = ["--async=late", "--async=late --schedule=reverse"]
        tests = [
            ONE.format(simt=simt, words=f"{words} {policy}", tmp=tmp)
            for words in launches
            for policy in policies
        ]
        script = os.path.join(tmp, "interesting.sh")
        with open(script, "w") as out:
            out.write(
                SCRIPT.format(
                    opt=os.path.join(args.llvm_bin, "opt"),
                    passes=args.passes,
                    plugin=os.path.join(args.build, "llvm-pass/VxPlacement.so"),
                    tests="\n".join(tests),
                    tmp=tmp,
                )
            )
        os.chmod(script, os.stat(script).st_mode | stat.S_IXUSR)
        if subprocess.run([script, start]).returncode:
            sys.exit(f"seed {args.seed}: not wrong with these tools")
        reduced = os.path.join(tmp, "reduced.ll")
        subprocess.run(
            [
                os.path.join(args.llvm_bin, "llvm-reduce"),
                f"--test={script}",
                "--abort-on-invalid-reduction=false",
                start,
                "-o",
                reduced,
            ],
            check=True,
        )
        shutil.copy(reduced, args.output)
    print(f"; launches of seed {args.seed}:")
    print("\n".join(launches))


if __name__ == "__main__":
    main()
