//===- Coroutine.h - one stack per GPU thread -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A GPU thread runs on a stack of its own and is switched at barriers. On
// x86-64 the switch is a few instructions (swapcontext makes a system call each
// time); elsewhere it is ucontext.
#ifndef VX_SIMT_COROUTINE_H
#define VX_SIMT_COROUTINE_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#if !defined(__x86_64__)
#include <ucontext.h>
#endif

namespace vx::simt {

/// A suspended flow of control.
class Context {
public:
  /// The next switch to this context enters \p Entry on the given stack.
  /// \p Entry must never return.
  void make(char *Stack, size_t Size, void (*Entry)());
  /// Saves the running flow in \p From and goes on with \p To.
  static void swap(Context &From, Context &To);

private:
#if defined(__x86_64__)
  void *StackPointer = nullptr;
#else
  ucontext_t State;
#endif
};

/// Stacks of equal size, mapped once and touched as needed, each with a guard
/// page below.
class StackPool {
public:
  explicit StackPool(size_t StackBytes) : StackBytes(StackBytes) {}
  ~StackPool();
  StackPool(const StackPool &) = delete;
  char *take();
  void giveBack(char *Stack) { Free.push_back(Stack); }
  size_t stackBytes() const { return StackBytes; }

private:
  size_t StackBytes;
  std::vector<char *> Free, All;
};

} // namespace vx::simt

#endif // VX_SIMT_COROUTINE_H
