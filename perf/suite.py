"""What is measured: workloads, their forms, and the sweeps, for the builder and the runner alike.

A variant is one cubin: a workload with its problem size, a form (global, sequenced, streamed), a compiler
(vx: MLIR through the plugin; nvcc, clang: the hand-written peer), a tile size and a number of stages.
"""

import itertools

FORMS = {"global": 0, "sequenced": 1, "streamed": 2}
BLOCKS = (32, 64, 128, 256)


class Workload:
    """Names and sweeps; `tile` names the parameter that sets the tile's size."""

    def __init__(self, name, kernel, mlir, peer, problems, tile, tiles, stages, blocks, smem,
                 dynamic=("sequenced", "streamed"), derived=None):
        self.name, self.kernel, self.mlir, self.peer = name, kernel, mlir, peer  # no peer: ours alone
        self.problems, self.tile, self.tiles, self.stages = problems, tile, tiles, stages
        self.blocks = blocks  # threads of a block that are tried
        self.smem = smem  # bytes of one slot for a tile size
        self.dynamic = dynamic  # forms of the peer that take their shared memory at launch
        self.derived = derived or (lambda problem, tile: {})  # parameters of the MLIR source that follow from the others

    def sizes(self, problem, tile):
        return {**problem, self.tile: tile, **self.derived(problem, tile)}


def _halo_1d(problem, tile):
    return {"HALO": tile + 8}


def _halo_2d(problem, tile):
    return {"HALO": tile + 2, "SOURCE_ROWS": problem["ROWS"] + 2, "SOURCE_WIDTH": problem["WIDTH"] + 4}


WORKLOADS = [
    Workload("flash_f32", "flash", "kernels/flash_registers.mlir", "peers/flash.cu",
             [{"SQ": 8192, "SK": 2048}, {"SQ": 33792, "SK": 2048}], "TILE", (16, 32, 64), (2, 3), BLOCKS,
             lambda tile: 2 * tile * 64 * 4),
    Workload("flash_seed", "flash", "../test/Inputs/kernels/flash.mlir", None,  # accumulates in global memory
             [{"SQ": 8192, "SK": 2048}, {"SQ": 33792, "SK": 2048}], "TILE", (16,), (2, 3), BLOCKS,
             lambda tile: 2 * tile * 64 * 4, derived=lambda problem, tile: {"HEAD": 64, "SCALE": 0.125}),
    Workload("sgemm", "sgemm", "kernels/sgemm.mlir", "peers/sgemm.cu",
             [{"M": 4096, "N": 4096, "K": 4096}], "BK", (16, 32), (2, 3, 4), (256,),
             lambda tile: 2 * tile * 64 * 4, dynamic=("streamed",)),
    Workload("stream", "stream", "kernels/stream.mlir", "peers/stream.cu",
             [{"TILES": 496, "USES": 1}, {"TILES": 496, "USES": 4}, {"TILES": 124, "USES": 16}],
             "ELEMS", (4096,), (2, 3, 4), (128, 256), lambda tile: tile * 4, dynamic=("streamed",)),
    Workload("flash_f16", "flash_f16", "kernels/flash_f16.mlir", "peers/flash_f16.cu",
             [{"SQ": 8192, "SK": 2048}, {"SQ": 33792, "SK": 2048}], "TILE", (32, 64), (2, 3), BLOCKS,
             lambda tile: 2 * tile * 64 * 2),
    Workload("hgemm", "hgemm", "kernels/hgemm.mlir", "peers/hgemm.cu",
             [{"M": 4096, "N": 4096, "K": 4096}], "BK", (16, 32), (2, 3, 4), (256,), lambda tile: 2 * tile * 64 * 2),
    Workload("stencil1d", "stencil1d", "kernels/stencil1d.mlir", "peers/stencil1d.cu", [{"N": 1 << 25}], "TILE",
             (1024, 4096), (2, 3, 4), (128, 256), lambda tile: (tile + 8) * 4, derived=_halo_1d),
    Workload("stencil2d", "stencil2d", "kernels/stencil2d.mlir", "peers/stencil2d.cu", [{"ROWS": 8192, "WIDTH": 4096}],
             "TILE", (16, 32), (2, 3), (128, 256), lambda tile: (tile + 2) * 68 * 4, derived=_halo_2d),
    Workload("softmax", "softmax", "kernels/softmax.mlir", "peers/softmax.cu", [{"ROWS": 8192}], "COLS", (4096,), (2, 3),
             (128, 256, 512), lambda tile: tile * 4),
    Workload("gemv", "gemv", "kernels/gemv.mlir", "peers/gemv.cu", [{"M": 16896, "N": 4096}], "TILE", (32, 64), (2, 3, 4),
             (128,), lambda tile: (128 * (tile + 4) + tile) * 4),
]


def find(name):
    return next(w for w in WORKLOADS if w.name == name)


