"""A third rule, found in the first run and so not among the predictions: depth divides latency.

A tile in a ring of N stages has N - 1 others under way. A tile that is waited for alone takes the latency of the whole path,
both legs one after the other; in the ring N - 1 of them share that time, until a throughput is the limit:

    time of a tile = max(wait alone / (N - 1), bytes / memory, copy from L2 at full depth, use)

`wait alone` is the measured form cp1 (with the touch), `memory` what clock and bus deliver, `copy` the fastest instrument of
leg 2, `use` the instrument of leg 3. README.md names the instruments.
"""

import statistics

NEAR = 0.25  # an error up to here counts as right


def stages_of(form):
    """Copies of a tile's ring; None for the forms without one."""
    return int(form[len("ring"):]) if form.startswith("ring") else None


class Rule:
    def __init__(self, rows, peak):
        self.peak = peak
        self.ns = {(r["kind"], r["form"], r["tile"], r["where"], r["source"], r.get("use")): r["ns"]
                   for r in rows if "ns" in r}

    def time(self, row):
        """Nanoseconds that the rule says, or None where one of its parts was not measured."""
        tile, where, source = row["tile"], row["where"], row["source"]
        alone = self.ns.get(("composite", "cp1", tile, where, source, "touch"))
        use = self.ns.get((f"use_{row['use']}", row["form"], tile, where, "l2", None))
        copies = [t for (kind, _, t_tile, t_where, _, _), t in self.ns.items()
                  if kind == "copy" and (t_tile, t_where) == (tile, where)]
        if alone is None or use is None or not copies:
            return None
        memory = tile * row["blocks"] / self.peak if source == "hbm" else 0.0
        return max(alone / (stages_of(row["form"]) - 1), memory, min(copies), use)


def errors(rows, peak):
    """(source, where) -> relative errors of the rule over all rings."""
    rule, found = Rule(rows, peak), {}
    for row in rows:
        if row["kind"] == "composite" and "ns" in row and stages_of(row["form"]):
            said = rule.time(row)
            if said:
                found.setdefault((row["source"], row["where"]), []).append(row["ns"] / said - 1)
    return found


def section(run, peak):
    """Lines of the page."""
    lines = ["", "## Depth divides latency: a rule found in this run", "",
             "    time of a tile = max(wait alone / (stages - 1), bytes / memory, copy from L2 at full depth, use)", "",
             "Rings of 2, 3 and 4, both uses; `latency.py` says what each part is. A hypothesis for the next run, not a result of this one.",
             "", "| source | where | rows | median error | median size of the error | within 25 % |", "| --- | --- | --- | --- | --- | --- |"]
    for (source, where), found in sorted(errors(run["rows"], peak).items()):
        right = sum(abs(e) <= NEAR for e in found)
        lines.append(f"| {source} | {where} | {len(found)} | {100 * statistics.median(found):+.0f} % | "
                     f"{100 * statistics.median(map(abs, found)):.0f} % | {right} |")
    return lines
