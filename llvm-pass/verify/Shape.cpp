//===- Shape.cpp - proof of the order of asynchronous copies===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Proof on code with tile storage (contract, P1, P3, P4):
//
//   P1  every access to placed storage goes through addrspace(3)
//   P4  no block barrier is control dependent on a divergent branch
//   P3  between a copy into a cell and a read of it stand a sufficient wait and then a
//       block barrier; between a read of a cell and the next fill of it a block barrier
//
// P3 is decided by walking all paths, once per block and values of the ring's phis (slot 0, 1, ...).
// What can be true of a cell there is a set of
//
//     arrival   Ready | InFlight(age) | Arrived (for this thread, no barrier yet)
//     read      since the last block barrier
//
// No cell's next status depends on another cell's, so sets for each cell lose nothing against the
// combinations of all cells, of which there are too many: a copy under a condition doubles them.
//
//   copy      cell: VX454 if read; InFlight(0)      commit   every age + 1
//   wait n    ages above n become Arrived           barrier  Arrived -> Ready, reads forgotten
//   read      VX452 if InFlight, VX453 if Arrived   store    VX454 if read; Arrived
//   return    VX452 if InFlight
//
// Groups are counted along paths, not in the text, so copied or unrolled waits are fine.
// A violation on placed storage is an error. In storage of the kernel's own threads may well
// read only what they wrote themselves, and slots may be cut in ways that its type does not
// show, so there the same facts are warnings: unproven. That holds beside placed storage too.
#include "ShapeEvents.h"
#include "ShapeStorage.h"
#include "vx/BlockUniformity.h"
#include "vx/DeviceVerifier.h"
#include "vx/LocalAnalyses.h"
#include "llvm/ADT/bit.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/IteratedDominanceFrontier.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include <deque>
#include <map>
#include <set>

using namespace llvm;

namespace vx {

namespace {
constexpr unsigned SharedSpace = 3;
/// Ages above any wait's number mean the same.
constexpr int MaxAge = 16;
/// More blocks and values of phis than this: the proof is given up, and says so.
constexpr size_t MaxStates = 200000;

class Reporter {
public:
  Reporter(DiagnosticSink &Sink, bool Placed) : Sink(Sink), Placed(Placed) {}

  void report(Diag Code, const Instruction &I, const Twine &Detail, const Twine &Remedy) {
    report(Code, I, Detail, Remedy, Placed);
  }
  void report(Diag Code, const Instruction &I, const Twine &Detail, const Twine &Remedy,
              bool Placed) {
    if (!Seen.insert({Code, &I}).second)
      return;
    Diagnostic &D = Sink.report(Code, I, Detail, Remedy);
    D.Level = Placed ? Severity::Error : Severity::Warning;
    D.Args.emplace_back("class", Placed ? "wrong-code" : "unproven");
  }
  void unproven(const Instruction &I, const Twine &Detail) {
    if (!Seen.insert({Diag::ShapeUnproven, &I}).second)
      return;
    Diagnostic &D = Sink.report(Diag::ShapeUnproven, I, Detail, "check the order by hand");
    D.Level = Severity::Warning;
    D.Args.emplace_back("class", "unproven");
  }

private:
  DiagnosticSink &Sink;
  bool Placed;
  std::set<std::pair<Diag, const Instruction *>> Seen;
};

enum class Arrival : uint8_t { Ready, Arrived, InFlight };

struct CellState {
  Arrival Status = Arrival::Ready;
  bool ReadSinceBarrier = false;
  int8_t Age = 0; ///< commits since the copy, while InFlight
};

/// What may be true of one cell: a set of CellStates, numbered from 0.
class CellStates {
public:
  void insert(const CellState &C) { Bits |= uint64_t(1) << number(C); }
  bool contains(const CellStates &Other) const { return (Other.Bits & ~Bits) == 0; }
  void merge(const CellStates &Other) { Bits |= Other.Bits; }
  /// Calls \p Change on each state; what it makes of them is the set.
  void change(function_ref<void(CellState &)> Change) {
    CellStates Next;
    for (uint64_t Left = Bits; Left; Left &= Left - 1) {
      CellState C = state(unsigned(countr_zero(Left)));
      Change(C);
      Next.insert(C);
    }
    *this = Next;
  }

private:
  static constexpr unsigned FirstAge = unsigned(Arrival::InFlight);
  static unsigned number(const CellState &C) {
    unsigned Kind = C.Status == Arrival::InFlight ? FirstAge + C.Age : unsigned(C.Status);
    return 2 * Kind + C.ReadSinceBarrier;
  }
  static CellState state(unsigned Number) {
    unsigned Kind = Number / 2;
    bool Read = Number % 2;
    if (Kind < FirstAge)
      return {Arrival(Kind), Read, 0};
    return {Arrival::InFlight, Read, int8_t(Kind - FirstAge)};
  }
  uint64_t Bits = 0;
  static_assert(2 * (FirstAge + MaxAge) + 1 < 64);
};

/// The ring's phis in the order of ringPhis(); nullptr: not yet known.
using RingConstants = std::vector<Constant *>;

struct State {
  std::vector<CellStates> Cells;
  RingConstants Ring;
};

class Walk {
public:
  Walk(Function &F, const ShapeStorage &Storage, Reporter &Out)
      : F(F), Storage(Storage), Out(Out) {}

