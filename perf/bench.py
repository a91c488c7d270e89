#!/usr/bin/env python3
"""Runs what build.py built, on a machine with an NVIDIA GPU: driver API through ctypes, numpy; PyTorch where there is
one, for its own peers (memory-efficient attention, cuBLAS).

    bench.py --cubins build/perf --out results.json [--only flash_f32] [--no-libraries]

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

import libraries
import problems
import suite

REPEATS, WARMUP = 20, 3
L2_TIMES = 3  # all input sets together are this many times the L2 cache
MAX_DYNAMIC_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
# CU_DEVICE_ATTRIBUTE_...
CLOCK_KHZ, SM_COUNT, MEMORY_CLOCK_KHZ, BUS_BITS, L2_BYTES = 13, 16, 36, 37, 38
CAPABILITY = (75, 76)


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
    """Inputs, output and reference of one problem size, on the device."""

    def __init__(self, driver, workload, problem, rng):
        self.driver, self.workload, self.problem = driver, workload, problem
        self.spec, self.sms = problems.PROBLEMS[workload.name], driver.attribute(SM_COUNT)
        layout = self.spec.inputs(problem)
        self.shapes, self.out_shape = [shape for shape, _ in layout], self.spec.output(problem)
        self.inputs = [rng.uniform(-1, 1, shape).astype(dtype) for shape, dtype in layout]
        self.references = {}
        size = sum(a.nbytes for a in self.inputs)
        count = min(64, 1 + L2_TIMES * driver.attribute(L2_BYTES) // size)
        # Other values in the further sets would change nothing that is timed.
        self.sets = [[driver.upload(a) for a in self.inputs] for _ in range(count)]
        self.out = driver.upload(np.full(self.out_shape, np.nan, np.float32))

    def reference(self, block):
        key = block if self.workload.name in problems.REFERENCE_BY_BLOCK else None
        if key not in self.references:
            self.references[key] = self.spec.reference([a.astype(np.float64) for a in self.inputs], self.problem, block)
        return self.references[key]

    def args(self, entry, which):
        pointers = self.sets[which % len(self.sets)] + [self.out]
        if entry["compiler"] != "vx":
            return pointers
        words = []
        for pointer, shape in zip(pointers, self.shapes + [self.out_shape]):
            words += [pointer, pointer, 0, *shape, *strides(shape)]
        return words

    def grid(self, block):
        return self.spec.grid(self.problem, block, self.sms)

    def error(self, block):
        """Of the norm."""
        got, want = self.driver.download(self.out, np.empty(self.out_shape, np.float32)), self.reference(block)
        if got.size != want.size:  # a smaller block writes fewer sums
            got = got.reshape(-1)[:want.size]
        return float(np.linalg.norm(np.subtract(got, want, dtype=np.float64)) / np.linalg.norm(want))

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
        if error < problem.spec.tolerance:
            run["ms"], run["spread"] = driver.time(work)
        runs.append(run)
    return {**entry, "runs": runs}


def roofline(driver):
    """What the device could do at best, from its own description: f32 GFLOP/s without tensor cores, GB/s."""
    try:
        clock, memory, bits = (driver.attribute(n) for n in (CLOCK_KHZ, MEMORY_CLOCK_KHZ, BUS_BITS))
        capability = tuple(driver.attribute(n) for n in CAPABILITY)
    except RuntimeError:  # a driver that no longer tells its clocks
        return None
    lanes = 64 if capability == (8, 0) else 128
    return {"gflops": 2 * lanes * driver.attribute(SM_COUNT) * clock / 1e6, "gbytes": 2 * memory * bits / 8 / 1e6}


def work_of(workload, problem):
    spec, sizes = problems.PROBLEMS[workload.name], workload.sizes(problem, workload.tiles[0])
    return {"flops": spec.flops(sizes), "bytes": spec.moved(sizes)}


def write(path, result):
    with open(path, "w") as out:
        json.dump(result, out, indent=1)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cubins", default="build/perf", help="what build.py wrote")
    parser.add_argument("--out", default="results.json")
    parser.add_argument("--only", help="one workload")
    parser.add_argument("--no-libraries", action="store_true", help="without PyTorch's and Triton's peers")
    return parser.parse_args()


def main():
    args = arguments()
    with open(os.path.join(args.cubins, "manifest.json")) as source:
        manifest = [e for e in json.load(source) if args.only in (None, e["workload"])]
    driver = Driver()
    name, version = driver.name()
    result = {"date": datetime.date.today().isoformat(), "gpu": name, "cuda_driver": version,
              "command": " ".join(sys.argv), "results": []}
    result["roofline"] = roofline(driver)
    result["work"] = [{"workload": w.name, "problem": p, **work_of(w, p)} for w in suite.WORKLOADS for p in w.problems]
    wrong, problem, key = 0, None, None
    for entry in manifest:
        if key != (entry["workload"], entry["problem"]):
            if problem:
                problem.release()
            key = (entry["workload"], entry["problem"])
            workload = suite.find(entry["workload"])
            problem = Problem(driver, workload, workload.sizes(entry["problem"], entry["tile"]), np.random.default_rng(7))
        try:
            row = measure(driver, problem, entry, args.cubins)
        except RuntimeError as error:
            row = {**entry, "failed": str(error), "runs": []}
        bad = [r["block"] for r in row["runs"] if "ms" not in r]
        wrong += len(bad) + ("failed" in row)
        best = min((r["ms"] for r in row["runs"] if "ms" in r), default=float("nan"))
        print(f"{entry['id']:60} {best:8.3f} ms", f"WRONG at {bad}" if bad else row.get("failed", ""), flush=True)
        result["results"].append(row)
    if problem:
        problem.release()
    write(args.out, result)
    result["libraries"] = [] if args.no_libraries else libraries.rows(args.only, driver.attribute(L2_BYTES), L2_TIMES)
    for row in result["libraries"]:
        print(f"{row['workload'] + '.' + row['peer']:60} {row.get('ms', float('nan')):8.3f} ms", row["problem"],
              row.get("failed", ""))
    write(args.out, result)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
