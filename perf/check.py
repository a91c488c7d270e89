#!/usr/bin/env python3
"""Checks small placed kernels on a GPU against float64, under ragged and regular launches; made to run under
compute-sanitizer as well.

    check.py --cubins build/perf
    compute-sanitizer --tool racecheck python3 perf/check.py --cubins build/perf

Prints a line a kernel and form, closes with the number of launches. Status 1 if a result is wrong.
"""

import argparse
import ctypes
import os
import sys

import numpy as np

import bench
import problems
import suite

TOLERANCE = {"f4": 1e-5, "f2": 1e-3}


def flash(q, k, v, causal):
    s = q @ k.T / np.sqrt(q.shape[1])
    if causal:
        s = np.where(np.arange(len(k))[None, :] <= np.arange(len(q))[:, None], s, -np.inf)
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e @ v / e.sum(axis=1, keepdims=True)


# By the name of a check; the measured kernels have theirs in problems.py.
REFERENCES = {
    "flash": lambda q, k, v: flash(q, k, v, False),
    "flash_registers": lambda q, k, v: flash(q, k, v, False),
    "flash_causal": lambda q, k, v: flash(q, k, v, True),
    "matmul": lambda a, b: a @ b,
    "stencil": lambda x: 0.25 * (x[:-2] + x[2:]) + 0.5 * x[1:-1],
}


def reference(check, inputs):
    wide = [a.astype(np.float64) for a in inputs]
    if check.name in REFERENCES:
        return REFERENCES[check.name](*wide)
    return problems.PROBLEMS[check.name].reference(wide, check.sizes, None)


def descriptors(pointers, shapes):
    words = []
    for pointer, shape in zip(pointers, shapes):
        words += [pointer, pointer, 0, *shape, *bench.strides(shape)]
    return words


def run(driver, cubins, check, form, stages, rng):
    """Launches that went wrong, as text."""
    path = os.path.join(cubins, suite.check_ident(check, form, stages) + ".cubin")
    function, dynamic = driver.load(path, check.kernel)
    if dynamic:
        driver.call("cuFuncSetAttribute", function, bench.MAX_DYNAMIC_SHARED, dynamic)
    inputs = [rng.uniform(-1, 1, shape).astype(dtype) for shape, dtype in check.inputs]
    want = reference(check, inputs)
    shapes = [shape for shape, _ in check.inputs] + [check.output[0]]
    wrong = []
    for grid, block in check.launches:
        poison = np.full(check.output[0], np.nan, check.output[1])
        pointers = [driver.upload(a) for a in inputs] + [driver.upload(poison)]
        driver.launch(function, (*grid, 1), (*block, 1), dynamic, descriptors(pointers, shapes))
        driver.call("cuCtxSynchronize")
        got = driver.download(pointers[-1], np.empty_like(poison)).astype(np.float64)
        error = np.linalg.norm(got - want) / np.linalg.norm(want)
        if not error < max(TOLERANCE[dtype] for _, dtype in check.inputs):
            wrong.append(f"grid {grid} block {block}: error {error:.2e}")
        for pointer in pointers:
            driver.free(pointer)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cubins", default="build/perf", help="what build.py --checks wrote")
    args = parser.parse_args()
    driver, rng = bench.Driver(), np.random.default_rng(11)
    launches = failures = 0
    for check, form, stages in suite.checks():
        wrong = run(driver, args.cubins, check, form, stages, rng)
        launches += len(check.launches)
        failures += len(wrong)
        print(f"{suite.check_ident(check, form, stages):40} {'; '.join(wrong) or 'ok'}", flush=True)
    print(f"{launches} launches, {failures} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
