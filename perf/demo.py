#!/usr/bin/env python3
"""Places the FlashAttention kernel and shows what changed in its PTX.

One source goes three ways through the main job: stripped (every request dropped,
K and V stay in global memory), sequenced and streamed.

    mlir-opt, mlir-translate, llvm-link libdevice
    opt -load-pass-plugin=VxPlacement.so -passes='vx-placement<...>,default<O3>,vx-verify-device'
    llc, ptxas

Exit status: 0 all forms compiled, 1 a form was refused or a tool failed, 2 usage.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

import ptx

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KERNEL = "flash"
# Positions of the aligned pointers of K and V: a memref of rank 2 is 7 parameters.
KV_POINTERS = [8, 15]
FORMS = {
    "global only": "strip",
    "sequenced": "crossing=sequenced",
    "streamed": "crossing=streamed",
}
BOLD, PLAIN = "\033[1m", "\033[0m"


class StepFailed(Exception):
    """A tool ended non-zero; its message is the exception's text."""


def run(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, **options)
    if done.returncode:
        raise StepFailed(f"{os.path.basename(command[0])}: {done.stderr.strip()}")
    return done


class Build:
    """Tools of a configured build folder."""

    def __init__(self, folder):
        with open(os.path.join(folder, "CMakeCache.txt"), encoding="utf-8") as cache:
            entries = dict(re.findall(r"^(\w+):\w+=(.*)$", cache.read(), re.MULTILINE))
        self.llvm_bin = entries["VX_LLVM_BIN"]
        self.ptxas = self.existing(entries.get("VX_PTXAS"))
        self.libdevice = self.existing(entries.get("VX_LIBDEVICE"))
        self.plugin = os.path.join(folder, "llvm-pass", "VxPlacement.so")

    @staticmethod
    def existing(path):
        return path if path and os.path.isfile(path) else None

    def tool(self, name):
        return os.path.join(self.llvm_bin, name)


def lower(build, options, folder):
    """The kernel in LLVM IR, libdevice linked."""
    output = os.path.join(folder, "flash.ll")
    command = [sys.executable, os.path.join(SOURCE, "test/Inputs/lower.py"),
               os.path.join(SOURCE, "test/Inputs/kernels/flash.mlir"),
               "--llvm-bin", build.llvm_bin, "-o", output]
    if build.libdevice:
        command += ["--libdevice", build.libdevice]
    for definition in options.define:
        command += ["-D", definition]
    run(command)
    return output


def compile_form(build, options, source, parameters, folder, stem):
    """PTX of one form, and what ptxas says of it (None without ptxas)."""
    undefined = [] if build.libdevice else ["allow-undefined"]
    words = ";".join([f"sm={options.sm}", *filter(None, [parameters]), *undefined])
    verify = "vx-verify-device" + "".join(f"<{word}>" for word in undefined)
    placed, text = (os.path.join(folder, stem + end) for end in (".ll", ".ptx"))
    run([build.tool("opt"), f"-load-pass-plugin={build.plugin}",
         f"-passes=vx-placement<{words}>,default<O3>,{verify}", f"-mcpu=sm_{options.sm}",
         "-S", source, "-o", placed])
    run([build.tool("llc"), f"-mcpu=sm_{options.sm}", placed, "-o", text])
    assembled = None
    if build.ptxas:
        assembled = run([build.ptxas, "-v", f"-arch=sm_{options.sm}", text, "-o",
                         os.path.join(folder, stem + ".cubin")]).stderr
    with open(text, encoding="utf-8") as file:
        return file.read(), assembled


def ptxas_numbers(report):
    """Registers, bytes of spills and of the stack frame."""
    if report is None:
        return {"registers": "no ptxas", "spill stores/loads": "no ptxas"}
    registers = re.search(r"Used (\d+) registers", report).group(1)
    spills = re.search(r"(\d+) bytes spill stores, (\d+) bytes spill loads", report)
    return {"registers": registers, "spill stores/loads": " / ".join(spills.groups())}


def column(text, report):
    """The rows of one form, in order of the table."""
    stats = ptx.measure(text, KERNEL, KV_POINTERS)
    return {
        "global reads of K, V": stats.global_reads,
        "global loads that fill": stats.fill_loads,
        "cp.async": stats.async_copies,
        "shared loads": stats.shared_loads,
        "  of them vectors": stats.shared_loads_vector,
        "barriers": stats.barriers,
        "static shared bytes": stats.static_shared_bytes,
        "dynamic shared bytes": stats.dynamic_shared_bytes,
        "local depot bytes": stats.local_depot_bytes,
        **ptxas_numbers(report),
    }


def print_table(columns):
    """Columns side by side; a form that failed has a short mark in each row."""
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    rows = next((list(c) for c in columns.values() if c), [])
    label = max(map(len, rows), default=0)
    header = " " * label + "".join(f"{name:>14}" for name in columns)
    print(f"{BOLD}{header}{PLAIN}" if colour else header)
    for row in rows:
        cells = (str(c[row]) if c else "refused" for c in columns.values())
        print(f"{row:<{label}}" + "".join(f"{cell:>14}" for cell in cells))


def demo(options, folder):
    """Runs the forms and prints the table; true if all compiled."""
    build = Build(options.build)
    source = lower(build, options, folder)
    columns, failures = {}, {}
    for name, parameters in FORMS.items():
        try:
            stem = name.replace(" ", "-")
            columns[name] = column(*compile_form(build, options, source, parameters,
                                                 folder, stem))
        except StepFailed as failure:
            columns[name], failures[name] = None, failure
    sizes = " ".join(options.define) or "32 queries, 64 keys, head 16, tiles of 16 rows"
    print(f"FlashAttention for sm_{options.sm} ({sizes}), instructions in the PTX:\n")
    print_table(columns)
    for name, failure in failures.items():
        print(f"\n{name}: {failure}")
    return not failures


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(SOURCE, "build"),
                        help="configured build folder (default: build)")
    parser.add_argument("--sm", default="80", help="target, a number (default: %(default)s)")
    parser.add_argument("-D", dest="define", action="append", default=[], metavar="NAME=VALUE",
                        help="a parameter of test/Inputs/kernels/flash.mlir, e.g. SK=2048")
    parser.add_argument("--keep", metavar="FOLDER", help="keep LLVM IR, PTX and cubins there")
    return parser.parse_args(arguments)


def main(arguments):
    options = parse_arguments(arguments)
    try:
        if options.keep:
            os.makedirs(options.keep, exist_ok=True)
            return 0 if demo(options, options.keep) else 1
        with tempfile.TemporaryDirectory() as folder:
            return 0 if demo(options, folder) else 1
    except (StepFailed, OSError) as error:
        print(f"demo: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
