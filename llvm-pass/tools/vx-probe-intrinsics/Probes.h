//===- Probes.h - one call of one intrinsic, as text and as IR -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A probe is a kernel that calls one intrinsic once, with everything that can decide
// whether NVPTX has code for it:
//
//   llvm.ctlz  v2i32  0  -        define ptx_kernel void @p7(ptr %in, ptr %out) {
//   |          |      |  |    =>    %a = load volatile <2 x i32>, ptr %in
//   name  types  imms  flag         %r = call <2 x i32> @llvm.ctlz.v2i32(<2 x i32> %a, i1 false)
//                                   store volatile <2 x i32> %r, ptr %out
//
// The list of probes is a function of LLVM's own intrinsic tables, so it needs no file.
#ifndef VX_PROBE_PROBES_H
#define VX_PROBE_PROBES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Intrinsics.h"
#include <string>
#include <vector>

namespace llvm {
class Function;
class LLVMContext;
class Module;
class Type;
} // namespace llvm

namespace vx::probe {

/// Element kind, vector width (1: scalar) and address space of a pointer.
struct TypeSpec {
  char Kind = 'i'; ///< 'i' integer, 'h' half, 'b' bfloat, 'f' float, 'd' double, 'p' pointer
  unsigned Bits = 0; ///< of an integer; address space of a pointer
  unsigned Width = 1;
  std::string str() const; ///< "v2i32", "p3", "f"
  llvm::Type *build(llvm::LLVMContext &Context) const;
};

/// Fast-math flag under which an intrinsic may have code that it else has not.
enum class MathFlag { None, Afn, Fast };

struct Probe {
  llvm::Intrinsic::ID ID = 0;
  llvm::SmallVector<TypeSpec, 3> Types;
  llvm::SmallVector<int64_t, 4> Imms;
  MathFlag Flag = MathFlag::None;

  std::string str() const;
  static bool parse(llvm::StringRef Line, Probe &P);
};

/// Overloads of one intrinsic, without their immediates.
std::vector<Probe> overloadsOf(llvm::Intrinsic::ID ID);
/// \p P with every choice of immediates and flags; empty when its signature is not
/// valid or takes what a probe cannot build (tokens, labels, most metadata).
std::vector<Probe> variantsOf(const Probe &P);
/// The intrinsic's name with its overload types. Call variantsOf first.
std::string mangledName(const Probe &P);
/// True when probes of \p ID make sense: NVPTX's own or target-independent.
bool isProbed(llvm::Intrinsic::ID ID);

/// Adds the kernel to \p M. nullptr when the verifier rejects it.
llvm::Function *build(llvm::Module &M, const Probe &P, llvm::StringRef Name);

} // namespace vx::probe

#endif // VX_PROBE_PROBES_H
