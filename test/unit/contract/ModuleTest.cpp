//===- ModuleTest.cpp - whole modules: kernels, manifest, device functions -*-
// C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ContractTest.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace vx;

namespace {

std::string withTile(const std::string &IR) {
  return IR + "!0 = distinct !{!\"vx.tile\"" + GoodFields + "}\n";
}

TEST(Module, WithoutRequestsHasNone) {
  ParsedModule P("define ptx_kernel void @k() { ret void }");
  EXPECT_FALSE(hasRequests(*P.M));
  EXPECT_TRUE(P.Requests.empty());
  EXPECT_EQ(P.codes(), "");
}

TEST(Module, EveryPartOfTheContractCountsAsRequest) {
  for (const char *IR :
       {"!vx.tiles = !{}", "!vx.kernels = !{}", "!vx.contract = !{}",
        "declare ptr @t(ptr) \"vx.transfer\"=\"smem\"",
        "define float @f(ptr %p) {\n  %x = load float, ptr %p, "
        "!vx.placement !0\n  ret float %x\n}\n!0 = !{}"}) {
    ParsedModule P(IR);
    EXPECT_TRUE(hasRequests(*P.M)) << IR;
  }
}

TEST(Module, VersionOneIsKnown) {
  EXPECT_EQ(ParsedModule("!vx.contract = !{!0}\n!0 = !{i32 1}").codes(), "");
}

TEST(Module, OtherVersionsAreErrors) {
  for (const char *Node : {"!{i32 2}", "!{i32 -1}", "!{!\"1\"}", "!{}",
                           "!{null}", "!{i32 1, i32 1}", "!{!0}"}) {
    ParsedModule P("!vx.contract = !{!0}\n!0 = " + std::string(Node));
    EXPECT_EQ(P.codes(), "VX101") << Node;
  }
}

TEST(Module, KernelsByBothMarks) {
  LLVMContext Context;
  llvm::Module M("m", Context);
  auto *T = FunctionType::get(Type::getVoidTy(Context), false);
  auto Add = [&](StringRef Name) {
    Function *F = Function::Create(T, GlobalValue::ExternalLinkage, Name, M);
    ReturnInst::Create(Context, BasicBlock::Create(Context, "", F));
    return F;
  };
  Function *New = Add("new");
  New->setCallingConv(CallingConv::PTX_Kernel);
  Function *Plain = Add("plain");
  Function *Old = Add("old");
  Type *I32 = Type::getInt32Ty(Context);
  auto Int = [&](int V) {
    return ConstantAsMetadata::get(ConstantInt::get(I32, V));
  };
  NamedMDNode *List = M.getOrInsertNamedMetadata("nvvm.annotations");
  List->addOperand(
      MDNode::get(Context, {ConstantAsMetadata::get(Old),
                            MDString::get(Context, "maxntidx"), Int(128),
                            MDString::get(Context, "kernel"), Int(1)}));
  List->addOperand(MDNode::get(Context, {nullptr, nullptr, nullptr}));
  List->addOperand(
      MDNode::get(Context, {ConstantAsMetadata::get(Plain),
                            MDString::get(Context, "kernel"), Int(0)}));
  EXPECT_EQ(kernelsOf(M), (std::vector<Function *>{New, Old}));
  EXPECT_TRUE(isKernel(*New));
  EXPECT_TRUE(isKernel(*Old));
  EXPECT_FALSE(isKernel(*Plain));
}

TEST(Module, LostTagIsAnError) {
  ParsedModule P(withTile(R"(
define ptx_kernel void @k(ptr %p) {
  %x = load float, ptr %p
  ret void
}
!vx.tiles = !{!1}
!1 = !{ptr @k, !0}
)"));
  EXPECT_EQ(P.codes(), "VX104");
  EXPECT_PRED2(contains, P.messages(), "kernel 'k', tile 'k'");
}

TEST(Module, UnlistedTagIsAnErrorOncePerTile) {
  ParsedModule P(withTile(R"(
define ptx_kernel void @k(ptr %p) {
  %x = load float, ptr %p, !vx.placement !0
  %y = load float, ptr %p, !vx.placement !0
  ret void
}
)"));
  EXPECT_EQ(P.codes(), "VX105");
}

TEST(Module, ManifestIsPerKernel) {
  ParsedModule P(withTile(R"(
define ptx_kernel void @a(ptr %p) {
  %x = load float, ptr %p, !vx.placement !0
  ret void
}
define ptx_kernel void @b(ptr %p) {
  ret void
}
!vx.tiles = !{!1}
!1 = !{ptr @b, !0}
)"));
  EXPECT_EQ(P.codes(), "VX104 VX105");
}

struct ManifestCase {
  const char *Name, *Line, *Codes, *Part;
};
void PrintTo(const ManifestCase &C, std::ostream *OS) { *OS << C.Name; }
class BadManifest : public testing::TestWithParam<ManifestCase> {};

TEST_P(BadManifest, IsRefusedByName) {
  ParsedModule P(taggedKernel(GoodFields) +
                 "declare void @plain()\n!vx.tiles = !{!9}\n!9 = " +
                 GetParam().Line + "\n");
  EXPECT_EQ(P.codes(), GetParam().Codes) << P.messages();
  EXPECT_PRED2(contains, P.messages(), GetParam().Part);
}

INSTANTIATE_TEST_SUITE_P(
    Module, BadManifest,
    testing::Values(
        ManifestCase{"Empty", "!{}", "VX103", "has 0 operands"},
        ManifestCase{"Three", "!{ptr @k, !0, !0}", "VX103", "has 3 operands"},
        ManifestCase{"NullKernel", "!{null, !0}", "VX103", "was deleted"},
        ManifestCase{"NoKernel", "!{ptr @plain, !0}", "VX103",
                     "@plain is not a kernel"},
        ManifestCase{"StringKernel", "!{!\"k\", !0}", "VX103",
                     "must be a kernel"},
        ManifestCase{"Swapped", "!{!0, ptr @k}", "VX103", "is a node"},
        ManifestCase{"PlainCallee", "!{ptr @k, ptr @plain}", "VX103",
                     "does not carry"},
        ManifestCase{"NumberTile", "!{ptr @k, i32 1}", "VX103",
                     "is i32 1, must be a tile node"},
        ManifestCase{"NullCallee", "!{ptr @k, null}", "VX110", "was deleted"},
        ManifestCase{"Cyclic", "distinct !{ptr @k, !9}", "VX102",
                     "does not begin with"}),
    [](const auto &Info) { return std::string(Info.param.Name); });

TEST(Module, ListedCalleeThatIsNoLongerCalled) {
  ParsedModule P(R"(
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4" "vx.name"="w"
define ptx_kernel void @k(ptr %p) {
  ret void
}
!vx.tiles = !{!1}
!1 = !{ptr @k, ptr @t}
)");
  EXPECT_EQ(P.codes(), "VX110");
  EXPECT_PRED2(contains, P.messages(), "kernel 'k', tile 'w'");
}

TEST(Module, WhatCannotBeAPlacedLoad) {
  ParsedModule P(withTile(R"(
define ptx_kernel void @k(ptr %p, ptr addrspace(3) %s, ptr addrspace(1) %g) {
  %ok = load float, ptr addrspace(1) %g, !vx.placement !0
  %v = load volatile float, ptr %p, !vx.placement !0
  %a = load atomic float, ptr %p monotonic, align 4, !vx.placement !0
  %x = load float, ptr addrspace(3) %s, !vx.placement !0
  store float %x, ptr %p, !vx.placement !0
  ret void
}
!vx.tiles = !{!1}
!1 = !{ptr @k, !0}
)"));
  EXPECT_EQ(P.codes(), "VX107 VX107 VX107 VX107");
  EXPECT_PRED2(contains, P.messages(), "the load is volatile");
  EXPECT_PRED2(contains, P.messages(), "the load is atomic");
  EXPECT_PRED2(contains, P.messages(), "address space 3");
  EXPECT_PRED2(contains, P.messages(), "it is not a load");
}

TEST(Module, MaskedLoadIsAPlacedLoad) {
  ParsedModule P(withTile(R"(
define ptx_kernel void @k(ptr %p, <4 x i1> %m) {
  %x = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 16 %p, <4 x i1> %m, <4 x float> zeroinitializer), !vx.placement !0
  ret void
}
!vx.tiles = !{!1}
!1 = !{ptr @k, !0}
)"));
  ASSERT_EQ(P.codes(), "") << P.messages();
  EXPECT_EQ(P.Requests.Kernels.at(0).Tiles.at(0).MaskedLoads.size(), 1u);
}

TEST(Module, DeviceFunctionSitesCountForEveryKernelThatReachesThem) {
  ParsedModule P(R"(
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4" "vx.name"="w"
define void @inner(ptr %p) {
  %r = call ptr @t(ptr %p)
  call void @outer(ptr %p)
  ret void
}
define void @outer(ptr %p) {
  call void @inner(ptr %p)
  ret void
}
define ptx_kernel void @a(ptr %p) {
  call void @outer(ptr %p)
  ret void
}
define ptx_kernel void @b(ptr %p) {
  %r = call ptr @t(ptr %p)
  call void @inner(ptr %p)
  ret void
}
)");
  ASSERT_EQ(P.codes(), "") << P.messages();
  ASSERT_EQ(P.Requests.Kernels.size(), 2u);
  EXPECT_EQ(P.Requests.Kernels[0].Tiles.at(0).Transfers.size(), 1u);
  EXPECT_EQ(P.Requests.Kernels[1].Tiles.at(0).Transfers.size(), 2u);
  EXPECT_EQ(P.Requests.DeviceFunctionsWithSites,
            (std::vector<Function *>{P.M->getFunction("inner"),
                                     P.M->getFunction("outer")}));
}

// Once inlined into its kernels, such a function must be free to go.
constexpr const char *Device = R"(
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4"
define void @inner(ptr %p) {
  %r = call ptr @t(ptr %p)
  ret void
}
define void @outer(ptr %p) {
  call void @inner(ptr %p)
  ret void
}
define ptx_kernel void @k(ptr %p) {
  call void @outer(ptr %p)
  ret void
}
)";

TEST(Module, DeviceFunctionWhoseAddressIsTaken) {
  ParsedModule P(std::string(Device) +
                 "@table = global [1 x ptr] [ptr @outer]\n");
  EXPECT_EQ(P.codes(), "VX112");
  EXPECT_PRED2(contains, P.messages(), "@outer leads to a transfer");
}

TEST(Module, DeviceFunctionInLlvmUsed) {
  ParsedModule P(
      std::string(Device) +
      "@llvm.used = appending global [1 x ptr] [ptr @outer], section "
      "\"llvm.metadata\"\n");
  EXPECT_EQ(P.codes(), "");
}

TEST(Module, DeviceFunctionWithAnotherCaller) {
  ParsedModule P(std::string(Device) + "define void @dead(ptr %p) {\n"
                                       "  call void @outer(ptr %p)\n"
                                       "  ret void\n}\n");
  EXPECT_EQ(P.codes(), "VX112");
  EXPECT_PRED2(contains, P.messages(),
               "@dead by direct calls, and it calls @outer");
}

TEST(Module, SiteThatNoKernelReaches) {
  ParsedModule P(R"(
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4"
define void @dead(ptr %p) {
  %r = call ptr @t(ptr %p)
  ret void
}
define ptx_kernel void @k(ptr %p) {
  ret void
}
)");
  EXPECT_EQ(P.codes(), "VX112");
  EXPECT_PRED2(contains, P.messages(), "no kernel reaches function @dead");
}

TEST(Module, RequestsWithoutAnyKernel) {
  ParsedModule P(R"(
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4"
define void @f(ptr %p) {
  %r = call ptr @t(ptr %p)
  ret void
}
)");
  EXPECT_EQ(P.codes(), "VX114");
}

TEST(Module, SharedGlobalWithInitialValue) {
  ParsedModule P(R"(
@bad = internal addrspace(3) global [4 x i32] zeroinitializer
@good = internal addrspace(3) global [4 x i32] poison
@extern = external addrspace(3) global [0 x i32]
@global = internal addrspace(1) global i32 7
)");
  EXPECT_EQ(P.codes(), "VX117");
  EXPECT_PRED2(contains, P.messages(), "@bad");
}

TEST(Module, ExpectedKernels) {
  ParsedModule P(R"(
declare ptx_kernel void @declared()
define void @plain() {
  ret void
}
define ptx_kernel void @there() {
  ret void
}
!vx.kernels = !{!0, !1, !2, !3, !4, !5}
!0 = !{!"there"}
!1 = !{!"declared"}
!2 = !{!"plain"}
!3 = !{!"gone"}
!4 = !{i32 1}
!5 = !{}
)");
  EXPECT_EQ(P.codes(), "VX115 VX115 VX115 VX116 VX116");
  EXPECT_PRED2(contains, P.messages(),
               "kernel 'gone': no function of that name");
}

TEST(Module, OnlyNamesTheTilesThereAre) {
  PlacementOptions Options;
  Options.Only = "q";
  ParsedModule P(taggedKernel(GoodFields), Options);
  EXPECT_EQ(P.codes(), "VX119");
  EXPECT_PRED2(contains, P.messages(), "its tiles: k");
  Options.Only = "k";
  EXPECT_EQ(ParsedModule(taggedKernel(GoodFields), Options).codes(), "");
}

TEST(Module, FourKindsOfFaultGiveFourMessages) {
  ParsedModule P(withTile(R"(
@s = internal addrspace(3) global i32 1
declare void @t(ptr) "vx.transfer"="smem" "vx.element"="4"
define ptx_kernel void @k(ptr %p) {
  %x = load volatile float, ptr %p, !vx.placement !0
  ret void
}
!vx.tiles = !{!1}
!1 = !{ptr @k, !0}
!vx.contract = !{!2}
!2 = !{i32 7}
)"));
  EXPECT_EQ(P.codes(), "VX101 VX117 VX109 VX107");
}

// MLIR's private wrapper calls a C interface function; both carry the
// attribute.
constexpr const char *Wrapper = R"(
define private ptr @t(ptr %p) #0 {
  %slot = alloca ptr
  call void @_mlir_ciface_t(ptr %slot, ptr %p)
  %r = load ptr, ptr %slot
  ret ptr %r
}
declare void @_mlir_ciface_t(ptr, ptr) #0
attributes #0 = { "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4" }
)";

TEST(Module, WrapperAndItsCInterfaceAreOneTransfer) {
  ParsedModule P(std::string(Wrapper) + R"(
define ptx_kernel void @k(ptr %p) {
  %r = call ptr @t(ptr %p)
  ret void
}
)");
  EXPECT_EQ(P.codes(), "") << P.messages();
  EXPECT_EQ(P.Requests.Kernels.at(0).Tiles.at(0).Transfers.size(), 1u);
}

TEST(Module, CInterfaceCalledFromAKernel) {
  ParsedModule P(std::string(Wrapper) + R"(
define ptx_kernel void @k(ptr %p) {
  call void @_mlir_ciface_t(ptr %p, ptr %p)
  ret void
}
)");
  EXPECT_EQ(P.codes(), "VX112");
  EXPECT_PRED2(contains, P.messages(), "outside its wrapper");
}

} // namespace
