//===- UnsyncedPathsTest.cpp - what votes order, and what threads do that help ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "plan/UnsyncedPaths.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace vx;

namespace {

constexpr const char *Text = R"(
define void @k(i1 %c, ptr %p) {
entry:
  %first = load i32, ptr %p
  br i1 %c, label %sync, label %other
sync:
  %fill = load i32, ptr %p
  br label %end
other:
  %read = load i32, ptr %p
  br label %end
end:
  %last = load i32, ptr %p
  ret void
}
)";

/// Is there a path without a barrier, if the branch of @k is a guard that \p Ask answers?
bool unsynced(AskBy Ask, StringRef From, StringRef To, bool RejoinsAtReturn = false) {
  LLVMContext Context;
  SMDiagnostic Error;
  std::unique_ptr<Module> M = parseAssemblyString(Text, Error, Context);
  Function &F = *M->getFunction("k");
  auto Named = [&](StringRef Name) -> Instruction * {
    for (Instruction &I : instructions(F))
      if (I.getName() == Name)
        return &I;
    return nullptr;
  };
  GuardPlan Guard;
  Guard.Branch = F.getEntryBlock().getTerminator();
  Guard.SyncSide = Named("fill")->getParent();
  Guard.Rejoin = RejoinsAtReturn ? nullptr : Named("last")->getParent();
  Guard.Ask = Ask;
  VoteEdges Votes;
  Votes.add(Guard);
  InstructionSet None, Target;
  Target.insert(Named(To));
  return UnsyncedPaths(None, Votes).exist(Named(From), Target);
}

TEST(UnsyncedPaths, VotesAreBarriersBehindTheOtherSide) {
  EXPECT_FALSE(unsynced(AskBy::Vote, "first", "fill"));
  EXPECT_TRUE(unsynced(AskBy::Vote, "first", "read"));
  EXPECT_FALSE(unsynced(AskBy::Vote, "read", "fill"));
  EXPECT_FALSE(unsynced(AskBy::Vote, "read", "last"));
}

TEST(UnsyncedPaths, WithoutAVoteTheOtherSideGoesOnToHelp) {
  EXPECT_TRUE(unsynced(AskBy::FirstThread, "first", "fill"));
  EXPECT_TRUE(unsynced(AskBy::FirstThread, "read", "fill"));
  EXPECT_TRUE(unsynced(AskBy::FirstThread, "read", "last"));
  EXPECT_FALSE(unsynced(AskBy::FirstThread, "fill", "read"));
  EXPECT_TRUE(unsynced(AskBy::LastThread, "read", "fill", /*RejoinsAtReturn=*/true));
}

} // namespace
