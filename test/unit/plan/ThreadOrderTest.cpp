//===- ThreadOrderTest.cpp - which conditions are ordered by thread ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analysis/ThreadOrder.h"
#include "vx/LocalAnalyses.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace vx;

namespace {

struct Case {
  const char *Name;
  const char *Body; ///< defines %c from %x, %y (indices), %nx (a size), %a, %b (i32) and %w (i64), equal in all threads
  Course Expected;
  const char *Block = nullptr; ///< reqntid
};

std::ostream &operator<<(std::ostream &OS, const Case &C) { return OS << C.Name; }

std::string kernel(const Case &C) {
  std::string Attribute = C.Block ? " \"nvvm.reqntid\"=\"" + std::string(C.Block) + "\"" : "";
  return "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
         "declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()\n"
         "declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()\n"
         "define ptx_kernel void @k(i32 %a, i32 %b, i64 %w)" +
         Attribute +
         " {\n"
         "  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
         "  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()\n"
         "  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()\n" +
         std::string(C.Body) +
         "  br i1 %c, label %then, label %end\n"
         "then:\n  br label %end\n"
         "end:\n  ret void\n}\n";
}

class ThreadOrders : public testing::TestWithParam<Case> {};

TEST_P(ThreadOrders, HaveTheCourse) {
  LLVMContext Context;
  SMDiagnostic Error;
  std::unique_ptr<Module> M = parseAssemblyString(kernel(GetParam()), Error, Context);
  ASSERT_TRUE(M) << Error.getMessage().str() << "\n" << kernel(GetParam());
  Function &F = *M->getFunction("k");
  FreshFlow Flow(F);
  FlowAnalyses A = Flow.get();
  ThreadOrder Order(F, A.DT, A.LI, A.BU);
  auto *Branch = cast<BranchInst>(F.getEntryBlock().getTerminator());
  OrderedCondition Condition = Order.condition(*Branch);
  EXPECT_EQ(int(Condition.Is), int(GetParam().Expected)) << Condition.Why;
  bool Ordered = Condition.Is == Course::Rising || Condition.Is == Course::Falling;
  EXPECT_EQ(Ordered, !Condition.Varying.empty());
  EXPECT_EQ(!Ordered, !Condition.Why.empty());
}

constexpr Course Up = Course::Rising, Down = Course::Falling, None = Course::Unknown;

const Case Comparisons[] = {
    {"slt", "%c = icmp slt i32 %x, %a\n", Down},
    {"sle", "%c = icmp sle i32 %x, %a\n", Down},
    {"sgt", "%c = icmp sgt i32 %x, %a\n", Up},
    {"uge", "%c = icmp uge i32 %x, %a\n", Up},
    {"swapped", "%c = icmp ult i32 %a, %x\n", Up},
    {"eq", "%c = icmp eq i32 %x, %a\n", None},
    {"eq0", "%c = icmp eq i32 %x, 0\n", Down},
    {"ne0", "%c = icmp ne i32 %x, 0\n", Up},
    {"samesign", "%i = add nsw i32 %x, %a\n%c = icmp samesign ult i32 %i, %b\n", Down},
    {"bools", "%d = icmp slt i32 %x, %a\n%e = icmp slt i32 %x, %b\n%c = icmp slt i1 %d, %e\n", None},
    {"not", "%d = icmp slt i32 %x, %a\n%c = xor i1 %d, true\n", Up},
    {"undefined", "%c = icmp slt i32 %x, undef\n", None},
    {"poisoned", "%i = add nsw i32 %x, poison\n%c = icmp slt i32 %i, 1\n", None},
};
INSTANTIATE_TEST_SUITE_P(Comparison, ThreadOrders, testing::ValuesIn(Comparisons));

const Case Sums[] = {
    {"nsw", "%i = add nsw i32 %x, %a\n%c = icmp slt i32 %i, %b\n", Down},
    {"nsw_unsigned", "%i = add nsw i32 %x, %a\n%c = icmp ult i32 %i, %b\n", None},
    {"nuw", "%i = add nuw i32 %x, %a\n%c = icmp ult i32 %i, %b\n", Down},
    {"nuw_signed", "%i = add nuw i32 %x, %a\n%c = icmp slt i32 %i, %b\n", None},
    {"bare", "%i = add i32 %x, %a\n%c = icmp ult i32 %i, %b\n", None},
    {"small", "%s = and i32 %a, 65535\n%i = add i32 %x, %s\n%c = icmp slt i32 %i, %b\n", Down},
    {"aligned", "%s = shl i32 %a, 7\n%i = add i32 %s, %x\n%c = icmp slt i32 %i, %b\n", Down, "128"},
    {"aligned_too_little", "%s = shl i32 %a, 6\n%i = add i32 %s, %x\n%c = icmp slt i32 %i, %b\n", None, "128"},
    {"aligned_unknown_block", "%s = shl i32 %a, 7\n%i = add i32 %s, %x\n%c = icmp slt i32 %i, %b\n", None},
    {"aligned_any_block", "%s = shl i32 %a, 10\n%i = add i32 %s, %x\n%c = icmp slt i32 %i, %b\n", Down},
    {"disjoint", "%s = shl i32 %a, 10\n%i = or disjoint i32 %s, %x\n%c = icmp ult i32 %i, %b\n", Down},
    {"or", "%i = or i32 %a, %x\n%c = icmp ult i32 %i, %b\n", None},
    {"minus", "%i = sub nsw i32 %a, %x\n%c = icmp slt i32 %i, %b\n", Up},
    {"minus_wraps", "%i = sub i32 %a, %x\n%c = icmp slt i32 %i, %b\n", None},
    {"two_dimensions", "%r = mul i32 %y, %nx\n%i = add i32 %r, %x\n%c = icmp slt i32 %i, %b\n", Down},
    {"difference", "%i = sub nsw i32 %x, %y\n%c = icmp slt i32 %i, %b\n", None},
    {"wide", "%s = zext i32 %a to i64\n%t = zext i32 %x to i64\n%i = add i64 %s, %t\n%c = icmp slt i64 %i, %w\n", Down},
    {"wide_unknown", "%t = zext i32 %x to i64\n%i = add i64 %w, %t\n%c = icmp slt i64 %i, 7\n", None},
    {"extended_late", "%i = add nsw i32 %x, %a\n%l = sext i32 %i to i64\n%c = icmp slt i64 %l, %w\n", Down},
    {"extended_wrongly", "%i = add nsw i32 %x, %a\n%l = zext i32 %i to i64\n%c = icmp slt i64 %l, %w\n", None},
    {"nneg", "%i = add nsw i32 %x, %a\n%l = zext nneg i32 %i to i64\n%c = icmp slt i64 %l, %w\n", Down},
    {"narrowed", "%i = trunc i32 %x to i16\n%c = icmp slt i16 %i, 7\n", Down},
    {"narrowed_too_far", "%i = trunc i32 %x to i8\n%c = icmp slt i8 %i, 7\n", None},
};
INSTANTIATE_TEST_SUITE_P(Sum, ThreadOrders, testing::ValuesIn(Sums));

const Case Products[] = {
    {"twice", "%i = shl i32 %x, 1\n%c = icmp slt i32 %i, %b\n", Down},
    {"negative", "%i = mul i32 %x, -3\n%c = icmp slt i32 %i, %b\n", Up},
    {"negative_unsigned", "%i = mul i32 %x, -3\n%c = icmp ult i32 %i, %b\n", None},
    {"unknown_sign", "%i = mul nsw i32 %x, %a\n%c = icmp slt i32 %i, %b\n", None},
    {"unsigned", "%i = mul nuw i32 %x, %a\n%c = icmp ult i32 %i, %b\n", Down},
    {"wraps", "%i = mul i32 %x, %a\n%c = icmp ult i32 %i, %b\n", None},
    {"by_size", "%i = mul i32 %x, %nx\n%c = icmp slt i32 %i, %b\n", Down},
    {"square", "%i = mul i32 %x, %x\n%c = icmp slt i32 %i, %b\n", None},
    {"variable_shift", "%i = shl nuw i32 %x, %a\n%c = icmp ult i32 %i, %b\n", Down},
    {"variable_shift_wraps", "%i = shl i32 %x, %a\n%c = icmp ult i32 %i, %b\n", None},
    {"shift_by_thread", "%i = shl nuw i32 %a, %x\n%c = icmp ult i32 %i, %b\n", None},
    {"quotient", "%i = udiv i32 %x, %a\n%c = icmp ult i32 %i, %b\n", Down},
    {"quotient_signed", "%i = lshr i32 %x, 3\n%c = icmp slt i32 %i, %b\n", Down},
    {"negative_quotient", "%n = sub nsw i32 %a, %x\n%i = sdiv i32 %n, 4\n%c = icmp slt i32 %i, %b\n", Up},
    {"divisor_of_unknown_sign", "%n = sub nsw i32 %a, %x\n%i = sdiv i32 %n, %b\n%c = icmp slt i32 %i, 1\n", None},
    {"divided_by_thread", "%i = udiv i32 %a, %x\n%c = icmp ult i32 %i, %b\n", None},
    {"remainder", "%i = urem i32 %x, 7\n%c = icmp ult i32 %i, %b\n", None},
    {"low_bits", "%i = and i32 %x, 7\n%c = icmp ult i32 %i, %b\n", None},
    {"minimum", "%i = call i32 @llvm.smin.i32(i32 %x, i32 %a)\n%c = icmp slt i32 %i, %b\n", Down},
    {"minimum_of_negative", "%n = sub nsw i32 %a, %x\n%i = call i32 @llvm.umin.i32(i32 %n, i32 %a)\n%c = icmp slt i32 %i, %b\n", None},
};
INSTANTIATE_TEST_SUITE_P(Product, ThreadOrders, testing::ValuesIn(Products));

const Case Logic[] = {
    {"and", "%d = icmp slt i32 %x, %a\n%e = icmp ult i32 %x, %b\n%c = and i1 %d, %e\n", Down},
    {"select_and", "%d = icmp slt i32 %x, %a\n%e = icmp slt i32 %y, %b\n%c = select i1 %d, i1 %e, i1 false\n", Down},
    {"select_or", "%d = icmp sgt i32 %x, %a\n%e = icmp sgt i32 %y, %b\n%c = select i1 %d, i1 true, i1 %e\n", Up},
    {"with_uniform", "%d = icmp slt i32 %x, %a\n%e = icmp slt i32 %a, %b\n%c = and i1 %e, %d\n", Down},
    {"interval", "%d = icmp slt i32 %x, %a\n%e = icmp sgt i32 %x, %b\n%c = and i1 %d, %e\n", None},
    {"choice", "%d = icmp slt i32 %x, %a\n%i = select i1 %d, i32 %x, i32 %b\n%c = icmp slt i32 %i, 7\n", None},
    {"frozen", "%i = add nsw i32 %x, %a\n%f = freeze i32 %i\n%c = icmp slt i32 %f, %b\n", None},
    {"lane", "%l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()\n%c = icmp slt i32 %l, %a\n", None},
};
INSTANTIATE_TEST_SUITE_P(Logic, ThreadOrders, testing::ValuesIn(Logic));

} // namespace
