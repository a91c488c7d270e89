#!/usr/bin/env python3
"""Draws a scored run: time of a tile over its size, between the slowest leg and the sum of the legs.

    plot.py crossing.json --out crossing.svg

One panel a form and place; source hbm, with the touch (solid) and with the full use (dashed). Needs matplotlib.
"""

import argparse
import json

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "vx"})
import matplotlib.pyplot as plt  # noqa: E402

import grid  # noqa: E402
import score  # noqa: E402

STYLES = {"touch": "-", "full": "--"}


def draw(axis, rows, use):
    rows = sorted((r for r in rows if r["use"] == use and "sum" in r), key=lambda r: r["tile"])
    if not rows:
        return
    sizes = [r["tile"] / grid.KIB for r in rows]
    axis.fill_between(sizes, [r["slowest"] for r in rows], [r["sum"] for r in rows], alpha=0.15, color="#1f5a94")
    axis.plot(sizes, [r["slowest"] for r in rows], STYLES[use], color="#5b8db8", lw=0.8, label=f"slowest leg, {use}")
    axis.plot(sizes, [r["sum"] for r in rows], STYLES[use], color="#1f5a94", lw=0.8, label=f"sum, {use}")
    axis.plot(sizes, [r["measured"] for r in rows], STYLES[use], color="#c0392b", marker="o", ms=3, label=f"measured, {use}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", help="what run.py wrote")
    parser.add_argument("--out", default="crossing.svg")
    args = parser.parse_args()
    with open(args.run) as text:
        run = json.load(text)
    scored = [r for r in score.score_all(run["rows"]) if r["source"] == "hbm"]
    plt.rcParams["svg.hashsalt"] = "vx"  # the same bytes for the same numbers
    figure, axes = plt.subplots(2, len(grid.FORMS), figsize=(16, 6), layout="constrained")
    for line, where in zip(axes, ("one", "all")):
        for axis, form in zip(line, grid.FORMS):
            for use in grid.USES:
                draw(axis, [r for r in scored if r["form"] == form and r["where"] == where], use)
            axis.set(xscale="log", yscale="log")
            axis.set_xticks([t // grid.KIB for t in grid.TILES], [str(t // grid.KIB) for t in grid.TILES])
            axis.minorticks_off()
            axis.set_title(f"{form}, {'one multiprocessor' if where == 'one' else 'all'}", fontsize=9)
            axis.set_xlabel("tile, KiB", fontsize=8)
            axis.tick_params(labelsize=7)
    axes[0][0].set_ylabel("ns a tile")
    axes[0][0].legend(fontsize=6)
    figure.suptitle(f"HBM to shared memory; {run['gpu']}, {run['date']}", fontsize=10)
    figure.savefig(args.out, metadata={"Date": None})


if __name__ == "__main__":
    main()
