#!/usr/bin/env python3
"""Builds every measured kernel, here, without a GPU.

    build.py --build-dir build --out build/perf [--sm 90] [--only flash_f32]
    build.py --checks     the small kernels of check.py instead

Ours: perf/kernels/*.mlir -> stock MLIR tools -> vx-placement, vx-codegen, default<O3>, vx-verify-device -> llc -> ptxas,
one pipeline with the same flags for all forms. Peers: perf/peers/*.cu by nvcc and clang. Writes cubins, and
manifest.json with what ptxas says of each (registers, shared and local bytes). Status 1 if a kernel fails to build.
"""

import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys

import suite

HERE = os.path.dirname(os.path.abspath(__file__))
LOWER = os.path.join(HERE, "..", "test", "Inputs", "lower.py")


class BuildError(Exception):
    pass


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise BuildError(f"{os.path.basename(command[0])}: {done.stdout.strip()[-600:]}")
    return done.stdout


def resources(report):
    """Registers, shared, local and spill bytes from ptxas -v."""
    def number(pattern):
        found = re.search(pattern, report)
        return int(found.group(1)) if found else 0
    return {"registers": number(r"Used (\d+) registers"), "static_shared": number(r"(\d+) bytes smem"),
            "stack": number(r"(\d+) bytes stack frame"), "spills": number(r"(\d+) bytes spill stores")}


def placement(form, stages, sm):
    words = {"global": "strip", "sequenced": "crossing=sequenced", "streamed": f"crossing=streamed;stages={stages}"}
    return f"vx-placement<sm={sm};{words[form]}>,vx-codegen,default<O3>,vx-verify-device<sm={sm}>"


def build_ours(args, mlir, sizes, form, stages, path):
    defines = [f"-D{k}={v}" for k, v in sizes.items()]
    run([sys.executable, LOWER, os.path.join(HERE, mlir), "--chip", f"sm_{args.sm}", "--libdevice", args.libdevice,
         "--llvm-bin", args.llvm_bin, "-o", path + ".ll", *defines])
    run([f"{args.llvm_bin}/opt", f"-load-pass-plugin={args.build_dir}/llvm-pass/VxPlacement.so",
         f"-passes={placement(form, stages, args.sm)}", path + ".ll", "-o", path + ".bc"])
    run([f"{args.llvm_bin}/llc", f"-mcpu=sm_{args.sm}", "-O3", path + ".bc", "-o", path + ".ptx"])
    return run([args.ptxas, f"-arch=sm_{args.sm}", "-v", path + ".ptx", "-o", path + ".cubin"])


def build_peer(args, w, problem, compiler, form, tile, stages, path):
    # One-letter sizes would clash with the CUDA headers' template parameters.
    sizes = [f"-DP_{k}={v}" for k, v in {**problem, w.tile: tile}.items()]
    defines = sizes + [f"-DFORM={suite.FORMS[form]}", f"-DSTAGES={stages}"]
    source = os.path.join(HERE, w.peer)
    if compiler == "nvcc":
        return run([args.nvcc, "-O3", f"-arch=sm_{args.sm}", "-cubin", "-Xptxas", "-v", *defines, source, "-o",
                    path + ".cubin"])
    return run([f"{args.llvm_bin}/clang++", "-O3", f"--cuda-gpu-arch=sm_{args.sm}", "--cuda-device-only",
                f"--cuda-path={args.cuda}", "-Xcuda-ptxas", "-v", *defines, "-c", source, "-o", path + ".cubin"])


def arguments(about=__doc__, out="build/perf"):
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    cuda = os.environ.get("CUDA_PATH", "/usr/local/cuda")
    parser.add_argument("--build-dir", default="build", help="the project's build folder (default: build)")
    parser.add_argument("--out", default=out, help="where cubins and manifest.json go")
    parser.add_argument("--sm", default="90", help="target (default: 90)")
    parser.add_argument("--only", help="one workload; the others stay as they were built")
    parser.add_argument("--compiler", choices=("vx", "nvcc", "clang"), help="likewise: only ours, or one compiler's peers")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="builds at a time (default: the processors)")
    parser.add_argument("--checks", action="store_true", help="build the kernels of check.py instead")
    parser.add_argument("--llvm-bin", default="/usr/lib/llvm-22/bin")
    parser.add_argument("--cuda", default=cuda, help="CUDA toolkit (default: CUDA_PATH)")
    args = parser.parse_args()
    args.ptxas, args.nvcc = f"{args.cuda}/bin/ptxas", f"{args.cuda}/bin/nvcc"
    args.libdevice = f"{args.cuda}/nvvm/libdevice/libdevice.10.bc"
    return args


def clean_up(path):
    for suffix in (".ll", ".bc", ".ptx"):
        if os.path.exists(path + suffix):
            os.remove(path + suffix)


def build_checks(args):
    failed = 0
    for check, form, stages in suite.checks():
        path = os.path.join(args.out, suite.check_ident(check, form, stages))
        try:
            build_ours(args, check.mlir, check.sizes, form, stages, path)
        except BuildError as error:
            print(f"FAILED {os.path.basename(path)}: {error}", file=sys.stderr)
            failed += 1
        clean_up(path)
    return 1 if failed else 0


def build_variant(args, variant):
    """The manifest's entry, or the error."""
    w, problem, compiler, form, tile, stages = variant
    name = suite.ident(*variant)
    path = os.path.join(args.out, name)
    try:
        if compiler == "vx":
            report = build_ours(args, w.mlir, w.sizes(problem, tile), form, stages, path)
        else:
            report = build_peer(args, w, problem, compiler, form, tile, stages, path)
    except BuildError as error:
        return BuildError(f"{name}: {error}")
    clean_up(path)
    return {"id": name, "workload": w.name, "problem": problem, "compiler": compiler, "form": form, "tile": tile,
            "stages": stages, "sm": args.sm, **resources(report)}


def wanted(args, workload, compiler):
    return args.only in (None, workload) and args.compiler in (None, compiler)


def merge(path, args, built):
    """The manifest: what was built now, and what an earlier build made of the rest, in the order of the suite."""
    entries = {entry["id"]: entry for entry in built}
    if os.path.exists(path) and (args.only or args.compiler):
        with open(path) as text:
            for entry in json.load(text):
                if not wanted(args, entry["workload"], entry["compiler"]):
                    entries[entry["id"]] = entry
    return [entries[name] for name in (suite.ident(*v) for v in suite.variants()) if name in entries]


def main():
    args = arguments()
    os.makedirs(args.out, exist_ok=True)
    if args.checks:
        return build_checks(args)
    path = os.path.join(args.out, "manifest.json")
    built, failed = [], 0
    variants = [v for v in suite.variants() if wanted(args, v[0].name, v[2])]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for entry in pool.map(lambda variant: build_variant(args, variant), variants):
            if isinstance(entry, BuildError):
                print("FAILED", entry, file=sys.stderr)
                failed += 1
                continue
            built.append(entry)
            print(entry["id"], entry["registers"], "registers", flush=True)
    manifest = merge(path, args, built)
    with open(path, "w") as out:
        json.dump(manifest, out, indent=1)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
