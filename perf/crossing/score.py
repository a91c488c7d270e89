#!/usr/bin/env python3
"""Scores a run of the crossing experiment by the rules of README.md.

    score.py crossing.json [--page page.md] [--csv rows.csv]

Prints verdicts per form and the predictions; --page writes them with every row as Markdown, --csv the rows alone. Needs
no GPU and nothing but Python.
"""

import argparse
import collections
import csv
import json
import statistics
import sys

import grid
import latency
import predictions

UNSCORABLE_BELOW, SAME_BELOW = 0.95, 1.10
POSITIONS = ((0.25, "slowest"), (0.75, "between"), (1.25, "sum"))
VERDICTS = ("sum", "between", "slowest", "above", "one leg", "unscorable", "no leg")
SCORED = ("sum", "between", "slowest", "above")
COLUMNS = ("form", "tile", "where", "source", "use", "measured", "spread", "leg1", "leg2", "leg3", "sum", "slowest",
           "off_sum", "off_slowest", "position", "position_emitted", "verdict")


class Legs:
    """Nanoseconds of each leg, by what was measured. `peak`: GB/s that the memory can deliver; leg 1 is not faster then."""

    def __init__(self, rows, peak=None):
        self.peak = peak
        self.blocks = {r["where"]: r["blocks"] for r in rows if "blocks" in r}
        self.ns = {(r["kind"], r["form"], r["tile"], r["where"], r["source"]): r["ns"]
                   for r in rows if r["kind"] != "composite" and "ns" in r}

    def get(self, kind, form, tile, where, source):
        return self.ns.get((kind, form, tile, where, source))

    def first(self, form, tile, where):
        """HBM -> L2: what the probe waits for beyond its own way from L2, at least the time at full throughput."""
        far, near = (self.get("probe", form, tile, where, source) for source in ("hbm", "l2"))
        floods = [t for t in (self.get(kind, None, tile, where, "hbm") for kind in ("flood", "bulk")) if t is not None]
        if far is None or near is None or not floods:
            return None
        least = tile * self.blocks[where] / self.peak if self.peak else 0.0
        return max(far - near, min(floods), least)

    def second(self, form, tile, where):
        return self.get("copy", form, tile, where, "l2")

    def third(self, form, tile, where, use):
        if use == "touch":
            return 0.0
        full, touch = (self.get(f"use_{u}", form, tile, where, "l2") for u in ("full", "touch"))
        return None if full is None or touch is None else max(0.0, full - touch)


def verdict(measured, total, slowest):
    if measured < UNSCORABLE_BELOW * slowest:
        return None, "unscorable"
    if total < SAME_BELOW * slowest:
        return None, "one leg"
    position = (measured - slowest) / (total - slowest)
    return position, next((name for limit, name in POSITIONS if position <= limit), "above")


def score(row, legs, emitted):
    """A composite's row with sums, errors and verdict; `emitted`: its own copy from L2 with the touch."""
    form, tile, where, use = row["form"], row["tile"], row["where"], row["use"]
    parts = [legs.first(form, tile, where) if row["source"] == "hbm" else 0.0, legs.second(form, tile, where),
             legs.third(form, tile, where, use)]
    out = {k: row[k] for k in ("form", "tile", "where", "source", "use", "spread")}
    out.update(measured=row["ns"], leg1=parts[0], leg2=parts[1], leg3=parts[2])
    if None in parts or max(parts) <= 0:
        return {**out, "verdict": "no leg"}
    total, slowest = sum(parts), max(parts)
    position, name = verdict(row["ns"], total, slowest)
    out.update(sum=total, slowest=slowest, off_sum=row["ns"] / total - 1, off_slowest=row["ns"] / slowest - 1,
               position=position, verdict=name)
    if emitted is not None:
        own = [parts[0], emitted, parts[2]]
        out["position_emitted"] = verdict(row["ns"], sum(own), max(own))[0]
    return out


