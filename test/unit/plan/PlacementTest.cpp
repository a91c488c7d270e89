//===- PlacementTest.cpp - placement as a library call -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/Placement.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace vx;

namespace {

constexpr char Callee[] = "declare ptr @t(ptr) \"vx.transfer\"=\"smem\" \"vx.name\"=\"t\" "
                          "\"vx.element\"=\"4\" \"vx.extent\"=\"64\"\n";
constexpr char Good[] = "define ptx_kernel void @good(ptr %p, ptr %o) {\n"
                        "  %a = alloca ptr\n  store ptr %p, ptr %a\n"
                        "  %q = load ptr, ptr %a\n  %r = call ptr @t(ptr %q)\n"
                        "  %x = load float, ptr %r\n  store float %x, ptr %o\n  ret void\n}\n";
constexpr char Bad[] = "define ptx_kernel void @bad(ptr %p, ptr %o) {\n"
                       "  %r = call ptr @t(ptr %p)\n  store ptr %r, ptr %o\n  ret void\n}\n";
constexpr char Plain[] = "define ptx_kernel void @plain(ptr %p) {\n"
                         "  %a = alloca i32\n  store i32 1, ptr %a\n  ret void\n}\n";

struct InMemory {
  LLVMContext Context;
  std::unique_ptr<Module> M;
  explicit InMemory(const std::string &IR) {
    SMDiagnostic Error;
    M = parseAssemblyString(IR, Error, Context);
    EXPECT_TRUE(M) << Error.getMessage().str();
  }
  std::string text() const {
    std::string Text;
    raw_string_ostream(Text) << *M;
    return Text;
  }
};

PlacementOptions options(const char *Parameters) {
  return cantFail(parsePlacementOptions(Parameters));
}

TEST(Library, RefusedModuleIsUnchanged) {
  InMemory In(std::string(Callee) + Good + Bad);
  std::string Before = In.text();
  PlacementResult Result = runPlacement(*In.M, options("sm=80"));
  EXPECT_TRUE(Result.failed());
  EXPECT_FALSE(Result.Changed);
  EXPECT_TRUE(Result.Remarks.empty());
  ASSERT_EQ(Result.Findings.size(), 1u);
  EXPECT_EQ(Result.Findings[0].Code, Diag::TransferEscapes);
  EXPECT_EQ(Result.Findings[0].Kernel, "bad");
  EXPECT_EQ(In.text(), Before);
}

/// Verification comes before the commit: what it refuses is as it was, storage and all.
TEST(Library, ModuleRefusedByTheVerifierIsUnchanged) {
  InMemory In("target triple = \"nvptx64-nvidia-cuda\"\ndeclare void @f()\n" +
              std::string(Callee) + Good +
              "define ptx_kernel void @calls() {\n  call void @f()\n  ret void\n}\n");
  std::string Before = In.text();
  PlacementResult Result = runPlacement(*In.M, options("sm=80"));
  EXPECT_FALSE(Result.Changed);
  ASSERT_EQ(Result.Findings.size(), 1u);
  EXPECT_EQ(Result.Findings[0].Code, Diag::UndefinedFunction);
  EXPECT_EQ(Result.Findings[0].Kernel, "calls");
  EXPECT_EQ(In.text(), Before);
  EXPECT_TRUE(runPlacement(*In.M, options("sm=80,allow-undefined")).Changed);
  EXPECT_NE(In.text(), Before);
}

/// Whether anybody listens changes what is said, not what is done.
TEST(Library, SameModuleWithoutRemarks) {
  InMemory Heard(std::string(Callee) + Good), Unheard(std::string(Callee) + Good);
  PlacementOptions Quiet = options("sm=80");
  Quiet.Remarks = false;
  EXPECT_FALSE(runPlacement(*Heard.M, options("sm=80")).Remarks.empty());
  EXPECT_TRUE(runPlacement(*Unheard.M, Quiet).Remarks.empty());
  EXPECT_EQ(Unheard.text(), Heard.text());
}

TEST(Library, PlacedModuleKeepsItsFunctions) {
  InMemory In(std::string(Callee) + Good + Plain);
  const Function *Kernel = In.M->getFunction("good");
  std::string PlainBefore;
  raw_string_ostream(PlainBefore) << *In.M->getFunction("plain");
  PlacementResult Result = runPlacement(*In.M, options("sm=80"));
  EXPECT_FALSE(Result.failed());
  EXPECT_TRUE(Result.Changed);
  EXPECT_EQ(Result.Remarks.size(), 2u); // tile and kernel
  EXPECT_EQ(In.M->getFunction("good"), Kernel);
  EXPECT_FALSE(In.M->getFunction("t"));
  EXPECT_TRUE(In.M->getNamedGlobal("__vx_tile_good_t"));
  EXPECT_FALSE(verifyModule(*In.M, &errs()));
  std::string PlainAfter;
  raw_string_ostream(PlainAfter) << *In.M->getFunction("plain");
  EXPECT_EQ(PlainAfter, PlainBefore);
}

TEST(Library, DryRunAndPrintingChangeNothing) {
  InMemory In(std::string(Callee) + Good);
  std::string Before = In.text();
  PlacementResult Dry = runPlacement(*In.M, options("sm=80,dry-run"));
  EXPECT_FALSE(Dry.Changed);
  ASSERT_FALSE(Dry.Remarks.empty());
  EXPECT_EQ(Dry.Remarks[0].Level, Remark::Kind::Analysis);
  EXPECT_EQ(In.text(), Before);
  std::string Printed;
  raw_string_ostream OS(Printed);
  EXPECT_FALSE(printPlan(*In.M, options("sm=80"), OS).failed());
  EXPECT_FALSE(printTiles(*In.M, options("sm=80"), OS).failed());
  EXPECT_NE(Printed.find("plan for kernel 'good'"), std::string::npos);
  EXPECT_NE(Printed.find("tiles of kernel 'good'"), std::string::npos);
  EXPECT_EQ(In.text(), Before);
}

TEST(Library, NothingPlacedNothingTouched) {
  InMemory In(Plain);
  std::string Before = In.text();
  PlacementResult Result = runPlacement(*In.M, options(""));
  EXPECT_FALSE(Result.failed());
  EXPECT_FALSE(Result.Changed);
  EXPECT_EQ(In.text(), Before);
}

} // namespace
