#!/usr/bin/env python3
"""Plants faults in the placed sample kernels and says which ones vx-simt finds.

    mutation.py --build build            all cases; the rate and the survivors
    mutation.py --build build --case matmul
    mutation.py --build build --propose  the lines of survivors.txt for those it does not explain
    mutation.py --list                   survivors.txt as docs/mutation.md shows it

Each case is a sample kernel, placed in one way, with several launches. Every
mutant (vx-simt-mutate) meets the launches in turn until one catches it. A survivor
needs a line in survivors.txt that says why it is no fault: status 1 where one has
none, or where a line or a reason is no longer needed.
"""

import argparse
import collections
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def launch(grid, block, *args):
    return [f"--grid={grid}", f"--block={block}"] + [f"--arg={a}" for a in args]


# Which thread copies a tile's last element, and whether in the unrolled part of the
# copy loop or behind it, depends on the block size; with 33 threads the unrolled part
# of 256 and of 1024 copies could go one too far. Only survivors meet these.
SIZES = [5, 7, 24, 33, 40, 48, 100]


def sizes(args, skewed):
    return [launch(1, n, *a) for n in SIZES for a in (args, skewed)]


def flash(rows, keys, skew_k="", skew_v=""):
    return [
        f"memref:f32:{rows}x16:rand:1",
        f"memref:f32:{keys}x16:rand:2{skew_k}",
        f"memref:f32:{keys}x16:rand:3{skew_v}",
        f"memref:f32:{rows}x16:zero",
    ]


def flash_launches(rows, keys):
    return [
        launch(2, 48, *flash(rows, keys)),
        launch(1, 33, *flash(rows, keys, skew_k=":skew=4")),
        launch(3, 16, *flash(rows, keys, skew_v=":skew=4")),
        *sizes(flash(rows, keys), flash(rows, keys, ":skew=4", ":skew=8")),
    ]


def one_input(shape, output, extra=()):
    def make(skew=""):
        return [f"memref:f32:{shape}:rand:1{skew}", *extra, f"memref:f32:{output}:zero"]

    return make


def matmul(skew=""):
    return [
        "memref:f16:32x96:rand:1",
        f"memref:f32:96x32:rand:2{skew}",
        "memref:f32:32x32:zero",
    ]


def ragged(n, skew=""):
    return [f"memref:f32:{n}x64:rand:1{skew}", f"i64:{n}", "memref:f32:64:zero"]


def two_level(skew=""):
    return [
        f"memref:f32:64x32:rand:1{skew}",
        "memref:f32:64x32:zero",
        "memref:f32:64x32:zero",
    ]


def stencil(skew=""):
    return [f"memref:f32:1026:rand:1{skew}", "memref:f32:1024:zero"]


# name, kernel, parameters, launches
KERNELS = [
    ("flash", {}, flash_launches(32, 64)),
    ("flash_causal", {}, flash_launches(64, 64)),
    (
        "matmul",
        {"M": 32, "N": 32, "K": 96},
        [
            launch("1x2", "32x4", *matmul()),
            launch("1x2", "8x8", *matmul(":skew=4")),
            launch("1x2", "7x3", *matmul()),
            launch("1x2", "16x4", *matmul()),
            launch("1x2", "11x3", *matmul(":skew=8")),
            *[launch("1x2", f"{n}x1", *matmul(s)) for n in SIZES for s in ("", ":skew=4")],
        ],
    ),
    (
        "ragged_reduce",
        {},
        [
            launch(1, 40, *ragged(37)),
            launch(1, 70, *ragged(16)),
            launch(1, 33, *ragged(0)),
            launch(1, 64, *ragged(21, ":skew=4")),
            launch(1, 9, *ragged(16, ":skew=4")),
            launch(1, 70, *ragged(53)),
            *sizes(ragged(53), ragged(53, ":skew=4")),
        ],
    ),
    (
        "stencil",
        {},
        [
            launch(2, 64, *stencil()),
            launch(1, 37, *stencil(":skew=4")),
            launch(3, 8, *stencil()),
            # One tile a block: the first one that is fetched is the buffer's last.
            launch(8, 33, *stencil()),
            launch(8, 33, *stencil(":skew=4")),
            *sizes(stencil(), stencil(":skew=4")),
        ],
    ),
    (
        "two_level",
        {},
        [
            launch(3, 32, *two_level()),
            launch(2, 13, *two_level(":skew=4")),
            launch(1, 8, *two_level()),
            launch(8, 33, *two_level()),
            launch(8, 33, *two_level(":skew=4")),
            *sizes(two_level(), two_level(":skew=4")),
        ],
    ),
]
PLACEMENTS = [
    ("sequenced", ["crossing=sequenced"]),
    ("streamed 2", ["crossing=streamed", "stages=2"]),
    ("streamed 3", ["crossing=streamed", "stages=3"]),
]