def variants():
    """Every (workload, problem, compiler, form, tile, stages) that is built."""
    for w in WORKLOADS:
        compilers = ("vx", "nvcc", "clang") if w.peer else ("vx",)
        for problem, compiler, form, tile in itertools.product(w.problems, compilers, FORMS, w.tiles):
            if form == "global" and tile != w.tiles[0]:
                continue  # without storage the tile size decides nothing
            for stages in w.stages if form == "streamed" else (1,):
                yield w, problem, compiler, form, tile, stages


def ident(w, problem, compiler, form, tile, stages):
    size = "_".join(f"{k}{v}" for k, v in problem.items())
    depth = f"-s{stages}" if form == "streamed" else ""
    return f"{w.name}.{size}.{compiler}.{form}{depth}.{w.tile}{tile}"


class Check:
    """A small kernel with launches, ragged ones among them, for correctness and compute-sanitizer."""

    def __init__(self, name, kernel, mlir, sizes, inputs, output, launches):
        self.name, self.kernel, self.mlir, self.sizes = name, kernel, mlir, sizes
        self.inputs, self.output = inputs, output  # (shape, dtype) each
        self.launches = launches  # (grid, block)


def _flash(name, kernel, mlir, sizes, rows, keys, head, launches):
    q, k = ((rows, head), "f4"), ((keys, head), "f4")
    return Check(name, kernel, mlir, sizes, [q, k, k], q, launches)


SAMPLES = "../test/Inputs/kernels/"
RAGGED = [((37, 1), (96, 1)), ((9, 1), (100, 1))]
CHECKS = [
    _flash("flash", "flash", SAMPLES + "flash.mlir", {}, 32, 64, 16,
           [((1, 1), (32, 1)), ((2, 1), (48, 1)), ((37, 1), (96, 1)), ((1, 1), (7, 1))]),
    _flash("flash_registers", "flash", "kernels/flash_registers.mlir", {"SQ": 3500, "SK": 256}, 3500, 256, 64,
           [((37, 1), (96, 1)), ((9, 1), (100, 1)), ((28, 1), (128, 1))]),
    _flash("flash_causal", "flash_causal", SAMPLES + "flash_causal.mlir", {}, 64, 64, 16,
           [((37, 1), (96, 1)), ((4, 1), (24, 1)), ((1, 1), (64, 1))]),
    Check("matmul", "matmul", SAMPLES + "matmul.mlir", {}, [((64, 128), "f2"), ((128, 64), "f4")], ((64, 64), "f4"),
          [((2, 4), (16, 8)), ((2, 4), (32, 4)), ((2, 4), (32, 16))]),
    Check("stencil", "stencil", SAMPLES + "stencil.mlir", {}, [((1026,), "f4")], ((1024,), "f4"),
          [((37, 1), (96, 1)), ((3, 1), (48, 1)), ((8, 1), (128, 1))]),
    Check("flash_f16", "flash_f16", "kernels/flash_f16.mlir", {"SQ": 3500, "SK": 256},
          [((3500, 64), "f2"), ((256, 64), "f2"), ((256, 64), "f2")], ((3500, 64), "f4"), RAGGED + [((28, 1), (128, 1))]),
    Check("sgemm", "sgemm", "kernels/sgemm.mlir", {"M": 128, "N": 192, "K": 128}, [((128, 128), "f4"), ((128, 192), "f4")],
          ((128, 192), "f4"), [((3, 2), (256, 1))]),
    Check("hgemm", "hgemm", "kernels/hgemm.mlir", {"M": 128, "N": 192, "K": 128}, [((128, 128), "f2"), ((128, 192), "f2")],
          ((128, 192), "f4"), [((3, 2), (256, 1))]),
    Check("stencil1d", "stencil1d", "kernels/stencil1d.mlir", {"N": 65536, "TILE": 512, "HALO": 520}, [((65544,), "f4")],
          ((65536,), "f4"), RAGGED + [((128, 1), (256, 1))]),
    Check("stencil2d", "stencil2d", "kernels/stencil2d.mlir",
          {"ROWS": 592, "WIDTH": 128, "SOURCE_ROWS": 594, "SOURCE_WIDTH": 132}, [((594, 132), "f4")], ((592, 128), "f4"),
          [((2, 37), (96, 1)), ((2, 5), (100, 1)), ((2, 8), (128, 1))]),
    Check("softmax", "softmax", "kernels/softmax.mlir", {"ROWS": 100, "COLS": 1024}, [((100, 1024), "f4")],
          ((100, 1024), "f4"), [((37, 1), (96, 1)), ((3, 1), (32, 1)), ((128, 1), (256, 1))]),
    Check("gemv", "gemv", "kernels/gemv.mlir", {"M": 3552, "N": 256, "BLOCK": 96}, [((3552, 256), "f4"), ((256,), "f4")],
          ((3552,), "f4"), [((37, 1), (96, 1))]),
]


def checks():
    for check in CHECKS:
        yield check, "global", 1
        yield check, "sequenced", 1
        for stages in (2, 3, 4):
            yield check, "streamed", stages


def check_ident(check, form, stages):
    return f"check.{check.name}.{form}" + (f"-s{stages}" if form == "streamed" else "")
