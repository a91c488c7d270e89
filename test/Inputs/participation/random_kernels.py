"""Random kernels with tiles under thread-dependent control flow, run before and after placement.

Each kernel is a nest of ifs, loops, early returns, breaks and continues, thread-dependent
and block-uniform ones, with transfers of 32-element tiles, reads of them, stores and own barriers
in between. The reference is the same kernel with its requests stripped (global loads). Both
run in the SIMT executor, which also reports races, divergent barriers and deadlocks.

  random_kernels.py --opt 'opt -load-pass-plugin=...' --simt vx-simt --seeds 1:24
  random_kernels.py --print 7

The last line counts what became of the kernels: the same bits; refused, by code; wrong;
crashed. --plant makes all threads run the masked code, so that the check itself can be
seen to fail.
"""

import argparse
import collections
import os
import random
import re
import subprocess
import sys
import tempfile

THREADS, BLOCKS, OUTS = 40, 2, 64
MAX_DEPTH = 4


class Scope:
    """What a statement may use: counters, loop labels, and how divergent it is."""

    def __init__(self, other=None, **changes):
        base = other.__dict__ if other else dict(
            uniform=[], divergent=[], exits=[], depth=0, guarded=False)
        self.__dict__.update(base)
        self.__dict__.update(changes)


class Kernel:
    def __init__(self, seed, crossing):
        self.rng, self.crossing = random.Random(seed), crossing
        self.lines, self.counters, self.tiles = [], [], []
        self.values = self.labels = self.sites = 0

    # Instructions.
    def emit(self, text):
        self.lines.append("  " + text)

    def value(self, text):
        self.values += 1
        self.emit(f"%v{self.values} = {text}")
        return f"%v{self.values}"

    def op(self, name, a, b):
        return self.value(f"{name} i32 {a}, {b}")

    def load(self, ptr):
        return self.value(f"load i32, ptr {ptr}")

    def label(self, prefix):
        self.labels += 1
        return f"{prefix}{self.labels}"

    def place(self, label):
        self.lines.append(label + ":")

    def branch(self, cond, a, b):
        if self.rng.random() < 0.3:
            cond, a, b = self.value(f"xor i1 {cond}, true"), b, a
        self.emit(f"br i1 {cond}, label %{a}, label %{b}")

    def jump(self, label):
        self.emit(f"br label %{label}")

    # Expressions.
    def uniform(self, scope):
        pick = self.rng.choice(["%a", "%b", "%cta", "1", "2"] + scope.uniform * 2)
        return self.load(pick) if pick in scope.uniform else pick

    def varying(self, scope):
        pick = self.rng.choice(["%tid", "%acc", "%times5"] + scope.divergent)
        if pick == "%times5":
            return self.op("mul", "%tid", 5)
        return pick if pick == "%tid" else self.load(pick)

    def condition(self, value, mask):
        value = self.op("and", value, mask)
        test = self.rng.choice(["ult", "ugt", "eq", "ne"])
        return self.value(f"icmp {test} i32 {value}, {self.rng.randrange(1, mask)}")

    # Statements.
    def mix(self, value):
        acc = self.op("mul", self.load("%acc"), self.rng.choice([3, 5, 7]))
        self.emit(f"store i32 {self.op('add', acc, value)}, ptr %acc")

    def store(self):
        count = self.load("%count")
        self.emit(f"store i32 {self.op('add', count, 1)}, ptr %count")
        index = self.op("and", count, OUTS - 1)
        index = self.op("add", index, self.op("mul", "%gid", OUTS))
        ptr = self.value(f"getelementptr i32, ptr %out, i32 {index}")
        self.emit(f"store i32 {self.load('%acc')}, ptr {ptr}")

    def read(self, tile, scope):
        index = self.op("add", self.varying(scope), self.rng.randrange(5))
        index = self.op("and", index, 31)
        ptr = self.value(f"getelementptr i32, ptr {tile}, i32 {index}")
        self.mix(self.load(ptr))

    def transfer(self, scope):
        self.sites += 1
        if self.tiles and self.rng.random() < 0.3:
            tile = self.rng.choice(self.tiles)
        else:
            tile = f"t{len(self.tiles)}"
            self.tiles.append(tile)
        offset = self.op("mul", self.op("and", self.uniform(scope), 7), 32)
        source = self.value(f"getelementptr i32, ptr %p, i32 {offset}")
        result = self.value(f"call ptr @{tile}(ptr {source})")
        self.read(result, scope)
        return result

    def body(self, scope, length):
        results = []
        for _ in range(length):
            self.statement(scope, results)

    def statement(self, scope, results):
        kind = self.rng.choices(
            ["transfer", "mix", "store", "reread", "barrier", "if", "uniform if",
             "uniform loop", "causal loop", "grid loop", "leave", "return"],
            [25, 10, 7, 6, 2, 12, 8, 8, 10, 6, 3, 3])[0]
        inner = Scope(scope, depth=scope.depth + 1)
        if kind == "transfer":
            results.append(self.transfer(scope))
        elif kind == "store":
            self.store()
        elif kind == "reread" and results:
            self.read(results[-1], scope)
        elif kind == "barrier" and not scope.guarded:
            self.emit("call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)")
        elif kind == "leave" and scope.exits:
            self.leave(scope, self.rng.choice(scope.exits))
        elif kind == "return":
            self.leave(scope, "done")
        elif scope.depth < MAX_DEPTH and kind.endswith("if"):
            self.guard(inner, kind)
        elif scope.depth < MAX_DEPTH and kind.endswith("loop"):
            self.loop(inner, kind)
        else:
            self.mix(self.varying(scope))

    def leave(self, scope, target):
        """Some threads return, break or continue."""
        gone, stay = self.label("gone"), self.label("stay")
        self.branch(self.condition(self.varying(scope), 7), gone, stay)
        self.place(gone)
        if self.rng.random() < 0.5:
            self.store()
        self.jump(target)
        self.place(stay)

    def guard(self, scope, kind):
        then, other, join = (self.label(x) for x in ("then", "else", "join"))
        if kind == "if":
            scope.guarded = True
            cond = self.condition(self.varying(scope), 7)
        else:
            cond = self.condition(self.uniform(scope), 3)
        has_else = self.rng.random() < 0.5
        self.branch(cond, then, other if has_else else join)
        self.place(then)
        self.body(scope, self.rng.randrange(1, 4))
        self.jump(join)
        if has_else:
            self.place(other)
            if kind == "if":
                self.mix(self.varying(scope))
            else:
                self.body(scope, self.rng.randrange(1, 3))
            self.jump(join)
        self.place(join)

    def loop(self, scope, kind):
        counter = f"%i{len(self.counters)}"
        self.counters.append(counter)
        start, step = "0", "1"
        if kind == "uniform loop":
            limit = self.op("and", self.uniform(scope), 3)
        elif kind == "causal loop":
            limit = self.op("and", self.varying(scope), 3)
        else:
            limit, start, step = self.op("and", "%n", 127), "%tid", "%ntid"
        down = kind != "grid loop" and self.rng.random() < 0.2
        self.emit(f"store i32 {limit if down else start}, ptr {counter}")

        def goes_on():
            now = self.load(counter)
            if down:
                return self.value(f"icmp ugt i32 {now}, 0")
            return self.value(f"icmp ult i32 {now}, {limit}")

        head, body, latch, after = (
            self.label(x) for x in ("head", "body", "latch", "after"))
        rotated = self.rng.random() < 0.3
        if not rotated:
            self.jump(head)
            self.place(head)
        self.branch(goes_on(), body, after)
        self.place(body)
        scope.exits = self.rng.choice([[], [after], [latch], [after, latch]])
        if scope.exits or kind != "uniform loop":
            scope.guarded = True
        if kind == "grid loop":
            scope.divergent = scope.divergent + [counter]
        else:
            scope.uniform = scope.uniform + [counter]
        self.body(scope, self.rng.randrange(1, 4))
        self.jump(latch)
        self.place(latch)
        moved = self.op("sub" if down else "add", self.load(counter), step)
        self.emit(f"store i32 {moved}, ptr {counter}")
        if rotated:
            self.branch(goes_on(), body, after)
        else:
            self.jump(head)
        self.place(after)
        if self.rng.random() < 0.3:
            self.mix(self.load(counter))

    def text(self):
        while self.sites == 0:
            self.body(Scope(), self.rng.randrange(2, 5))
        self.jump("done")
        self.place("done")
        self.store()
        head = ['target triple = "nvptx64-nvidia-cuda"']
        for tile in self.tiles:
            head.append(
                f'declare ptr @{tile}(ptr) "vx.transfer"="smem" "vx.name"="{tile}" '
                f'"vx.element"="4" "vx.extent"="32" "vx.align"="16" '
                f'"vx.crossing"="{self.crossing}"')
        head += [f"declare i32 @llvm.nvvm.read.ptx.sreg.{r}.x()"
                 for r in ("tid", "ntid", "ctaid")]
        head += ["declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)",
                 "define ptx_kernel void @k(ptr noalias readonly %p, "
                 "ptr noalias %out, i32 %n, i32 %a, i32 %b) {", "entry:"]
        head += [f"  {slot} = alloca i32"
                 for slot in ["%acc", "%count"] + self.counters]
        head += ["  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()",
                 "  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()",
                 "  %cta = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()",
                 "  %first = mul i32 %cta, %ntid", "  %gid = add i32 %first, %tid",
                 "  store i32 %tid, ptr %acc", "  store i32 0, ptr %count"]
        return "\n".join(head + self.lines + ["  ret void", "}", ""])


