"""The peers in Triton: SGEMM, attention and softmax in IEEE f32. Imported only where there is Triton."""

import triton
import triton.language as tl


@triton.jit
def sgemm(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    cols = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for p in range(0, K, BK):
        x = tl.load(a + rows[:, None] * K + (p + k)[None, :])
        y = tl.load(b + (p + k)[:, None] * N + cols[None, :])
        acc = tl.dot(x, y, acc, input_precision="ieee")
    tl.store(c + rows[:, None] * N + cols[None, :], acc)


@triton.jit
def attention(q, k, v, o, SK, scale, BM: tl.constexpr, BN: tl.constexpr, HEAD: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    d = tl.arange(0, HEAD)
    keys = tl.arange(0, BN)
    qs = tl.load(q + rows[:, None] * HEAD + d[None, :])
    acc = tl.zeros((BM, HEAD), dtype=tl.float32)
    top = tl.full((BM,), -1.0e30, dtype=tl.float32)
    total = tl.zeros((BM,), dtype=tl.float32)
    for t in range(0, SK, BN):
        ks = tl.load(k + (t + keys)[:, None] * HEAD + d[None, :])
        s = tl.dot(qs, tl.trans(ks), input_precision="ieee") * scale
        new = tl.maximum(top, tl.max(s, 1))
        p = tl.exp(s - new[:, None])
        correction = tl.exp(top - new)
        total = total * correction + tl.sum(p, 1)
        vs = tl.load(v + (t + keys)[:, None] * HEAD + d[None, :])
        acc = tl.dot(p, vs, acc * correction[:, None], input_precision="ieee")
        top = new
    tl.store(o + rows[:, None] * HEAD + d[None, :], acc / total[:, None])


@triton.jit
def softmax(x, y, COLS: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * COLS + tl.arange(0, COLS)
    v = tl.load(x + at)
    e = tl.exp(v - tl.max(v, 0))
    tl.store(y + at, e / tl.sum(e, 0))
