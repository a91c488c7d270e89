//===- Lowering.h - from an NVPTX kernel to host IR ------------*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The steps that turn one kernel into host IR, in the order of lowerKernel:
//
//   prepare     keep the kernel and what it reaches; drop target attributes,
//               fast-math flags and facts that only hold on the GPU
//   garbage     values of unfilled shared bytes are followed to where they matter
//   transfers   carrier B calls become by-value copies made by the run-time
//   accesses    loads, stores, atomics, memcpy get a check in front
//   intrinsics  llvm.nvvm.* become fields of ThreadFields, plain IR or calls
//   shared      addrspace(3) globals become offsets from the block's memory
//   entry       void vx.entry(ptr args) unpacks the parameters
//
//   %v = load float, ptr addrspace(3) %p, align 4      (before)
//   call void @vx_rt_read(ptr %thread, ptr %p.flat, i32 4 | 2 << 24, i32 site)
//   %v = load float, ptr addrspace(3) %p, align 4      (after)
//
// Address spaces stay in the types: the host back ends treat small numbers as
// the flat space. Nothing is optimised before the checks are in, except that
// allocas are promoted: LLVM models a cp.async as finished at its call.
//===----------------------------------------------------------------------===//
#ifndef VX_SIMT_LOWERING_H
#define VX_SIMT_LOWERING_H

#include "vx/simt/Simt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace llvm {
class CallBase;
class Constant;
class DataLayout;
class Function;
class GlobalVariable;
class Instruction;
class ModuleSlotTracker;
class Type;
class Value;
} // namespace llvm

namespace vx::simt {

/// Where a checked instruction is in the source.
struct Site {
  std::string Function, File, Text;
  unsigned Line = 0, Column = 0;
  bool Write = false, Atomic = false, Invariant = false, Volatile = false;
  /// "file:3:5" or "'store ...' in kernel".
  std::string where() const;
};

struct SharedObject {
  std::string Name;
  uint64_t Offset = 0, Size = 0;
};

/// Shared memory of one block: static objects with red zones between, then the
/// dynamic part, where every extern array of unknown size begins.
struct SharedLayout {
  std::vector<SharedObject> Objects;
  uint64_t StaticEnd = 0; ///< offset of the dynamic part
  uint64_t StaticBytes = 0;
  bool HasDynamic = false;
  std::string DynamicName;
};

/// A global variable that is not in shared memory.
struct GlobalObject {
  std::string Name;
  uint64_t Size = 0;
  bool Constant = false;
  bool HoldsPointers = false; ///< addresses of this process, by its type
};

/// One transfer callee (contract, carrier B).
struct TransferCallee {
  std::string Name;
  unsigned ElementBytes = 0;
  llvm::SmallVector<uint64_t, 5> Extent;
  llvm::SmallVector<uint64_t, 5> Stride; ///< bare pointers only
  unsigned Align = 1; ///< bytes, what every source row's start is asserted to have
};

struct Parameter {
  bool Pointer = false;
  uint64_t Bytes = 0;
};

/// What the run-time needs to know of the lowered kernel.
struct KernelInfo {
  std::string Kernel;
  std::vector<Site> Sites; ///< index 0 is "unknown"
  SharedLayout Shared;
  std::vector<GlobalObject> Globals; ///< order of the table @vx.globals
  std::vector<TransferCallee> Transfers;
  std::vector<Parameter> Parameters;
  uint64_t PublishedDynamicShared = 0;
  bool HasPartialSync = false; ///< warp syncs, counted barriers, atomics
};

constexpr llvm::StringLiteral EntryName = "vx.entry";
constexpr llvm::StringLiteral GlobalsTableName = "vx.globals";
constexpr llvm::StringLiteral RuntimePrefix = "vx_rt_";

/// State shared by the steps.
class LoweringContext {
public:
  LoweringContext(llvm::Module &M, llvm::Function &Kernel, KernelInfo &Info,
                  Checks Level);
  ~LoweringContext();

  llvm::Module &M;
  llvm::Function &Kernel;
  KernelInfo &Info;
  Checks Level;
  std::vector<std::string> Errors; ///< all are reported
  /// Accesses that have their check already.
  llvm::DenseSet<const llvm::Instruction *> Checked;

  /// The ThreadFields pointer of \p F, made once in its entry block.
  llvm::Value *thread(llvm::Function &F);
  /// Describes \p I while the module is still as it was.
  void recordSite(const llvm::Instruction &I);
  uint32_t site(const llvm::Instruction &I) const;
  llvm::Value *siteValue(const llvm::Instruction &I) const;
  void error(const llvm::Twine &Message) { Errors.push_back(Message.str()); }
  /// Calls the run-time function "vx_rt_<Name>", declared as the arguments say.
  llvm::Value *call(llvm::Instruction *Before, llvm::StringRef Name,
                    llvm::Type *Result, llvm::ArrayRef<llvm::Value *> Args);
  /// \p Pointer in the generic address space.
  llvm::Value *flat(llvm::Instruction *Before, llvm::Value *Pointer);

private:
  llvm::DenseMap<llvm::Function *, llvm::Value *> ThreadOf;
  llvm::DenseMap<const llvm::Instruction *, uint32_t> SiteOf;
  std::unique_ptr<llvm::ModuleSlotTracker> Slots;
};

bool isKernelFunction(const llvm::Function &F);
void prepareModule(LoweringContext &C);
/// Loads of shared memory, and what becomes of their values (Garbage.cpp).
void trackGarbage(LoweringContext &C);
void lowerTransfers(LoweringContext &C);
void instrumentAccesses(LoweringContext &C);
void lowerIntrinsics(LoweringContext &C);
/// Calls of functions without a body: libdevice, device run-time, or an error.
void bindExternals(LoweringContext &C);
void lowerShared(LoweringContext &C);
void emitEntry(LoweringContext &C);

/// One llvm.nvvm.* of plain arithmetic (LowerMath.cpp): the value that replaces
/// \p CB, or nullptr when \p Name is not one.
llvm::Value *lowerMathIntrinsic(LoweringContext &C, llvm::CallBase &CB,
                                llvm::StringRef Name);
/// Barriers, asynchronous copies, warp collectives (LowerSync.cpp); returns
/// false when \p Name is none of them. Erases \p CB otherwise.
bool lowerSyncIntrinsic(LoweringContext &C, llvm::CallBase &CB,
                        llvm::StringRef Name);

/// All steps on \p M, which is a private copy in the host's data layout.
llvm::Error lowerKernel(llvm::Module &M, llvm::StringRef Kernel, Checks Level,
                        KernelInfo &Info);

} // namespace vx::simt

#endif // VX_SIMT_LOWERING_H
