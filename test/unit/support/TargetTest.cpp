//===- TargetTest.cpp - targets and how a module states one ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/Target.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace vx;

namespace {

struct SmCase {
  const char *Name;
  unsigned Number;
  char Form;
  unsigned Ptx;
  uint32_t OptinKiB;
};
class KnownSm : public testing::TestWithParam<SmCase> {};

TEST_P(KnownSm, HasItsFacts) {
  const SmCase &C = GetParam();
  char Form = '?';
  const SmInfo *Sm = parseSm(C.Name, Form);
  ASSERT_TRUE(Sm);
  EXPECT_EQ(Sm->Number, C.Number);
  EXPECT_EQ(Form, C.Form);
  EXPECT_EQ(Sm->minPtx(Form), C.Ptx);
  EXPECT_EQ(Sm->MaxSharedOptin, C.OptinKiB * 1024);
  EXPECT_LE(Sm->MaxSharedOptin + Sm->ReservedPerBlock, Sm->SharedPerSm);
}

INSTANTIATE_TEST_SUITE_P(
    Target, KnownSm,
    testing::Values(
        SmCase{"sm_75", 75, 0, 63, 64}, SmCase{"80", 80, 0, 70, 163},
        SmCase{"sm_86", 86, 0, 71, 99}, SmCase{"87", 87, 0, 74, 163},
        SmCase{"sm_89", 89, 0, 78, 99}, SmCase{"90", 90, 0, 78, 227},
        SmCase{"sm_90a", 90, 'a', 80, 227}, SmCase{"100", 100, 0, 86, 227},
        SmCase{"100f", 100, 'f', 88, 227}, SmCase{"sm_103a", 103, 'a', 88, 227},
        SmCase{"110", 110, 0, 90, 227}, SmCase{"sm_120", 120, 0, 87, 99},
        SmCase{"120f", 120, 'f', 88, 99}));

TEST(Target, UnknownNames) {
  char Form;
  for (const char *Name : {"", "sm_", "sm_70", "sm_80a", "sm_90f", "sm_90aa",
                           "sm90", "x86-64", "9999999999999", "+90", "-75"})
    EXPECT_FALSE(parseSm(Name, Form)) << Name;
}

TEST(Target, PtxSpellings) {
  for (const char *Text : {"78", "7.8", "ptx78", "+ptx78"})
    EXPECT_EQ(parsePtx(Text), 78u) << Text;
  for (const char *Text : {"", "7", "780", "7.80", ".78", "a8", "-78", "08"})
    EXPECT_FALSE(parsePtx(Text)) << Text;
}

struct Resolved {
  std::optional<Target> T;
  DiagnosticSink Sink;
  std::string firstCode() const {
    return Sink.all().empty() ? "" : codeString(Sink.all().front().Code);
  }
};

Resolved resolve(StringRef IR, PlacementOptions Options = {}) {
  LLVMContext Context;
  SMDiagnostic Error;
  std::unique_ptr<Module> M = parseAssemblyString(IR, Error, Context);
  EXPECT_TRUE(M) << Error.getMessage().str();
  Resolved R;
  R.T = requireTarget(*M, Options, R.Sink);
  return R;
}

TEST(Target, ComesFromTheFunctions) {
  Resolved R = resolve(
      R"(define void @f() "target-cpu"="sm_80" "target-features"="+ptx76" { ret void })");
  ASSERT_TRUE(R.T);
  EXPECT_EQ(R.T->name(), "sm_80, PTX 7.6");
  EXPECT_TRUE(R.T->hasCpAsync());
}

TEST(Target, ParameterIsOverTheFunctions) {
  PlacementOptions O;
  O.Sm = "sm_90a";
  O.Ptx = "8.3";
  Resolved R =
      resolve(R"(define void @f() "target-cpu"="sm_75" { ret void })", O);
  ASSERT_TRUE(R.T);
  EXPECT_EQ(R.T->name(), "sm_90a, PTX 8.3");
}

TEST(Target, LeastPtxWhereNoneIsStated) {
  PlacementOptions O;
  O.Sm = "75";
  Resolved R = resolve("", O);
  ASSERT_TRUE(R.T);
  EXPECT_EQ(R.T->name(), "sm_75, PTX 6.3");
  EXPECT_FALSE(R.T->hasCpAsync());
}

TEST(Target, NoneStated) { EXPECT_EQ(resolve("").firstCode(), "VX113"); }

TEST(Target, TooOldOrUnknown) {
  PlacementOptions O;
  O.Sm = "sm_70";
  Resolved R = resolve("", O);
  EXPECT_EQ(R.firstCode(), "VX401");
  EXPECT_NE(R.Sink.all()[0].str().find("sm_75"), std::string::npos);
}

TEST(Target, PtxBelowTheSm) {
  PlacementOptions O;
  O.Sm = "90";
  O.Ptx = "76";
  EXPECT_EQ(resolve("", O).firstCode(), "VX407");
  O.Ptx = "78";
  EXPECT_TRUE(resolve("", O).T);
}

TEST(Target, PtxThatLlvmDoesNotKnow) {
  PlacementOptions O;
  O.Sm = "90";
  O.Ptx = "99";
  EXPECT_EQ(resolve("", O).firstCode(), "VX401");
}

TEST(Target, FunctionsDisagree) {
  EXPECT_EQ(resolve(R"(
define void @f() "target-cpu"="sm_80" { ret void }
define void @g() "target-cpu"="sm_90" { ret void }
)")
                .firstCode(),
            "VX402");
}

TEST(Options, EveryParameter) {
  auto O = parsePlacementOptions(
      "sm=90a;ptx=8.0;stages=3;crossing=streamed;strip;only=k;dry-run;allow-"
      "undefined");
  ASSERT_TRUE(bool(O)) << toString(O.takeError());
  EXPECT_EQ(O->Sm, "90a");
  EXPECT_EQ(O->Ptx, "8.0");
  EXPECT_EQ(O->Stages, 3u);
  EXPECT_EQ(O->ForceCrossing, Crossing::Streamed);
  EXPECT_EQ(O->Only, "k");
  EXPECT_TRUE(O->Strip && O->DryRun && O->AllowUndefined);
}

TEST(Options, BadWordsAreQuoted) {
  for (auto [Params, Part] :
       std::initializer_list<std::pair<StringRef, StringRef>>{
           {"stage=3", "unknown parameter 'stage=3'; known: sm="},
           {"strip,strip", "'strip' is given twice"},
           {"strip=1", "takes no value"},
           {"sm", "needs a value"},
           {"sm=", "needs a value"},
           {"stages=0", "'stages=0' is not a number from 1 to 8"},
           {"stages=9", "from 1 to 8"},
           {"stages=two", "'stages=two'"},
           {"crossing=fast", "neither 'sequenced' nor 'streamed'"},
           {"ptx=new", "'ptx=new' is not a PTX version"},
           {";", "unknown parameter ''"}}) {
    auto O = parsePlacementOptions(Params);
    ASSERT_FALSE(bool(O)) << Params.str();
    std::string Text = toString(O.takeError());
    EXPECT_NE(Text.find(Part.str()), std::string::npos) << Text;
  }
}

} // namespace
