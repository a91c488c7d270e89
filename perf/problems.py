"""The problems of the measured workloads, for the runner: inputs, output, reference in float64, grid, and the least work.

`flops` counts what the algorithm must compute (a fused multiply-add is two, an exponential one), `moved` the bytes of global memory
that must be read and written once: what the roofline is drawn from.
"""

import numpy as np

HEAD = 64
STREAM_BLOCKS, STREAM_ELEMS = 132, 4096
STENCIL_POINTS, STENCIL2D_COLS, STENCIL2D_BLOCKS_DOWN = 9, 64, 16
BLOCKS_AN_SM = 4  # of kernels whose blocks are strided over tiles
GEMV_ROWS = 128
MATRIX_TILE = 64


def attention(q, k, v, scale):
    parts = []
    for rows in np.array_split(q, max(1, len(q) // 2048)):
        s = rows @ k.T * scale
        e = np.exp(s - s.max(axis=1, keepdims=True))
        parts.append(e @ v / e.sum(axis=1, keepdims=True))
    return np.concatenate(parts)


class Flash:
    tolerance = 1e-5

    def __init__(self, dtype):
        self.dtype = dtype

    def inputs(self, p):
        return [((n, HEAD), self.dtype) for n in (p["SQ"], p["SK"], p["SK"])]

    def output(self, p):
        return p["SQ"], HEAD

    def reference(self, inputs, p, block):
        return attention(*inputs, 0.125)

    def grid(self, p, block, sms):
        return -(-p["SQ"] // block), 1, 1

    def flops(self, p):
        return p["SQ"] * p["SK"] * (4 * HEAD + 4)

    def moved(self, p):
        return np.dtype(self.dtype).itemsize * HEAD * (p["SQ"] + 2 * p["SK"]) + 4 * HEAD * p["SQ"]


class Matrix:
    tolerance = 1e-5

    def __init__(self, dtype):
        self.dtype = dtype

    def inputs(self, p):
        return [((p["M"], p["K"]), self.dtype), ((p["K"], p["N"]), self.dtype)]

    def output(self, p):
        return p["M"], p["N"]

    def reference(self, inputs, p, block):
        return inputs[0] @ inputs[1]

    def grid(self, p, block, sms):
        return p["N"] // MATRIX_TILE, p["M"] // MATRIX_TILE, 1

    def flops(self, p):
        return 2 * p["M"] * p["N"] * p["K"]

    def moved(self, p):
        return np.dtype(self.dtype).itemsize * p["K"] * (p["M"] + p["N"]) + 4 * p["M"] * p["N"]


class Stream:
    tolerance = 1e-3  # a thread adds up to half a million terms

    def inputs(self, p):
        return [((STREAM_BLOCKS, p["TILES"], STREAM_ELEMS), "f4")]

    def output(self, p):
        return (STREAM_BLOCKS * 256,)

    def reference(self, inputs, p, block):
        """A thread reads every block-th element; shifted by whole blocks, USES times the same ones."""
        x = inputs[0].reshape(STREAM_BLOCKS, p["TILES"] * STREAM_ELEMS // block, block)
        return (x.sum(axis=1) * 1.0001 * p["USES"]).reshape(-1)

    def grid(self, p, block, sms):
        return STREAM_BLOCKS, 1, 1

    def flops(self, p):
        return 2 * STREAM_BLOCKS * p["TILES"] * STREAM_ELEMS * p["USES"]

    def moved(self, p):
        return 4 * STREAM_BLOCKS * p["TILES"] * STREAM_ELEMS


class Stencil1d:
    tolerance = 1e-6

    def inputs(self, p):
        return [((p["N"] + STENCIL_POINTS - 1,), "f4")]

    def output(self, p):
        return (p["N"],)

    def reference(self, inputs, p, block):
        return sum(inputs[0][n:n + p["N"]] for n in range(STENCIL_POINTS)) / STENCIL_POINTS

    def grid(self, p, block, sms):
        return BLOCKS_AN_SM * sms, 1, 1

    def flops(self, p):
        return 2 * STENCIL_POINTS * p["N"]

    def moved(self, p):
        return 8 * p["N"]


class Stencil2d:
    tolerance = 1e-6

    def inputs(self, p):
        return [((p["ROWS"] + 2, p["WIDTH"] + 4), "f4")]

    def output(self, p):
        return p["ROWS"], p["WIDTH"]

    def reference(self, inputs, p, block):
        x = inputs[0][:, :p["WIDTH"] + 2]
        beside = x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:]
        return 0.5 * x[1:-1, 1:-1] + 0.125 * beside

    def grid(self, p, block, sms):
        return p["WIDTH"] // STENCIL2D_COLS, STENCIL2D_BLOCKS_DOWN, 1

    def flops(self, p):
        return 6 * p["ROWS"] * p["WIDTH"]

    def moved(self, p):
        return 8 * p["ROWS"] * p["WIDTH"]


class Softmax:
    tolerance = 1e-5

    def inputs(self, p):
        return [((p["ROWS"], p["COLS"]), "f4")]

    def output(self, p):
        return p["ROWS"], p["COLS"]

    def reference(self, inputs, p, block):
        e = np.exp(inputs[0] - inputs[0].max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True)

    def grid(self, p, block, sms):
        return BLOCKS_AN_SM * sms, 1, 1

    def flops(self, p):
        return 5 * p["ROWS"] * p["COLS"]

    def moved(self, p):
        return 8 * p["ROWS"] * p["COLS"]


class Gemv:
    tolerance = 1e-5

    def inputs(self, p):
        return [((p["M"], p["N"]), "f4"), ((p["N"],), "f4")]

    def output(self, p):
        return (p["M"],)

    def reference(self, inputs, p, block):
        return inputs[0] @ inputs[1]

    def grid(self, p, block, sms):
        return p["M"] // GEMV_ROWS, 1, 1

    def flops(self, p):
        return 2 * p["M"] * p["N"]

    def moved(self, p):
        return 4 * (p["M"] * p["N"] + p["N"] + p["M"])


PROBLEMS = {"flash_f32": Flash("f4"), "flash_seed": Flash("f4"), "flash_f16": Flash("f2"), "sgemm": Matrix("f4"), "hgemm": Matrix("f2"),
            "stream": Stream(), "stencil1d": Stencil1d(), "stencil2d": Stencil2d(), "softmax": Softmax(), "gemv": Gemv()}
REFERENCE_BY_BLOCK = ("stream",)  # what a thread adds depends on the size of its block
