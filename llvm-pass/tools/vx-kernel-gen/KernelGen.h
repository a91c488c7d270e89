//===- KernelGen.h - random kernels with placements -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Random kernels in the contract's shapes, with launches that they are right
// for. A seed gives the same kernel on every host. Kernels are written the way
// an unoptimised front end does, all variables in allocas, and then left so,
// promoted, or optimised, as the seed says.
#ifndef VX_TOOLS_KERNELGEN_H
#define VX_TOOLS_KERNELGEN_H

#include "llvm/IR/Module.h"
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace vx::gen {

/// Numbers that do not depend on the standard library.
class Random {
public:
  explicit Random(uint64_t Seed) : Engine(Seed * 0x9e3779b97f4a7c15ull + 1) {}
  uint64_t below(uint64_t N) { return Engine() % N; }
  bool chance(unsigned Percent) { return below(100) < Percent; }
  template <typename T> T pick(std::initializer_list<T> L) {
    return *(L.begin() + below(L.size()));
  }

private:
  std::mt19937_64 Engine;
};

enum class Form { B, BarePointer, A };
enum class Guard { None, EarlyReturn, IfAround, GridStride };
enum class Trip { Uniform, Constant, Causal, PerBlock, NoLoop };
enum class Style { Plain, Allocas, O1, O2, O3 };

struct TileShape {
  std::vector<uint64_t> Extent; ///< outermost first
  std::vector<uint64_t> Stride; ///< of the source, elements
  std::string Element;          ///< "f32", as in vx-simt's words
  bool Streamed = false;
  unsigned Stages = 2;
  unsigned Align = 0;   ///< "vx.align", 0: none
  bool UniformIf = false; ///< fill and use under a block-uniform condition
  uint64_t rowElements() const { return Stride.front(); }
};

/// What the seed decided.
struct KernelShape {
  Form Carrier = Form::B;
  Guard Outer = Guard::None;
  Trip Loop = Trip::Uniform;
  Style Look = Style::Plain;
  std::vector<TileShape> Tiles;
  uint64_t ConstantTrip = 0;
  bool Ragged = false, Narrow = false, OwnBarrier = false, StoreInLoop = false;
  bool Nested = false, CountDown = false, RunTimeStride = false;
  bool InnerRunTime = false; ///< the innermost stride too
  bool OneCallee = false, ThreadColumn = false, LowerBound = false;
  /// Names for the tables of pairs: "ragged", "streamed", "two tiles", ...
  std::set<std::string> features() const;
};

struct GeneratedLaunch {
  std::string Grid, Block;
  std::vector<std::string> Args; ///< vx-simt's words
};

struct GeneratedKernel {
  std::unique_ptr<llvm::Module> M;
  KernelShape Shape;
  std::vector<GeneratedLaunch> Launches;
};

constexpr llvm::StringLiteral KernelName = "k";

KernelShape chooseShape(Random &R);
/// Writes the kernel of a shape, promoted or not as Shape.Look says; the O levels
/// are run by the caller (optimise), after carrier B was protected.
std::unique_ptr<llvm::Module> writeKernel(llvm::LLVMContext &Ctx,
                                          const KernelShape &S);
std::vector<GeneratedLaunch> chooseLaunches(const KernelShape &S, Random &R);
/// LLVM's default pipeline of \p Level on a module, for NVPTX.
void optimise(llvm::Module &M, unsigned Level);
GeneratedKernel generate(llvm::LLVMContext &Ctx, uint64_t Seed);

} // namespace vx::gen

#endif // VX_TOOLS_KERNELGEN_H
