"""Gives bodies to the functions that a test only declares, so that vx-simt can run it.

usage: define.py before|after module.ll > runnable.ll

What a thread passes to such a function, the bytes behind a pointer too, goes into its own
element of @log, in order, with the function: two runs whose threads did the same have the
same @log, which `vx-simt compare` compares. What comes back depends on the arguments alone.

Markers of sync points (docs/architecture.md), when the pass under test leaves them: before
it they are nothing, since a thread may pass them alone; "after" they are barriers of the
block, which all of its threads must reach. Transfer callees stay declared.
"""

import re
import sys

DECLARE = re.compile(r"^declare (.+?) @([\w.]+)\((.*?)\)(.*)$")
THREADS = 1024
BARRIER = "@llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)"
VOTE = "@llvm.nvvm.barrier.cta.red.or.aligned.all(i32 0, i1 %a0)"
TID = "@llvm.nvvm.read.ptx.sreg.tid.x()"
TID_Y = "@llvm.nvvm.read.ptx.sreg.tid.y()"
ROW = 64 # threads of a row, where the block has several


def bits(name, kind, out):
    """A value of \\p kind as i64."""
    if kind.startswith("ptr"):
        out += [f"%{name}.at = getelementptr float, {kind} %{name}, i32 %t",
                f"%{name}.v = load i32, {kind} %{name}.at, align 4"]
        return bits(f"{name}.v", "i32", out)
    integer = {"float": "i32", "double": "i64"}.get(kind, kind)
    if integer != kind:
        out.append(f"%{name}.bits = bitcast {kind} %{name} to {integer}")
        name += ".bits"
    if integer == "i64":
        return f"%{name}"
    out.append(f"%{name}.wide = zext {integer} %{name} to i64")
    return f"%{name}.wide"


def result(kind, count):
    if kind == "void":
        return ["ret void"]
    if kind in ("float", "double"):
        return [f"%r = fadd {kind} %a0, 1.0" if count else f"%r = fadd {kind} 0.5, 0.5",
                f"ret {kind} %r"]
    return [f"%r = trunc i64 %h to {kind}" if kind != "i64" else "%r = add i64 %h, 0",
            f"ret {kind} %r"]


def logging(kind, name, params):
    out = [f"%t = call i32 {TID}",
           f"%y = call i32 {TID_Y}",
           f"%row = mul i32 %y, {ROW}",
           "%linear = add i32 %row, %t",
           "%slot = getelementptr i64, ptr @log, i32 %linear",
           "%old = load i64, ptr %slot, align 8",
           f"%h.0 = add i64 0, {sum(map(ord, name))}"]
    for k, param in enumerate(params):
        value = bits(f"a{k}", param, out)
        out += [f"%m.{k} = mul i64 %h.{k}, 1000003", f"%h.{k + 1} = xor i64 %m.{k}, {value}"]
    out += [f"%h = add i64 %h.{len(params)}, 1", "%m = mul i64 %old, 1000003",
            "%new = xor i64 %m, %h", "store i64 %new, ptr %slot, align 8"]
    return out + result(kind, len(params))


def body(kind, name, params, attributes, after):
    if '"vx.sync"="any"' in attributes:
        return [f"%r = call i1 {VOTE}", "ret i1 %r"] if after else ["ret i1 %a0"]
    if '"vx.sync"' in attributes:
        return ([f"call void {BARRIER}"] if after else []) + ["ret void"]
    return logging(kind, name, params)


def main():
    after, path = sys.argv[1] == "after", sys.argv[2]
    text, groups = open(path).read(), {}
    for number, attributes in re.findall(r"^attributes #(\d+) = \{(.*)\}$", text, re.M):
        groups["#" + number] = attributes
    for line in text.splitlines():
        found = DECLARE.match(line)
        if not found or found[2].startswith("llvm."):
            print(line)
            continue
        kind, name, params, attributes = found.groups()
        attributes = " ".join(groups.get(a, a) for a in attributes.split())
        if "vx.transfer" in attributes:
            print(line)
            continue
        params = [re.match(r"ptr addrspace\(\d+\)|\w+", p.strip())[0]
                  for p in params.split(",") if p.strip()]
        names = ", ".join(f"{p} %a{k}" for k, p in enumerate(params))
        lines = body(kind, name, params, attributes, after)
        print(f"define internal {kind} @{name}({names}) {{")
        print("\n".join("  " + one for one in lines) + "\n}")
    print(f"@log = global [{THREADS} x i64] zeroinitializer")


main()
