#!/usr/bin/env python3
"""Lowers a sample kernel from MLIR to LLVM IR with stock MLIR 22 tools.

    lower.py kernels/flash.mlir -D SK=2048 -D HEAD=64 -o flash.ll

A kernel's source states its parameters with their defaults in comments

    // PARAM SK=64  keys

and uses them as ${SK}; -D sets them. A kernel in LLVM IR (.ll, comments with ";")
only has its parameters filled in. With --libdevice the functions of
NVIDIA's device library that the kernel calls are linked in, as internal
functions, and nothing else of it.
"""

import argparse
import os
import re
import string
import subprocess
import sys

TRIPLE = "nvptx64-nvidia-cuda"

# The device pipeline of a front end that goes through the gpu dialect, up to
# the LLVM dialect.
PIPELINE = (
    "builtin.module(nvvm-attach-target{{chip={chip}}},"
    "gpu.module(convert-nvgpu-to-nvvm,expand-strided-metadata,lower-affine,"
    "convert-scf-to-cf,convert-gpu-to-nvvm,convert-vector-to-llvm),"
    "convert-arith-to-llvm,convert-math-to-llvm,gpu-to-llvm,"
    "reconcile-unrealized-casts)"
)
PARAMETER = re.compile(r"^(?://|;) PARAM (\w+)=(\S+)", re.MULTILINE)
# What lower.py itself may refuse; the tools' own messages pass through.
USAGE_ERROR = 2


class LoweringError(Exception):
    """A failed tool or a wrong request, with the message for the user."""


def run(command, text):
    """The standard output of a tool that reads `text`."""
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise LoweringError(f"{os.path.basename(command[0])} failed")
    return done.stdout


def instantiate(source, values):
    """The kernel's text with its parameters filled in."""
    parameters = dict(PARAMETER.findall(source))
    unknown = sorted(set(values) - set(parameters))
    if unknown:
        known = ", ".join(sorted(parameters)) or "none"
        raise LoweringError(f"unknown parameter {', '.join(unknown)}; known: {known}")
    return string.Template(source).substitute({**parameters, **values})


def lift_gpu_module(text):
    """The body of the one gpu.module as a module: mlir-translate takes no
    gpu.module. mlir-opt's indentation says where it ends."""
    lines = text.splitlines()
    starts = [n for n, line in enumerate(lines) if line.lstrip().startswith("gpu.module")]
    if len(starts) != 1:
        raise LoweringError(f"expected one gpu.module, found {len(starts)}")
    begin = starts[0]
    indent = lines[begin][: -len(lines[begin].lstrip())]
    end = lines.index(indent + "}", begin)
    return "\n".join(["module {", *lines[begin + 1 : end], "}", ""])


def to_llvm_dialect(source, tools, chip):
    """The gpu.module with its functions in the LLVM dialect."""
    pipeline = PIPELINE.format(chip=chip)
    return run([os.path.join(tools, "mlir-opt"), f"--pass-pipeline={pipeline}"], source)


def to_llvm(lowered, tools):
    """LLVM IR of a gpu.module, with the triple that mlir-translate leaves out."""
    translate = [os.path.join(tools, "mlir-translate"), "--mlir-to-llvmir"]
    text = run(translate, lift_gpu_module(lowered))
    header = f'source_filename = "vx_kernels"\ntarget triple = "{TRIPLE}"'
    return re.sub(r"^source_filename.*$", header, text, count=1, flags=re.MULTILINE)


def link(text, libdevice, tools):
    """`text` with what it calls of libdevice, as internal functions."""
    return run(
        [os.path.join(tools, "llvm-link"), "-S", "--only-needed", "--internalize"]
        + ["--suppress-warnings", "-", libdevice],
        text,
    )


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kernel", help="a gpu.module in MLIR")
    parser.add_argument("-D", dest="define", metavar="NAME=VALUE", action="append",
                        default=[], help="set a parameter of the kernel")
    parser.add_argument("-o", dest="output", default="-", help="default: standard output")
    parser.add_argument("--chip", default="sm_80", help="default: %(default)s")
    parser.add_argument("--dialect", action="store_true",
                        help="stop at the LLVM dialect, in the gpu.module")
    parser.add_argument("--libdevice", help="libdevice.10.bc to link")
    parser.add_argument("--llvm-bin", default="/usr/lib/llvm-22/bin",
                        help="folder of the LLVM 22 tools (default: %(default)s)")
    return parser.parse_args(arguments)


def main(arguments):
    options = parse_arguments(arguments)
    bad = [d for d in options.define if "=" not in d]
    try:
        if bad:
            raise LoweringError(f"-D {bad[0]}: expected NAME=VALUE")
        with open(options.kernel, encoding="utf-8") as file:
            source = file.read()
        values = dict(d.split("=", 1) for d in options.define)
        text = instantiate(source, values)
        if not options.kernel.endswith(".ll"):
            text = to_llvm_dialect(text, options.llvm_bin, options.chip)
            if not options.dialect:
                text = to_llvm(text, options.llvm_bin)
        if options.libdevice:
            text = link(text, options.libdevice, options.llvm_bin)
    except (LoweringError, OSError) as error:
        print(f"lower.py: {options.kernel}: {error}", file=sys.stderr)
        return USAGE_ERROR
    if options.output == "-":
        sys.stdout.write(text)
    else:
        with open(options.output, "w", encoding="utf-8") as file:
            file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