  void run() {
    State First;
    First.Cells.resize(Storage.cells().size());
    for (CellStates &Cell : First.Cells)
      Cell.insert(CellState());
    First.Ring.resize(Storage.ringPhis().size());
    visit(F.getEntryBlock(), First);
    while (!Work.empty()) {
      Place At = Work.front();
      Work.pop_front();
      Waiting.erase(At);
      State S{Known[At], At.second};
      RingValues Values = valuesOf(S);
      for (const Instruction &I : *At.first)
        step(I, S, Values);
      leave(*At.first, S, Values);
      if (Known.size() > MaxStates) {
        Out.unproven(*F.getEntryBlock().getTerminator(),
                     "more than " + Twine(MaxStates) + " states of the copies' order");
        return;
      }
    }
  }

private:
  using Place = std::pair<const BasicBlock *, RingConstants>;

  void visit(const BasicBlock &BB, const State &S) {
    Place At(&BB, S.Ring);
    auto [It, New] = Known.insert({At, S.Cells});
    bool Grows = New;
    for (auto [Old, Cell] : zip(It->second, S.Cells)) {
      Grows |= !Old.contains(Cell);
      Old.merge(Cell);
    }
    if (Grows && Waiting.insert(At).second)
      Work.push_back(std::move(At));
  }

  RingValues valuesOf(const State &S) const {
    RingValues Values;
    for (auto [Phi, C] : zip(Storage.ringPhis(), S.Ring))
      if (C)
        Values[Phi] = C;
    return Values;
  }

  /// Successors that the ring's values do not exclude, with their phis' new values.
  void leave(const BasicBlock &BB, const State &S, const RingValues &Values) {
    const Instruction *T = BB.getTerminator();
    const ConstantInt *Condition = nullptr;
    if (const auto *Br = dyn_cast<BranchInst>(T); Br && Br->isConditional())
      Condition = dyn_cast_or_null<ConstantInt>(Storage.evaluate(*Br->getCondition(), Values));
    for (unsigned I = 0; I != T->getNumSuccessors(); ++I) {
      if (Condition && I != (Condition->isZero() ? 1u : 0u))
        continue;
      const BasicBlock *To = T->getSuccessor(I);
      State Next = S;
      for (unsigned P = 0; P != Next.Ring.size(); ++P) {
        const PHINode *Phi = Storage.ringPhis()[P];
        if (Phi->getParent() == To)
          Next.Ring[P] = Storage.evaluate(*Phi->getIncomingValueForBlock(&BB), Values);
      }
      visit(*To, Next);
    }
  }

  void step(const Instruction &I, State &S, const RingValues &Values) {
    if (isCommit(I)) {
      changeAll(S, [](CellState &C) {
        if (C.Status == Arrival::InFlight && C.Age < MaxAge)
          ++C.Age;
      });
    } else if (std::optional<int64_t> Pending = pendingAfterWait(I)) {
      changeAll(S, [&](CellState &C) {
        if (C.Status == Arrival::InFlight && C.Age > *Pending)
          C = {Arrival::Arrived, C.ReadSinceBarrier, 0};
      });
    } else if (isBlockBarrier(I)) {
      changeAll(S, [](CellState &C) {
        C.ReadSinceBarrier = false;
        if (C.Status == Arrival::Arrived)
          C.Status = Arrival::Ready;
      });
    } else if (isa<ReturnInst>(I)) {
      end(I, S);
    } else if (const Value *P = sharedOperand(I)) {
      access(I, *P, S, Values);
    }
  }

