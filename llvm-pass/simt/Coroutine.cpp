//===- Coroutine.cpp - one stack per GPU thread -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Coroutine.h"
#include "llvm/Support/ErrorHandling.h"
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__)
// void vx_simt_switch(void **SaveStackPointer, void *NewStackPointer)
// The callee-saved registers of the System V ABI go over the stack.
extern "C" void vx_simt_switch(void **Save, void *New);
asm(R"(
        .text
        .p2align 4
        .globl  vx_simt_switch
        .hidden vx_simt_switch
        .type   vx_simt_switch, @function
vx_simt_switch:
        pushq   %rbp
        pushq   %rbx
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        movq    %rsp, (%rdi)
        movq    %rsi, %rsp
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbx
        popq    %rbp
        retq
        .size   vx_simt_switch, .-vx_simt_switch
)");
#endif

namespace vx::simt {

#if defined(__x86_64__)
void Context::make(char *Stack, size_t Size, void (*Entry)()) {
  constexpr unsigned SavedRegisters = 6;
  auto *Top = reinterpret_cast<uintptr_t *>(
      (reinterpret_cast<uintptr_t>(Stack) + Size) & ~uintptr_t(15));
  *--Top = 0; // where Entry would return to; keeps the stack's alignment
  *--Top = reinterpret_cast<uintptr_t>(Entry);
  for (unsigned I = 0; I < SavedRegisters; ++I)
    *--Top = 0;
  StackPointer = Top;
}

void Context::swap(Context &From, Context &To) {
  vx_simt_switch(&From.StackPointer, To.StackPointer);
}
#else
void Context::make(char *Stack, size_t Size, void (*Entry)()) {
  getcontext(&State);
  State.uc_stack.ss_sp = Stack;
  State.uc_stack.ss_size = Size;
  State.uc_link = nullptr;
  makecontext(&State, Entry, 0);
}

void Context::swap(Context &From, Context &To) {
  swapcontext(&From.State, &To.State);
}
#endif

char *StackPool::take() {
  if (!Free.empty()) {
    char *S = Free.back();
    Free.pop_back();
    return S;
  }
  size_t Page = size_t(sysconf(_SC_PAGESIZE));
  void *M = mmap(nullptr, StackBytes + Page, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (M == MAP_FAILED)
    llvm::report_fatal_error("out of memory for the stacks of GPU threads");
  mprotect(M, Page, PROT_NONE);
  All.push_back(static_cast<char *>(M));
  return static_cast<char *>(M) + Page;
}

StackPool::~StackPool() {
  size_t Page = size_t(sysconf(_SC_PAGESIZE));
  for (char *M : All)
    munmap(M, StackBytes + Page);
}

} // namespace vx::simt
