//===- TagTest.cpp - carrier A: tags and their faults -*- C++ -*-===//
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

TEST(Tag, EveryFieldIsRead) {
  ParsedModule P(taggedKernel(
      std::string(GoodFields) +
      ", !{!\"crossing\", !\"streamed\", i32 3}, !{!\"stride\", i64 128, i64 "
      "1}, !{!\"align\", i32 16}, !{!\"granule\", i64 1024}"));
  ASSERT_EQ(P.codes(), "") << P.messages();
  ASSERT_EQ(P.Requests.Kernels.size(), 1u);
  ASSERT_EQ(P.Requests.Kernels[0].Tiles.size(), 1u);
  const TileUse &Use = P.Requests.Kernels[0].Tiles[0];
  const TileRequest &R = Use.Request;
  EXPECT_EQ(R.Name, "k");
  EXPECT_EQ(R.From, Carrier::PlacedLoad);
  EXPECT_EQ(R.ElementBytes, 4u);
  EXPECT_EQ(R.Extent, (SmallVector<uint64_t, 5>{16, 64}));
  EXPECT_EQ(R.Stride, (SmallVector<uint64_t, 5>{128, 1}));
  EXPECT_EQ(R.Align, 16u);
  EXPECT_EQ(R.Granule, 1024u);
  EXPECT_EQ(R.Cross, Crossing::Streamed);
  EXPECT_EQ(R.Stages, 3u);
  EXPECT_EQ(R.extentElements(), 1024u);
  EXPECT_EQ(Use.Loads.size(), 1u);
}

TEST(Tag, DefaultsOfOptionalFields) {
  ParsedModule P(taggedKernel(GoodFields));
  ASSERT_EQ(P.codes(), "") << P.messages();
  const TileRequest &R = P.Requests.Kernels[0].Tiles[0].Request;
  EXPECT_EQ(R.Cross, Crossing::Sequenced);
  EXPECT_EQ(R.Stages, DefaultStages);
  EXPECT_EQ(R.Granule, 1u);
  EXPECT_FALSE(R.Align);
  EXPECT_TRUE(R.Stride.empty());
}

TEST(Tag, ParametersOverrideCrossingAndStages) {
  PlacementOptions Options;
  Options.ForceCrossing = Crossing::Streamed;
  Options.Stages = 1;
  ParsedModule P(taggedKernel(GoodFields), Options);
  const TileRequest &R = P.Requests.Kernels.at(0).Tiles.at(0).Request;
  EXPECT_EQ(R.Cross, Crossing::Streamed);
  EXPECT_EQ(R.Stages, 1u);
}

/// One fault each: fields to add or to use, the codes, a part of the message.
struct TagCase {
  const char *Name, *Fields, *Codes, *Part;
};
void PrintTo(const TagCase &C, std::ostream *OS) { *OS << C.Name; }

class BadTag : public testing::TestWithParam<TagCase> {};

TEST_P(BadTag, IsRefusedByName) {
  ParsedModule P(taggedKernel(GetParam().Fields));
  EXPECT_EQ(P.codes(), GetParam().Codes) << P.messages();
  EXPECT_PRED2(contains, P.messages(), GetParam().Part);
}

#define NAME ", !{!\"name\", !\"k\"}"
#define SPACE ", !{!\"space\", !\"smem\"}"
#define EXTENT ", !{!\"extent\", i64 16, i64 64}"
#define ELEMENT ", !{!\"element\", i32 4}"
#define GOOD NAME SPACE EXTENT ELEMENT

