#!/usr/bin/env python3
"""Removes each wait, barrier and block-wide OR from accepted output and asks the verifier alone.

    verify.py --build build              all sources and placements, before and after default<O3>
    verify.py --build build --sample     a part of them, for every test run
    verify.py --build build --all-faults other faults too; what survives is no failure

Sources are the sample kernels and the modules of the positive rewrite, pipeline and streaming tests; a placement
that a source refuses is left out. Each mutant must be reported (errors VX45x) or be listed below with the reason
why it is no fault. Status 1 if one is neither, or if a reason is no longer needed.
"""

import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
KERNELS = os.path.join(ROOT, "test/Inputs/kernels")

PLACEMENTS = {
    "sequenced": "crossing=sequenced",
    "streamed2": "crossing=streamed;stages=2",
    "streamed3": "crossing=streamed;stages=3",
    "streamed4": "crossing=streamed;stages=4",
}
SAMPLE_PLACEMENTS = ("sequenced", "streamed3")
FOLDERS = ("rewrite", "pipeline", "streams/Inputs", "plan", "infer")
# Why a mutant of these kernels that is neither reported nor redundant is no fault of what placement emits.
_OWN = "orders the kernel's own copies and shared memory alone, of which nothing is proven"
_DEAD = "default<O3> unrolled both iterations: the first one's reads are dead, the last one copies nothing"
_DRAIN = "nothing is in flight: the loop's last iterations commit empty groups"
_VOTE = "no order: the vote says which threads copy (vx-simt finds it, `make mutate`); other barriers stand around it"
_UNREAD = "nothing is read between two fills of the slot; that stores of one fill stay before those of the next is not proven"
_CONSTANT = "the guard's first thread always passes, so the barrier of the guarded fill stands on every path"
REASONS = {
    ("own_async", "own_early", "remove wait"): _OWN,
    ("own_async", "own_early", "remove barrier"): _OWN,
    ("own_async", "own_entry", "remove wait"): _OWN,
    ("own_async", "own_entry", "remove barrier"): _OWN,
    ("own_async", "own_named", "remove barrier"): _OWN,
    ("own_async", "own_pipeline", "remove wait"): _OWN,
    ("own_async", "own_pipeline", "remove barrier"): _OWN,
    ("own_plain", "own_plain", "remove wait"): _OWN,
    ("own_plain", "own_plain", "remove barrier"): _OWN,
    ("participation-own-barriers", "barriers", "participation removed"): _OWN,
    ("streams", "shared_writes", "remove wait"): _OWN,
    ("guessed", "contiguous", "remove wait"): _DEAD,
    ("guessed", "pitch", "remove wait"): _DEAD,
    ("visits", "remainder", "remove barrier"): "the slot that is refilled lost its reads to default<O3>",
    ("site-skipped", "never", "remove wait"): "default<O3> deleted the copies",
    ("loops", "nest", "remove barrier"): "the outer ring's barrier of the next iteration stands between too",
    ("ring-sharing", "other_size", "remove wait"): _DRAIN,
    ("ring-sharing", "read_later", "remove wait"): _DRAIN,
    ("ring-sharing", "read_later", "remove barrier"): _UNREAD,
    ("streams", "unread", "remove barrier"): _UNREAD,
    ("barriers-guarded", "streamed", "remove wait"): _DRAIN,
    ("barriers-guarded", "other_side_loop", "participation removed"):
        "no order: the vote says which threads copy, and each byte that is read is copied by one that passes the guard",
    ("ring-then-fill", "ring_alone", "remove barrier"): _CONSTANT,
    ("ring-then-fill", "fill_in_guard", "remove barrier"): _CONSTANT,
    ("flash_causal", "flash_causal", "participation removed"): _VOTE,
    ("loops", "causal", "participation removed"): _VOTE,
    ("site", "guard_in_loop", "participation removed"): _VOTE,
    ("ring-then-fill", "ring_alone", "participation removed"): _VOTE,
    ("ring-then-fill", "fill_in_guard", "participation removed"): _VOTE,
    ("threads", "linear", "participation removed"): _VOTE,
    ("loops", "nest", "remove wait"): _DRAIN,
    ("shapes", "nested", "remove wait"): _DRAIN,
    ("ring-sharing", "nested", "remove wait"): _DRAIN,
}
LINE = re.compile(r"^(\w+) (?:(VX\S+) )? *(\S+) @(\S+) (\d+) ([^:]*): (.*)$")


