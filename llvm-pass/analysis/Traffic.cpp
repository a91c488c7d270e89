//===- Traffic.cpp - global bytes that one block reads through its tiles ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/Traffic.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include <map>

using namespace llvm;

namespace vx {

namespace {
/// A longer expression tells a reader nothing: it is mostly guards against wrapping.
constexpr size_t MaxSymbolText = 100;

/// Sum of products; a product is its symbols and a factor.
class Polynomial {
public:
  void add(uint64_t Factor, std::vector<std::string> Symbols) {
    llvm::sort(Symbols);
    uint64_t &Sum = Terms[Symbols];
    Sum = SaturatingAdd(Sum, Factor);
  }
  std::string str() const {
    std::string Text;
    for (const auto &[Symbols, Factor] : Terms) {
      Text += (Text.empty() ? "" : " + ") + utostr(Factor);
      for (const std::string &S : Symbols)
        Text += " * " + S;
    }
    return Text.empty() ? "0" : Text;
  }

private:
  std::map<std::vector<std::string>, uint64_t> Terms;
};

class TrafficMeter {
public:
  TrafficMeter(LoopInfo &LI, ScalarEvolution &SE) : LI(LI), SE(SE) {}

  void count(Polynomial &Sum, uint64_t Bytes, const Instruction &At,
             bool PerThread) {
    std::vector<std::string> Symbols;
    for (Loop *L = LI.getLoopFor(At.getParent()); L; L = L->getParentLoop()) {
      const SCEV *Runs = executions(*L, *At.getParent());
      if (auto *C = dyn_cast<SCEVConstant>(Runs);
          C && C->getAPInt().getActiveBits() <= 64)
        Bytes = SaturatingMultiply(Bytes, C->getAPInt().getZExtValue());
      else
        Symbols.push_back(symbol(Runs, *L));
    }
    if (PerThread)
      Symbols.push_back("threads");
    Sum.add(Bytes, std::move(Symbols));
  }

  std::string symbols() const {
    std::string Text;
    for (const auto &[Key, Named] : Names)
      Text += (Text.empty() ? "" : ", ") + Named.first + " = " + Named.second;
    return Text;
  }

private:
  LoopInfo &LI;
  ScalarEvolution &SE;
  MapVector<const void *, std::pair<std::string, std::string>> Names;

  /// How often \p BB runs each time the loop is entered: one less than the header where the exit
  /// test stands before it.
  const SCEV *executions(const Loop &L, const BasicBlock &BB) {
    const SCEV *Taken = SE.getBackedgeTakenCount(&L);
    if (isa<SCEVCouldNotCompute>(Taken))
      return Taken;
    bool TestFirst = L.getExitingBlock() && L.getExitingBlock() != L.getLoopLatch() &&
                     L.getExitingBlock() != &BB;
    return TestFirst ? Taken : SE.getAddExpr(Taken, SE.getOne(Taken->getType()));
  }

  std::string symbol(const SCEV *Runs, const Loop &L) {
    bool Unknown = isa<SCEVCouldNotCompute>(Runs);
    const void *Key = Unknown ? static_cast<const void *>(&L) : Runs;
    auto [It, New] = Names.insert({Key, {}});
    if (New) {
      It->second.first = "T" + utostr(Names.size() - 1);
      std::string Text = "unknown";
      if (!Unknown) {
        Text.clear();
        raw_string_ostream(Text) << *Runs;
        if (Text.size() > MaxSymbolText)
          Text = "known at run time";
      }
      It->second.second = Text;
    }
    return It->second.first;
  }
};

uint64_t bytesRead(const Instruction &Read) {
  const DataLayout &DL = Read.getModule()->getDataLayout();
  if (auto *Copy = dyn_cast<AnyMemTransferInst>(&Read)) {
    auto *Length = dyn_cast<ConstantInt>(Copy->getLength());
    return Length ? Length->getZExtValue() : 0;
  }
  return Read.getType()->isSized() ? DL.getTypeStoreSize(Read.getType()).getFixedValue()
                                   : 0;
}
} // namespace

Traffic measureTraffic(const std::vector<TransferSite> &Sites,
                       ArrayRef<uint64_t> FillBytes, LoopInfo &LI,
                       ScalarEvolution &SE) {
  TrafficMeter Meter(LI, SE);
  Polynomial Before, After;
  SmallPtrSet<const Instruction *, 32> Counted; // merged results share reads
  for (auto [Site, Bytes] : zip(Sites, FillBytes)) {
    Meter.count(After, Bytes, *Site.Call, /*PerThread=*/false);
    for (const Instruction *Read : Site.Reads)
      if (uint64_t Size = bytesRead(*Read); Size && Counted.insert(Read).second)
        Meter.count(Before, Size, *Read, /*PerThread=*/true);
  }
  return {Before.str(), After.str(), Meter.symbols()};
}

} // namespace vx