def score_all(rows, peak=None):
    legs = Legs(rows, peak)
    measured = [r for r in rows if r["kind"] == "composite" and "ns" in r]
    near = {(r["form"], r["tile"], r["where"]): r["ns"] for r in measured if r["source"] == "l2" and r["use"] == "touch"}
    return [score(r, legs, near.get((r["form"], r["tile"], r["where"]))) for r in measured]


def form_summary(scored, where, source, use):
    """Per form: the counts of verdicts and the median position."""
    table = []
    for form in grid.FORMS:
        mine = [r for r in scored if (r["form"], r["where"], r["source"], r["use"]) == (form, where, source, use)]
        counts = collections.Counter(r["verdict"] for r in mine)
        positions = [r["position"] for r in mine if r.get("position") is not None]
        best = max(SCORED, key=lambda v: counts[v]) if any(counts[v] for v in SCORED) else "none scorable"
        table.append((form, best, counts, statistics.median(positions) if positions else None))
    return table


def check_prediction(scored, rows, allowed):
    mine = [r for r in scored if rows(r)]
    usable = [r for r in mine if r["verdict"] in SCORED]
    right = sum(r["verdict"] in allowed for r in usable)
    if not usable:
        return "not decided", f"{len(mine)} rows, none scorable"
    found = collections.Counter(r["verdict"] for r in usable)
    text = f"{right} of {len(usable)} scorable rows (" + ", ".join(f"{n} {v}" for v, n in found.most_common()) + ")"
    return ("holds" if right >= predictions.HOLDS * len(usable) else "broken"), text


def check_faster(scored):
    """P11: cp1 against lsb."""
    ns = {r["form"]: r["measured"] for r in scored if r["tile"] == 64 * grid.KIB and r["where"] == "all"
          and r["source"] == "hbm" and r["use"] == "touch"}
    if "lsb" not in ns or "cp1" not in ns:
        return "not decided", "rows missing"
    ratio = ns["lsb"] / ns["cp1"]
    return ("holds" if ratio >= predictions.CP1_FASTER_THAN_LSB else "broken"), f"{ratio:.2f} times as fast"


def rule_right(scored):
    usable = [r for r in scored if r["source"] == "hbm" and r["verdict"] in SCORED]
    return sum(r["verdict"] == predictions.RULE[r["form"]] for r in usable), len(usable)


def check_rule(scored):
    """P12: the rule from the word alone."""
    right, usable = rule_right(scored)
    if not usable:
        return "not decided", "no scorable row"
    return ("holds" if right < predictions.RULE_RIGHT_BELOW * usable else "broken"), f"the rule is right in {right} of {usable}"


def all_predictions(scored):
    checked = [(name, *check_prediction(scored, rows, allowed)) for name, rows, allowed in predictions.PREDICTIONS]
    return checked + [("P11", *check_faster(scored)), ("P12", *check_rule(scored))]


def number(value, digits=0):
    return "" if value is None else f"{value:.{digits}f}"


def percent(value):
    return "" if value is None else f"{100 * value:+.0f} %"


def summary_lines(scored):
    for where, source, use in (("one", "hbm", "touch"), ("all", "hbm", "touch"), ("one", "hbm", "full"),
                               ("all", "hbm", "full"), ("one", "l2", "full"), ("all", "l2", "full")):
        title = f"{'one multiprocessor' if where == 'one' else 'all multiprocessors'}, source {source}, {use}"
        yield title, form_summary(scored, where, source, use)


def print_text(scored):
    for title, table in summary_lines(scored):
        print(title)
        for form, best, counts, position in table:
            found = ", ".join(f"{counts[v]} {v}" for v in VERDICTS if counts[v])
            print(f"  {form:6} {best:14} position {number(position, 2) or '-':>6}   {found}")
    for name, state, text in all_predictions(scored):
        print(f"{name:4} {state:12} {text}")


def rates(rows):
    """Leg 1 and 2 at full throughput in GB/s, all multiprocessors: is an instrument faster than the memory?"""
    for r in rows:
        if r["kind"] in ("flood", "bulk") and r.get("where") == "all":
            yield r["kind"], r["tile"], r["blocks"] * r["tile"] / r["ns"]


