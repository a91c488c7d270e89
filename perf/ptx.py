"""What a PTX file says about placement: which loads read which kernel parameter,
and what moved to shared memory. Counts are of instructions in the text.

    ptx.py flash.ptx flash 8 15
    stats = ptx.measure(text, "flash", pointers=[8, 15])

A load counts for a pointer parameter when its address is computed from it. Such
a load is a *fill* when its value goes to shared memory and nowhere else, else a
*read*: a placed tile has fills and no reads left.
"""

import collections
import dataclasses
import re
import sys

INSTRUCTION = re.compile(r"^\s*(?:@!?%\w+\s+)?([a-z][\w.:]*)\s*(.*);\s*(?://.*)?$")
REGISTER = re.compile(r"%[a-z]\w*")
SHARED_VARIABLE = re.compile(
    r"^\s*(?:\.\w+\s+)*?\.shared\s+(?:\.align\s+\d+\s+)?\.[busf](\d+)\s+[\w$.]+(?:\[(\d*)\])?",
    re.MULTILINE,
)
LOCAL_DEPOT = re.compile(r"\.local\b.*__local_depot\d+\[(\d+)\]")
DYNAMIC_SIZE = r"__vx_dynamic_smem_{kernel}\s*=\s*(\d+)"
# Instructions that have no result: their first operand is read.
NO_RESULT = ("st.", "red.", "bra", "ret", "exit", "bar.", "barrier.", "cp.async",
             "call", "trap", "membar", "fence", "prefetch", "discard", "brkpt")
BARRIER = re.compile(r"bar(rier)?\.(cta\.)?(sync|red)\b")
OTHER_SPACES = ("ld.param", "ld.local", "ld.const")
# Instructions that hand a loaded value on unchanged, or in pieces.
CARRY = ("mov.", "selp.")


@dataclasses.dataclass
class Instruction:
    opcode: str
    results: list
    operands: list  # registers read
    text: str


@dataclasses.dataclass
class Stats:
    """Of one kernel."""

    global_reads: int = 0  # through the given pointers, used by the computation
    fill_loads: int = 0  # through the given pointers, stored to shared memory
    shared_loads: int = 0
    shared_loads_vector: int = 0
    shared_stores: int = 0
    barriers: int = 0
    async_copies: int = 0
    local_depot_bytes: int = 0
    static_shared_bytes: int = 0  # of the module
    dynamic_shared_bytes: int = 0  # published by the kernel


def kernel_body(text, kernel):
    """The lines between the braces of `.entry kernel`."""
    found = re.search(r"\.entry\s+" + re.escape(kernel) + r"\s*\(", text)
    if not found:
        raise ValueError(f"no kernel {kernel} in the PTX")
    begin = text.index("\n{", found.end())
    return text[begin : text.index("\n}", begin)]


def parse(body):
    """The instructions of a body, in order."""
    instructions = []
    for line in body.splitlines():
        found = INSTRUCTION.match(line)
        if not found or found.group(1).startswith("."):
            continue
        opcode, rest = found.groups()
        first, operands = split_first(rest)
        if opcode.startswith(NO_RESULT):
            first, operands = "", rest
        instructions.append(Instruction(opcode, REGISTER.findall(first),
                                        REGISTER.findall(operands), line.strip()))
    return instructions


def split_first(text):
    """The first operand, which may be a {vector}, and the rest."""
    if text.startswith("{"):
        end = text.index("}") + 1
        return text[:end], text[end:]
    first, _, rest = text.partition(",")
    # setp writes two predicates as %p|%q; both are in `first`
    return first, rest


def derived_registers(instructions, seeds):
    """Registers computed from `seeds`, not through memory."""
    derived = set(seeds)
    changed = True
    while changed:
        changed = False
        for i in instructions:
            if i.opcode.startswith(("ld.", "atom.")):
                continue
            if derived.intersection(i.operands) and not derived.issuperset(i.results):
                derived.update(i.results)
                changed = True
    return derived


def is_fill(load, users):
    """All that becomes of the loaded value is a store to shared memory."""
    seen, work, stored = set(), list(load.results), False
    while work:
        register = work.pop()
        if register in seen:
            continue
        seen.add(register)
        for user in users[register]:
            if user.opcode.startswith("st.shared"):
                stored = True
            elif not user.opcode.startswith(CARRY):
                return False
            work.extend(user.results)
    return stored


def measure(text, kernel, pointers):
    """Statistics of `kernel`; `pointers` are parameter positions."""
    instructions = parse(kernel_body(text, kernel))
    users = collections.defaultdict(list)
    seeds = set()
    wanted = {f"[{kernel}_param_{n}]" for n in pointers}
    for i in instructions:
        for register in i.operands:
            users[register].append(i)
        if i.opcode.startswith("ld.param") and any(w in i.text for w in wanted):
            seeds.update(i.results)
    derived = derived_registers(instructions, seeds)
    stats = Stats()
    for i in instructions:
        count(stats, i, derived, users)
    depot = LOCAL_DEPOT.search(kernel_body(text, kernel))
    stats.local_depot_bytes = int(depot.group(1)) if depot else 0
    stats.static_shared_bytes = static_shared(text)
    dynamic = re.search(DYNAMIC_SIZE.format(kernel=re.escape(kernel)), text)
    stats.dynamic_shared_bytes = int(dynamic.group(1)) if dynamic else 0
    return stats


def count(stats, i, derived, users):
    """Adds one instruction."""
    if i.opcode.startswith("ld.shared"):
        stats.shared_loads += 1
        stats.shared_loads_vector += bool(re.search(r"\.v[248]\b", i.opcode))
    elif i.opcode.startswith("ld.") and not i.opcode.startswith(OTHER_SPACES):
        if derived.intersection(i.operands):
            if is_fill(i, users):
                stats.fill_loads += 1
            else:
                stats.global_reads += 1
    elif i.opcode.startswith("st.shared"):
        stats.shared_stores += 1
    elif BARRIER.match(i.opcode):
        stats.barriers += 1
    elif re.match(r"cp\.async\.(c[ag]|bulk)\.", i.opcode):
        stats.async_copies += not i.opcode.endswith(("commit_group", "wait_group"))


def static_shared(text):
    """Bytes of the module's shared variables, without padding; an array of
    unknown size, `name[]`, is dynamic and has none."""
    total = 0
    for bits, length in SHARED_VARIABLE.findall(text.replace("[]", "[0]")):
        total += int(bits) // 8 * int(length or 1)
    return total


USAGE = "usage: ptx.py FILE KERNEL [PARAMETER...]"


def main(arguments):
    if "--help" in arguments:
        print(USAGE)
        return 0
    if len(arguments) < 2:
        print(USAGE, file=sys.stderr)
        return 2
    try:
        with open(arguments[0], encoding="utf-8") as file:
            stats = measure(file.read(), arguments[1], [int(a, 0) for a in arguments[2:]])
    except (OSError, ValueError) as error:
        print(f"ptx.py: {error}", file=sys.stderr)
        return 1
    for name, value in dataclasses.asdict(stats).items():
        print(f"{name}: {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