LINE = re.compile(r"^(killed|survived) (\d+) ([^:]*): (.*)$")
SURVIVORS = os.path.join(HERE, "survivors.txt")


def place_of(where):
    """A place without the numbers that LLVM gives to values, blocks and attributes."""
    where = re.sub(r" #\d+", "", where.split(" => ")[0])
    where = re.sub(r"%[\w.]*\d+", "%", where)
    where = re.sub(r" in \d+$", " in an unnamed block", where)
    return re.sub(r"( in \D*?)\d+$", r"\1", where)


class Reasons:
    """survivors.txt: `reason <id>: <text>`, then `<case> | <fault> | <n of m> | <place> | <id>`."""

    def __init__(self, file):
        self.texts, self.lines, self.used = {}, {}, set()
        for number, line in enumerate(open(file), 1):
            line = line.strip()
            reason = re.match(r"reason (\S+): (.+)$", line)
            if reason:
                self.texts[reason[1]] = reason[2]
            elif line and not line.startswith("#"):
                *key, name = [word.strip() for word in line.split("|")]
                if len(key) != 4 or name not in self.texts or tuple(key) in self.lines:
                    raise SystemExit(f"{file}:{number}: a wrong line, reason or repetition")
                self.lines[tuple(key)] = name

    def of(self, key):
        self.used.add(key)
        return self.lines.get(key)

    def stale(self, cases):
        """Lines of these cases that matched nothing, and reasons without a line."""
        lines = [" | ".join(k) for k in self.lines if k[0] in cases and k not in self.used]
        return lines + [f"reason {n}" for n in self.texts if n not in self.lines.values()]


def show_list(reasons):
    print("| reason | survivors | why it is no fault |\n| --- | --- | --- |")
    counts = collections.Counter(reasons.lines.values())
    for name, text in reasons.texts.items():
        print(f"| {name} | {counts[name]} | {text} |")
    print("\n| kernel, form | fault | which | place | reason |\n| --- | --- | --- | --- | --- |")
    for (case, fault, ordinal, place), name in reasons.lines.items():
        print(f"| {case} | {fault} | {ordinal} | `{place}` | {name} |")


