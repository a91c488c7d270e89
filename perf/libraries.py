"""Peers from libraries, in the same run: PyTorch (cuBLAS, attention, softmax) and Triton in IEEE f32. What is not installed is left
out; a peer that fails is a row with its error, and the run goes on.

Same problems, tolerance and timing as bench.py: the median of 20 after warm-up by CUDA events, inputs in as many sets as pass the L2
cache several times. Triton's kernels are swept over their own block sizes, warps and stages.
"""

import itertools

import numpy as np

import problems
import suite

REPEATS, WARMUP, MOST_SETS = 20, 3, 16
# SDPA and matmul in f16 use tensor cores, which the kernels of this suite do not.
TENSOR_CORES = "tensor cores"


def median(torch, work):
    for n in range(WARMUP):
        work(n)
    times = []
    for n in range(REPEATS):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        work(n)
        end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end))
    times.sort()
    return times[len(times) // 2]


class Inputs:
    """Sets of inputs on the device, and the reference."""

    def __init__(self, torch, name, problem, l2_bytes, l2_times):
        spec, rng = problems.PROBLEMS[name], np.random.default_rng(7)
        arrays = [rng.uniform(-1, 1, shape).astype(dtype) for shape, dtype in spec.inputs(problem)]
        count = min(MOST_SETS, 1 + l2_times * l2_bytes // sum(a.nbytes for a in arrays))
        self.sets = [[torch.from_numpy(a).cuda() for a in arrays] for _ in range(count)]
        self.torch, self.tolerance = torch, 5e-3 if arrays[0].dtype == np.float16 else spec.tolerance
        self.want = spec.reference([a.astype(np.float64) for a in arrays], problem, None)

    def error(self, got):
        got = got.double().cpu().numpy().reshape(self.want.shape)
        return float(np.linalg.norm(got - self.want) / np.linalg.norm(self.want))

    def row(self, call):
        """Time of call(*inputs) after a look at its result."""
        error = self.error(call(*self.sets[0]))
        if not error < self.tolerance:
            return {"failed": f"wrong: error {error:.2e}", "error": error}
        return {"error": error, "ms": median(self.torch, lambda n: call(*self.sets[n % len(self.sets)]))}


def torch_calls(torch):
    """(workload, peer, note, call)"""
    import torch.nn.functional as F
    from torch.nn.attention import SDPBackend, sdpa_kernel

    def attention(backend):
        def call(q, k, v):
            with sdpa_kernel(backend):
                return F.scaled_dot_product_attention(q[None, None], k[None, None], v[None, None])
        return call
    return [("flash_f32", "torch.sdpa_efficient", "", attention(SDPBackend.EFFICIENT_ATTENTION)),
            ("flash_f16", "torch.sdpa_flash", TENSOR_CORES, attention(SDPBackend.FLASH_ATTENTION)),
            ("sgemm", "torch.matmul", "", lambda a, b: a @ b),
            ("hgemm", "torch.matmul", TENSOR_CORES, lambda a, b: a @ b),
            ("softmax", "torch.softmax", "", lambda x: torch.softmax(x, 1)),
            ("gemv", "torch.mv", "", torch.mv)]


def triton_configs(name):
    """Block sizes, warps and stages that are tried."""
    if name == "sgemm":
        return [dict(BM=bm, BN=bn, BK=bk, num_warps=w, num_stages=s) for (bm, bn, bk), w, s in itertools.product(
            ((64, 64, 16), (128, 64, 16), (128, 128, 16)), (4, 8), (2, 3))]
    if name == "flash_f32":
        return [dict(BM=bm, BN=bn, num_warps=w, num_stages=s) for bm, bn, w, s in itertools.product(
            (64, 128), (32, 64), (4, 8), (2,))]
    return [dict(num_warps=w) for w in (4, 8, 16)]


def triton_call(torch, kernels, name, config):
    def sgemm(a, b):
        m, k, n = a.shape[0], a.shape[1], b.shape[1]
        c = torch.empty((m, n), device="cuda")
        kernels.sgemm[(m // config["BM"], n // config["BN"])](a, b, c, m, n, k, **config)
        return c

    def attention(q, k, v):
        o = torch.empty_like(q)
        kernels.attention[(q.shape[0] // config["BM"],)](q, k, v, o, k.shape[0], 0.125, HEAD=q.shape[1], **config)
        return o

    def softmax(x):
        y = torch.empty_like(x)
        kernels.softmax[(x.shape[0],)](x, y, COLS=x.shape[1], **config)
        return y
    return {"sgemm": sgemm, "flash_f32": attention, "softmax": softmax}[name]


def guarded(make):
    try:
        return make()
    except Exception as error:  # whatever a library raises is that row's result
        return {"failed": f"{type(error).__name__}: {str(error)[:200]}"}


def best_of_triton(torch, kernels, name, inputs):
    """The fastest right configuration, and how many of them failed."""
    tried = [(config, guarded(lambda: inputs.row(triton_call(torch, kernels, name, config))))
             for config in triton_configs(name)]
    right = [(row["ms"], config, row) for config, row in tried if "ms" in row]
    if not right:
        return {"failed": tried[0][1]["failed"], "tried": len(tried)}
    _, config, row = min(right, key=lambda r: r[0])
    return {**row, "config": config, "tried": len(tried), "failed_configs": len(tried) - len(right)}


def load_triton():
    try:
        import triton_kernels
        return triton_kernels
    except Exception:
        return None


def rows(only, l2_bytes, l2_times):
    try:
        import torch
        calls = torch_calls(torch)
    except ImportError:
        return []
    torch.backends.cuda.matmul.allow_tf32 = False
    kernels, result = load_triton(), []
    for name in dict.fromkeys(call[0] for call in calls):
        if only not in (None, name):
            continue
        workload = suite.find(name)
        for problem in workload.problems:
            full = workload.sizes(problem, workload.tiles[0])
            base = {"workload": name, "problem": problem}
            inputs = guarded(lambda: Inputs(torch, name, full, l2_bytes, l2_times))
            if isinstance(inputs, dict):
                result.append({**base, "peer": "torch", **inputs})
                continue
            for _, peer, note, call in (c for c in calls if c[0] == name):
                result.append({**base, "peer": peer, "note": note, **guarded(lambda: inputs.row(call))})
            if kernels and name in ("sgemm", "flash_f32", "softmax"):
                result.append({**base, "peer": "triton.ieee", "note": "",
                               **guarded(lambda: best_of_triton(torch, kernels, name, inputs))})
            del inputs
            torch.cuda.empty_cache()
    return result
