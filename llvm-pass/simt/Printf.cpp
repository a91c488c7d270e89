//===- Printf.cpp - device printf -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Printf.h"
#include <cstdio>
#include <cstring>

namespace vx::simt {

namespace {
class ArgReader {
public:
  explicit ArgReader(const char *Args) : At(Args), Base(Args) {}
  template <typename T> T next() {
    size_t Offset = size_t(At - Base);
    Offset = (Offset + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T V;
    std::memcpy(&V, Base + Offset, sizeof(T));
    At = Base + Offset + sizeof(T);
    return V;
  }

private:
  const char *At, *Base;
};
} // namespace

template <typename T>
static void append(std::string &Out, const std::string &Spec, T V) {
  char Buffer[512];
  int N = std::snprintf(Buffer, sizeof Buffer, Spec.c_str(), V);
  if (N > 0)
    Out.append(Buffer, std::min<size_t>(size_t(N), sizeof Buffer - 1));
}

uint32_t formatDevice(const char *Format, const char *Args, std::string &Out) {
  ArgReader R(Args);
  uint32_t Conversions = 0;
  for (const char *P = Format; *P; ++P) {
    if (*P != '%') {
      Out += *P;
      continue;
    }
    std::string Flags = "%", Length;
    for (++P; *P && std::strchr("-+ #0123456789.", *P); ++P)
      Flags += *P;
    for (; *P && std::strchr("hljzt", *P); ++P)
      Length += *P;
    if (!*P)
      break;
    bool Wide = Length == "l" || Length == "ll" || Length == "z" ||
                Length == "j" || Length == "t";
    ++Conversions;
    switch (*P) {
    case '%':
      Out += '%';
      --Conversions;
      break;
    case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': case 'c':
      if (Wide)
        append(Out, Flags + "ll" + *P, R.next<long long>());
      else
        append(Out, Flags + *P, R.next<int>());
      break;
    case 's':
      append(Out, Flags + "s", R.next<const char *>());
      break;
    case 'p':
      append(Out, Flags + "p", R.next<void *>());
      break;
    default:
      append(Out, Flags + *P, R.next<double>());
      break;
    }
  }
  return Conversions;
}

} // namespace vx::simt
