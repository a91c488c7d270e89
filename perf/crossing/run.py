#!/usr/bin/env python3
"""Runs the crossing experiment on an NVIDIA GPU: composites and legs of README.md, two minutes.

    run.py --cubins build/crossing --out crossing.json [--check]

Needs numpy and the driver (ctypes). A time is (median of 15 launches of T tiles - median of 15 of no tile) / T, after three
warm-up launches. Every launch of an `hbm` row walks on where the last one ended. Each composite, and each copying leg, is
compared with float64 before it is timed. A row that fails is written with its error, and the run goes on. --check: only compare,
no times (for compute-sanitizer).
"""

import argparse
import ctypes
import datetime
import json
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

import bench  # noqa: E402  (perf/bench.py)
import grid  # noqa: E402

REPEATS, WARMUP = 15, 3
SOURCE_BYTES, CHECK_BYTES, WINDOW_BYTES = 4 << 30, 64 << 20, 8 << 20
SM_COUNT = 16  # CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
ALONE_TILES = 1024  # tiles of a launch of one block
ALL_BYTES, ALL_LEAST, ALL_MOST = 256 << 20, 64, 2048  # of a launch of all blocks; tiles of a block
CHECK_BLOCKS, CHECK_TILES, CHECK_FIRST = 3, 7, 5
TOLERANCE = 1e-5
CHUNK_BLOCKS = 1024  # grid of the kernel that fills the source