INSTANTIATE_TEST_SUITE_P(
    Tag, BadTag,
    testing::Values(
        TagCase{"NoName", SPACE EXTENT ELEMENT, "VX102", "\"name\" is missing"},
        TagCase{"NoSpace", NAME EXTENT ELEMENT, "VX102",
                "\"space\" is missing"},
        TagCase{"NoExtent", NAME SPACE ELEMENT, "VX102",
                "\"extent\" is missing"},
        TagCase{"NoElement", NAME SPACE EXTENT, "VX102",
                "\"element\" is missing"},
        TagCase{"Nothing", "", "VX102 VX102 VX102 VX102", "is missing"},
        TagCase{"EmptyName", ", !{!\"name\", !\"\"}" SPACE EXTENT ELEMENT,
                "VX102", "is empty"},
        TagCase{"NumberAsName", ", !{!\"name\", i32 1}" SPACE EXTENT ELEMENT,
                "VX102", "is i32 1, must be a string"},
        TagCase{"OtherSpace", NAME ", !{!\"space\", !\"l2\"}" EXTENT ELEMENT,
                "VX102", "is !\"l2\", must be !\"smem\""},
        TagCase{"NegativeExtent",
                NAME SPACE ", !{!\"extent\", i64 16, i64 -1}" ELEMENT, "VX102",
                "dimension 1 is i64 -1"},
        TagCase{"ZeroExtent",
                NAME SPACE ", !{!\"extent\", i64 0, i64 4}" ELEMENT, "VX102",
                "dimension 0 is i64 0"},
        TagCase{"Rank6",
                NAME SPACE
                ", !{!\"extent\", i64 1, i64 1, i64 1, i64 1, i64 1, "
                "i64 1}" ELEMENT,
                "VX102", "has rank 6, must be 1 to 5"},
        TagCase{"Rank0", NAME SPACE ", !{!\"extent\"}" ELEMENT, "VX102",
                "has rank 0"},
        TagCase{"WideInteger",
                NAME SPACE ", !{!\"extent\", i128 "
                           "36893488147419103232}" ELEMENT,
                "VX102", "an i128 of more than 64 bits"},
        TagCase{"NullInExtent",
                NAME SPACE ", !{!\"extent\", null, i64 4}" ELEMENT, "VX102",
                "dimension 0 is null"},
        TagCase{"TooManyBytes",
                NAME SPACE ", !{!\"extent\", i64 2147483647, i64 "
                           "2147483647}" ELEMENT,
                "VX102", "at most 4294967295 can be counted"},
        TagCase{"Element3", NAME SPACE EXTENT ", !{!\"element\", i32 3}",
                "VX102", "must be 1, 2, 4 or 8 bytes"},
        TagCase{"FloatElement",
                NAME SPACE EXTENT ", !{!\"element\", float 4.0}", "VX102",
                "a constant that is no integer"},
        TagCase{"UnknownField", GOOD ", !{!\"strid\", i64 1}", "VX102",
                "unknown field !\"strid\""},
        TagCase{"FieldTwice", GOOD NAME, "VX102", "given twice"},
        TagCase{"NullField", GOOD ", null", "VX102", "operand 5 is null"},
        TagCase{"EmptyField", GOOD ", !{}", "VX102",
                "does not begin with a string"},
        TagCase{"StringField", GOOD ", !\"align\"", "VX102", "must be a field"},
        TagCase{"CyclicField", GOOD ", !0", "VX102",
                "unknown field !\"vx.tile\""},
        TagCase{"CyclicValue", NAME SPACE EXTENT ", !{!\"element\", !0}",
                "VX102", "is a node, must be 1, 2, 4 or 8"},
        TagCase{"OtherCrossing", GOOD ", !{!\"crossing\", !\"tma\"}", "VX102",
                "must be \"sequenced\" or \"streamed\""},
        TagCase{"NoCrossingWord", GOOD ", !{!\"crossing\"}", "VX102",
                "has 0 values"},
        TagCase{"OneStage", GOOD ", !{!\"crossing\", !\"streamed\", i32 1}",
                "VX306", "must be 2 to 8"},
        TagCase{"NineStages", GOOD ", !{!\"crossing\", !\"streamed\", i32 9}",
                "VX306", "is i32 9, must be 2 to 8"},
        TagCase{"StringStages",
                GOOD ", !{!\"crossing\", !\"streamed\", !\"2\"}", "VX102",
                "must be a whole number from 2 to 8"},
        TagCase{"StrideRank", GOOD ", !{!\"stride\", i64 1}", "VX102",
                "the stride has rank 1, the extent has rank 2"},
        TagCase{"ZeroStride", GOOD ", !{!\"stride\", i64 64, i64 0}", "VX102",
                "dimension 1 is i64 0"},
        TagCase{"Align3", GOOD ", !{!\"align\", i32 3}", "VX102",
                "must be a power of two"},
        TagCase{"NoAlign", GOOD ", !{!\"align\", null}", "VX102",
                "has a null value, must have one"},
        TagCase{"ZeroGranule", GOOD ", !{!\"granule\", i64 0}", "VX102",
                "must be a whole number from 1"}),
    [](const auto &Info) { return std::string(Info.param.Name); });

TEST(Tag, NodeOfAnotherKindIsNoTile) {
  ParsedModule P(R"(
define ptx_kernel void @k(ptr %p, ptr %o) {
  %x = load float, ptr %p, !vx.placement !0
  store float %x, ptr %o
  ret void
}
!vx.tiles = !{!1}
!1 = !{ptr @k, !0}
!0 = !{}
)");
  EXPECT_EQ(P.codes(), "VX102");
  EXPECT_PRED2(contains, P.messages(), "kernel 'k'");
}

TEST(Tag, SourceLineIsThatOfTheFirstLoad) {
  ParsedModule P(R"(
define ptx_kernel void @k(ptr %p, ptr %o) !dbg !4 {
  %x = load float, ptr %p, !vx.placement !0, !dbg !5
  store float %x, ptr %o
  ret void
}
!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!6}
!vx.tiles = !{!1}
!0 = !{!"vx.tile"}
!1 = !{ptr @k, !0}
!2 = distinct !DICompileUnit(language: DW_LANG_C, file: !3, emissionKind: LineTablesOnly)
!3 = !DIFile(filename: "flash.vx", directory: "")
!4 = distinct !DISubprogram(name: "k", file: !3, line: 1, unit: !2)
!5 = !DILocation(line: 7, column: 3, scope: !4)
!6 = !{i32 2, !"Debug Info Version", i32 3}
)");
  EXPECT_PRED2(contains, P.messages(), "flash.vx:7:3: VX102");
}

TEST(Tag, TwoTilesOfOneNameStayTwo) {
  ParsedModule P(std::string(R"(
define ptx_kernel void @k(ptr %p, ptr %o) {
  %x = load float, ptr %p, !vx.placement !0
  %y = load float, ptr %o, !vx.placement !2
  %z = load float, ptr %o, !vx.placement !2
  ret void
}
!vx.tiles = !{!1, !3}
!1 = !{ptr @k, !0}
!3 = !{ptr @k, !2}
)") + "!0 = distinct !{!\"vx.tile\"" +
                 GoodFields + "}\n!2 = distinct !{!\"vx.tile\"" + GoodFields +
                 "}\n");
  ASSERT_EQ(P.codes(), "") << P.messages();
  ASSERT_EQ(P.Requests.Kernels.at(0).Tiles.size(), 2u);
  EXPECT_EQ(P.Requests.Kernels[0].Tiles[0].Loads.size(), 1u);
  EXPECT_EQ(P.Requests.Kernels[0].Tiles[1].Loads.size(), 2u);
}

} // namespace