class Case:
    def __init__(self, tools, kernel, params, launches, placement, options):
        self.tools, self.kernel, self.params = tools, kernel, params
        self.launches, self.placement, self.options = launches, placement, options
        self.killed, self.survived = {}, {}
        self.text = []  # of the placed module

    def name(self):
        params = "".join(f" {k}={v}" for k, v in self.params.items())
        return f"{self.kernel}{params}, {self.placement}"

    def place(self, folder):
        before = os.path.join(folder, "before.ll")
        after = os.path.join(folder, "after.ll")
        defs = [x for k, v in self.params.items() for x in ("-D", f"{k}={v}")]
        source = os.path.join(ROOT, "test/Inputs/kernels", self.kernel + ".mlir")
        lower = os.path.join(ROOT, "test/Inputs/lower.py")
        subprocess.run(
            [sys.executable, lower, source, *defs, "-o", before], check=True
        )
        passes = f"vx-placement<sm=80;allow-undefined;{';'.join(self.options)}>"
        subprocess.run(
            [
                self.tools.opt,
                f"-load-pass-plugin={self.tools.plugin}",
                f"-passes={passes}",
                before,
                "-S",
                "-o",
                after,
            ],
            check=True,
        )
        return before, after

    def run(self):
        with tempfile.TemporaryDirectory() as folder:
            before, after = self.place(folder)
            self.text = open(after).read().splitlines()
            for number, words in enumerate(self.launches):
                if number and not self.survived:
                    break
                self.meet(before, after, words, bool(number))

    def meet(self, before, after, words, again):
        command = [self.tools.mutate, before, after, f"--kernel={self.kernel}"]
        command += ["--compile=quick", *words]
        if again:
            command.append("--only=" + ",".join(self.survived))
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{self.name()}: {done.stderr.strip()}")
        for line in done.stdout.splitlines():
            found = LINE.match(line)
            if not found:
                continue
            verdict, number, kind, where = found.groups()
            if verdict == "killed":
                self.survived.pop(number, None)
                self.killed[number] = (kind, where)
            else:
                self.survived[number] = (kind, where)


    def line_of(self, where):
        """The line of the placed module that was changed."""
        instruction, _, block = where.split(" => ")[0].rpartition(" in ")
        inside = found = False
        for number, line in enumerate(self.text, 1):
            if line.startswith("define "):
                inside = f"@{self.kernel}(" in line
                found = False
            found |= inside and line.startswith(block + ":")
            if inside and found and line.strip().startswith(instruction):
                return number
        return 0

    def survivors(self):
        """For each survivor: its key in survivors.txt, and its line."""
        every = {**self.killed, **self.survived}
        for number, (kind, where) in self.survived.items():
            same = sorted(int(n) for n, (k, _) in every.items() if k == kind)
            ordinal = f"{same.index(int(number)) + 1} of {len(same)}"
            yield (self.name(), kind, ordinal, place_of(where)), self.line_of(where)

    def report(self, reasons, propose):
        """Prints the survivors; how many have no reason."""
        total, unexplained = len(self.killed) + len(self.survived), 0
        if not propose:
            print(f"{self.name()}: {len(self.killed)} of {total} caught")
        for key, line in self.survivors():
            reason = reasons.of(key)
            unexplained += reason is None
            if propose and not reason:
                print(" | ".join(key) + " | ?")
            elif not propose:
                _, kind, ordinal, place = key
                print(f"  {reason or 'UNEXPLAINED':14} {kind} {ordinal}, line {line}: {place}")
        sys.stdout.flush()
        return unexplained


class Tools:
    def __init__(self, build, llvm_bin):
        self.plugin = os.path.join(build, "llvm-pass/VxPlacement.so")
        self.mutate = os.path.join(
            build, "llvm-pass/tools/vx-simt-mutate/vx-simt-mutate"
        )
        self.opt = os.path.join(llvm_bin, "opt")


def run(case):
    try:
        case.run()
    except subprocess.CalledProcessError as error:
        return f"{case.name()}: not placed (status {error.returncode})"
    except SystemExit as error:
        return str(error)
    return ""


def report(cases):
    rate = collections.OrderedDict()
    for case in cases:
        for kinds, caught in ((case.killed, 1), (case.survived, 0)):
            for kind, _ in kinds.values():
                entry = rate.setdefault(kind, [0, 0])
                entry[0] += caught
                entry[1] += 1
    print("\nfault                        caught")
    for kind in sorted(rate):
        print(f"{kind:28} {rate[kind][0]} of {rate[kind][1]}")
    killed = sum(r[0] for r in rate.values())
    total = sum(r[1] for r in rate.values())
    print(f"{'all':28} {killed} of {total} ({100 * killed / max(total, 1):.1f} %)")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--llvm-bin", default="/usr/lib/llvm-22/bin")
    parser.add_argument("--case", default="", help="only kernels of this name")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--propose", action="store_true")
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    tools = Tools(args.build, args.llvm_bin)
    reasons = Reasons(SURVIVORS)
    if args.list:
        return show_list(reasons)
    cases = [
        Case(tools, kernel, params, launches, placement, options)
        for kernel, params, launches in KERNELS
        for placement, options in PLACEMENTS
        if args.case in ("", kernel)
    ]
    ran, faults = [], 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for case, error in zip(cases, pool.map(run, cases)):
            if error:
                print(error)
                faults += 1
                continue
            ran.append(case)
            faults += case.report(reasons, args.propose)
    if args.propose:
        return 0
    report(ran)
    counts = collections.Counter(reasons.of(k) for c in ran for k, _ in c.survivors())
    for name, text in reasons.texts.items():
        print(f"\n{name} ({counts[name]}): {text}")
    for stale in reasons.stale({case.name() for case in cases}):
        print(f"\nno longer needed in survivors.txt: {stale}")
        faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