  static void changeAll(State &S, function_ref<void(CellState &)> Change) {
    for (CellStates &Cell : S.Cells)
      Cell.change(Change);
  }

  /// Copies are drained before the kernel ends: what is in flight may not outlive the block.
  void end(const Instruction &I, State &S) {
    for (unsigned Index = 0; Index != S.Cells.size(); ++Index)
      S.Cells[Index].change([&](CellState &C) {
        if (C.Status == Arrival::InFlight && isPlaced(Index))
          undrained(I, Index);
      });
  }

  void undrained(const Instruction &I, unsigned Index) {
    Out.report(Diag::MissingWait, I,
               nameOf(Index) + " has a copy in flight on a path on which the kernel ends",
               "wait for all groups before the end", true);
  }

  void access(const Instruction &I, const Value &P, State &S, const RingValues &Values) {
    bool Unknown = false;
    SmallVector<unsigned, 2> At = Storage.cellsOf(P, maskedLead(I), Values, Unknown);
    if (Unknown)
      Out.unproven(I, "which shared bytes this means is not known");
    for (unsigned Index : At) {
      if (Storage.cells()[Index].Mixed)
        mixed(I, Index);
      else if (asAsyncCopy(I))
        S.Cells[Index].change([&](CellState &C) {
          fill(I, Index, C, {Arrival::InFlight, false, 0});
        });
      else if (isa<StoreInst>(I))
        S.Cells[Index].change([&](CellState &C) {
          fill(I, Index, C, {Arrival::Arrived, false, 0});
        });
      else
        S.Cells[Index].change([&](CellState &C) { read(I, Index, C); });
    }
  }

  void mixed(const Instruction &I, unsigned Index) {
    const Cell &C = Storage.cells()[Index];
    if (Told.insert(C.Storage).second)
      Out.unproven(I, "which part of '" + C.Tile + "' each of its copies fills is not known");
  }

  bool isPlaced(unsigned Index) const { return Storage.cells()[Index].Placed; }

  std::string nameOf(unsigned Index) const {
    const Cell &C = Storage.cells()[Index];
    return "slot " + std::to_string(C.Slot) + " of tile '" + C.Tile + "'";
  }

  void fill(const Instruction &I, unsigned Index, CellState &C, CellState New) {
    if (C.ReadSinceBarrier)
      Out.report(Diag::EarlyRefill, I,
                 nameOf(Index) + " is filled on a path that has no block barrier after the last "
                                 "read of it",
                 "put a block barrier between the last read and the fill", isPlaced(Index));
    else if (C.Status == Arrival::InFlight && C.Age > 0)
      Out.report(Diag::EarlyRefill, I, nameOf(Index) + " is filled while an earlier copy into it is in flight",
                 "wait for the earlier group first", isPlaced(Index));
    // Before the commit, stores and copies into a slot are one fill: rows end in a remainder
    // that no asynchronous copy can take. It arrives with its group.
    bool SameFill = C.Status == Arrival::InFlight && C.Age == 0;
    C = SameFill ? CellState{Arrival::InFlight, false, 0} : New;
  }

  void read(const Instruction &I, unsigned Index, CellState &C) {
    if (C.Status == Arrival::InFlight)
      Out.report(Diag::MissingWait, I,
                 nameOf(Index) + " is read on a path where its copy is still in flight (" +
                     Twine(int(C.Age)) + " groups committed since)",
                 "wait until at most " + Twine(std::max(int(C.Age) - 1, 0)) +
                     " groups are pending, then put a block barrier",
                 isPlaced(Index));
    else if (C.Status == Arrival::Arrived)
      Out.report(Diag::MissingBarrier, I,
                 nameOf(Index) + " is read on a path that has no block barrier after its arrival",
                 "put a block barrier after the wait or the stores", isPlaced(Index));
    C.ReadSinceBarrier = true;
  }

