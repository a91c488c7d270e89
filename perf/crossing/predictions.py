"""What was predicted before the first run (README.md), as data for score.py.

A prediction has an id, the rows that it speaks of (a function of a row's form, tile bytes, where, source, use), and the verdicts
that confirm it. P11 and P12 compare other things and are computed by score.py from the limits here.
"""

KIB = 1024
RINGS = ("ring2", "ring3", "ring4")
DEEP = ("ring3", "ring4")
IN_FLIGHT = {"lsb": 1, "cp1": 1, "ring2": 1, "ring3": 2, "ring4": 3}  # tiles under way while one is used

# The rule from the word alone.
RULE = {"lsb": "sum", "cp1": "sum", "ring2": "slowest", "ring3": "slowest", "ring4": "slowest"}
RULE_RIGHT_BELOW = 2 / 3  # P12
CP1_FASTER_THAN_LSB = 1.3  # P11
HOLDS = 0.8  # share of scorable rows with a predicted verdict


def in_flight(row):
    return IN_FLIGHT[row["form"]] * row["tile"]


def hbm(row, use):
    return row["source"] == "hbm" and row["use"] == use


PREDICTIONS = [
    ("P1", lambda r: r["form"] == "lsb" and r["tile"] <= 16 * KIB and hbm(r, "touch") and r["where"] == "one", {"sum"}),
    ("P2", lambda r: r["form"] == "lsb" and r["tile"] == 64 * KIB and hbm(r, "touch") and r["where"] == "one",
     {"sum", "above"}),
    ("P3", lambda r: r["form"] == "cp1" and r["tile"] <= 8 * KIB and hbm(r, "touch"), {"sum"}),
    ("P4", lambda r: r["form"] == "cp1" and r["tile"] == 64 * KIB and hbm(r, "touch"), {"between", "slowest"}),
    ("P5", lambda r: r["form"] == "ring2" and r["tile"] <= 4 * KIB and hbm(r, "touch"), {"sum"}),
    ("P6", lambda r: r["form"] in DEEP and r["tile"] <= 2 * KIB and hbm(r, "touch") and r["where"] == "one", {"sum"}),
    ("P7", lambda r: r["form"] in DEEP and in_flight(r) >= 32 * KIB and hbm(r, "touch") and r["where"] == "all",
     {"slowest"}),
    ("P8", lambda r: r["form"] in ("lsb", "cp1") and r["source"] == "l2" and r["use"] == "full" and r["tile"] >= 16 * KIB,
     {"sum"}),
    ("P9", lambda r: r["form"] in RINGS and r["source"] == "l2" and r["use"] == "full" and r["tile"] >= 16 * KIB,
     {"slowest"}),
    ("P10", lambda r: r["form"] in DEEP and in_flight(r) >= 32 * KIB and hbm(r, "full") and r["where"] == "all",
     {"slowest"}),
]
