//===- ContractTest.h - helpers of the contract tests -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_TEST_UNIT_CONTRACT_CONTRACTTEST_H
#define VX_TEST_UNIT_CONTRACT_CONTRACTTEST_H

#include "vx/Contract.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>
#include <memory>
#include <string>

/// A module from IR text, with what the contract says of it.
struct ParsedModule {
  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> M;
  vx::DiagnosticSink Sink;
  vx::ModuleRequests Requests;

  explicit ParsedModule(llvm::StringRef IR,
                        const vx::PlacementOptions &Options = {}) {
    llvm::SMDiagnostic Error;
    M = llvm::parseAssemblyString(IR, Error, Context);
    if (!M) {
      ADD_FAILURE() << Error.getMessage().str() << " in line "
                    << Error.getLineNo();
      return;
    }
    std::string Before = text();
    Requests = vx::parseModule(*M, Options, Sink);
    EXPECT_EQ(text(), Before) << "reading the contract changed the module";
  }

  std::string text() const {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    M->print(OS, nullptr);
    return Text;
  }

  /// "VX102 VX105", in order of discovery.
  std::string codes() const { return codesOf(Sink); }
  static std::string codesOf(const vx::DiagnosticSink &Sink) {
    std::string Codes;
    for (const vx::Diagnostic &D : Sink.all())
      Codes += (Codes.empty() ? "" : " ") + vx::codeString(D.Code);
    return Codes;
  }

  /// All messages, one a line.
  std::string messages() const {
    std::string Text;
    for (const vx::Diagnostic &D : Sink.all())
      Text += D.str() + "\n";
    return Text;
  }
};

/// True when \p Text has \p Part in it; for EXPECT_PRED2.
inline bool contains(const std::string &Text, const std::string &Part) {
  return Text.find(Part) != std::string::npos;
}

/// A kernel that reads tile !0, with \p Fields as the tag's fields.
inline std::string taggedKernel(const std::string &Fields,
                                const std::string &More = "") {
  return "define ptx_kernel void @k(ptr %p, ptr %o) {\n"
         "  %x = load float, ptr %p, align 4, !vx.placement !0\n"
         "  store float %x, ptr %o\n"
         "  ret void\n}\n"
         "!vx.tiles = !{!1}\n"
         "!1 = !{ptr @k, !0}\n"
         "!0 = distinct !{!\"vx.tile\"" +
         Fields + "}\n" + More;
}
inline const char *GoodFields =
    ", !{!\"name\", !\"k\"}, !{!\"space\", !\"smem\"}, "
    "!{!\"extent\", i64 16, i64 64}, !{!\"element\", i32 4}";

/// A kernel that calls a rank-1 descriptor transfer with constant size 64.
inline std::string transferKernel(const std::string &Attributes,
                                  const std::string &Size = "64") {
  return "declare {ptr, ptr, i64, [1 x i64], [1 x i64]} "
         "@t(ptr, ptr, i64, i64, i64) #0\n"
         "define ptx_kernel void @k(ptr %a, ptr %p, i64 %n, ptr %o) {\n"
         "  %r = call {ptr, ptr, i64, [1 x i64], [1 x i64]} "
         "@t(ptr %a, ptr %p, i64 0, i64 " +
         Size +
         ", i64 1)\n"
         "  %q = extractvalue {ptr, ptr, i64, [1 x i64], [1 x i64]} %r, 1\n"
         "  %x = load float, ptr %q\n"
         "  store float %x, ptr %o\n"
         "  ret void\n}\n"
         "attributes #0 = { convergent nounwind " +
         Attributes + " }\n";
}

#endif // VX_TEST_UNIT_CONTRACT_CONTRACTTEST_H
