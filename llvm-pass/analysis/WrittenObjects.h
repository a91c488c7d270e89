//===- WrittenObjects.h - objects that an instruction may write -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A store that may alias a tile is fine, the contract's assertion covers it; one through a
// pointer that is based on the tile's object is not. A call stores where its callee does:
//
//   define void @f(ptr %a, ptr %b)       written through: %b
//     call void @g(ptr %b)               (@g writes its argument)
//   define kernel @k(ptr %p, ptr %q)
//     call void @f(ptr %p, ptr %q)       writes %q, not %p
//
// One summary a function: the arguments that it writes through, those whose contents it
// writes through (a pointer in a descriptor handed by address), and the globals. Code that
// cannot be seen writes through whatever it is handed and does not promise to only read.
#ifndef VX_ANALYSIS_WRITTENOBJECTS_H
#define VX_ANALYSIS_WRITTENOBJECTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class Function;
class GlobalVariable;
class Instruction;
class Value;
} // namespace llvm

namespace vx {

class WrittenObjects {
public:
  /// True if \p I, or code that it calls, may write through a pointer that is based on
  /// \p Object: an underlying object in I's function.
  bool mayWrite(const llvm::Instruction &I, const llvm::Value &Object);

private:
  /// A pointer (Inside: any pointer in the memory that it leads to).
  struct Place {
    const llvm::Value *Pointer;
    bool Inside;
    bool operator==(const Place &) const = default;
  };
  using Places = llvm::SmallVector<Place, 8>;

  /// What one function writes, in its caller's terms.
  struct Summary {
    llvm::SmallSetVector<unsigned, 4> Through, Inside; ///< argument numbers
    llvm::SmallSetVector<const llvm::GlobalVariable *, 4> Globals;
    bool Unseen = false; ///< runs code that cannot be seen: any global that it can name
    bool operator==(const Summary &) const = default;
  };

  /// What one instruction writes through, in its own function.
  struct Writes {
    Places Through;
    llvm::SmallSetVector<const llvm::GlobalVariable *, 4> Globals;
    bool Unseen = false;
  };

  Writes writes(const llvm::Instruction &I);
  void callWrites(const llvm::CallBase &CB, Writes &W);
  void unseenWrites(const llvm::CallBase &CB, Writes &W) const;
  const Summary &summary(const llvm::Function &F);
  Summary summarise(const llvm::Function &F);

  llvm::DenseMap<const llvm::Function *, Summary> Summaries;
};

} // namespace vx

#endif // VX_ANALYSIS_WRITTENOBJECTS_H
