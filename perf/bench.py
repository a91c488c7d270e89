#!/usr/bin/env python3
"""Runs what build.py built, on a machine with an NVIDIA GPU: driver API through ctypes, numpy; PyTorch where there is
one, for its own peers (memory-efficient attention, cuBLAS).

    bench.py --cubins build/perf --out results.json [--only flash_f32] [--quick]

Every variant runs in every block size of the sweep. Inputs are random, in enough sets to pass the L2 cache several times,
and rotate between repetitions; outputs are poisoned before the run that is checked, and compared with float64. A time is
the median of 20 after warm-up, by CUDA events, with the spread (max - min)/median. A variant whose result is wrong has no
time. Status 1 if any result is wrong.
"""

import argparse
import ctypes
import datetime
import json
import os
import sys

import numpy as np

import suite

REPEATS, WARMUP = 20, 3
L2_TIMES = 3  # all input sets together are this many times the L2 cache
# Of the norm. Float32 sums of a few thousand terms stay far below; the stream's threads add up to half a million.
TOLERANCE = {"flash_f32": 1e-5, "sgemm": 1e-5, "stream": 1e-3}
MAX_DYNAMIC_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
L2_BYTES = 38  # CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE


class Driver:
    """The few calls of the CUDA driver API that are needed."""

    def __init__(self):
        self.lib = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        device = ctypes.c_int()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.device = device
        context = ctypes.c_void_p()
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)

    def call(self, name, *args):
        status = getattr(self.lib, name)(*args)
        if status:
            raise RuntimeError(f"{name}: CUDA error {status}")

    def attribute(self, number):
        value = ctypes.c_int()
        self.call("cuDeviceGetAttribute", ctypes.byref(value), number, self.device)
        return value.value

    def name(self):
        text = ctypes.create_string_buffer(100)
        self.call("cuDeviceGetName", text, 100, self.device)
        version = ctypes.c_int()
        self.call("cuDriverGetVersion", ctypes.byref(version))
        return text.value.decode(), version.value

    def upload(self, array):
        pointer = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(array.nbytes))
        self.call("cuMemcpyHtoD_v2", pointer, array.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(array.nbytes))
        return pointer.value

    def download(self, pointer, array):
        self.call("cuMemcpyDtoH_v2", array.ctypes.data_as(ctypes.c_void_p), ctypes.c_uint64(pointer),
                  ctypes.c_size_t(array.nbytes))
        return array

    def free(self, pointer):
        self.call("cuMemFree_v2", ctypes.c_uint64(pointer))

    def load(self, path, kernel):
        """(function, dynamic shared bytes that the module publishes)."""
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("cuModuleLoad", ctypes.byref(module), path.encode())
        self.call("cuModuleGetFunction", ctypes.byref(function), module, kernel.encode())
        address, size = ctypes.c_uint64(), ctypes.c_size_t()
        published = f"__vx_dynamic_smem_{kernel}".encode()
        if self.lib.cuModuleGetGlobal_v2(ctypes.byref(address), ctypes.byref(size), module, published):
            return function, 0
        return function, int(self.download(address.value, np.zeros(1, np.uint32))[0])

    def prepare(self, function, grid, block, dynamic, args):
        """A launch without arguments: what Python does between two events would count as the kernel's time."""
        values = (ctypes.c_uint64 * len(args))(*[a & (2**64 - 1) for a in args])
        base, step = ctypes.addressof(values), ctypes.sizeof(ctypes.c_uint64)
        pointers = (ctypes.c_void_p * len(args))(*[base + n * step for n in range(len(args))])
        launch, numbers = self.lib.cuLaunchKernel, (function, *grid, *block, dynamic, None, pointers, None)

        def work(keep=values):
            if launch(*numbers):
                raise RuntimeError("cuLaunchKernel failed")
        return work

    def launch(self, function, grid, block, dynamic, args):
        self.prepare(function, grid, block, dynamic, args)()

    def time(self, work):
        """Median milliseconds and spread of REPEATS runs, which go through the launches of `work` in turn."""
        events = [ctypes.c_void_p(), ctypes.c_void_p()]
        for event in events:
            self.call("cuEventCreate", ctypes.byref(event), 0)
        for n in range(WARMUP):
            work[n % len(work)]()
        times = []
        for n in range(REPEATS):
            launch = work[n % len(work)]
            self.call("cuEventRecord", events[0], None)
            launch()
            self.call("cuEventRecord", events[1], None)
            self.call("cuEventSynchronize", events[1])
            elapsed = ctypes.c_float()
            self.call("cuEventElapsedTime", ctypes.byref(elapsed), events[0], events[1])
            times.append(elapsed.value)
        times.sort()
        return times[len(times) // 2], (times[-1] - times[0]) / times[len(times) // 2]


def strides(shape):
    return [int(np.prod(shape[d + 1:])) for d in range(len(shape))]


class Problem:
    """Inputs, output and reference of one problem size."""

    def __init__(self, driver, workload, problem, rng):
        self.driver, self.workload, self.problem = driver, workload, problem
        self.shapes, self.out_shape = self.layout(workload, problem)
        first = [rng.uniform(-1, 1, s).astype(np.float32) for s in self.shapes]
        self.reference = self.reference_of(first) if workload.name != "stream" else None
        self.first = first if workload.name == "stream" else None
        size = sum(a.nbytes for a in first)
        count = min(64, 1 + L2_TIMES * driver.attribute(L2_BYTES) // size)
        # Other values in the further sets would change nothing that is timed.
        self.sets = [[driver.upload(a) for a in first] for _ in range(count)]
        self.out = driver.upload(np.full(self.out_shape, np.nan, np.float32))

    @staticmethod
    def layout(workload, p):
        if workload.name == "flash_f32":
            return [(p["SQ"], 64), (p["SK"], 64), (p["SK"], 64)], (p["SQ"], 64)
        if workload.name == "sgemm":
            return [(p["M"], p["K"]), (p["K"], p["N"])], (p["M"], p["N"])
        return [(132, p["TILES"], 4096)], (132 * 256,)

    def reference_of(self, inputs):
        wide = [a.astype(np.float64) for a in inputs]
        if self.workload.name == "sgemm":
            return wide[0] @ wide[1]
        q, k, v = wide
        parts = []
        for rows in np.array_split(q, max(1, len(q) // 2048)):
            s = rows @ k.T * 0.125
            e = np.exp(s - s.max(axis=1, keepdims=True))
            parts.append(e @ v / e.sum(axis=1, keepdims=True))
        return np.concatenate(parts)

    def stream_reference(self, block):
        """A thread reads every block-th element; shifted by whole blocks, USES times the same ones."""
        x = self.first[0]
        sums = x.reshape(132, x.shape[1] * x.shape[2] // block, block).sum(axis=1, dtype=np.float64)
        return (sums * 1.0001 * self.problem["USES"]).reshape(-1)

    def args(self, entry, which):
        pointers = self.sets[which % len(self.sets)] + [self.out]
        if entry["compiler"] != "vx":
            return pointers
        words = []
        for pointer, shape in zip(pointers, self.shapes + [self.out_shape]):
            words += [pointer, pointer, 0, *shape, *strides(shape)]
        return words

    def grid(self, block):
        p = self.problem
        if self.workload.name == "flash_f32":
            return (-(-p["SQ"] // block), 1, 1)
        if self.workload.name == "sgemm":
            return (p["N"] // 64, p["M"] // 64, 1)
        return (132, 1, 1)

    def error(self, block):
        got = self.driver.download(self.out, np.empty(self.out_shape, np.float32)).astype(np.float64)
        want = self.reference
        if want is None:
            got, want = got[:132 * block], self.stream_reference(block)
        return float(np.linalg.norm(got - want) / np.linalg.norm(want))

    def poison(self):
        self.driver.call("cuMemsetD32_v2", ctypes.c_uint64(self.out), ctypes.c_uint(0xFFFFFFFF),  # a NaN
                         ctypes.c_size_t(int(np.prod(self.out_shape))))

    def release(self):
        for pointer in [p for s in self.sets for p in s] + [self.out]:
            self.driver.free(pointer)


def measure(driver, problem, entry, cubins):
    """Times of one variant over the block sizes."""
    workload = problem.workload
    function, dynamic = driver.load(os.path.join(cubins, entry["id"] + ".cubin"), workload.kernel)
    if entry["compiler"] != "vx" and entry["form"] in workload.dynamic:
        dynamic = workload.smem(entry["tile"]) * entry["stages"]
    if dynamic:
        driver.call("cuFuncSetAttribute", function, MAX_DYNAMIC_SHARED, dynamic)
    runs = []
    for block in workload.blocks:
        grid = problem.grid(block)
        work = [driver.prepare(function, grid, (block, 1, 1), dynamic, problem.args(entry, n))
                for n in range(min(len(problem.sets), REPEATS))]
        problem.poison()
        work[0]()
        driver.call("cuCtxSynchronize")
        error = problem.error(block)
        run = {"block": block, "grid": grid, "dynamic_shared": dynamic, "error": error}
        if error < TOLERANCE[workload.name]:
            run["ms"], run["spread"] = driver.time(work)
        runs.append(run)
    return {**entry, "runs": runs}


def torch_peers(only):
    """PyTorch's attention and matrix product, if it is there."""
    try:
        import torch
        import torch.nn.functional as F
        from torch.nn.attention import SDPBackend, sdpa_kernel
    except ImportError:
        return []
    torch.backends.cuda.matmul.allow_tf32 = False

    def median(work):
        for _ in range(WARMUP):
            work()
        times = []
        for _ in range(REPEATS):
            a, b = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            a.record(), work(), b.record()
            b.synchronize()
            times.append(a.elapsed_time(b))
        times.sort()
        return times[len(times) // 2]

    rows = []
    if only in (None, "flash_f32"):
        for queries in (8192, 33792):
            q, k, v = (torch.rand(1, 1, n, 64, device="cuda") for n in (queries, 2048, 2048))
            with sdpa_kernel(SDPBackend.EFFICIENT_ATTENTION):
                rows.append({"id": f"torch.sdpa_efficient.SQ{queries}",
                             "ms": median(lambda: F.scaled_dot_product_attention(q, k, v))})
    if only in (None, "sgemm"):
        a, b = (torch.rand(4096, 4096, device="cuda") for _ in range(2))
        rows.append({"id": "torch.matmul_f32.4096", "ms": median(lambda: a @ b)})
    return rows


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cubins", default="build/perf", help="what build.py wrote")
    parser.add_argument("--out", default="results.json")
    parser.add_argument("--only", help="one workload")
    return parser.parse_args()


def main():
    args = arguments()
    with open(os.path.join(args.cubins, "manifest.json")) as source:
        manifest = [e for e in json.load(source) if args.only in (None, e["workload"])]
    driver = Driver()
    name, version = driver.name()
    result = {"date": datetime.date.today().isoformat(), "gpu": name, "cuda_driver": version,
              "command": " ".join(sys.argv), "results": []}
    wrong, problem, key = 0, None, None
    for entry in manifest:
        if key != (entry["workload"], entry["problem"]):
            if problem:
                problem.release()
            key = (entry["workload"], entry["problem"])
            problem = Problem(driver, suite.find(entry["workload"]), entry["problem"], np.random.default_rng(7))
        try:
            row = measure(driver, problem, entry, args.cubins)
        except RuntimeError as error:
            row = {**entry, "failed": str(error), "runs": []}
        bad = [r["block"] for r in row["runs"] if "ms" not in r]
        wrong += len(bad) + ("failed" in row)
        best = min((r["ms"] for r in row["runs"] if "ms" in r), default=float("nan"))
        print(f"{entry['id']:60} {best:8.3f} ms", f"WRONG at {bad}" if bad else row.get("failed", ""), flush=True)
        result["results"].append(row)
    result["torch"] = torch_peers(args.only)
    for row in result["torch"]:
        print(f"{row['id']:60} {row['ms']:8.3f} ms")
    with open(args.out, "w") as out:
        json.dump(result, out, indent=1)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
