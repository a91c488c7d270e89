"""Runs llc and the verifier on each module of a folder.

usage: run.py <folder> <llc> <opt and its arguments>...

Each module's first line is "; <sm> <ptx>". Prints one line a module, by name:

    <name>: llc <how it ends>; opt status <n>, <n> errors VX<code>..., <output file or none>
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 120


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)


def llc_verdict(llc, module, target, out):
    done = run(llc, *target, module, "-o", out)
    if done.returncode < 0 or "Stack dump" in done.stderr:
        return "dumps its stack"
    return "takes it" if done.returncode == 0 else "refuses it"


def judge(module, llc, opt, folder):
    sm, ptx = module.read_text().split("\n", 1)[0].lstrip("; ").split()
    out = Path(folder) / f"{module.stem}.out"
    llc_says = llc_verdict(llc, module, [f"-mcpu=sm_{sm}", f"-mattr=+ptx{ptx}"], out)
    out.unlink(missing_ok=True)
    done = run(*opt, f"-passes=vx-verify-device<sm={sm};ptx={ptx}>", module, "-o", out)
    codes = re.findall(r"^error: (VX\d+):", done.stderr, re.MULTILINE)
    dumped = ", a stack dump" if "Stack dump" in done.stderr else ""
    file = "an output file" if out.exists() else "no output file"
    return (f"{module.stem}: llc {llc_says}; opt status {done.returncode}, "
            f"{len(codes)} error {' '.join(codes)}, {file}{dumped}")


def main():
    folder, llc, *opt = sys.argv[1:]
    with tempfile.TemporaryDirectory() as scratch:
        for module in sorted(Path(folder).glob("*.ll")):
            print(judge(module, llc, opt, scratch))


main()
