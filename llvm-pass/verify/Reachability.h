//===- Reachability.h - what of a module is compiled, and from which kernel -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// llc compiles every definition of a module, but not all of it: blocks behind a folded
// `__nvvm_reflect` or a constant condition and values without a use go away.
//
//   define @k kernel --> @f --> @g        @g: chain "k -> f -> g"
//   %a = call i32 @__nvvm_reflect("__CUDA_ARCH")
//   %c = icmp sge i32 %a, 800             folded for one sm: 800 >= 800 for sm_80
//   br i1 %c, label %new, label %old      %old is not judged
//
// Roots are the kernels in module order, then the functions that another module could
// call, then what is left: what global DCE removes.
#ifndef VX_VERIFY_REACHABILITY_H
#define VX_VERIFY_REACHABILITY_H

#include "vx/ModuleView.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include <string>

namespace llvm {
class BasicBlock;
class Constant;
class Function;
class GlobalVariable;
class Instruction;
class Module;
class Value;
} // namespace llvm

namespace vx {

enum class ReachedFrom { Kernel, VisibleFunction, Nothing };

class Reachability {
public:
  struct Node {
    const llvm::Function *Parent = nullptr; ///< caller on the chain
    const llvm::Function *Root = nullptr;
    ReachedFrom From = ReachedFrom::Nothing;
  };

  /// Folds `__nvvm_reflect` for \p Sm (75, 80, ...). Functions are known by the body that
  /// \p View gives them.
  Reachability(const llvm::Module &M, const ModuleView &View, unsigned Sm);

  /// True when the module asks `__nvvm_reflect` for something that varies by sm.
  static bool dependsOnSm(const llvm::Module &M);

  bool isLive(const llvm::BasicBlock &BB) const { return Live.contains(&BB); }
  bool isKernel(const llvm::Function &F) const { return Kernels.contains(&F); }
  /// In a live block, and its value or effect is used.
  bool isLive(const llvm::Instruction &I) const;
  /// Definitions and the declarations they mention, in order of discovery.
  const llvm::MapVector<const llvm::Function *, Node> &functions() const {
    return Nodes;
  }
  const Node *node(const llvm::Function &F) const;
  /// "k -> f -> g".
  std::string chain(const llvm::Function &F) const;
  /// The function that first mentions \p G in live code, if any.
  const llvm::Function *firstUser(const llvm::GlobalVariable &G) const {
    return GlobalUsers.lookup(&G);
  }

private:
  void visitRoots(const llvm::Module &M);
  void foldReflect(const llvm::Module &M, unsigned Sm);
  void propagate(const llvm::Instruction &I, llvm::Constant *C);
  void markLiveBlocks(const llvm::Function &F);
  void visit(const llvm::Function &Root, ReachedFrom From);
  void mention(const llvm::Value &V, const llvm::Function &By,
               llvm::SmallVectorImpl<const llvm::Function *> &Next);

  const ModuleView &View;
  llvm::DenseMap<const llvm::Instruction *, llvm::Constant *> Folded;
  llvm::DenseSet<const llvm::Function *> Kernels;
  llvm::DenseSet<const llvm::BasicBlock *> Live;
  llvm::MapVector<const llvm::Function *, Node> Nodes;
  llvm::DenseMap<const llvm::GlobalVariable *, const llvm::Function *> GlobalUsers;
  llvm::DenseSet<const llvm::Value *> SeenConstants;
};

} // namespace vx

#endif // VX_VERIFY_REACHABILITY_H