  Function &F;
  const ShapeStorage &Storage;
  Reporter &Out;
  SmallPtrSet<const GlobalVariable *, 4> Told; ///< said once for each storage
  std::map<Place, std::vector<CellStates>> Known; ///< what may be true at a block's start
  std::set<Place> Waiting;                        ///< in Work
  std::deque<Place> Work;
};

/// A use of a generic pointer into a tile that stays generic: llc infers the address space
/// of loads and stores once more, where nothing but shared memory flows in.
bool isEscape(const Instruction &I, const Value &Pointer) {
  if (!I.mayReadOrWriteMemory())
    return isa<PtrToIntInst, ReturnInst>(I);
  if (getLoadStorePointerOperand(&I) != &Pointer)
    return true;
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(&Pointer, Objects);
  return any_of(Objects, [](const Value *O) {
    return !isa<GlobalVariable>(O) || O->getType()->getPointerAddressSpace() != SharedSpace;
  });
}

/// P1: from placed storage, follows pointers that lost their address space.
void checkAddressSpaces(Function &F, const ShapeStorage &Storage, Reporter &Out) {
  SmallVector<const Value *, 16> Work;
  for (const Cell &C : Storage.cells())
    if (C.Placed)
      Work.push_back(C.Storage);
  SmallPtrSet<const Value *, 32> Seen;
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    bool Generic = V->getType()->isPointerTy() && V->getType()->getPointerAddressSpace() != SharedSpace;
    for (const User *U : V->users()) {
      const auto *I = dyn_cast<Instruction>(U);
      if (I && I->getFunction() != &F)
        continue;
      if (isa<GEPOperator, AddrSpaceCastOperator, BitCastOperator, PHINode, SelectInst>(U))
        Work.push_back(U);
      else if (I && Generic && isEscape(*I, *V))
        Out.report(Diag::TileAccessGeneric, *I, "the pointer into the tile is generic here",
                   "let address spaces be inferred: the pointer must not merge with another");
    }
  }
}

/// P4: branches that decide whether a barrier is reached must be the same for the block.
void checkBarriers(Function &F, Reporter &Out) {
  SmallVector<const Instruction *, 8> Barriers;
  for (const Instruction &I : instructions(F))
    if (isBlockBarrier(I))
      Barriers.push_back(&I);
  if (Barriers.empty())
    return;
  LocalAnalyses Analyses;
  auto &DT = Analyses.FAM.getResult<DominatorTreeAnalysis>(F);
  auto &PDT = Analyses.FAM.getResult<PostDominatorTreeAnalysis>(F);
  BlockUniformity Uniformity(F, DT, Analyses.FAM.getResult<AAManager>(F));
  for (const Instruction *I : Barriers) {
    if (!DT.isReachableFromEntry(I->getParent()))
      continue;
    // The post-dominance frontier, iterated, is what the block is control dependent on.
    ReverseIDFCalculator Frontier(PDT);
    SmallPtrSet<BasicBlock *, 1> Of = {const_cast<BasicBlock *>(I->getParent())};
    Frontier.setDefiningBlocks(Of);
    SmallVector<BasicBlock *, 8> Controls;
    Frontier.calculate(Controls);
    const BasicBlock *Worst = nullptr;
    for (const BasicBlock &BB : F) // in order, for a stable message
      if (!Worst && is_contained(Controls, &BB) && Uniformity.hasDivergentTerminator(BB))
        Worst = &BB;
    if (!Worst)
      continue;
    std::string Why;
    if (const auto *Br = dyn_cast<BranchInst>(Worst->getTerminator()); Br && Br->isConditional())
      Why = ": its condition " + Uniformity.whyDivergent(*Br->getCondition());
    std::string Branch;
    raw_string_ostream(Branch) << *Worst->getTerminator();
    Out.report(Diag::DivergentBarrier, *I,
               "threads of the block part at '" + StringRef(Branch).ltrim().str() + "'" + Why,
               "make the condition block-uniform, or move the barrier out of the branch");
  }
}
} // namespace

void verifyShape(Function &F, DiagnosticSink &Sink) {
  if (F.isDeclaration())
    return;
  ShapeStorage Storage(F);
  const Instruction *Copy = nullptr, *Other = nullptr;
  for (const Instruction &I : instructions(F)) {
    if (!Copy && asAsyncCopy(I))
      Copy = &I;
    if (!Other && isOtherAsync(I))
      Other = &I;
  }
  if (!Copy && !Storage.hasStorage())
    return;
  Reporter Out(Sink, Storage.isPlaced());
  if (!Storage.hasStorage()) {
    Out.unproven(*Copy, "the copies' destination is no shared variable of this module");
    return;
  }
  if (Other)
    Out.unproven(*Other, "copies that complete through mbarriers are not followed");
  if (Storage.isPlaced())
    checkAddressSpaces(F, Storage, Out);
  checkBarriers(F, Out);
  Walk(F, Storage, Out).run();
}

} // namespace vx
