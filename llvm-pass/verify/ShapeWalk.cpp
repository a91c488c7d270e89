//===- ShapeWalk.cpp - the order of fills and reads on every path ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// All paths are walked, once per block and values of the ring's phis (slot 0, 1, ...). What can be true of a
// cell there is a set of
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
// Groups are counted along paths, not in the text, so copied or unrolled waits are fine. Paths that ranges
// exclude are none (KnownBranches.h).
//
// Places are visited many times, so everything that a visit needs is found once: the events of a block,
// the cells of an access (which depend on the ring's values at most), the successors of a block under the
// ring's values, which have numbers.
#include "ShapeWalk.h"
#include "KnownBranches.h"
#include "ShapeEvents.h"
#include "ShapeReport.h"
#include "ShapeStorage.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include <deque>
#include <map>
#include <optional>

using namespace llvm;

namespace vx {

namespace {
/// Ages above any wait's number mean the same.
constexpr int MaxAge = 16;
/// More blocks and values of phis than this: the proof is given up, and says so.
constexpr size_t MaxStates = 200000;

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

enum class EventKind { Commit, Wait, Barrier, Return, Copy, Store, Read };

/// What one instruction does to the cells.
struct Event {
  EventKind Kind;
  const Instruction *I;
  int64_t Pending = 0;            ///< groups that a wait leaves
  const Value *Pointer = nullptr; ///< of an access
  uint64_t Lead = 0;              ///< bytes from Pointer to the first that is accessed
  bool Turns = false;             ///< the ring's values decide which cells an access means
};

/// The cells that an access means.
struct Target {
  SmallVector<unsigned, 2> Cells;
  bool Unknown = false;
};

class Walk {
public:
  Walk(Function &F, const ShapeStorage &Storage, ShapeReport &Out)
      : F(F), Storage(Storage), Out(Out), Branches(F), Phis(Storage.ringPhis().getArrayRef()) {}

  void run() {
    collectEvents();
    CellStates Untouched;
    Untouched.insert(CellState());
    visit({&F.getEntryBlock(), ringNumber(RingTuple(Phis.size()))},
          AllCells(Storage.cells().size(), Untouched));
    while (!Work.empty()) {
      Place At = Work.front();
      Work.pop_front();
      Waiting.erase(At);
      leave(At);
      if (Known.size() > MaxStates) {
        Out.unproven(*F.getEntryBlock().getTerminator(),
                     "more than " + Twine(MaxStates) + " states of the copies' order");
        return;
      }
    }
  }

private:
  using RingTuple = std::vector<Constant *>; ///< of Phis; nullptr: not yet known
  /// A block and the number of the ring's values at its start.
  using Place = std::pair<const BasicBlock *, unsigned>;
  using AllCells = SmallVector<CellStates, 8>;

  void collectEvents() {
    for (const BasicBlock &BB : F) {
      unsigned First = Events.size();
      for (const Instruction &I : BB)
        if (std::optional<Event> E = eventOf(I))
          Events.push_back(*E);
      if (Events.size() != First)
        EventsOf[&BB] = {First, unsigned(Events.size()) - First};
    }
  }

  std::optional<Event> eventOf(const Instruction &I) const {
    if (isCommit(I))
      return Event{EventKind::Commit, &I};
    if (std::optional<int64_t> Pending = pendingAfterWait(I))
      return Event{EventKind::Wait, &I, *Pending};
    if (isBlockBarrier(I))
      return Event{EventKind::Barrier, &I};
    if (isa<ReturnInst>(I))
      return Event{EventKind::Return, &I};
    const Value *P = sharedOperand(I);
    if (!P)
      return std::nullopt;
    EventKind Kind = asAsyncCopy(I)      ? EventKind::Copy
                     : isa<StoreInst>(I) ? EventKind::Store
                                         : EventKind::Read;
    return Event{Kind, &I, 0, P, maskedLead(I), turns(*P)};
  }

  /// Does \p Pointer depend on a phi of the ring?
  bool turns(const Value &Pointer) const {
    SetVector<const Value *> Work;
    Work.insert(&Pointer);
    for (size_t Head = 0; Head != Work.size(); ++Head) {
      const auto *I = dyn_cast<Instruction>(Work[Head]);
      if (!I)
        continue;
      if (is_contained(Phis, I))
        return true;
      if (!I->mayReadOrWriteMemory())
        Work.insert(I->value_op_begin(), I->value_op_end());
    }
    return false;
  }

  unsigned ringNumber(const RingTuple &Values) {
    auto [It, New] = RingNumbers.insert({Values, RingNumbers.size()});
    if (New) {
      RingValues &Numbered = Rings.emplace_back();
      for (auto [Phi, C] : zip_equal(Phis, Values))
        if (C)
          Numbered[Phi] = C;
    }
    return It->second;
  }

  void visit(const Place &At, const AllCells &Cells) {
    auto [It, New] = Known.try_emplace(At, Cells);
    bool Grows = New;
    for (auto [Old, Cell] : zip_equal(It->second, Cells)) {
      Grows |= !Old.contains(Cell);
      Old.merge(Cell);
    }
    if (Grows && Waiting.insert(At).second)
      Work.push_back(At);
  }

  void leave(const Place &At) {
    AllCells Cells = Known.find(At)->second;
    if (auto It = EventsOf.find(At.first); It != EventsOf.end())
      for (const Event &E : ArrayRef(Events).slice(It->second.first, It->second.second))
        happen(E, At.second, Cells);
    for (const Place &Next : successors(At))
      visit(Next, Cells);
  }

