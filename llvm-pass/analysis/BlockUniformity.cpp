//===- BlockUniformity.cpp - block-level uniformity ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// LLVM's GenericUniformity propagates divergence through operands, joins of
// divergent branches, cycles that threads leave one by one, and irreducible flow.
// What it needs from a target is which instructions *start* divergence. NVPTX answers for
// a warp; the classes below answer for a block:
//
//   always uniform   block-wide reductions and "any" markers
//   never uniform    tid, laneid, warpid, clocks, atomics, volatile loads, allocas, shuffles,
//                    votes, inline assembly, opaque calls, loads that the kernel may write
//   by operands      everything else: kernel arguments, ctaid, ntid, arithmetic, pure calls,
//                    loads of memory that nothing in the kernel writes
//
// A load is judged by the object it reads, not by the exact address: another thread, or
// the same thread in another iteration, may write a neighbouring element, and alias analysis
// only answers for one thread in one iteration.
//===----------------------------------------------------------------------===//
#include "vx/BlockUniformity.h"
#include "vx/SyncPoints.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/GenericUniformityInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;

namespace vx {

namespace {

using IU = InstructionUniformity;

/// The class of what starts divergence; the words for it go to \p Why if somebody asks.
IU never(std::string *Why, const Twine &Words) {
  if (Why)
    *Why = Words.str();
  return IU::NeverUniform;
}

/// Block sizes that the kernel fixes; 0 where it does not.
struct FixedBlock {
  unsigned Size[3] = {0, 0, 0};

  explicit FixedBlock(const Function &F) {
    if (read(F, "nvvm.reqntid"))
      return;
    // maxntid bounds only the product of the dimensions, so it fixes them when
    // the product is one.
    FixedBlock Bound;
    if (Bound.read(F, "nvvm.maxntid") &&
        all_of(Bound.Size, [](unsigned S) { return S == 1; }))
      *this = Bound;
  }

private:
  FixedBlock() = default;
  bool read(const Function &F, StringRef Name) {
    if (!F.hasFnAttribute(Name))
      return false;
    SmallVector<StringRef, 3> Parts;
    F.getFnAttribute(Name).getValueAsString().split(Parts, ',');
    // PTX ISA, .reqntid: dimensions that are not written are 1.
    unsigned Dims[3] = {1, 1, 1};
    if (Parts.size() > 3)
      return false;
    for (auto [Dim, Part] : zip(Dims, Parts))
      if (Part.trim().getAsInteger(10, Dim))
        return false;
    copy(Dims, Size);
    return true;
  }
};

/// A request of carrier B that is still a call of its callee.
bool isTransfer(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && Callee->hasFnAttribute("vx.transfer");
}

bool isBlockUniformRegister(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_w:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_w:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_w:
  case Intrinsic::nvvm_read_ptx_sreg_gridid:
  case Intrinsic::nvvm_read_ptx_sreg_nsmid:
  case Intrinsic::nvvm_read_ptx_sreg_nwarpid:
  case Intrinsic::nvvm_read_ptx_sreg_warpsize:
    return true;
  default:
    break;
  }
  // Cluster coordinates, shared-memory sizes and environment registers belong to the
  // block, too.
  StringRef Name = Intrinsic::getBaseName(ID);
  return Name.consume_front("llvm.nvvm.read.ptx.sreg.") &&
         (Name.starts_with("cluster") || Name.starts_with("ncluster") ||
          Name.starts_with("envreg") || Name.ends_with("smem.size"));
}

/// tid in a dimension in which the block has one thread is the constant 0.
bool isConstantTid(Intrinsic::ID ID, const FixedBlock &Block) {
  switch (ID) {
  case Intrinsic::nvvm_read_ptx_sreg_tid_x:
    return Block.Size[0] == 1;
  case Intrinsic::nvvm_read_ptx_sreg_tid_y:
    return Block.Size[1] == 1;
  case Intrinsic::nvvm_read_ptx_sreg_tid_z:
    return Block.Size[2] == 1;
  case Intrinsic::nvvm_read_ptx_sreg_tid_w: // PTX ISA: always 0
    return true;
  default:
    return false;
  }
}

/// Frozen garbage differs between threads, frozen overflow does not: all threads
/// run the same instructions. So only undef and poison constants matter.
bool mayFreezeGarbage(const FreezeInst &Freeze) {
  SetVector<const Value *> Work;
  Work.insert(Freeze.getOperand(0));
  for (unsigned I = 0; I < Work.size(); ++I) {
    if (isa<UndefValue>(Work[I]))
      return true;
    if (const auto *U = dyn_cast<User>(Work[I]); U && !isa<GlobalValue>(U))
      Work.insert(U->value_op_begin(), U->value_op_end());
  }
  return false;
}

/// A phi with garbage on some paths: uniformity would take the other paths' value
/// for all, although threads that came along the garbage path hold anything.
bool mergesGarbage(const PHINode &Phi) {
  auto IsUndef = [](const Value *V) { return isa<UndefValue>(V); };
  return any_of(Phi.incoming_values(), IsUndef) &&
         !all_of(Phi.incoming_values(), IsUndef);
}

/// Classifies the instructions of one function.
class Sources {
public:
  Sources(Function &F, AAResults &AA) : AA(AA), Block(F) {
    for (Instruction &I : instructions(F)) {
      if (!I.mayWriteToMemory() || !writesKernelMemory(I))
        continue;
      Writers.push_back(&I);
      if (const Value *Ptr = writtenPointer(I))
        Stored.insert(getUnderlyingObject(Ptr, MaxAddressSteps));
      if (const auto *Call = dyn_cast<CallBase>(&I); Call && Call->onlyAccessesArgMemory())
        for (const Use &Arg : Call->args())
          if (Arg->getType()->isPointerTy() && !Call->onlyReadsMemory(Call->getArgOperandNo(&Arg)))
            Stored.insert(getUnderlyingObject(Arg, MaxAddressSteps));
    }
  }

