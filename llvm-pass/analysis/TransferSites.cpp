//===- TransferSites.cpp - transfer calls and what reads their results -===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Results are followed forward from each call:
//
//   %r = call {ptr, ptr, i64, [2 x i64], [2 x i64]} @k(...)    site
//   %p = extractvalue %r, 1                                    pointer
//   %g = getelementptr float, ptr %p, i64 %i                   pointer
//   %x = load float, ptr %g                                    read
//
// The normalised clone has no merged descriptors left (ScalariseAggregates.cpp), so a descriptor that
// is used whole has escaped.
#include "vx/TransferSites.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace vx {

namespace {
unsigned rankOf(const Function &Callee) {
  unsigned Rank = 0;
  auto Convention = transferConvention(Callee, Rank);
  return Convention == TransferConvention::Descriptor ? Rank : 0;
}

constexpr unsigned GenericSpace = 0, SharedSpace = 3;

/// What an intrinsic does with a pointer that it is given.
enum class IntrinsicUse { Read, Hint, Forbidden };

/// Reading intrinsics may take a tile; what only speaks of the address reads no byte of it.
IntrinsicUse intrinsicUse(const IntrinsicInst &II) {
  StringRef Name = II.getCalledFunction()->getName();
  if (II.getIntrinsicID() == Intrinsic::prefetch || II.isAssumeLikeIntrinsic() ||
      Name.starts_with("llvm.nvvm.prefetch"))
    return IntrinsicUse::Hint;
  // ldu reads global memory only (PTX ISA 9.7.9.11).
  bool KeepsIt = II.getType()->isPtrOrPtrVectorTy() || Name.starts_with("llvm.nvvm.ldu");
  if (KeepsIt || !II.onlyReadsMemory())
    return IntrinsicUse::Forbidden;
  return II.doesNotAccessMemory() ? IntrinsicUse::Hint : IntrinsicUse::Read;
}

/// One forward walk from one site.
class ResultTracer {
public:
  ResultTracer(TransferSite &Site, std::vector<IllegalUse> &Illegal)
      : Site(Site), Illegal(Illegal) {}

  void run() {
    if (Site.isDescriptor())
      visitDescriptor();
    else
      addPointer(Site.Call);
    for (unsigned I = 0; I < Work.size(); ++I)
      for (Use &U : Work[I]->uses())
        visitUse(U);
    Site.Pointers.assign(Work.begin(), Work.end());
  }

private:
  TransferSite &Site;
  std::vector<IllegalUse> &Illegal;
  SetVector<Instruction *> Work;
  SmallPtrSet<Instruction *, 16> ReadsSeen;

  void addPointer(Instruction *I) { Work.insert(I); }
  void addRead(Instruction *I) {
    if (ReadsSeen.insert(I).second)
      Site.Reads.push_back(I);
  }
  void reject(Instruction *User, const Twine &Why) {
    Illegal.push_back({&Site, User, Why.str()});
  }

  void visitDescriptor() {
    for (User *U : Site.Call->users()) {
      auto *EV = dyn_cast<ExtractValueInst>(U);
      if (!EV)
        reject(cast<Instruction>(U), "the descriptor is used as a whole");
      else if (EV->getIndices().front() <= DescAligned)
        addPointer(EV);
    }
  }

  static bool mayPointToShared(const Type &Ty) {
    unsigned Space = Ty.getPointerAddressSpace();
    return Space == GenericSpace || Space == SharedSpace;
  }

  void visitUse(Use &U) {
    auto *I = cast<Instruction>(U.getUser());
    if (isa<GetElementPtrInst>(I) && I->getType()->isVectorTy())
      return reject(I, "it becomes a vector of pointers");
    if (isa<AddrSpaceCastInst>(I) && !mayPointToShared(*I->getType()))
      return reject(I, "it is cast to an address space that is not shared memory");
    if (isa<GetElementPtrInst, AddrSpaceCastInst, PHINode, SelectInst,
            FreezeInst>(I))
      return addPointer(I);
    if (auto *Load = dyn_cast<LoadInst>(I))
      return Load->isVolatile() || Load->isAtomic()
                 ? reject(I, "the load is volatile or atomic")
                 : addRead(I);
    if (isa<ICmpInst>(I))
      return;
    if (auto *CB = dyn_cast<CallBase>(I))
      return visitCall(*CB, U);
    if (isa<StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(I))
      return reject(I, U.getOperandNo() == 0 && isa<StoreInst>(I)
                           ? "its address is stored"
                           : "it is written through");
    if (isa<PtrToIntInst, PtrToAddrInst>(I))
      return reject(I, "its address becomes an integer");
    if (isa<ReturnInst>(I))
      return reject(I, "its address is returned");
    reject(I, "this use is not among the allowed ones");
  }

