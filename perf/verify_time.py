#!/usr/bin/env python3
"""What the device verifier costs at compile time.

    verify_time.py [--build build] [--copies 26] [--repeat 5]

Links renamed copies of libdevice into one module (26: about 10 MB of bitcode) and measures the user time of `opt`
for vx-verify-device and for default<O2> on it in turn, less what opt needs to read and verify it. Prints

  share    vx-verify-device / default<O2>    below 0.05

Exit status: 0 it holds, 1 it does not, 2 usage or no libdevice.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile

from compile_time import user_seconds
from demo import Build, SOURCE

SHARE_LIMIT = 0.05
DEFINED = re.compile(r"^(?:define\b[^@]*|(?=@))@([\w.$]+)(?= =|\()", re.MULTILINE)


def renamed(text, number):
    """The module with another name for all that it defines."""
    names = set(DEFINED.findall(text))
    return re.sub(r"@([\w.$]+)", lambda m: f"@{m[1]}_{number}" if m[1] in names else m[0], text)


def large_module(build, copies, folder):
    text = subprocess.run([build.tool("llvm-dis"), build.libdevice, "-o", "-"], check=True,
                          capture_output=True, text=True).stdout
    parts = []
    for number in range(copies):
        parts.append(os.path.join(folder, f"{number}.ll"))
        with open(parts[-1], "w", encoding="utf-8") as file:
            file.write(renamed(text, f"c{number}"))
    whole = os.path.join(folder, "whole.bc")
    subprocess.run([build.tool("llvm-link"), *parts, "-o", whole], check=True)
    return whole


def main(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(SOURCE, "build"))
    parser.add_argument("--copies", type=int, default=26)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--sm", default="80")
    options = parser.parse_args(arguments)
    build = Build(options.build)
    if not build.libdevice:
        print("verify_time.py: no libdevice", file=sys.stderr)
        return 2
    pipelines = {"read": "verify", "check": f"vx-verify-device<sm={options.sm}>", "O2": "default<O2>"}
    seconds = {name: [] for name in pipelines}
    with tempfile.TemporaryDirectory() as folder:
        path = large_module(build, options.copies, folder)
        size = os.path.getsize(path) / 1e6
        for _ in range(options.repeat):
            for name, passes in pipelines.items():
                seconds[name].append(user_seconds(
                    [build.tool("opt"), f"-load-pass-plugin={build.plugin}", f"-passes={passes}",
                     "-disable-output", path], stderr=subprocess.DEVNULL))
    median = {name: statistics.median(runs) for name, runs in seconds.items()}
    check, o2 = (median[name] - median["read"] for name in ("check", "O2"))
    print(f"{size:.1f} MB of bitcode: vx-verify-device {check:.3f} s, default<O2> {o2:.3f} s, "
          f"share {check / o2:.3f} (below {SHARE_LIMIT})")
    return 0 if check / o2 < SHARE_LIMIT else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
