//===- ProtectStripTest.cpp - vx-protect-transfers and strip as library calls
//-*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ContractTest.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace vx;

namespace {

constexpr const char *Wrapper = R"(
define private ptr @t(ptr returned %p) #0 {
  call void @_mlir_ciface_t(ptr %p, ptr %p)
  ret ptr %p
}
declare void @_mlir_ciface_t(ptr, ptr) #0
define ptx_kernel void @k(ptr %p, ptr %o) {
  %r = call ptr @t(ptr returned %p) #1
  %x = load float, ptr %r
  store float %x, ptr %o
  ret void
}
attributes #0 = { memory(none) willreturn "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4" }
attributes #1 = { memory(none) }
)";

TEST(Protect, DropsBodiesPromisesAndCInterfaces) {
  ParsedModule P(Wrapper);
  ASSERT_EQ(P.codes(), "") << P.messages();
  EXPECT_TRUE(protectTransfers(*P.M, P.Sink));
  EXPECT_EQ(P.codes(), "");
  Function *T = P.M->getFunction("t");
  EXPECT_TRUE(T->isDeclaration());
  EXPECT_TRUE(T->hasExternalLinkage());
  EXPECT_TRUE(T->isConvergent());
  EXPECT_FALSE(T->doesNotAccessMemory());
  EXPECT_FALSE(T->hasFnAttribute(Attribute::WillReturn));
  EXPECT_FALSE(T->hasParamAttribute(0, Attribute::Returned));
  EXPECT_EQ(P.M->getFunction("_mlir_ciface_t"), nullptr);
  auto *CB = cast<CallBase>(*T->user_begin());
  EXPECT_FALSE(CB->doesNotAccessMemory());
  EXPECT_EQ(CB->getReturnedArgOperand(), nullptr);
  EXPECT_FALSE(verifyModule(*P.M, &errs()));
}

TEST(Protect, ListsEachKernelAndCalleeOnce) {
  ParsedModule P(Wrapper);
  protectTransfers(*P.M, P.Sink);
  NamedMDNode *List = P.M->getNamedMetadata(TilesMD);
  ASSERT_TRUE(List);
  EXPECT_EQ(List->getNumOperands(), 1u);
  std::string Before = P.text();
  EXPECT_FALSE(protectTransfers(*P.M, P.Sink))
      << "second run changed something";
  EXPECT_EQ(P.text(), Before);
  EXPECT_EQ(P.codes(), "");
}

TEST(Protect, RefusedModuleIsUnchanged) {
  ParsedModule P(
      std::string(Wrapper) +
      "define ptx_kernel void @bad(ptr %p) {\n"
      "  call void @_mlir_ciface_t(ptr %p, ptr %p)\n  ret void\n}\n");
  std::string Before = P.text();
  DiagnosticSink Sink;
  EXPECT_FALSE(protectTransfers(*P.M, Sink));
  EXPECT_EQ(ParsedModule::codesOf(Sink), "VX112");
  EXPECT_EQ(P.text(), Before);
}

TEST(Strip, RemovesTagsAndManifest) {
  ParsedModule P(taggedKernel(GoodFields));
  EXPECT_TRUE(stripRequests(*P.M, P.Requests, P.Sink));
  EXPECT_FALSE(hasRequests(*P.M));
  EXPECT_FALSE(verifyModule(*P.M, &errs()));
}

TEST(Strip, RowMajorSourceIsReadInPlace) {
  ParsedModule P(
      transferKernel("\"vx.transfer\"=\"smem\" \"vx.element\"=\"4\""));
  EXPECT_TRUE(stripRequests(*P.M, P.Requests, P.Sink)) << P.messages();
  EXPECT_FALSE(hasRequests(*P.M));
  EXPECT_EQ(P.M->getFunction("t"), nullptr);
  EXPECT_FALSE(contains(P.text(), "udiv"));
  EXPECT_FALSE(verifyModule(*P.M, &errs()));
}

TEST(Strip, StridedSourceIsReadElementByElement) {
  ParsedModule P(R"(
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4x8" "vx.stride"="128x1"
define ptx_kernel void @k(ptr %p, ptr %o, i64 %i) {
  %r = call ptr @t(ptr %p)
  %q = getelementptr inbounds float, ptr %r, i64 %i
  %x = load <2 x float>, ptr %q, align 8
  store <2 x float> %x, ptr %o
  ret void
}
)");
  EXPECT_TRUE(stripRequests(*P.M, P.Requests, P.Sink)) << P.messages();
  EXPECT_TRUE(contains(P.text(), "128")) << P.text();
  EXPECT_FALSE(contains(P.text(), "load <2 x float>")) << P.text();
  EXPECT_FALSE(contains(P.text(), "inbounds")) << P.text();
  EXPECT_FALSE(verifyModule(*P.M, &errs()));
}

TEST(Strip, StridedSourceThroughAPhiIsRefused) {
  ParsedModule P(R"(
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4x8" "vx.stride"="128x1"
define ptx_kernel void @k(ptr %p, ptr %o, i1 %c) {
  %r = call ptr @t(ptr %p)
  %q = select i1 %c, ptr %r, ptr %o
  %x = load float, ptr %q
  store float %x, ptr %o
  ret void
}
)");
  std::string Before = P.text();
  EXPECT_FALSE(stripRequests(*P.M, P.Requests, P.Sink));
  EXPECT_EQ(P.codes(), "VX121");
  EXPECT_EQ(P.text(), Before);
}

TEST(Strip, CallInASharedDeviceFunctionIsReplacedOnce) {
  ParsedModule P(R"(
declare ptr @t(ptr) "vx.transfer"="smem" "vx.element"="4" "vx.extent"="4"
define float @f(ptr %p) {
  %r = call ptr @t(ptr %p)
  %x = load float, ptr %r
  ret float %x
}
define ptx_kernel void @a(ptr %p) {
  %x = call float @f(ptr %p)
  ret void
}
define ptx_kernel void @b(ptr %p) {
  %x = call float @f(ptr %p)
  ret void
}
)");
  EXPECT_TRUE(stripRequests(*P.M, P.Requests, P.Sink)) << P.messages();
  EXPECT_EQ(P.M->getFunction("t"), nullptr);
  EXPECT_FALSE(verifyModule(*P.M, &errs()));
}

} // namespace