  IU classify(const Value &V, std::string *Why = nullptr) const {
    const auto *I = dyn_cast<Instruction>(&V);
    if (!I)
      return IU::Default; // kernel arguments, constants, globals
    if (const auto *Load = dyn_cast<LoadInst>(I))
      return classifyLoad(*Load, Why);
    if (const auto *Call = dyn_cast<CallBase>(I))
      return classifyCall(*Call, Why);
    if (const auto *Freeze = dyn_cast<FreezeInst>(I))
      return mayFreezeGarbage(*Freeze) ? never(Why, "freezes an undefined value")
                                       : IU::Default;
    if (const auto *Phi = dyn_cast<PHINode>(I))
      return mergesGarbage(*Phi) ? never(Why, "is undefined on some path")
                                 : IU::Default;
    if (I->isAtomic())
      return never(Why, "is the result of an atomic operation");
    if (isa<AllocaInst>(I))
      return never(Why, "points to memory of one thread");
    if (isa<VAArgInst>(I) || I->isEHPad())
      return never(Why, Twine("is the result of ") + I->getOpcodeName());
    return IU::Default;
  }

private:
  /// False for what orders memory without writing it: the writes that it makes
  /// visible are in the kernel and counted themselves. Markers and transfers write
  /// nothing but the storage of their tile.
  static bool writesKernelMemory(const Instruction &I) {
    if (isa<FenceInst, LoadInst>(I) || syncKind(I) != SyncKind::None)
      return false; // volatile and atomic loads count as writes in LLVM
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      return true;
    if (isTransfer(*Call) || isPartialBarrier(*Call) ||
        isWarpCollective(*Call))
      return false;
    const Function *Callee = Call->getCalledFunction();
    if (!Callee || !Callee->isIntrinsic())
      return true;
    StringRef Name = Callee->getName();
    return !Name.starts_with("llvm.nvvm.membar.") &&
           !Name.starts_with("llvm.nvvm.fence.") &&
           !Name.starts_with("llvm.nvvm.cp.async.wait.") &&
           !Name.starts_with("llvm.nvvm.cp.async.commit.");
  }

  IU classifyLoad(const LoadInst &Load, std::string *Why) const {
    if (Load.isVolatile() || Load.isAtomic())
      return never(Why, "is a volatile or atomic load");
    return classifyRead(Load, Load.getPointerOperand(), Why);
  }

  IU classifyRead(const Instruction &I, const Value *Ptr, std::string *Why) const {
    if (readsOneThread(Ptr))
      return never(Why, "loads from memory of one thread");
    if (readsTile(Ptr))
      return never(Why, "loads from a placed tile");
    if (I.hasMetadata(LLVMContext::MD_invariant_load) ||
        Ptr->getType()->getPointerAddressSpace() == NVPTXAS::ADDRESS_SPACE_CONST)
      return IU::Default;
    if (mayBeWritten(Ptr))
      return never(Why, "loads from memory that the kernel may write");
    return IU::Default;
  }

  static bool readsOneThread(const Value *Ptr) {
    SmallVector<const Value *, 4> Objects;
    getUnderlyingObjects(Ptr, Objects, nullptr, MaxAddressSteps);
    return any_of(Objects, [](const Value *Object) {
      const auto *Global = dyn_cast<GlobalVariable>(Object);
      return isa<AllocaInst>(Object) || (Global && Global->isThreadLocal()) ||
             Object->getType()->getPointerAddressSpace() ==
                 NVPTXAS::ADDRESS_SPACE_LOCAL;
    });
  }

