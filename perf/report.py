#!/usr/bin/env python3
"""Table and plots from what bench.py measured.

    report.py results.json [more.json ...] --out perf/results/2026-11-29-h200

Writes table.md and, where there is matplotlib, times.svg (best time of each form and compiler, and libraries), roofline.svg (the same
as a fraction of what the device could do at best, from its own description) and stages.svg (streamed times over the number of
stages). A later file replaces the workloads that it has of an earlier one. Every entry is the best median over the sweep of its row.
"""

import argparse
import json
import os
import sys

FORMS = ("global", "sequenced", "streamed")
COMPILERS = ("vx", "nvcc", "clang")
NAMES = {"vx": "ours", "nvcc": "by hand, nvcc", "clang": "by hand, clang"}
COLORS = {"global": "#b0b0b0", "sequenced": "#5b8db8", "streamed": "#1f5a94", "library": "#c98b3a"}


def key(row):
    return row["workload"], tuple(sorted(row["problem"].items()))


def label(name):
    workload, problem = name
    return workload + " " + " ".join(f"{k}{v}" for k, v in problem)


def load(paths):
    """Everything of the last file that measured a workload; `runs` by (workload, problem)."""
    merged = {"results": {}, "libraries": {}, "work": {}, "meta": {}}
    for path in paths:
        with open(path) as text:
            data = json.load(text)
        merged["meta"] = {k: data.get(k) for k in ("date", "gpu", "cuda_driver", "roofline")}
        for part in ("results", "libraries"):
            for workload in {row["workload"] for row in data.get(part, [])}:
                for old in [k for k in merged[part] if k[0] == workload]:
                    del merged[part][old]
            for row in data.get(part, []):
                merged[part].setdefault(key(row), []).append(row)
        merged["work"].update({key(row): row for row in data.get("work", [])})
    return merged


def best(rows, form, compilers, stages=None):
    """(ms, tile, stages, block) of the fastest right run, or None."""
    runs = [(run["ms"], row["tile"], row["stages"], run["block"]) for row in rows
            if row["form"] == form and row["compiler"] in compilers and stages in (None, row["stages"])
            for run in row["runs"] if "ms" in run]
    return min(runs) if runs else None


def ms(found):
    return f"{found[0]:.3f}" if found else "-"


def library_text(rows):
    texts = []
    for row in rows:
        note = f" ({row['note']})" if row.get("note") else ""
        texts.append(f"{row['peer']} {row['ms']:.3f}{note}" if "ms" in row else f"{row['peer']} failed")
    return ", ".join(texts)


def launch(found):
    return f"tile {found[1]}, {found[2]} stages, {found[3]} threads" if found else "-"


def table(merged):
    meta = merged["meta"]
    lines = [f"Best medians in ms; {meta['gpu']}, {meta['date']}, CUDA driver {meta['cuda_driver']}. "
             "Ratios: our streamed form against others, below 1 is faster.", "",
             "| kernel | ours: global-only | sequenced | streamed | of it | by hand: global-only | sequenced | streamed | "
             "/ best by hand | / our sequenced | / our global-only | of the roofline | libraries |", "| --- " * 13 + "|"]
    for name, rows in merged["results"].items():
        ours = {form: best(rows, form, ("vx",)) for form in FORMS}
        hand = {form: best(rows, form, ("nvcc", "clang")) for form in FORMS}
        top, best_hand = ours["streamed"], min((h for h in hand.values() if h), default=None)
        ratios = [f"{top[0] / other[0]:.2f}" if top and other else "-"
                  for other in (best_hand, ours["sequenced"], ours["global"])]
        fraction = roof(merged, name, top[0]) if top else None
        cells = [label(name), *(ms(ours[f]) for f in FORMS), launch(top), *(ms(hand[f]) for f in FORMS), *ratios,
                 f"{100 * fraction:.0f} %" if fraction else "-", library_text(merged["libraries"].get(name, []))]
        lines.append("| " + " | ".join(cells) + " |")
    wrong = [row["id"] for rows in merged["results"].values() for row in rows
             if "failed" in row or any("ms" not in run for run in row["runs"])]
    if wrong:
        lines += ["", "Without a time or wrong in a launch:", "", *(f"- {name}" for name in wrong)]
    return "\n".join(lines) + "\n"