class Tools:
    def __init__(self, options):
        self.llvm_bin = options.llvm_bin
        self.opt = [os.path.join(options.llvm_bin, "opt"),
                    f"-load-pass-plugin={options.build}/llvm-pass/VxPlacement.so"]
        self.mutate = os.path.join(options.build, "test/mutation/vx-verify-mutate")


def run(command):
    return subprocess.run(command, capture_output=True, text=True)


def lowered(tools, folder):
    """The sample kernels in LLVM IR."""
    for name in sorted(os.listdir(KERNELS)):
        out = os.path.join(folder, os.path.splitext(name)[0] + ".source.ll")
        done = run([sys.executable, os.path.join(ROOT, "test/Inputs/lower.py"), os.path.join(KERNELS, name),
                    f"--llvm-bin={tools.llvm_bin}", "-o", out])
        if done.returncode:
            raise SystemExit(f"verify.py: {name}: {done.stderr.strip()}")
        yield out


def modules():
    for folder in FOLDERS:
        path = os.path.join(ROOT, "test", folder)
        for name in sorted(os.listdir(path)):
            if name.endswith(".ll"):
                yield os.path.join(path, name)


def judge(lines):
    """Prints the survivors with their reasons and the counts; true if each has one and each reason is needed."""
    counts, needed, good = collections.Counter(), set(), True
    for line in lines:
        found = LINE.match(line)
        if not found:
            continue
        verdict, _, file, kernel, _, kind, _ = found.groups()
        key = (file.split(".")[0].rpartition("+")[2], kernel, kind)
        if verdict in ("warned", "survived"):
            reason = REASONS.get(key)
            needed.add(key)
            good &= reason is not None
            print(f"{line.rstrip()}\n    {reason or 'NO REASON IS KNOWN'}")
            verdict = f"{verdict}, with a reason" if reason else f"{verdict}, a hole"
        counts[verdict] += 1
    for verdict, number in sorted(counts.items()):
        print(f"{number:6} {verdict}")
    return good and bool(counts["reported"]), set(REASONS) - needed


def place(tools, source, placement, out):
    """Writes `out` and its optimised twin; false where the source refuses."""
    words = f"sm=80;allow-undefined;{PLACEMENTS[placement]}"
    if run([*tools.opt, f"-passes=vx-placement<{words}>", source, "-S", "-o", out + ".ll"]).returncode:
        return []
    done = run([*tools.opt, "-passes=default<O3>", out + ".ll", "-S", "-o", out + ".o3.ll"])
    return [out + ".ll", out + ".o3.ll"] if done.returncode == 0 else [out + ".ll"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--llvm-bin", default="/usr/lib/llvm-22/bin")
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--all-faults", action="store_true")
    parser.add_argument("--keep")
    options = parser.parse_args()
    tools = Tools(options)
    with tempfile.TemporaryDirectory() as folder:
        if options.keep:
            folder = options.keep
            os.makedirs(folder, exist_ok=True)
        sources = list(lowered(tools, folder))
        if not options.sample:
            sources += modules()
        files = []
        for source in sources:
            for placement in SAMPLE_PLACEMENTS if options.sample else PLACEMENTS:
                stem = "+".join(source.removesuffix(".ll").removesuffix(".source").split(os.sep)[-2:])
                files += place(tools, source, placement, os.path.join(folder, f"{stem}.{placement}"))
        done = run([tools.mutate, *(["--all"] if options.all_faults else []), *files])
    if done.returncode:
        sys.stderr.write(done.stderr)
        return 2
    good, unneeded = judge(done.stdout.splitlines())
    if options.all_faults:
        return 0
    if unneeded and not options.sample:
        print("reasons that nothing needs:", *sorted(unneeded))
        good = False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
