// The five-point stencil of kernels/stencil2d.mlir by hand. Compiled for one FORM at a time (copy.cuh).
#include "copy.cuh"

constexpr int ROWS = P_ROWS, WIDTH = P_WIDTH, SourceWidth = WIDTH + 4;
constexpr int TILE = P_TILE, HALO = TILE + 2, COLS = 64, PITCH = COLS + 4;

// Y and X point at the tile's first result and first input.
__device__ __forceinline__ void results(float *Y, const float *X, int Pitch) {
  for (int E = threadIdx.x; E < TILE * COLS; E += blockDim.x) {
    int R = E / COLS, C = E % COLS;
    const float *At = X + (R + 1) * Pitch + C + 1;
    Y[(size_t)R * WIDTH + C] = At[0] * 0.5f + (At[-Pitch] + At[Pitch] + At[-1] + At[1]) * 0.125f;
  }
}

extern "C" __global__ void stencil2d(const float *X, float *Y) {
  int Col = blockIdx.x * COLS;
#if FORM == 0
  for (int B = blockIdx.y * TILE; B < ROWS; B += gridDim.y * TILE)
    results(Y + (size_t)B * WIDTH + Col, X + (size_t)B * SourceWidth + Col, SourceWidth);
#else
  extern __shared__ __align__(16) float Shared[]; // [slot][HALO][PITCH]
  auto Row = [](int T) { return (size_t)(blockIdx.y + T * gridDim.y) * TILE; };
  int Count = (ROWS / TILE - (int)blockIdx.y + (int)gridDim.y - 1) / (int)gridDim.y;
  forTiles(
      Count,
      [&](int S, int T) { copyRows<HALO, PITCH>(Shared + S * HALO * PITCH, PITCH, X + Row(T) * SourceWidth + Col, SourceWidth); },
      [&](int S, int T) { results(Y + Row(T) * WIDTH + Col, Shared + S * HALO * PITCH, PITCH); });
#endif
}