def predicted(scored):
    lines = ["| | | |", "| --- | --- | --- |"]
    return lines + [f"| {name} | {state} | {text} |" for name, state, text in all_predictions(scored)]


def verdict_table(scored):
    lines = ["| where | form | verdict | median position (0 slowest leg, 1 sum) | " + " | ".join(VERDICTS[:-1]) + " |",
             "| --- " * (4 + len(VERDICTS) - 1) + "|"]
    for title, table in summary_lines(scored):
        for form, best, counts, position in table:
            lines.append(f"| {title} | {form} | {best} | {number(position, 2)} | " +
                         " | ".join(str(counts[v] or "") for v in VERDICTS[:-1]) + " |")
    return lines


def bounded_section(run):
    """The same scoring with a leg 1 that is not faster than the memory: decided after the run, so apart from the verdicts."""
    peak = (run.get("roofline") or {}).get("gbytes")
    if not peak:
        return []
    scored = score_all(run["rows"], peak)
    return ["", "## Scored again after the run: leg 1 not faster than the memory", "",
            f"The clocks and the bus of this GPU's memory deliver at most {peak:.0f} GB/s. Where the table above this one shows an instrument of "
            "leg 1 that is faster, prefetches were dropped, and the leg is mislabelled. Here leg 1 is at least the tile's bytes at "
            "that rate. This was not written down before the run; the verdicts above stand as they were announced.", "",
            *verdict_table(scored), "", *predicted(scored), *latency.section(run, peak)]


def page(run, scored):
    out = [f"# Crossing: {run['gpu']}, {run['date']}", "",
           f"Written by `perf/crossing/score.py` from a run of `{run['command']}` (sm_{run['sm']} code, {run['sms']} multiprocessors, "
           f"{run['l2_bytes'] >> 20} MiB of L2). Method, verdicts and predictions: `perf/crossing/README.md`. Times are "
           "nanoseconds a tile.", "", "## Verdict per form", "", *verdict_table(scored), "", "## Predictions", "", *predicted(scored)]
    out += ["", "## Leg 1 at full throughput, all multiprocessors", "", "| instrument | tile | GB/s |", "| --- | --- | --- |"]
    out += [f"| {kind} | {tile // grid.KIB} KiB | {rate:.0f} |" for kind, tile, rate in rates(run["rows"])]
    out += bounded_section(run)
    failed = [r for r in run["rows"] if "failed" in r]
    if failed:
        out += ["", "## Rows without a time", ""]
        out += [f"- {r['kind']} {r.get('form') or ''} {r['tile'] // grid.KIB} KiB {r.get('use', '')}: {r['failed']}" for r in failed]
    out += ["", "## Rows", "",
            "| form | tile | where | source | use | measured | leg 1 | leg 2 | leg 3 | sum | slowest | off the sum | off the slowest | "
            "position | with emitted leg 2 | verdict |", "| --- " * 16 + "|"]
    for r in scored:
        cells = [r["form"], f"{r['tile'] // grid.KIB} KiB", r["where"], r["source"], r["use"]]
        cells += [number(r.get(k)) for k in ("measured", "leg1", "leg2", "leg3", "sum", "slowest")]
        cells += [percent(r.get("off_sum")), percent(r.get("off_slowest")), number(r.get("position"), 2),
                  number(r.get("position_emitted"), 2), r["verdict"]]
        out.append("| " + " | ".join(cells) + " |")
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", help="what run.py wrote")
    parser.add_argument("--page", help="write a page")
    parser.add_argument("--csv", help="write the rows")
    args = parser.parse_args()
    with open(args.run) as text:
        run = json.load(text)
    scored = score_all(run["rows"])
    print_text(scored)
    if args.page:
        with open(args.page, "w") as out:
            out.write(page(run, scored))
    if args.csv:
        with open(args.csv, "w", newline="") as out:
            writer = csv.DictWriter(out, COLUMNS, restval="")
            writer.writeheader()
            writer.writerows(scored)
    return 0


if __name__ == "__main__":
    sys.exit(main())