def roof(merged, name, time):
    """The least time that the device could take, over `time`."""
    peak, work = merged["meta"].get("roofline"), merged["work"].get(name)
    if not peak or not work:
        return None
    return max(work["flops"] / peak["gflops"], work["bytes"] / peak["gbytes"]) / 1e6 / time


def bars(merged, name):
    """(text, color, ms) of the bars of one kernel."""
    rows = merged["results"].get(name, [])
    for compiler in COMPILERS:
        for form in FORMS:
            found = best(rows, form, (compiler,))
            if found:
                yield f"{NAMES[compiler]}, {form}", COLORS[form], found[0]
    for row in merged["libraries"].get(name, []):
        if "ms" in row:
            yield row["peer"], COLORS["library"], row["ms"]


def panels(plt, names, height):
    columns = 3
    rows = -(-len(names) // columns)
    figure, axes = plt.subplots(rows, columns, figsize=(14, height * rows), squeeze=False, layout="constrained")
    flat = list(axes.flat)
    for axis in flat[len(names):]:
        axis.axis("off")
    return figure, flat


def plot_bars(plt, merged, value, title, path):
    names = list(merged["results"])
    figure, axes = panels(plt, names, 2.6)
    for axis, name in zip(axes, names):
        entries = [(text, color, value(name, time)) for text, color, time in bars(merged, name)]
        entries = [e for e in entries if e[2] is not None]
        axis.barh([e[0] for e in entries], [e[2] for e in entries], color=[e[1] for e in entries])
        axis.invert_yaxis()
        axis.set_title(label(name), fontsize=8)
        axis.tick_params(labelsize=6)
    figure.suptitle(f"{title}; {merged['meta']['gpu']}, {merged['meta']['date']}", fontsize=10)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def plot_stages(plt, merged, path):
    names = list(merged["results"])
    figure, axes = panels(plt, names, 2.4)
    for axis, name in zip(axes, names):
        rows = merged["results"][name]
        for compiler in COMPILERS:
            depths = sorted({row["stages"] for row in rows if row["form"] == "streamed"})
            points = [(1, best(rows, "sequenced", (compiler,)))] + [(d, best(rows, "streamed", (compiler,), d)) for d in depths]
            points = [(depth, found[0]) for depth, found in points if found]
            axis.plot([p[0] for p in points], [p[1] for p in points], marker="o", label=NAMES[compiler])
        axis.set_title(label(name), fontsize=8)
        axis.set_ylim(bottom=0)
        axis.set_xlabel("stages (1: sequenced)", fontsize=7)
        axis.set_ylabel("ms", fontsize=7)
        axis.tick_params(labelsize=7)
        axis.legend(fontsize=6)
    figure.suptitle(f"Time over stages; {merged['meta']['gpu']}, {merged['meta']['date']}", fontsize=10)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def plots(merged, folder):
    try:
        import matplotlib
    except ImportError:
        print("no matplotlib: no plots", file=sys.stderr)
        return
    matplotlib.use("Agg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "vx"})
    import matplotlib.pyplot as plt
    plt.rcParams["svg.hashsalt"] = "vx"  # the same bytes for the same numbers
    plot_bars(plt, merged, lambda name, time: time, "Time in ms", os.path.join(folder, "times.svg"))
    plot_bars(plt, merged, lambda name, time: roof(merged, name, time), "Fraction of the roofline (f32 without tensor cores)",
              os.path.join(folder, "roofline.svg"))
    plot_stages(plt, merged, os.path.join(folder, "stages.svg"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", nargs="+", help="what bench.py wrote")
    parser.add_argument("--out", default=".", help="folder for table.md and plots")
    args = parser.parse_args()
    merged = load(args.results)
    os.makedirs(args.out, exist_ok=True)
    with open(os.path.join(args.out, "table.md"), "w") as out:
        out.write(table(merged))
    plots(merged, args.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
