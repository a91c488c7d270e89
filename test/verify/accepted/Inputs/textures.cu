// Texture and surface objects of every shape.
#include <cuda_runtime.h>

__global__ void textures(cudaTextureObject_t T, float *F, float4 *V, int4 *I) {
  float X = F[0], Y = F[1], Z = F[2];
  F[3] = tex1Dfetch<float>(T, 3) + tex1D<float>(T, X) + tex1DLod<float>(T, X, 1.0f);
  F[4] = tex2D<float>(T, X, Y) + tex2DLod<float>(T, X, Y, 2.0f);
  F[5] = tex2DGrad<float>(T, X, Y, make_float2(0, 1), make_float2(1, 0));
  F[6] = tex3D<float>(T, X, Y, Z) + tex3DLod<float>(T, X, Y, Z, 1.0f);
  V[0] = tex1DLayered<float4>(T, X, 2);
  V[1] = tex2DLayered<float4>(T, X, Y, 2);
  V[2] = texCubemap<float4>(T, X, Y, Z);
  V[3] = texCubemapLayered<float4>(T, X, Y, Z, 1);
  V[4] = tex2Dgather<float4>(T, X, Y, 0);
  I[0] = tex2D<int4>(T, X, Y);
}

__global__ void surfaces(cudaSurfaceObject_t S, int *I, uchar4 *C, float4 *V) {
  I[0] = surf1Dread<int>(S, 4 * threadIdx.x);
  surf1Dwrite(I[1], S, 4 * threadIdx.x);
  C[0] = surf2Dread<uchar4>(S, 4 * threadIdx.x, 1);
  surf2Dwrite(C[1], S, 4 * threadIdx.x, 1);
  surf2Dwrite((unsigned short)I[2], S, 2 * threadIdx.x, 1, cudaBoundaryModeClamp);
  V[0] = surf3Dread<float4>(S, 16 * threadIdx.x, 1, 2);
  surf3Dwrite(V[1], S, 16 * threadIdx.x, 1, 2);
  surf2DLayeredwrite((char)I[3], S, threadIdx.x, 1, 2);
}
