"""Prints a table of intrinsics with one change.

usage: alter.py <IntrinsicTable.inc> <change> [<row>]

  none       nothing is changed
  drop       the row is missing
  move       the row is in the next class
  invent     there is a row <row>.none that no intrinsic has
  set        the row's class lacks its last forms, or the newest PTX version
  variants   the lines of <row>'s immediates are missing
  variant    the first of them is of the next class
  stamp      the table was made with another LLVM
"""

import re
import sys
from pathlib import Path


def class_of(lines, row):
    """Number of the class that the plain row is listed under."""
    current = None
    for line in lines:
        if line.startswith("N "):
            current = line.split()[1]
        elif line == row:
            return current
    raise SystemExit(f"no row {row}")


def next_class(lines, number):
    classes = [line.split()[1] for line in lines if line.startswith("C ")]
    return classes[(classes.index(number) + 1) % len(classes)]


def move(lines, row):
    target = next_class(lines, class_of(lines, row))
    lines.remove(row)
    lines.insert(lines.index(f"N {target}") + 1, row)


def shrink(lines, row):
    head = f"C {class_of(lines, row)} "
    at = next(i for i, line in enumerate(lines) if line.startswith(head))
    shorter = re.sub(r", [^,]*$", "", lines[at])
    lines[at] = shorter if shorter != lines[at] else lines[at] + " (PTX 8.0 to 8.8)"


def alter(lines, change, row):
    variants = [i for i, line in enumerate(lines) if line.startswith(f"V {row} ")]
    if change == "drop":
        lines.remove(row)
    elif change == "move":
        move(lines, row)
    elif change == "invent":
        lines.insert(lines.index(row), row + ".none")
    elif change == "set":
        shrink(lines, row)
    elif change == "variants":
        for i in reversed(variants):
            del lines[i]
    elif change == "variant":
        words = lines[variants[0]].split()
        lines[variants[0]] = " ".join(words[:3] + [next_class(lines, words[3])])
    elif change == "stamp":
        lines[0] = "L 22.0.0"
    elif change != "none":
        raise SystemExit(f"no change {change}")


def main():
    text = Path(sys.argv[1]).read_text()
    lines = text[text.index('R"vx(') + len('R"vx('):text.index(')vx"')].splitlines()
    alter(lines, sys.argv[2], (sys.argv[3:] or [""])[0])
    print("\n".join(lines))


main()
