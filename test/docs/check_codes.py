#!/usr/bin/env python3
"""Every code of Diagnostics.def is documented, reported somewhere, and tested.

usage: check_codes.py <repository> [--documented-only]

  documented  docs/diagnostics.md has the heading "### VX<number>: <headline>"
  reported    a source of llvm-pass/ names Diag::<Name>
  tested      a file of test/ or ptx-checks/ names VX<number> or Diag::<Name>
  shown       a lit test checks for it as its user sees it: "error: VX<number>", in a test
              that expects a status other than 0 (or "warning:", "remark:"), and a lit test
              checks for its headline
Exits 1 and prints one line for each code that is not, and for each heading that
names no code.
"""

import re
import sys
from pathlib import Path

ENTRY = re.compile(r'^VX_DIAG\((\d+),\s*(\w+),\s*"([^"]*)"\)', re.MULTILINE)
HEADING = re.compile(r"^### (VX\d+: .*)$", re.MULTILINE)


def text_below(folders, suffixes):
    parts = []
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in suffixes and path.name != "check_codes.py":
                parts.append(path.read_text(errors="replace"))
    return "\n".join(parts)


def names(text, number, name):
    return re.search(rf"\bVX{number}\b|\bDiag::{name}\b", text) is not None


# Not to be had from vx-placement: nothing that a user writes may lead to VX299, and where VX216 is
# said of a step's markers, VX205 has refused the transfer.
NOT_SHOWN = {"299", "216"}

CHECK_LINE = re.compile(r"^\W*[\w-]+:.*\bVX\d+\b.*$", re.MULTILINE)
FAILING_RUN = re.compile(r"RUN:.*(\bnot\b|status\.py)")


def lit_tests(root):
    for folder in (root / "test", root / "ptx-checks"):
        for path in sorted(folder.rglob("*")):
            if path.suffix in {".ll", ".mlir", ".test"} and "Inputs" not in path.parts:
                yield path.read_text(errors="replace")


def shown_codes(root, headlines):
    """Codes that a lit test shows with their level, and those that one shows with their headline."""
    leveled, headed = set(), set()
    for text in lit_tests(root):
        fails = FAILING_RUN.search(text)
        for line in CHECK_LINE.findall(text):
            if "RUN:" in line or "-NOT:" in line:
                continue
            for level, number in re.findall(r"(error|warning|remark): VX(\d+)", line):
                if level != "error" or fails:
                    leveled.add(number)
            headed |= {n for n, head in re.findall(r"VX(\d+): ([^:]*)", line) if head == headlines.get(n)}
    return leveled, headed


def faults(root, documented_only):
    entries = ENTRY.findall((root / "include/vx/Diagnostics.def").read_text())
    headings = HEADING.findall((root / "docs/diagnostics.md").read_text())
    known = [f"VX{number}: {headline}" for number, _, headline in entries]
    yield from (f"docs/diagnostics.md lacks '### {k}'" for k in known if k not in headings)
    yield from (f"docs/diagnostics.md has '### {h}', no such code" for h in headings if h not in known)
    if documented_only:
        return
    sources = text_below([root / "llvm-pass"], {".cpp", ".h"})
    tests = text_below([root / "test", root / "ptx-checks"], {".ll", ".mlir", ".test", ".cpp", ".h", ".py", ".ptx"})
    for number, name, _ in entries:
        if not names(sources, number, name):
            yield f"VX{number} ({name}) is never reported"
        if not names(tests, number, name):
            yield f"VX{number} ({name}) is in no test"
    leveled, headed = shown_codes(root, {number: headline for number, _, headline in entries})
    for number, name, _ in entries:
        if number not in NOT_SHOWN and number not in leveled:
            yield f"VX{number} ({name}) ends no lit test as 'error: VX{number}', nor is it a warning or remark of one"
        if number not in NOT_SHOWN and number not in headed:
            yield f"VX{number} ({name}) is in no lit test with its headline"


def main():
    found = list(faults(Path(sys.argv[1]), "--documented-only" in sys.argv[2:]))
    print("\n".join(found) if found else "every diagnostic code is accounted for")
    return 1 if found else 0


sys.exit(main())
