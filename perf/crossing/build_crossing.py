#!/usr/bin/env python3
"""Builds the cubins of the crossing experiment, without a GPU: crossing.mlir through the pass in five forms, legs.cu by nvcc.

    build_crossing.py --build-dir build --out build/crossing [--sm 90]

Writes manifest.json: target, and what ptxas says of each composite. Status 1 if something fails to build.
"""

import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

import build  # noqa: E402  (perf/build.py)
import grid  # noqa: E402

FLOAT = 4


def build_composite(args, form, tile, use):
    name = grid.composite_ident(form, tile, use)
    path, elems = os.path.join(args.out, name), tile // FLOAT
    sizes = {"ELEMS": elems, "READ": elems if use == "full" else grid.THREADS, "THREADS": grid.THREADS}
    report = build.build_ours(args, "crossing/crossing.mlir", sizes, *grid.FORMS[form], path)
    build.clean_up(path)
    return {"id": name, "form": form, "tile": tile, "use": use, **build.resources(report)}


def build_legs(args, tile):
    path = os.path.join(args.out, grid.legs_ident(tile) + ".cubin")
    build.run([args.nvcc, "-std=c++17", "-O3", f"-arch=sm_{args.sm}", "-cubin", f"-DP_ELEMS={tile // FLOAT}",
               os.path.join(HERE, "legs.cu"), "-o", path])


def main():
    args = build.arguments(__doc__, "build/crossing")
    os.makedirs(args.out, exist_ok=True)
    composites, failed = [], []
    for tile in grid.TILES:
        try:
            build_legs(args, tile)
        except build.BuildError as error:
            failed.append(f"legs {tile}: {error}")
        for form in grid.FORMS:
            if not grid.fits(form, tile, args.sm):
                continue
            for use in grid.USES:
                try:
                    composites.append(build_composite(args, form, tile, use))
                except build.BuildError as error:
                    failed.append(f"{grid.composite_ident(form, tile, use)}: {error}")
    with open(os.path.join(args.out, "manifest.json"), "w") as out:
        json.dump({"sm": args.sm, "composites": composites}, out, indent=1)
    print(f"{len(composites)} composites, {len(grid.TILES)} sets of legs in {args.out}")
    for line in failed:
        print("FAILED", line, file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