def plant_fault(path):
    """Masked code runs for all threads."""
    with open(path) as f:
        text = f.read()
    with open(path, "w") as f:
        f.write(re.sub(r"br i1 %(stay|vx\.mask)[^,]*, (label %[^,]*masked)",
                       r"br i1 true, \2", text))


def check(seed, args, folder):
    """One kernel: "same", "refused VX...", "wrong" or "crashed"."""
    def path(kind):
        return os.path.join(folder, f"{seed}.{kind}.ll")

    def run(command):
        return subprocess.run(command, capture_output=True, text=True, timeout=120)

    def opt(passes, source, result):
        return run(args.opt.split() + [f"-passes={passes}", "-S", source, "-o", result])

    with open(path("in"), "w") as f:
        f.write(Kernel(seed, args.crossing).text())
    source = path("in")
    if args.before:
        opt(f"vx-protect-transfers,{args.before}", source, path("opt"))
        source = path("opt")
    placed = opt("vx-placement<sm=80>" + args.after, source, path("out"))
    if placed.returncode != 0:
        codes = sorted(set(re.findall(r"VX\d+", placed.stderr)))
        ours = placed.returncode == 1 and codes and "VX299" not in codes
        return "refused " + "+".join(codes) if ours else "crashed"
    if args.plant:
        plant_fault(path("out"))
    opt("vx-placement<sm=80;strip>", path("in"), path("ref"))
    same = run([args.simt, "compare", path("ref"), path("out"), "--quiet",
                f"--block={THREADS}", f"--grid={BLOCKS}",
                f"--arg=i32:256:rand:{seed}",
                f"--arg=i32:{THREADS * BLOCKS * OUTS}:zero",
                f"--arg=i32:{seed * 7 % 100}", f"--arg=i32:{seed % 5}",
                f"--arg=i32:{seed % 3 + 1}", "--schedule=random", f"--seed={seed}"])
    return "same" if same.returncode == 0 else "wrong"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--opt")
    parser.add_argument("--simt")
    parser.add_argument("--seeds", default="1:24", help="first:last")
    parser.add_argument("--crossing", default="sequenced")
    parser.add_argument("--before", default="", help="passes in front of placement")
    parser.add_argument("--after", default="", help="passes behind it, with a comma")
    parser.add_argument("--plant", action="store_true")
    parser.add_argument("--print", type=int)
    args = parser.parse_args()
    if args.print is not None:
        sys.stdout.write(Kernel(args.print, args.crossing).text())
        return
    first, last = map(int, args.seeds.split(":"))
    counts = collections.Counter(same=0, wrong=0, crashed=0)
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, last + 1):
            result = check(seed, args, folder)
            counts[result] += 1
            if result in ("wrong", "crashed"):
                print(f"seed {seed}: {result}")
    print(", ".join(f"{kind}: {n}" for kind, n in sorted(counts.items())))


if __name__ == "__main__":
    main()
