//===- MathSymbols.cpp - libdevice names and host functions -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// libdevice's functions by the host's libm. Values differ from a GPU's in the
// last bits; both sides of a comparison use the same ones.
#include "MathSymbols.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <cstdint>

using namespace llvm;

namespace vx::simt {

namespace {

constexpr double Pi = 3.14159265358979323846;

// Functions that libm lacks, for float and double.
template <typename T> T rsqrtOf(T X) { return T(1) / std::sqrt(X); }
template <typename T> T rcbrtOf(T X) { return T(1) / std::cbrt(X); }
template <typename T> T exp10Of(T X) { return T(std::pow(10.0, double(X))); }
template <typename T> T sinpiOf(T X) { return T(std::sin(Pi * X)); }
template <typename T> T cospiOf(T X) { return T(std::cos(Pi * X)); }
template <typename T> T saturateOf(T X) {
  return std::fmin(std::fmax(X, T(0)), T(1));
}
template <typename T> T divideOf(T X, T Y) { return X / Y; }
template <typename T> T addOf(T X, T Y) { return X + Y; }
template <typename T> T subOf(T X, T Y) { return X - Y; }
template <typename T> T mulOf(T X, T Y) { return X * Y; }
template <typename T> T rcpOf(T X) { return T(1) / X; }
template <typename T> T normcdfOf(T X) {
  return T(0.5 * std::erfc(-double(X) / std::sqrt(2.0)));
}
template <typename T> T minOf(T X, T Y) { return std::min(X, Y); }
template <typename T> T maxOf(T X, T Y) { return std::max(X, Y); }
template <typename T> T absOf(T X) { return X < 0 ? T(0) - X : X; }
template <typename T> int isNanOf(T X) { return std::isnan(X); }
template <typename T> int isInfOf(T X) { return std::isinf(X); }
template <typename T> int signBitOf(T X) { return std::signbit(X); }
template <typename T> int finiteOf(T X) { return std::isfinite(X); }
template <typename To, typename From> To bitsOf(From X) { return bit_cast<To>(X); }
int32_t clzOf(int32_t X) { return countl_zero(uint32_t(X)); }
int32_t clzllOf(int64_t X) { return countl_zero(uint64_t(X)); }
int32_t popcOf(int32_t X) { return popcount(uint32_t(X)); }
int32_t popcllOf(int64_t X) { return popcount(uint64_t(X)); }
int32_t ffsOf(int32_t X) { return X ? countr_zero(uint32_t(X)) + 1 : 0; }
int32_t brevOf(int32_t X) { return int32_t(reverseBits(uint32_t(X))); }
int32_t mulhiOf(int32_t X, int32_t Y) { return int32_t((int64_t(X) * Y) >> 32); }
int32_t umulhiOf(uint32_t X, uint32_t Y) {
  return int32_t((uint64_t(X) * Y) >> 32);
}

using SymbolMap = StringMap<void *>;

template <typename F> void *address(F *Fn) {
  return reinterpret_cast<void *>(Fn);
}

void addLibm(SymbolMap &S) {
#define VX_UNARY(Name)                                                         \
  S["__nv_" #Name] = address<double(double)>(std::Name);                       \
  S["__nv_" #Name "f"] = address<float(float)>(std::Name);
#define VX_BINARY(Name)                                                        \
  S["__nv_" #Name] = address<double(double, double)>(std::Name);               \
  S["__nv_" #Name "f"] = address<float(float, float)>(std::Name);
  VX_UNARY(acos) VX_UNARY(acosh) VX_UNARY(asin) VX_UNARY(asinh) VX_UNARY(atan)
  VX_UNARY(atanh) VX_UNARY(cbrt) VX_UNARY(ceil) VX_UNARY(cos) VX_UNARY(cosh)
  VX_UNARY(erf) VX_UNARY(erfc) VX_UNARY(exp) VX_UNARY(exp2) VX_UNARY(expm1)
  VX_UNARY(fabs) VX_UNARY(floor) VX_UNARY(lgamma) VX_UNARY(log) VX_UNARY(log10)
  VX_UNARY(log1p) VX_UNARY(log2) VX_UNARY(logb) VX_UNARY(nearbyint)
  VX_UNARY(rint) VX_UNARY(round) VX_UNARY(sin) VX_UNARY(sinh) VX_UNARY(sqrt)
  VX_UNARY(tan) VX_UNARY(tanh) VX_UNARY(tgamma) VX_UNARY(trunc)
  VX_BINARY(atan2) VX_BINARY(copysign) VX_BINARY(fdim) VX_BINARY(fmax)
  VX_BINARY(fmin) VX_BINARY(fmod) VX_BINARY(hypot) VX_BINARY(nextafter)
  VX_BINARY(pow) VX_BINARY(remainder)
#undef VX_UNARY
#undef VX_BINARY
  S["__nv_fma"] = address<double(double, double, double)>(std::fma);
  S["__nv_fmaf"] = address<float(float, float, float)>(std::fma);
  S["__nv_ldexp"] = address<double(double, int)>(std::ldexp);
  S["__nv_ldexpf"] = address<float(float, int)>(std::ldexp);
  S["__nv_ilogb"] = address<int(double)>(std::ilogb);
  S["__nv_ilogbf"] = address<int(float)>(std::ilogb);
  S["__nv_llrint"] = address<long long(double)>(std::llrint);
  S["__nv_llrintf"] = address<long long(float)>(std::llrint);
  S["__nv_llround"] = address<long long(double)>(std::llround);
  S["__nv_llroundf"] = address<long long(float)>(std::llround);
}

void addOwn(SymbolMap &S) {
#define VX_BOTH(Name, Fn)                                                      \
  S["__nv_" #Name] = address(Fn<double>);                                      \
  S["__nv_" #Name "f"] = address(Fn<float>);
  VX_BOTH(rsqrt, rsqrtOf) VX_BOTH(rcbrt, rcbrtOf) VX_BOTH(exp10, exp10Of)
  VX_BOTH(sinpi, sinpiOf) VX_BOTH(cospi, cospiOf) VX_BOTH(normcdf, normcdfOf)
#undef VX_BOTH
  S["__nv_saturatef"] = address(saturateOf<float>);
  S["__nv_isnand"] = address(isNanOf<double>);
  S["__nv_isnanf"] = address(isNanOf<float>);
  S["__nv_isinfd"] = address(isInfOf<double>);
  S["__nv_isinff"] = address(isInfOf<float>);
  S["__nv_signbitd"] = address(signBitOf<double>);
  S["__nv_signbitf"] = address(signBitOf<float>);
  S["__nv_isfinited"] = address(finiteOf<double>);
  S["__nv_finitef"] = address(finiteOf<float>);
  S["__nv_fdividef"] = S["__nv_fast_fdividef"] = address(divideOf<float>);
  for (StringRef Fast : {"expf", "exp10f", "logf", "log2f", "log10f", "sinf",
                         "cosf", "tanf", "powf"})
    S[("__nv_fast_" + Twine(Fast)).str()] = S.lookup(("__nv_" + Twine(Fast)).str());
  // Explicitly rounded arithmetic, to nearest.
  S["__nv_fadd_rn"] = address(addOf<float>);
  S["__nv_dadd_rn"] = address(addOf<double>);
  S["__nv_fsub_rn"] = address(subOf<float>);
  S["__nv_dsub_rn"] = address(subOf<double>);
  S["__nv_fmul_rn"] = address(mulOf<float>);
  S["__nv_dmul_rn"] = address(mulOf<double>);
  S["__nv_fdiv_rn"] = address(divideOf<float>);
  S["__nv_ddiv_rn"] = address(divideOf<double>);
  S["__nv_frcp_rn"] = address(rcpOf<float>);
  S["__nv_drcp_rn"] = address(rcpOf<double>);
  S["__nv_fsqrt_rn"] = S.lookup("__nv_sqrtf");
  S["__nv_dsqrt_rn"] = S.lookup("__nv_sqrt");
  S["__nv_fmaf_rn"] = S.lookup("__nv_fmaf");
  S["__nv_fma_rn"] = S.lookup("__nv_fma");
}

void addInteger(SymbolMap &S) {
  S["__nv_abs"] = address(absOf<int32_t>);
  S["__nv_llabs"] = address(absOf<int64_t>);
  S["__nv_min"] = address(minOf<int32_t>);
  S["__nv_max"] = address(maxOf<int32_t>);
  S["__nv_umin"] = address(minOf<uint32_t>);
  S["__nv_umax"] = address(maxOf<uint32_t>);
  S["__nv_llmin"] = address(minOf<int64_t>);
  S["__nv_llmax"] = address(maxOf<int64_t>);
  S["__nv_ullmin"] = address(minOf<uint64_t>);
  S["__nv_ullmax"] = address(maxOf<uint64_t>);
  S["__nv_clz"] = address(clzOf);
  S["__nv_clzll"] = address(clzllOf);
  S["__nv_popc"] = address(popcOf);
  S["__nv_popcll"] = address(popcllOf);
  S["__nv_ffs"] = address(ffsOf);
  S["__nv_brev"] = address(brevOf);
  S["__nv_mulhi"] = address(mulhiOf);
  S["__nv_umulhi"] = address(umulhiOf);
  S["__nv_float_as_int"] = S["__nv_float_as_uint"] =
      address(bitsOf<int32_t, float>);
  S["__nv_int_as_float"] = S["__nv_uint_as_float"] =
      address(bitsOf<float, int32_t>);
  S["__nv_double_as_longlong"] = address(bitsOf<int64_t, double>);
  S["__nv_longlong_as_double"] = address(bitsOf<double, int64_t>);
}

const SymbolMap &symbols() {
  static const SymbolMap Map = [] {
    SymbolMap S;
    addLibm(S);
    addOwn(S);
    addInteger(S);
    return S;
  }();
  return Map;
}

} // namespace

void *mathSymbol(StringRef Name) { return symbols().lookup(Name); }

void forEachMathSymbol(std::function<void(StringRef, void *)> Visit) {
  for (const auto &Entry : symbols())
    Visit(Entry.getKey(), Entry.getValue());
}

} // namespace vx::simt
