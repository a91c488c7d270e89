//===- PlanTest.cpp - arithmetic of plans -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/LocalAnalyses.h"
#include "vx/Plan.h"
#include "vx/ScratchKernel.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace vx;

namespace {

/// The plan of the only kernel of a module.
struct Planned {
  LLVMContext Context;
  std::unique_ptr<Module> M;
  LocalAnalyses Analyses;
  DiagnosticSink Sink;
  std::unique_ptr<ScratchKernel> Scratch;
  KernelPlan Plan;

  explicit Planned(const std::string &IR, const char *Parameters = "sm=80") {
    SMDiagnostic Error;
    M = parseAssemblyString(IR, Error, Context);
    if (!M) {
      ADD_FAILURE() << Error.getMessage().str() << "\n" << IR;
      return;
    }
    PlacementOptions Options = cantFail(parsePlacementOptions(Parameters));
    ModuleRequests Requests = parseModule(*M, Options, Sink);
    std::optional<Target> For = requireTarget(*M, Options, Sink);
    if (Requests.Kernels.size() != 1 || !For) {
      ADD_FAILURE() << "not one kernel, or no target";
      return;
    }
    const KernelRequests &Kernel = Requests.Kernels.front();
    Scratch = std::make_unique<ScratchKernel>(*Kernel.Kernel, Analyses.FAM);
    EXPECT_TRUE(Scratch->normalise(Sink));
    Plan = planKernel(Scratch->clone(), Scratch->requests(Kernel), *For, Options,
                      Analyses.FAM, Sink);
  }

