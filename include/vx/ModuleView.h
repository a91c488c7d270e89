//===- ModuleView.h - a module as it will be -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Placement is verified before it is committed, so that a refused module stays as it was.
// The verifier looks at the module through this view:
//
//   define @k kernel { call @t(...) }    body: that of @k.1, under the name and linkage of @k
//   define internal @k.1 { fill ... }    a stand-in: no function of its own
//   declare @t                           gone: neither it nor calls of it count
//   define internal @d { call @t(...) }  unrooted: goes unless something refers to it
//
// An empty view is the module as it is.
#ifndef VX_MODULEVIEW_H
#define VX_MODULEVIEW_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Function.h"
#include <utility>

namespace vx {

class ModuleView {
public:
  /// \p F will have the body and the attributes of \p By.
  void replaceBody(llvm::Function &F, llvm::Function &By) {
    Bodies[&F] = &By;
    Symbols[&By] = &F;
  }
  /// \p F will not be there, nor calls of it.
  void drop(const llvm::Function &F) { Gone.insert(&F); }
  /// \p F will be there only if something that stays refers to it.
  void unroot(const llvm::Function &F) { Unrooted.insert(&F); }

  const llvm::Function &bodyOf(const llvm::Function &F) const {
    const llvm::Function *By = Bodies.lookup(&F);
    return By ? *By : F;
  }
  llvm::Function &bodyOf(llvm::Function &F) const {
    return const_cast<llvm::Function &>(bodyOf(std::as_const(F)));
  }
  /// The function that gives \p Body its name, linkage and callers.
  const llvm::Function &symbolOf(const llvm::Function &Body) const {
    const llvm::Function *F = Symbols.lookup(&Body);
    return F ? *F : Body;
  }
  /// \p F is a function of the module, rather than gone or a stand-in for one.
  bool holds(const llvm::Function &F) const {
    return !Gone.contains(&F) && !Symbols.contains(&F);
  }
  /// Placement's requests are read and checked: what it refuses too has been said.
  void setContractChecked() { ContractChecked = true; }
  bool contractChecked() const { return ContractChecked; }
  bool isGone(const llvm::Function &F) const { return Gone.contains(&F); }
  bool isUnrooted(const llvm::Function &F) const { return Unrooted.contains(&F); }

private:
  llvm::DenseMap<const llvm::Function *, llvm::Function *> Bodies;
  llvm::DenseMap<const llvm::Function *, const llvm::Function *> Symbols;
  llvm::DenseSet<const llvm::Function *> Gone, Unrooted;
  bool ContractChecked = false;
};

} // namespace vx

#endif // VX_MODULEVIEW_H