  /// The pointer comes out of a transfer: by value when it was called, but in
  /// storage that is refilled between sync points.
  static bool readsTile(const Value *Ptr) {
    SmallVector<const Value *, 4> Objects;
    getUnderlyingObjects(Ptr, Objects, nullptr, MaxAddressSteps);
    return any_of(Objects, [](const Value *Object) {
      while (const auto *Extract = dyn_cast<ExtractValueInst>(Object))
        Object = Extract->getAggregateOperand();
      const auto *Call = dyn_cast<CallBase>(Object);
      return Call && isTransfer(*Call);
    });
  }

  bool mayBeWritten(const Value *Ptr) const {
    const Value *Object = getUnderlyingObject(Ptr, MaxAddressSteps);
    auto [It, New] = Written.try_emplace(Object, false);
    if (!New)
      return It->second;
    MemoryLocation Loc = MemoryLocation::getBeforeOrAfter(Object);
    bool Result = isModSet(AA.getModRefInfoMask(Loc)) &&
                  (Stored.contains(Object) || any_of(Writers, [&](Instruction *W) {
                     return mayWrite(*W, Loc);
                   }));
    return Written[Object] = Result;
  }

  /// Where a store or atomic writes. That it may be ordered does not matter here: it
  /// writes nowhere else, and the writes that it orders are looked at themselves.
  static const Value *writtenPointer(const Instruction &I) {
    if (const auto *RMW = dyn_cast<AtomicRMWInst>(&I))
      return RMW->getPointerOperand();
    if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
      return Exchange->getPointerOperand();
    return getLoadStorePointerOperand(&I);
  }

  bool mayWrite(Instruction &Writer, const MemoryLocation &Loc) const {
    const Value *Ptr = writtenPointer(Writer);
    if (!Ptr)
      return isModSet(AA.getModRefInfo(&Writer, Loc));
    const Value *Object = getUnderlyingObject(Ptr, MaxAddressSteps);
    return !inDisjointSpaces(*Object, *Loc.Ptr) &&
           !AA.isNoAlias(MemoryLocation::getBeforeOrAfter(Object), Loc);
  }

  /// PTX ISA, state spaces: global, shared and local memory do not overlap. A generic
  /// pointer that a kernel gets as an argument points to global memory.
  static bool inDisjointSpaces(const Value &A, const Value &B) {
    auto Space = [](const Value &V) {
      unsigned AS = V.getType()->getPointerAddressSpace();
      bool Global = isa<Argument>(V) && AS == NVPTXAS::ADDRESS_SPACE_GENERIC;
      return Global ? unsigned(NVPTXAS::ADDRESS_SPACE_GLOBAL) : AS;
    };
    auto Known = [](unsigned AS) {
      return AS == NVPTXAS::ADDRESS_SPACE_GLOBAL ||
             AS == NVPTXAS::ADDRESS_SPACE_SHARED ||
             AS == NVPTXAS::ADDRESS_SPACE_LOCAL;
    };
    unsigned SA = Space(A), SB = Space(B);
    return Known(SA) && Known(SB) && SA != SB;
  }

  IU classifyCall(const CallBase &Call, std::string *Why) const {
    SyncKind Kind = syncKind(Call);
    if (Kind == SyncKind::Any || Kind == SyncKind::Reduction)
      return IU::AlwaysUniform;
    if (Kind != SyncKind::None || isTransfer(Call))
      return IU::Default;
    if (Call.isInlineAsm())
      return never(Why, "is the result of inline assembly");
    const Function *Callee = Call.getCalledFunction();
    if (!Callee)
      return never(Why, "is the result of an indirect call");
    if (Callee->isIntrinsic())
      return classifyIntrinsic(Call, *Callee, Why);
    if (Call.doesNotAccessMemory() && Call.hasFnAttr(Attribute::Speculatable) &&
        !Call.isConvergent())
      return IU::Default;
    return never(Why, "is the result of a call of '" + Callee->getName() + "'");
  }

  IU classifyIntrinsic(const CallBase &Call, const Function &F,
                       std::string *Why) const {
    StringRef Name = F.getName();
    Intrinsic::ID ID = F.getIntrinsicID();
    if (Name.starts_with("llvm.nvvm.read.ptx.sreg.")) {
      if (isBlockUniformRegister(ID))
        return IU::Default;
      return isConstantTid(ID, Block) ? IU::Default : never(Why, "depends on " + Name);
    }
    switch (ID) {
    case Intrinsic::returnaddress:
    case Intrinsic::addressofreturnaddress:
    case Intrinsic::frameaddress:
    case Intrinsic::sponentry:
    case Intrinsic::stacksave:
      return never(Why, "depends on " + Name);
    case Intrinsic::masked_load:
      return classifyRead(Call, Call.getArgOperand(0), Why);
    case Intrinsic::nvvm_ldu_global_f:
    case Intrinsic::nvvm_ldu_global_i:
    case Intrinsic::nvvm_ldu_global_p:
      return IU::Default; // reads memory that is constant while the kernel runs
    default:
      break;
    }
    if (Call.doesNotAccessMemory() && !Call.isConvergent())
      return IU::Default;
    return never(Why, "is the result of " + Name);
  }