  std::string codes() const {
    std::string Codes;
    for (const Diagnostic &D : Sink.all())
      Codes += (Codes.empty() ? "" : " ") + codeString(D.Code);
    return Codes;
  }
};

std::string kernel(const std::string &Attributes, const std::string &Own = "") {
  return (Own.empty() ? "" : "@own = internal addrspace(3) global " + Own + "\n") +
         "declare ptr @t(ptr) \"vx.transfer\"=\"smem\" \"vx.name\"=\"t\" " + Attributes +
         "\ndefine ptx_kernel void @k(ptr %p, ptr %o) {\n"
         "  %r = call ptr @t(ptr %p)\n"
         "  %x = load i8, ptr %r\n"
         "  store i8 %x, ptr %o\n" +
         (Own.empty() ? "" : "  store i8 %x, ptr addrspace(3) @own\n") +
         "  ret void\n}\n";
}

struct CapacityCase {
  const char *Name;
  unsigned Tile, Granule;
  const char *Own; ///< type and alignment, "" for none
  const char *Parameters;
  uint64_t Pitch, OwnBytes, Accounted;
  StorageKind Kind;
  const char *Codes;
};
constexpr StorageKind Static = StorageKind::Static, Dynamic = StorageKind::Dynamic;
constexpr unsigned K = 1024;

class Capacity : public testing::TestWithParam<CapacityCase> {};

TEST_P(Capacity, OfTileAndOwn) {
  const CapacityCase &C = GetParam();
  std::string Attributes = "\"vx.element\"=\"1\" \"vx.extent\"=\"" + std::to_string(C.Tile) +
                           "\" \"vx.granule\"=\"" + std::to_string(C.Granule) + "\"";
  Planned P(kernel(Attributes, C.Own), C.Parameters);
  ASSERT_EQ(P.Plan.Tiles.size(), 1u);
  EXPECT_EQ(P.Plan.Tiles[0].SlotPitch, C.Pitch);
  EXPECT_EQ(P.Plan.Storage.OwnStaticBytes, C.OwnBytes);
  EXPECT_EQ(P.Plan.Storage.AccountedBytes, C.Accounted);
  EXPECT_EQ(P.Plan.Storage.Kind, C.Kind);
  EXPECT_EQ(P.codes(), C.Codes);
}

const CapacityCase CapacityCases[] = {
    {"OneByte", 1, 1, "", "sm=80", 16, 0, 16, Static, ""},
    {"Granule", 100, 1 * K, "", "sm=80", 112, 0, 1 * K, Static, ""},
    {"GranuleSmallerThanPadding", 100, 4, "", "sm=80", 112, 0, 112, Static, ""},
    {"Own100", 16, 1, "[100 x i8] poison", "sm=80", 16, 112, 128, Static, ""},
    {"OwnAligned", 16, 1, "[100 x i8] poison, align 128", "sm=80", 16, 128, 144, Static, ""},
    {"Exactly48K", 47 * K, 1, "[1024 x i8] poison", "sm=80", 47 * K, K, 48 * K, Static, ""},
    {"OneOver48K", 47 * K + 1, 1, "[1024 x i8] poison", "sm=80", 47 * K + 16, K, 48 * K + 16,
     Dynamic, ""},
    {"GapsOfAlignment", 47 * K, 1, "[1024 x i8] poison, align 64", "sm=80", 47 * K, K, 48 * K,
     Dynamic, ""},
    {"LimitOfSm75", 64 * K, 1, "", "sm=75", 64 * K, 0, 64 * K, Dynamic, ""},
    {"OverSm75", 64 * K + 1, 1, "", "sm=75", 64 * K + 16, 0, 64 * K + 16, Dynamic, "VX208"},
    {"OverByGranule", 60 * K, 48 * K, "", "sm=75", 60 * K, 0, 96 * K, Dynamic, "VX208"},
    {"LimitOfSm90", 227 * K, 1, "", "sm=90", 227 * K, 0, 227 * K, Dynamic, ""},
    {"OverSm90", 227 * K + 16, 1, "", "sm=90", 227 * K + 16, 0, 227 * K + 16, Dynamic, "VX208"},
};
INSTANTIATE_TEST_SUITE_P(Plan, Capacity, testing::ValuesIn(CapacityCases),
                         [](const auto &Info) { return std::string(Info.param.Name); });

struct FillCase {
  const char *Name;
  unsigned Element;
  const char *Extent, *Stride, *Align; ///< "" for absent
  std::vector<uint64_t> Rows;          ///< collapsed, outermost first
  unsigned Wide, Narrow;
  WidthProof Proof;
};

class Fill : public testing::TestWithParam<FillCase> {};

TEST_P(Fill, RowsAndWidths) {
  const FillCase &C = GetParam();
  auto Attribute = [](const std::string &Name, const std::string &Value) {
    return Value.empty() ? "" : " \"vx." + Name + "\"=\"" + Value + "\"";
  };
  Planned P(kernel(Attribute("element", std::to_string(C.Element)) + Attribute("extent", C.Extent) +
                   Attribute("stride", C.Stride) + Attribute("align", C.Align)));
  EXPECT_EQ(P.codes(), "");
  ASSERT_EQ(P.Plan.Fills.size(), 1u);
  const FillPlan &F = P.Plan.Fills.front();
  std::vector<uint64_t> Rows;
  for (const FillPlan::Dimension &D : F.Dims)
    Rows.push_back(D.Extent);
  EXPECT_EQ(Rows, C.Rows);
  EXPECT_EQ(F.WideBytes, C.Wide);
  EXPECT_EQ(F.NarrowBytes, C.Narrow);
  EXPECT_EQ(F.Proof, C.Proof);
  EXPECT_EQ(F.bytes(), P.Plan.Tiles[0].SlotBytes);
  EXPECT_FALSE(F.ragged());
}

constexpr WidthProof Proven = WidthProof::Proven, Tested = WidthProof::RunTimeTest;
const FillCase FillCases[] = {
    {"OneRow", 4, "16x64", "", "", {1024}, 16, 4, Tested},
    {"OneRowAligned8", 4, "16x64", "", "8", {1024}, 16, 8, Tested},
    {"OneRowAligned16", 4, "16x64", "", "16", {1024}, 16, 16, Proven},
    {"AlignedMoreThanNeeded", 4, "16x64", "", "256", {1024}, 16, 16, Proven},
    {"SmallerThan16", 1, "15", "", "16", {15}, 8, 8, Proven},
    {"Rows", 4, "16x64", "100x1", "16", {16, 64}, 16, 16, Proven},
    {"RowsOfOddPitch", 4, "16x64", "101x1", "", {16, 64}, 4, 4, Proven},
    {"RowsOfPitch8", 4, "16x64", "102x1", "", {16, 64}, 8, 4, Tested},
    {"OddRows", 2, "4x33", "40x1", "16", {4, 33}, 2, 2, Proven},
    {"RowsOf12Bytes", 4, "4x3", "8x1", "16", {4, 3}, 4, 4, Proven},
    {"Gaps", 4, "16x64", "128x2", "16", {1024}, 4, 4, Proven},
    {"Doubles", 8, "7", "", "", {7}, 16, 8, Tested},
    {"OneElement", 8, "1", "", "", {1}, 8, 8, Proven},
    {"Rank5", 4, "2x2x2x2x4", "512x128x64x4x1", "16", {2, 4, 8}, 16, 16, Proven},
    {"SingleOuterRow", 4, "1x8", "7x1", "16", {8}, 16, 16, Proven},
};
INSTANTIATE_TEST_SUITE_P(Plan, Fill, testing::ValuesIn(FillCases),
                         [](const auto &Info) { return std::string(Info.param.Name); });

/// A loop of \p Trip iterations around a site that fills 256 bytes and one read of 4 bytes, and the read
/// \p Inner times more in an inner loop.
std::string loops(const std::string &Trip, const std::string &Inner) {
  return "declare ptr @t(ptr) \"vx.transfer\"=\"smem\" \"vx.element\"=\"4\" "
         "\"vx.extent\"=\"64\"\n"
         "define ptx_kernel void @k(ptr %p, ptr %o, i32 %n, i32 %m) {\n"
         "entry:\n  br label %outer\n"
         "outer:\n  %i = phi i32 [0, %entry], [%i1, %latch]\n"
         "  %a = getelementptr [64 x float], ptr %p, i32 %i\n"
         "  %r = call ptr @t(ptr %a)\n  br label %inner\n"
         "inner:\n  %j = phi i32 [0, %outer], [%j1, %inner]\n"
         "  %g = getelementptr float, ptr %r, i32 %j\n"
         "  %x = load float, ptr %g\n  store float %x, ptr %o\n"
         "  %j1 = add nuw nsw i32 %j, 1\n  %d = icmp ult i32 %j1, " + Inner +
         "\n  br i1 %d, label %inner, label %latch\n"
         "latch:\n  %i1 = add nuw nsw i32 %i, 1\n  %c = icmp ult i32 %i1, " + Trip +
         "\n  br i1 %c, label %outer, label %exit\n"
         "exit:\n  ret void\n}\n";
}

TEST(Traffic, IsANumberWhereTripsAre) {
  Planned P(loops("10", "16"));
  EXPECT_EQ(P.codes(), "");
  EXPECT_EQ(P.Plan.Bytes.Before, "640 * threads");
  EXPECT_EQ(P.Plan.Bytes.After, "2560");
  EXPECT_EQ(P.Plan.Bytes.Symbols, "");
}

TEST(Traffic, IsAFormulaInRunTimeTrips) {
  Planned P(loops("%n", "%m"));
  EXPECT_EQ(P.Plan.Bytes.After, "256 * T0");
  EXPECT_EQ(P.Plan.Bytes.Before, "4 * T0 * T1 * threads");
  EXPECT_NE(P.Plan.Bytes.Symbols.find("T0 = "), std::string::npos);
  EXPECT_NE(P.Plan.Bytes.Symbols.find("%n"), std::string::npos);
  EXPECT_NE(P.Plan.Bytes.Symbols.find("%m"), std::string::npos);
}

TEST(VerifyPlan, NamesWhatIsInconsistent) {
  Planned P(kernel("\"vx.element\"=\"4\" \"vx.extent\"=\"64\""));
  DiagnosticSink Sink;
  EXPECT_TRUE(verifyPlan(P.Plan, Sink));
  KernelPlan Twice = P.Plan;
  Twice.Groups.push_back(Twice.Groups.front());
  EXPECT_FALSE(verifyPlan(Twice, Sink));
  KernelPlan Overlap = P.Plan;
  Overlap.Tiles.front().SlotPitch = 8;
  EXPECT_FALSE(verifyPlan(Overlap, Sink));
  KernelPlan Wide = P.Plan;
  Wide.Fills.front().NarrowBytes = 32;
  EXPECT_FALSE(verifyPlan(Wide, Sink));
  KernelPlan Uncovered = P.Plan;
  Uncovered.Fills.front().Dims.front().Extent = 63;
  EXPECT_FALSE(verifyPlan(Uncovered, Sink));
  for (const Diagnostic &D : Sink.all())
    EXPECT_EQ(D.Code, Diag::Internal);
}

} // namespace
