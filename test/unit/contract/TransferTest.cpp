//===- TransferTest.cpp - carrier B: callees, signatures, extents -*- C++
//-*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ContractTest.h"

using namespace llvm;
using namespace vx;

namespace {

constexpr const char *Good = "\"vx.transfer\"=\"smem\" \"vx.element\"=\"4\"";

TEST(Transfer, EveryAttributeIsRead) {
  ParsedModule P(transferKernel(
      std::string(Good) +
      " \"vx.name\"=\"w\" \"vx.crossing\"=\"streamed\" \"vx.stages\"=\"4\" "
      "\"vx.granule\"=\"512\" \"vx.align\"=\"16\" \"vx.extent\"=\"128\""));
  ASSERT_EQ(P.codes(), "") << P.messages();
  const TileUse &Use = P.Requests.Kernels.at(0).Tiles.at(0);
  const TileRequest &R = Use.Request;
  EXPECT_EQ(R.Name, "w");
  EXPECT_EQ(R.From, Carrier::Transfer);
  EXPECT_EQ(R.ElementBytes, 4u);
  EXPECT_EQ(R.Cross, Crossing::Streamed);
  EXPECT_EQ(R.Stages, 4u);
  EXPECT_EQ(R.Granule, 512u);
  EXPECT_EQ(R.Align, 16u);
  EXPECT_EQ(R.Extent, (SmallVector<uint64_t, 5>{128}));
  EXPECT_EQ(R.Callee, P.M->getFunction("t"));
  EXPECT_EQ(Use.Transfers.size(), 1u);
}

TEST(Transfer, ExtentComesFromTheLargestConstantSize) {
  ParsedModule P(transferKernel(Good));
  ASSERT_EQ(P.codes(), "") << P.messages();
  EXPECT_EQ(P.Requests.Kernels.at(0).Tiles.at(0).Request.Extent,
            (SmallVector<uint64_t, 5>{64}));
}

TEST(Transfer, RunTimeSizeWithoutExtentIsNamedWhenAskedFor) {
  ParsedModule P(transferKernel(Good, "%n"));
  ASSERT_EQ(P.codes(), "") << P.messages(); // may become a constant later
  TileUse &Use = P.Requests.Kernels.at(0).Tiles.at(0);
  EXPECT_TRUE(Use.Request.Extent.empty());
  EXPECT_FALSE(resolveTransferExtent(Use, &P.Sink));
  EXPECT_EQ(P.codes(), "VX118");
  EXPECT_PRED2(contains, P.messages(),
               "size operand 0 of the call is not a constant");
}

TEST(Transfer, NoPositiveSizeIsNoExtent) {
  ParsedModule P(transferKernel(Good, "0"));
  EXPECT_FALSE(
      resolveTransferExtent(P.Requests.Kernels.at(0).Tiles.at(0), &P.Sink));
  EXPECT_EQ(P.codes(), "VX118");
}

struct AttributeCase {
  const char *Name, *Attributes, *Codes, *Part;
};
void PrintTo(const AttributeCase &C, std::ostream *OS) { *OS << C.Name; }

class BadAttribute : public testing::TestWithParam<AttributeCase> {};

TEST_P(BadAttribute, IsRefusedByName) {
  ParsedModule P(transferKernel(GetParam().Attributes));
  EXPECT_EQ(P.codes(), GetParam().Codes) << P.messages();
  EXPECT_PRED2(contains, P.messages(), GetParam().Part);
}

#define T "\"vx.transfer\"=\"smem\" "
#define E "\"vx.element\"=\"4\" "

INSTANTIATE_TEST_SUITE_P(
    Transfer, BadAttribute,
    testing::Values(
        AttributeCase{"OtherSpace", E "\"vx.transfer\"=\"dsmem\"", "VX108",
                      "is \"dsmem\", must be \"smem\""},
        AttributeCase{"NoElement", T, "VX108", "\"vx.element\" is missing"},
        AttributeCase{"NegativeElement", T "\"vx.element\"=\"-4\"", "VX108",
                      "is \"-4\", must be 1, 2, 4 or 8"},
        AttributeCase{"WordElement", T "\"vx.element\"=\"f32\"", "VX108",
                      "is \"f32\""},
        AttributeCase{"EmptyName", T E "\"vx.name\"=\"\"", "VX108", "is empty"},
        AttributeCase{"OtherCrossing", T E "\"vx.crossing\"=\"fast\"", "VX108",
                      "must be \"sequenced\" or \"streamed\""},
        AttributeCase{"Stages0",
                      T E "\"vx.crossing\"=\"streamed\" \"vx.stages\"=\"0\"",
                      "VX306", "is \"0\", must be 2 to 8"},
        AttributeCase{"ExtentText", T E "\"vx.extent\"=\"16x\"", "VX108",
                      "dimension 1 is \"\""},
        AttributeCase{"ExtentRank", T E "\"vx.extent\"=\"16x64\"", "VX108",
                      "has rank 2, the descriptor has rank 1"},
        AttributeCase{"ExtentRank6", T E "\"vx.extent\"=\"1x1x1x1x1x1\"",
                      "VX108", "has rank 6"},
        AttributeCase{"ExtentHuge",
                      T E "\"vx.extent\"=\"99999999999999999999999\"", "VX108",
                      "must be a whole number"},
        AttributeCase{"StrideOnDescriptor", T E "\"vx.stride\"=\"1\"", "VX108",
                      "the strides are operands"},
        AttributeCase{"Align12", T E "\"vx.align\"=\"12\"", "VX108",
                      "must be a power of two"},
        AttributeCase{"Granule", T E "\"vx.granule\"=\"4294967296\"", "VX108",
                      "from 1 to 2147483648"},
        AttributeCase{"Unknown", T E "\"vx.extents\"=\"16\"", "VX108",
                      "unknown attribute \"vx.extents\""}),
    [](const auto &Info) { return std::string(Info.param.Name); });

struct SignatureCase {
  const char *Name, *Type;
  std::optional<TransferConvention> Convention;
  unsigned Rank;
};
void PrintTo(const SignatureCase &C, std::ostream *OS) { *OS << C.Name; }

class Signature : public testing::TestWithParam<SignatureCase> {};

TEST_P(Signature, IsToldFromTheType) {
  LLVMContext Context;
  SMDiagnostic Error;
  auto M = parseAssemblyString(GetParam().Type, Error, Context);
  ASSERT_TRUE(M) << Error.getMessage().str();
  unsigned Rank = 99;
  EXPECT_EQ(transferConvention(*M->getFunction("f"), Rank),
            GetParam().Convention);
  EXPECT_EQ(Rank, GetParam().Rank);
}

INSTANTIATE_TEST_SUITE_P(
    Transfer, Signature,
    testing::Values(
        SignatureCase{"Bare", "declare ptr @f(ptr)",
                      TransferConvention::BarePointer, 0},
        SignatureCase{"BareShared",
                      "declare ptr addrspace(3) @f(ptr addrspace(1))",
                      TransferConvention::BarePointer, 0},
        SignatureCase{"BareLocal", "declare ptr addrspace(5) @f(ptr)",
                      std::nullopt, 0},
        SignatureCase{"SharedSource", "declare ptr @f(ptr addrspace(3))",
                      std::nullopt, 0},
        SignatureCase{
            "Rank1",
            "declare {ptr, ptr, i64, [1 x i64], [1 x i64]} @f(ptr, ptr, "
            "i64, i64, i64)",
            TransferConvention::Descriptor, 1},
        SignatureCase{
            "Index32",
            "declare {ptr, ptr, i32, [2 x i32], [2 x i32]} @f(ptr, ptr, "
            "i32, i32, i32, i32, i32)",
            TransferConvention::Descriptor, 2},
        SignatureCase{
            "MixedIndex",
            "declare {ptr, ptr, i64, [1 x i64], [1 x i64]} @f(ptr, ptr, "
            "i64, i32, i64)",
            std::nullopt, 0},
        SignatureCase{"SharedResult",
                      "declare {ptr addrspace(3), ptr addrspace(3), i64, [1 x "
                      "i64], [1 x i64]} @f(ptr, ptr, i64, i64, i64)",
                      TransferConvention::Descriptor, 1},
        SignatureCase{
            "TwoSpaces",
            "declare {ptr, ptr addrspace(3), i64, [1 x i64], [1 x i64]} "
            "@f(ptr, ptr, i64, i64, i64)",
            std::nullopt, 0},
        SignatureCase{"Rank0", "declare {ptr, ptr, i64} @f(ptr, ptr, i64)",
                      std::nullopt, 0},
        SignatureCase{
            "Rank6",
            "declare {ptr, ptr, i64, [6 x i64], [6 x i64]} @f(ptr, ptr, "
            "i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, "
            "i64, i64)",
            std::nullopt, 0},
        SignatureCase{
            "LostArgument",
            "declare {ptr, ptr, i64, [1 x i64], [1 x i64]} @f(ptr, i64, "
            "i64, i64)",
            std::nullopt, 0},
        SignatureCase{"Variadic", "declare ptr @f(ptr, ...)", std::nullopt, 0},
        SignatureCase{"Void", "declare void @f(ptr)", std::nullopt, 0}),
    [](const auto &Info) { return std::string(Info.param.Name); });

TEST(Transfer, UnknownSignatureSaysRunEarlier) {
  ParsedModule P(R"(
declare void @t(ptr) "vx.transfer"="smem" "vx.element"="4"
define ptx_kernel void @k(ptr %p) {
  call void @t(ptr %p)
  ret void
}
)");
  EXPECT_EQ(P.codes(), "VX109");
  EXPECT_PRED2(contains, P.messages(), "run earlier");
}

TEST(Transfer, BarePointerNeedsAnExtent) {
  ParsedModule P(R"(
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4"
define ptx_kernel void @k(ptr %p) {
  %r = call ptr @t(ptr %p)
  ret void
}
)");
  EXPECT_EQ(P.codes(), "VX118");
}

TEST(Transfer, BarePointerWithStride) {
  ParsedModule P(R"(
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="2" "vx.extent"="4x8" "vx.stride"="128x1"
define ptx_kernel void @k(ptr %p) {
  %r = call ptr @t(ptr %p)
  ret void
}
)");
  ASSERT_EQ(P.codes(), "") << P.messages();
  EXPECT_EQ(P.Requests.Kernels.at(0).Tiles.at(0).Request.Stride,
            (SmallVector<uint64_t, 5>{128, 1}));
}

TEST(Transfer, CallThroughAnotherTypeIsNoTransfer) {
  ParsedModule P(R"(
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4"
define ptx_kernel void @k(ptr %p) {
  call void @t(ptr %p, i32 1)
  ret void
}
)");
  EXPECT_EQ(P.codes(), "VX109");
  EXPECT_PRED2(contains, P.messages(), "through another type");
}

TEST(Transfer, AddressTakenIsAStrayCall) {
  ParsedModule P(R"(
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4"
@table = global [1 x ptr] [ptr @t]
define ptx_kernel void @k(ptr %p) {
  %r = call ptr @t(ptr %p)
  ret void
}
)");
  EXPECT_EQ(P.codes(), "VX112");
}

TEST(Transfer, PlaceInLlvmUsedIsNoCall) {
  ParsedModule P(R"(
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4"
@llvm.used = appending global [1 x ptr] [ptr @t], section "llvm.metadata"
define ptx_kernel void @k(ptr %p) {
  %r = call ptr @t(ptr %p)
  ret void
}
)");
  EXPECT_EQ(P.codes(), "") << P.messages();
}

} // namespace