  AAResults &AA;
  FixedBlock Block;
  SmallVector<Instruction *, 16> Writers;
  SmallPtrSet<const Value *, 8> Stored; ///< objects that a store, atomic or copy goes to
  mutable DenseMap<const Value *, bool> Written;
};

/// The target that GenericUniformity asks.
class BlockTTI final : public TargetTransformInfoImplCRTPBase<BlockTTI> {
  using Base = TargetTransformInfoImplCRTPBase<BlockTTI>;

public:
  BlockTTI(const DataLayout &DL, const Sources &S) : Base(DL), S(S) {}
  bool hasBranchDivergence(const Function *) const override { return true; }
  InstructionUniformity
  getInstructionUniformity(const Value *V) const override {
    return S.classify(*V);
  }

private:
  const Sources &S;
};

} // namespace

/// LLVM exports the analysis as a pass only; it takes the target from the analysis
/// manager that runs it, so a manager of our own brings our target in.
struct BlockUniformity::Impl {
  Function &F;
  Sources S;
  FunctionAnalysisManager AM;
  UniformityInfo &Info;

  Impl(Function &F, AAResults &AA) : F(F), S(F, AA), Info(compute()) {}

  UniformityInfo &compute() {
    AM.registerPass([] { return PassInstrumentationAnalysis(); });
    AM.registerPass([] { return DominatorTreeAnalysis(); });
    AM.registerPass([] { return CycleAnalysis(); });
    AM.registerPass([] { return UniformityInfoAnalysis(); });
    AM.registerPass([this] {
      return TargetIRAnalysis([this](const Function &Fn) {
        return TargetTransformInfo(
            std::make_unique<BlockTTI>(Fn.getDataLayout(), S));
      });
    });
    return AM.getResult<UniformityInfoAnalysis>(F);
  }

  std::string whyDivergent(const Value &V);
  void explainControl(const PHINode &Phi, SetVector<const Value *> &Work);
};

/// Queues the conditions of divergent branches whose paths meet in \p Phi: the
/// ones that dominate it, innermost first, then all others of the function.
void BlockUniformity::Impl::explainControl(
    const PHINode &Phi, SetVector<const Value *> &Work) {
  const auto &DT = AM.getResult<DominatorTreeAnalysis>(F);
  auto Queue = [&](const BasicBlock &BB) {
    if (Info.isDivergent(BB.getTerminator()))
      for (const Value *Op : BB.getTerminator()->operand_values())
        if (!isa<BasicBlock>(Op))
          Work.insert(Op);
  };
  for (auto *Node = DT.getNode(Phi.getParent()); Node; Node = Node->getIDom())
    Queue(*Node->getBlock());
  for (const BasicBlock *Pred : Phi.blocks())
    Queue(*Pred);
}

std::string BlockUniformity::Impl::whyDivergent(const Value &V) {
  if (Info.isUniform(&V))
    return "";
  SetVector<const Value *> Work;
  Work.insert(&V);
  for (unsigned I = 0; I < Work.size(); ++I) {
    const auto *Inst = dyn_cast<Instruction>(Work[I]);
    if (!Inst || Info.isUniform(Work[I]))
      continue;
    if (std::string Why; S.classify(*Inst, &Why) == IU::NeverUniform)
      return Why;
    unsigned Before = Work.size();
    for (const Use &U : Inst->operands())
      if (Info.isDivergent(U.get()))
        Work.insert(U.get());
    if (const auto *Phi = dyn_cast<PHINode>(Inst); Phi && Work.size() == Before)
      explainControl(*Phi, Work);
    for (const Use &U : Inst->operands())
      if (!Info.isDivergent(U.get()) && Info.isDivergentUse(U))
        return "leaves a loop that threads leave in different iterations";
  }
  return "depends on the path that a thread takes";
}

BlockUniformity::BlockUniformity(Function &F, const DominatorTree &,
                                 AAResults &AA)
    : P(std::make_unique<Impl>(F, AA)) {}
BlockUniformity::~BlockUniformity() = default;
BlockUniformity::BlockUniformity(BlockUniformity &&) noexcept = default;

bool BlockUniformity::isUniform(const Value &V) const {
  return P->Info.isUniform(&V);
}
bool BlockUniformity::isUniformUse(const Use &U) const {
  return !P->Info.isDivergentUse(U);
}
bool BlockUniformity::hasDivergentTerminator(const BasicBlock &BB) const {
  return P->Info.hasDivergentTerminator(BB);
}
std::string BlockUniformity::whyDivergent(const Value &V) const {
  return P->whyDivergent(V);
}

} // namespace vx