  void visitCall(CallBase &CB, Use &U) {
    if (!CB.isArgOperand(&U)) {
      // An alignment bundle of an assume speaks of the address only.
      if (isa<AssumeInst>(CB))
        return;
      return reject(&CB, "it is called or bundled");
    }
    if (auto *Copy = dyn_cast<AnyMemTransferInst>(&CB)) {
      if (U.get() == Copy->getRawDest() || Copy->isVolatile())
        return reject(&CB, "it is written through or read as volatile");
      return addRead(&CB);
    }
    auto *II = dyn_cast<IntrinsicInst>(&CB);
    if (!II)
      return reject(&CB, "another call takes it");
    switch (intrinsicUse(*II)) {
    case IntrinsicUse::Read:
      return addRead(&CB);
    case IntrinsicUse::Hint:
      return;
    case IntrinsicUse::Forbidden:
      return reject(&CB, "the intrinsic may keep or write it");
    }
  }
};

/// Phis and selects may merge results of transfers with each other, not with anything else.
void rejectForeignMerges(std::vector<TransferSite> &Sites,
                         std::vector<IllegalUse> &Illegal) {
  SmallPtrSet<const Value *, 32> Ours;
  for (const TransferSite &Site : Sites)
    Ours.insert(Site.Pointers.begin(), Site.Pointers.end());
  SmallPtrSet<const Value *, 8> Reported;
  for (TransferSite &Site : Sites)
    for (Instruction *I : Site.Pointers) {
      if (!isa<PHINode, SelectInst>(I))
        continue;
      bool Foreign = any_of(I->operands(), [&](const Use &U) {
        return U->getType()->isPtrOrPtrVectorTy() && !Ours.contains(U) &&
               !isa<UndefValue>(U);
      });
      if (Foreign && Reported.insert(I).second)
        Illegal.push_back({&Site, I, "it is merged with another pointer"});
    }
}

/// Where \p U reads its value: a phi reads at the end of the incoming block.
Instruction *usePoint(const Use &U) {
  auto *I = cast<Instruction>(U.getUser());
  if (auto *Phi = dyn_cast<PHINode>(I))
    return Phi->getIncomingBlock(U)->getTerminator();
  return I;
}

/// A use of \p Def that control can reach from just after \p From without running \p Def again;
/// nullptr if there is none. \p Def dominates \p From.
Instruction *useReachedFrom(Instruction *From, Instruction *Def) {
  BasicBlock *Start = From->getParent();
  SmallPtrSet<BasicBlock *, 16> Reached;
  SmallVector<BasicBlock *, 16> Work(successors(Start));
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    if (BB != Def->getParent() && Reached.insert(BB).second)
      append_range(Work, successors(BB));
  }
  for (const Use &U : Def->uses()) {
    // Sizes and strides of a descriptor are no reads of the copy.
    if (auto *Field = dyn_cast<ExtractValueInst>(U.getUser());
        Field && Field->getIndices().front() > DescAligned)
      continue;
    Instruction *Point = usePoint(U);
    if (Reached.contains(Point->getParent()) ||
        (Point->getParent() == Start && From->comesBefore(Point)))
      return cast<Instruction>(U.getUser());
  }
  return nullptr;
}
} // namespace

Value *TransferSite::pointer() const {
  return Call->getArgOperand(isDescriptor() ? ArgAligned : ArgBase);
}
Value *TransferSite::offset() const {
  return isDescriptor() ? Call->getArgOperand(ArgOffset) : nullptr;
}
Value *TransferSite::size(unsigned Dim) const {
  return isDescriptor() ? Call->getArgOperand(ArgSizes + Dim) : nullptr;
}
Value *TransferSite::stride(unsigned Dim) const {
  return isDescriptor() ? Call->getArgOperand(ArgSizes + Rank + Dim) : nullptr;
}

std::vector<TransferSite> collectSites(const KernelRequests &Requests) {
  DenseMap<const Instruction *, unsigned> TileOf;
  for (auto [Index, Tile] : enumerate(Requests.Tiles))
    for (CallBase *CB : Tile.Transfers)
      TileOf[CB] = Index;
  std::vector<TransferSite> Sites;
  ReversePostOrderTraversal<Function *> RPOT(Requests.Kernel);
  for (BasicBlock *BB : RPOT)
    for (Instruction &I : *BB)
      if (auto It = TileOf.find(&I); It != TileOf.end()) {
        TransferSite &Site = Sites.emplace_back();
        Site.Call = cast<CallBase>(&I);
        Site.Tile = It->second;
        Site.Rank = rankOf(*Site.Call->getCalledFunction());
      }
  return Sites;
}

std::vector<IllegalUse> traceResults(std::vector<TransferSite> &Sites) {
  std::vector<IllegalUse> Illegal;
  for (TransferSite &Site : Sites)
    ResultTracer(Site, Illegal).run();
  rejectForeignMerges(Sites, Illegal);
  return Illegal;
}

std::vector<LiveConflict>
findLiveConflicts(const std::vector<TransferSite> &Sites) {
  std::vector<LiveConflict> Conflicts;
  if (Sites.empty())
    return Conflicts;
  DominatorTree DT(*Sites.front().Call->getFunction());
  SmallDenseSet<std::pair<Instruction *, Instruction *>> Asked; // merged results are in two sites
  for (const TransferSite &Site : Sites) {
    // A descriptor may be taken apart late, behind a refill: the call counts, too.
    std::vector<Instruction *> Values = Site.Pointers;
    Values.push_back(Site.Call);
    for (Instruction *Pointer : Values)
      for (const TransferSite &Refill : Sites) {
        // Live across the refill: defined before it on every path, read after it.
        if (Refill.Tile != Site.Tile || Refill.Call == Pointer ||
            !DT.dominates(Pointer, Refill.Call) ||
            !Asked.insert({Pointer, Refill.Call}).second)
          continue;
        if (Instruction *User = useReachedFrom(Refill.Call, Pointer))
          Conflicts.push_back({Site.Tile, Pointer, User, Refill.Call});
      }
  }
  return Conflicts;
}

} // namespace vx
