#!/usr/bin/env python3
"""Plants a fault in a copy of a rewrite's source, and asks vx-simt-fuzz to find it.

    plant.py edit FAULT SOURCE OUTPUT   SOURCE with the fault, for the build
    plant.py check FOLDER               do the sources in FOLDER (llvm-pass) have the places?
    plant.py run DIRECTORY [MINUTES]    runs the programs that were built of the copies

The fault that is named `no-proof` leaves out the verification that placement makes of its
own output (VX4xx): every other one has to be found with it and without it, by the executor
alone. plant.cmake builds the programs; `make fuzz-plant` does both.
"""

import os
import subprocess
import sys
import time

# name: source below llvm-pass, the text that must stand there once, what replaces it
FAULTS = {
    "missing-war-barrier": (
        "rewrite/Materialize.cpp",
        "    if (Group.BarrierBefore)\n      barrier(B);\n",
        "",
    ),
    # Where votes are expanded: participation would repair a divergent branch around a copy.
    "per-thread-guard": (
        "rewrite/ExpandSyncPoints.cpp",
        "  Marker.replaceAllUsesWith(Or);\n",
        "  bool OfRing = Marker.getName().starts_with(\"ring.any\");\n"
        "  Marker.replaceAllUsesWith(OfRing ? Marker.getArgOperand(0) : Or);\n",
    ),
    "wrong-witness": (
        "plan/ParticipationAnswers.cpp",
        "Falls == SyncIfTrue ? AskBy::FirstThread : AskBy::LastThread",
        "Falls == SyncIfTrue ? AskBy::LastThread : AskBy::FirstThread",
    ),
    "wait-too-high": (
        "rewrite/Ring.cpp",
        "    emitWait(B, Plan.WaitPending);\n",
        "    emitWait(B, Plan.WaitPending + 1);\n",
    ),
}
PROOF = {
    "no-proof": (
        "pipeline/Placement.cpp",
        "      verify();\n    if (!Sink.hasErrors() && !Options.DryRun)\n",
        "      (void)0;\n    if (!Sink.hasErrors() && !Options.DryRun)\n",
    )
}


def planted(fault, source):
    _, old, new = {**FAULTS, **PROOF}[fault]
    with open(source) as file:
        text = file.read()
    if text.count(old) != 1:
        sys.exit(
            f"plant.py: {fault}: {source} has {text.count(old)} places of\n{old}"
            "the rewrite has changed: say in plant.py where the fault is now"
        )
    return text.replace(old, new)


def run(directory, minutes):
    missed = []
    for fault in FAULTS:
        for program in (fault, f"{fault}-no-proof"):
            start = time.time()
            result = subprocess.run(
                [
                    os.path.join(directory, f"vx-simt-fuzz-{program}"),
                    f"--minutes={minutes}",
                    "--expect-fault",
                    f"--jobs={os.cpu_count()}",
                ],
                capture_output=True,
                text=True,
            )
            seconds = time.time() - start
            found = [
                line
                for line in result.stdout.splitlines()
                if line.startswith(("unexplained", "crash"))
            ]
            if result.returncode or not found:
                missed.append(program)
                print(f"{program}: not found in {seconds:.0f} s")
            else:
                print(f"{program}: found in {seconds:.1f} s\n  {found[0][:300]}")
            sys.stdout.flush()
    if missed:
        sys.exit(f"plant.py: not found: {', '.join(missed)}")


def main(words):
    if words[:1] == ["edit"] and len(words) == 4 and words[1] in {**FAULTS, **PROOF}:
        text = planted(words[1], words[2])
        with open(words[3], "w") as file:
            file.write(text)
    elif words[:1] == ["check"] and len(words) == 2:
        for name, (source, _, _) in {**FAULTS, **PROOF}.items():
            planted(name, os.path.join(words[1], source))
    elif words[:1] == ["run"] and len(words) in (2, 3):
        run(words[1], words[2] if len(words) == 3 else "2")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