class Source:
    """The buffer that is walked. Values are a function of the index (legs.cu, fill)."""

    def __init__(self, driver, cubins, size):
        self.driver, self.size, self.cursor = driver, size, 0
        self.x, self.y = self.allocate(size), self.allocate(1 << 20)
        function, _ = driver.load(os.path.join(cubins, grid.legs_ident(grid.TILES[0]) + ".cubin"), "fill")
        driver.launch(function, (CHUNK_BLOCKS, 1, 1), (grid.THREADS, 1, 1), 0, [self.x, size // 4])
        driver.call("cuCtxSynchronize")

    def allocate(self, size):
        pointer = ctypes.c_uint64()
        self.driver.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(size))
        return pointer.value

    def next_first(self, tile, count):
        """First tile of a launch that walks `count` tiles nobody has met for a whole buffer."""
        first = -(-self.cursor // tile)
        self.cursor = (first + count) * tile % self.size
        return first

    @staticmethod
    def values(tiles, elems):
        index = (tiles[:, None] * elems + np.arange(elems)[None, :]).astype(np.uint32)
        h = index * np.uint32(2654435761)
        h = (h ^ (h >> np.uint32(16))) * np.uint32(0x45d9f3b)
        h ^= h >> np.uint32(16)
        return (h >> np.uint32(8)).astype(np.float64) * 2.0**-23 - 1.0


class Kernel:
    """A function of a cubin with the arguments of the composites or of the legs."""

    def __init__(self, source, path, name, slots, tile, composite):
        self.source, self.tile, self.composite = source, tile, composite
        driver = source.driver
        self.function, self.dynamic = driver.load(path, name)
        if not composite:
            self.dynamic = slots * tile
        if self.dynamic:
            driver.call("cuFuncSetAttribute", self.function, bench.MAX_DYNAMIC_SHARED, self.dynamic)

    def launch(self, blocks, first, tiles, mask):
        x, y = self.source.x, self.source.y
        arguments = [x, y, first, tiles, mask]
        if self.composite:
            elems = self.tile // 4
            arguments = [x, x, 0, self.source.size // self.tile, elems, elems, 1, y, y, 0, 1 << 18, 1, first, tiles, mask]
        return self.source.driver.prepare(self.function, (blocks, 1, 1), (grid.THREADS, 1, 1), self.dynamic, arguments)

    def error(self, use):
        """Relative error of a short walk against float64."""
        driver, elems, mask = self.source.driver, self.tile // 4, self.source.size // self.tile - 1
        driver.call("cuMemsetD32_v2", ctypes.c_uint64(self.source.y), ctypes.c_uint(0xFFFFFFFF), ctypes.c_size_t(1 << 18))
        self.launch(CHECK_BLOCKS, CHECK_FIRST, CHECK_TILES, mask)()
        driver.call("cuCtxSynchronize")
        got = driver.download(self.source.y, np.empty((CHECK_BLOCKS, grid.THREADS), np.float32)).astype(np.float64)
        block, step = np.arange(CHECK_BLOCKS)[:, None], np.arange(CHECK_TILES)[None, :]
        at = (CHECK_FIRST + block + step * CHECK_BLOCKS) & mask
        x = self.source.values(at.reshape(-1), elems)[:, ::-1].reshape(CHECK_BLOCKS, CHECK_TILES, -1, grid.THREADS)
        want = x.sum(axis=(1, 2)) if use == "full" else x[:, :, 0].sum(axis=1)
        return float(np.linalg.norm(got - want) / np.linalg.norm(want))

    def medians(self, blocks, source, tiles):
        """(nanoseconds a tile, quartile spread of that, median milliseconds of an empty launch)."""
        window = self.source.size if source == "hbm" else WINDOW_BYTES
        mask = window // self.tile - 1

        def times(count):
            work = []
            for _ in range(WARMUP + REPEATS):
                first = self.source.next_first(self.tile, count * blocks) if source == "hbm" and count else 0
                work.append(self.launch(blocks, first, count, mask))
            return sorted(timed(self.source.driver, work))
        full, empty = times(tiles), times(0)
        middle, idle = full[REPEATS // 2], empty[REPEATS // 2]
        spread = (full[3 * REPEATS // 4] - full[REPEATS // 4]) / middle
        return (middle - idle) * 1e6 / tiles, spread, idle


def timed(driver, work):
    """Milliseconds of each launch behind the warm-up."""
    events = [ctypes.c_void_p(), ctypes.c_void_p()]
    for event in events:
        driver.call("cuEventCreate", ctypes.byref(event), 0)
    times = []
    for n, launch in enumerate(work):
        driver.call("cuEventRecord", events[0], None)
        launch()
        driver.call("cuEventRecord", events[1], None)
        driver.call("cuEventSynchronize", events[1])
        elapsed = ctypes.c_float()
        driver.call("cuEventElapsedTime", ctypes.byref(elapsed), events[0], events[1])
        if n >= WARMUP:
            times.append(elapsed.value)
    return times


def tiles_of(where, tile, sms):
    if where == "one":
        return ALONE_TILES
    return max(ALL_LEAST, min(ALL_MOST, ALL_BYTES // (tile * sms)))


class Run:
    def __init__(self, args):
        self.args, self.driver = args, bench.Driver()
        self.sms = self.driver.attribute(SM_COUNT)
        self.source = Source(self.driver, args.cubins, CHECK_BYTES if args.check else SOURCE_BYTES)
        with open(os.path.join(args.cubins, "manifest.json")) as text:
            self.manifest = json.load(text)
        self.rows = []

    def measure(self, base, kernel, sources, use=None):
        """Rows of one kernel: everywhere, from every source."""
        error = kernel.error(use) if use else None
        if error is not None and not error < TOLERANCE:
            raise RuntimeError(f"wrong: error {error:.2e}")
        for where in () if self.args.check else ("one", "all"):
            blocks, tiles = (1 if where == "one" else self.sms), tiles_of(where, base["tile"], self.sms)
            for source in sources:
                ns, spread, idle = kernel.medians(blocks, source, tiles)
                self.rows.append({**base, "where": where, "source": source, "ns": ns, "spread": spread, "idle_ms": idle,
                                  "tiles": tiles, "blocks": blocks, "error": error})

    def guarded(self, base, make, sources, use=None):
        try:
            self.measure(base, make(), sources, use)
        except RuntimeError as error:
            self.rows.append({**base, "failed": str(error)})
            print("FAILED", base, error, flush=True)

    def composites(self):
        for entry in self.manifest["composites"]:
            base = {"kind": "composite", **{k: entry[k] for k in ("form", "tile", "use")}}
            path = os.path.join(self.args.cubins, entry["id"] + ".cubin")
            self.guarded(base, lambda: Kernel(self.source, path, "crossing", 0, entry["tile"], True), grid.SOURCES,
                         entry["use"])

    def legs(self):
        for tile in grid.TILES:
            path = os.path.join(self.args.cubins, grid.legs_ident(tile) + ".cubin")

            def leg(kind, name, slots, sources, form=None, use=None):
                self.guarded({"kind": kind, "form": form, "tile": tile},
                             lambda: Kernel(self.source, path, name, slots, tile, False), sources, use)
            for form, (_, stages) in grid.FORMS.items():
                if not grid.fits(form, tile, self.manifest["sm"]):
                    continue
                leg("copy", f"copy_{form}", stages, ("l2",), form, "touch")
                leg("probe", f"probe_{form}", stages, grid.SOURCES, form)
                for use in grid.USES:
                    leg(f"use_{use}", f"use_{form}_{use}", 1, ("l2",), form)
            leg("flood", "flood", 0, ("hbm",))
            if int(self.manifest["sm"]) >= 90:
                leg("bulk", "bulk", 0, ("hbm",))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cubins", default="build/crossing", help="what build_crossing.py wrote")
    parser.add_argument("--out", default="crossing.json")
    parser.add_argument("--check", action="store_true", help="compare only")
    args = parser.parse_args()
    run = Run(args)
    name, version = run.driver.name()
    run.composites()
    run.legs()
    failed = sum("failed" in row for row in run.rows)
    with open(args.out, "w") as out:
        json.dump({"date": datetime.date.today().isoformat(), "gpu": name, "cuda_driver": version, "sms": run.sms,
                   "l2_bytes": run.driver.attribute(bench.L2_BYTES), "sm": run.manifest["sm"],
                   "roofline": bench.roofline(run.driver), "command": " ".join(sys.argv), "composites": run.manifest["composites"], "rows": run.rows}, out, indent=1)
    print(f"{len(run.rows)} rows, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
