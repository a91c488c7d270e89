//===- Manifest.cpp - contract version and the list of placed tiles -*- C++
//-*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// !vx.contract = !{!{i32 1}}            absent: 1
// !vx.tiles    = !{!{ptr @kernel, !tile}, !{ptr @kernel, ptr @callee}, ...}
//
// The manifest makes loss loud: what it lists must still be there. An operand
// that is null stands for a function that LLVM deleted after the list was
// written.
#include "ContractInternal.h"
#include "MetadataText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace vx {

namespace {
constexpr uint64_t KnownVersion = 1;

Function *functionOf(const Metadata *MD) {
  const auto *C = dyn_cast_or_null<ConstantAsMetadata>(MD);
  return C ? dyn_cast<Function>(C->getValue()->stripPointerCasts()) : nullptr;
}

class ManifestReader {
public:
  ManifestReader(Module &M, DiagnosticSink &Sink) : Sink(Sink) {
    for (Function *F : kernelsOf(M))
      Kernels.insert(F);
  }

  void read(const MDNode &Line, unsigned Index);
  std::vector<ManifestEntry> Entries;

private:
  void malformed(unsigned Index, const Twine &Detail, StringRef Kernel = "");
  Function *readKernel(const Metadata *MD, unsigned Index);
  void readTile(Function &Kernel, Metadata *MD, unsigned Index);

  DiagnosticSink &Sink;
  SmallPtrSet<const Function *, 16> Kernels;
};

void ManifestReader::malformed(unsigned Index, const Twine &Detail,
                               StringRef Kernel) {
  Sink.report(
          Diag::MalformedManifest,
          "line " + Twine(Index) + " of !vx.tiles: " + Detail,
          "each line is !{ptr @kernel, !tile} or !{ptr @kernel, ptr @callee}")
      .Kernel = Kernel.str();
}

void ManifestReader::read(const MDNode &Line, unsigned Index) {
  if (Line.getNumOperands() != 2) {
    malformed(Index,
              "has " + Twine(Line.getNumOperands()) + " operands, must have 2");
    return;
  }
  if (Function *Kernel = readKernel(Line.getOperand(0).get(), Index))
    readTile(*Kernel, Line.getOperand(1).get(), Index);
}

Function *ManifestReader::readKernel(const Metadata *MD, unsigned Index) {
  Function *F = functionOf(MD);
  if (F && Kernels.contains(F))
    return F;
  if (F)
    malformed(Index,
              "@" + F->getName() + " is not a kernel that is defined here");
  else if (!MD)
    malformed(Index, "its kernel was deleted");
  else
    malformed(Index, "its first operand is " + metadataText(MD) +
                         ", must be a kernel");
  return nullptr;
}

void ManifestReader::readTile(Function &Kernel, Metadata *MD, unsigned Index) {
  if (const auto *Tag = dyn_cast_or_null<MDNode>(MD)) {
    Entries.push_back({&Kernel, Tag, nullptr});
    return;
  }
  if (!MD) {
    Sink.report(Diag::TransferLost,
                "line " + Twine(Index) +
                    " of !vx.tiles lists a callee that was deleted",
                "run placement before the pass that deleted it")
        .Kernel = Kernel.getName().str();
    return;
  }
  Function *Callee = functionOf(MD);
  if (Callee && isTransferCallee(*Callee))
    Entries.push_back({&Kernel, nullptr, Callee});
  else if (Callee)
    malformed(Index,
              "@" + Callee->getName() + " does not carry \"vx.transfer\"",
              Kernel.getName());
  else
    malformed(Index,
              "its second operand is " + metadataText(MD) +
                  ", must be a tile node or a transfer callee",
              Kernel.getName());
}
} // namespace

void checkContractVersion(const Module &M, DiagnosticSink &Sink) {
  const NamedMDNode *List = M.getNamedMetadata(ContractMD);
  if (!List)
    return;
  for (const MDNode *Node : List->operands()) {
    const Metadata *MD = Node && Node->getNumOperands() == 1
                             ? Node->getOperand(0).get()
                             : nullptr;
    if (metadataInt(MD) == KnownVersion)
      continue;
    Sink.report(Diag::ContractVersion,
                "!vx.contract says " +
                    (MD || !Node ? metadataText(MD)
                                 : "a node of " +
                                       std::to_string(Node->getNumOperands()) +
                                       " operands") +
                    ", this is version " + Twine(KnownVersion),
                "write !{i32 1}, or use the release that knows that version");
  }
}

std::vector<ManifestEntry> readManifest(Module &M, DiagnosticSink &Sink) {
  ManifestReader Reader(M, Sink);
  if (const NamedMDNode *List = M.getNamedMetadata(TilesMD))
    for (auto [Index, Line] : enumerate(List->operands()))
      if (Line)
        Reader.read(*Line, Index);
  return std::move(Reader.Entries);
}

} // namespace vx