  /// Successors that the ring's values do not exclude, with the values that they begin with.
  ArrayRef<Place> successors(const Place &At) {
    auto [It, New] = Successors.try_emplace(At);
    if (!New)
      return It->second;
    auto [BB, Ring] = At;
    SmallVector<Place, 2> Found;
    const Instruction *T = BB->getTerminator();
    std::optional<bool> Condition;
    if (const auto *Br = dyn_cast<BranchInst>(T); Br && Br->isConditional())
      Condition = conditionOf(*Br, Ring);
    for (unsigned I = 0; I != T->getNumSuccessors(); ++I)
      if (!Condition || I == (*Condition ? 0u : 1u))
        Found.push_back({T->getSuccessor(I), ringBehind(*BB, *T->getSuccessor(I), Ring)});
    return It->second = std::move(Found);
  }

  std::optional<bool> conditionOf(const BranchInst &Branch, unsigned Ring) {
    if (const auto *C =
            dyn_cast_or_null<ConstantInt>(Storage.evaluate(*Branch.getCondition(), Rings[Ring])))
      return !C->isZero();
    return Branches.condition(Branch);
  }

  /// The ring's values after the moves into the phis of \p To.
  unsigned ringBehind(const BasicBlock &From, const BasicBlock &To, unsigned Ring) {
    if (none_of(Phis, [&](const PHINode *Phi) { return Phi->getParent() == &To; }))
      return Ring;
    RingTuple Values;
    for (const PHINode *Phi : Phis)
      Values.push_back(Phi->getParent() == &To
                           ? Storage.evaluate(*Phi->getIncomingValueForBlock(&From), Rings[Ring])
                           : Rings[Ring].lookup(Phi));
    return ringNumber(Values);
  }

  void happen(const Event &E, unsigned Ring, AllCells &Cells) {
    switch (E.Kind) {
    case EventKind::Commit:
      return changeAll(Cells, [](CellState &C) {
        if (C.Status == Arrival::InFlight && C.Age < MaxAge)
          ++C.Age;
      });
    case EventKind::Wait:
      return changeAll(Cells, [&](CellState &C) {
        if (C.Status == Arrival::InFlight && C.Age > E.Pending)
          C = {Arrival::Arrived, C.ReadSinceBarrier, 0};
      });
    case EventKind::Barrier:
      return changeAll(Cells, [](CellState &C) {
        C.ReadSinceBarrier = false;
        if (C.Status == Arrival::Arrived)
          C.Status = Arrival::Ready;
      });
    case EventKind::Return:
      return end(*E.I, Cells);
    case EventKind::Copy:
    case EventKind::Store:
    case EventKind::Read:
      return access(E, Ring, Cells);
    }
  }

  static void changeAll(AllCells &Cells, function_ref<void(CellState &)> Change) {
    for (CellStates &Cell : Cells)
      Cell.change(Change);
  }

  /// Copies are drained before the kernel ends: what is in flight may not outlive the block.
  void end(const Instruction &I, AllCells &Cells) {
    for (unsigned Index = 0; Index != Cells.size(); ++Index)
      Cells[Index].change([&](CellState &C) {
        if (C.Status == Arrival::InFlight && isPlaced(Index))
          undrained(I, Index);
      });
  }

  void undrained(const Instruction &I, unsigned Index) {
    Out.report(Diag::MissingWait, I,
               nameOf(Index) + " has a copy in flight on a path on which the kernel ends",
               "wait for all groups before the end", true);
  }

  const Target &targetOf(const Event &E, unsigned Ring) {
    auto [It, New] = Targets.try_emplace({E.I, E.Turns ? Ring : 0});
    if (New)
      It->second.Cells =
          Storage.cellsOf(*E.Pointer, E.Lead, Rings[Ring], It->second.Unknown);
    return It->second;
  }

  void access(const Event &E, unsigned Ring, AllCells &Cells) {
    const Target &At = targetOf(E, Ring);
    if (At.Unknown)
      Out.unproven(*E.I, "which shared bytes this means is not known");
    for (unsigned Index : At.Cells) {
      if (Storage.cells()[Index].Mixed) {
        mixed(*E.I, Index);
        continue;
      }
      Cells[Index].change([&](CellState &C) {
        if (E.Kind == EventKind::Copy)
          fill(*E.I, Index, C, {Arrival::InFlight, false, 0});
        else if (E.Kind == EventKind::Store)
          fill(*E.I, Index, C, {Arrival::Arrived, false, 0});
        else
          read(*E.I, Index, C);
      });
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
  ShapeReport &Out;
  KnownBranches Branches;
  ArrayRef<const PHINode *> Phis;
  SmallPtrSet<const GlobalVariable *, 4> Told; ///< said once for each storage
  std::vector<Event> Events;
  DenseMap<const BasicBlock *, std::pair<unsigned, unsigned>> EventsOf; ///< first, number
  std::map<RingTuple, unsigned> RingNumbers;
  std::vector<RingValues> Rings;
  DenseMap<Place, SmallVector<Place, 2>> Successors;
  DenseMap<std::pair<const Instruction *, unsigned>, Target> Targets;
  DenseMap<Place, AllCells> Known; ///< what may be true at a block's start
  DenseSet<Place> Waiting;         ///< in Work
  std::deque<Place> Work;
};
} // namespace

void walkPaths(Function &F, const ShapeStorage &Storage, ShapeReport &Out) {
  Walk(F, Storage, Out).run();
}

} // namespace vx
