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
/// How a row is read: element by element, by vectors, by masked vectors, or from a
/// private copy that a memcpy made.
enum class Read { Element, Vector, ConstantMask, RunTimeMask, Copy };
/// Where a tile's site is, or (Reader) where its result is read: in the kernel or in
/// a device function, which a step calls once or twice.
enum class Place { Kernel, Device, DeviceTwice, Reader };
/// What becomes of the first tile's result before it is read. Carried: read in the
/// next iteration.
enum class Merge { None, Phi, Select, Aggregate, Carried };

struct TileShape {
  std::vector<uint64_t> Extent; ///< outermost first
  std::vector<uint64_t> Stride; ///< of the source, elements
  std::string Element;          ///< "f32", as in vx-simt's words
  bool Streamed = false;
  unsigned Stages = 2;
  unsigned Align = 0;   ///< "vx.align", 0: none
  unsigned Granule = 0; ///< 0: none
  bool UniformIf = false; ///< fill and use under a block-uniform condition
  Read How = Read::Element;
  unsigned Width = 4; ///< elements of a vector
  unsigned Mask = 1;  ///< lanes, with a constant mask
  uint64_t rowElements() const { return Stride.front(); }
};

/// What the seed decided.
struct KernelShape {
  Form Carrier = Form::B;
  Guard Outer = Guard::None;
  Trip Loop = Trip::Uniform;
  Style Look = Style::Plain;
  Place Site = Place::Kernel;
  Merge Results = Merge::None;
  std::vector<TileShape> Tiles;
  uint64_t ConstantTrip = 0;
  std::string Block; ///< of all launches, stated by the kernel (reqntid), or ""
  bool Ragged = false, Narrow = false, OwnBarrier = false, StoreInLoop = false;
  bool RowLoop = false;     ///< a ragged tile's loop counts rows
  bool ReadPast = false;    ///< rows past a ragged tile's size are read too
  bool Nested = false, CountDown = false, RunTimeStride = false;
  bool InnerRunTime = false; ///< the innermost stride too
  bool OneCallee = false, ThreadColumn = false, LowerBound = false;
  bool Switch = false;       ///< loops and conditions are switches
  bool Break = false;        ///< a uniform exit in the middle of the tile loop
  bool UniformReturn = false; ///< the whole block may leave at once
  bool TwoKernels = false;   ///< a second kernel shares callees and functions
  bool NarrowView = false;   ///< descriptors of i32
  bool SpacedPointers = false; ///< addrspace(1) sources, addrspace(3) results
  bool LargeOwn = false;     ///< an own shared array that leaves no room below 48 KiB
  bool ThreadChoice = false; ///< a select of results differs by thread
  bool NoInline = false;     ///< device functions say noinline
  bool Flat = false;         ///< indices and launches of one dimension
  bool InnerGuard = false;   ///< another thread's guard inside the outer one
  /// Whether tile \p K has its site (or its reader) in a device function.
  bool inDevice(unsigned K) const;
};

/// Names of the kernels in a module; the second one only with TwoKernels.
constexpr llvm::StringLiteral KernelNames[] = {"k", "k2"};

struct GeneratedLaunch {
  std::string Grid, Block;
  std::vector<std::string> Args; ///< vx-simt's words
  uint64_t Steps = 0;            ///< trips asked for at run time
};

struct GeneratedKernel {
  std::unique_ptr<llvm::Module> M;
  KernelShape Shape;
  std::vector<GeneratedLaunch> Launches;
  std::vector<llvm::StringRef> kernels() const;
  /// Names for the tables of pairs: "ragged", "streamed", "T = N", ...
  std::set<std::string> features() const;
};

/// All names that features() can give.
llvm::ArrayRef<llvm::StringLiteral> allFeatures();
/// Why no kernel inside the contract has both features; "" if kernels do.
llvm::StringRef whyImpossible(llvm::StringRef A, llvm::StringRef B);

unsigned elementBytes(const TileShape &T);
KernelShape chooseShape(Random &R);
/// Writes the kernel of a shape, promoted or not as Shape.Look says; the O levels
/// are run by the caller (optimise), after carrier B was protected.
std::unique_ptr<llvm::Module> writeKernel(llvm::LLVMContext &Ctx,
                                          const KernelShape &S);
std::vector<GeneratedLaunch> chooseLaunches(const KernelShape &S, Random &R);
/// LLVM's default pipeline of \p Level on a module, for NVPTX.
void optimise(llvm::Module &M, unsigned Level);
GeneratedKernel generate(llvm::LLVMContext &Ctx, uint64_t Seed);
/// generate(Seed).features() without writing the kernel.
std::set<std::string> featuresOf(uint64_t Seed);

} // namespace vx::gen

#endif // VX_TOOLS_KERNELGEN_H
