//===- ModuleRequests.cpp - all requests of a module, checked against each other
//-*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// 1. Read what stands alone: version, expected kernels, shared globals,
// callees.
// 2. Walk the module once for tagged loads and transfer calls (Sites.cpp).
// 3. Per kernel, gather the sites of the functions that it reaches:
//      carrier A: one tile per tag node, carrier B: one tile per callee.
// 4. Compare with the manifest, both ways.
// Faults are reported and reading goes on, so that one run names all of them.
#include "ContractInternal.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <map>

using namespace llvm;

namespace vx {

namespace {
class RequestReader {
public:
  RequestReader(Module &M, const PlacementOptions &Options,
                DiagnosticSink &Sink)
      : M(M), Options(Options), Sink(Sink) {}

  ModuleRequests read();

private:
  void readCallees();
  const TileRequest *requestOf(const MDNode &Tag, const Instruction *At,
                               const Function &Kernel);
  void readKernel(Function &Kernel);
  void addLoads(FunctionSites &S, Function &Kernel,
                MapVector<const void *, TileUse> &Tiles);
  void addTransfers(FunctionSites &S, MapVector<const void *, TileUse> &Tiles);
  void checkManifest();
  void checkEntry(const ManifestEntry &Entry);
  void checkListed();
  void checkDeviceFunctions();
  bool isLeftover(Function &F) const;
  void addLeftover(FunctionSites &S);
  void checkUnreached(Function &F, const SetVector<Function *> &Leads);
  void checkOnly();
  void applyOptions(TileRequest &R) const;
  bool anyRequested() const;

  Module &M;
  const PlacementOptions &Options;
  DiagnosticSink &Sink;

  ModuleRequests Result;
  SiteMap Sites;
  std::vector<Function *> Kernels;
  std::vector<ManifestEntry> Manifest;
  SmallPtrSet<Function *, 16> KernelSet, Reached;
  /// Parsed requests; std::nullopt: reported as malformed.
  DenseMap<const Function *, std::optional<TileRequest>> CalleeRequests;
  DenseMap<const MDNode *, std::optional<TileRequest>> TagRequests;
  /// (kernel, tag) -> first tagged access; (kernel, callee) that are called.
  MapVector<std::pair<Function *, const MDNode *>, Instruction *> TaggedIn;
  DenseSet<std::pair<Function *, Function *>> CalledIn;
  /// Tags that were found where VX107 was reported: in a kernel, in a function that none reaches.
  DenseSet<std::pair<Function *, const MDNode *>> UnplaceableIn;
  SmallPtrSet<const MDNode *, 4> Unreached;
};

ModuleRequests RequestReader::read() {
  checkContractVersion(M, Sink);
  checkExpectedKernels(M, Sink);
  checkSharedInitializers(M, Sink);
  readCallees();
  Sites = collectSites(M, Sink);
  Kernels = kernelsOf(M);
  KernelSet.insert(Kernels.begin(), Kernels.end());
  Manifest = readManifest(M, Sink);
  Result.AnyRequested = anyRequested();
  if (Kernels.empty() && Result.AnyRequested) {
    Sink.report(Diag::NoKernel, "no function is marked as a kernel",
                "define the kernels with ptx_kernel, or list them in "
                "!nvvm.annotations");
    return std::move(Result);
  }
  for (Function *Kernel : Kernels)
    readKernel(*Kernel);
  checkDeviceFunctions();
  checkManifest();
  checkOnly();
  return std::move(Result);
}

bool RequestReader::anyRequested() const {
  const NamedMDNode *List = M.getNamedMetadata(TilesMD);
  return (List && List->getNumOperands()) ||
         any_of(Sites,
                [](const auto &Entry) { return Entry.second.hasSites(); });
}

void RequestReader::applyOptions(TileRequest &R) const {
  if (Options.ForceCrossing)
    R.Cross = *Options.ForceCrossing;
  if (Options.Stages)
    R.Stages = *Options.Stages;
}

void RequestReader::readCallees() {
  for (Function *F : transferCallees(M)) {
    if (isCInterface(*F))
      continue;
    std::optional<TileRequest> R = parseTransferCallee(*F, Sink);
    if (R)
      applyOptions(*R);
    CalleeRequests[F] = std::move(R);
  }
}

/// Parses each tag once; its faults are reported at the first access that has
/// it.
const TileRequest *RequestReader::requestOf(const MDNode &Tag,
                                            const Instruction *At,
                                            const Function &Kernel) {
  auto [Found, New] = TagRequests.try_emplace(&Tag);
  if (New) {
    DiagnosticSink Local;
    Found->second = parseTag(Tag, Local);
    std::vector<Diagnostic> Faults = Local.take();
    for (Diagnostic &D : Faults) {
      D.Kernel = Kernel.getName().str();
      if (At)
        setLocation(D, At->getDebugLoc());
    }
    Sink.append(std::move(Faults));
    if (Found->second)
      applyOptions(*Found->second);
  }
  return Found->second ? &*Found->second : nullptr;
}

void RequestReader::addLoads(FunctionSites &S, Function &Kernel,
                             MapVector<const void *, TileUse> &Tiles) {
  auto Add = [&](Instruction &I) -> TileUse * {
    const MDNode *Tag = placementTag(I);
    TaggedIn.insert({{&Kernel, Tag}, &I});
    const TileRequest *Request = requestOf(*Tag, &I, Kernel);
    if (!Request)
      return nullptr;
    TileUse &Use = Tiles[Tag];
    Use.Request = *Request;
    return &Use;
  };
  for (LoadInst *Load : S.Loads)
    if (TileUse *Use = Add(*Load))
      Use->Loads.push_back(Load);
  for (CallBase *Load : S.MaskedLoads)
    if (TileUse *Use = Add(*Load))
      Use->MaskedLoads.push_back(Load);
}

void RequestReader::addTransfers(FunctionSites &S,
                                 MapVector<const void *, TileUse> &Tiles) {
  for (CallBase *CB : S.Transfers) {
    const std::optional<TileRequest> &Request =
        CalleeRequests[transferCallee(*CB)];
    if (!Request)
      continue;
    TileUse &Use = Tiles[Request->Callee];
    Use.Request = *Request;
    Use.Transfers.push_back(CB);
  }
}

void RequestReader::readKernel(Function &Kernel) {
  MapVector<const void *, TileUse> Tiles; // in order of first use
  for (Function *F : reachedFrom(Kernel, Sites)) {
    Reached.insert(F);
    auto Found = Sites.find(F);
    if (Found == Sites.end())
      continue;
    FunctionSites &S = Found->second;
    for (const MDNode *Tag : S.Unplaceable)
      UnplaceableIn.insert({&Kernel, Tag});
    if (!S.hasSites())
      continue;
    for (CallBase *CB : S.Transfers)
      CalledIn.insert({&Kernel, transferCallee(*CB)});
    addLoads(S, Kernel, Tiles);
    addTransfers(S, Tiles);
  }
  if (Tiles.empty())
    return;
  KernelRequests &R = Result.Kernels.emplace_back();
  R.Kernel = &Kernel;
  // By name; a multimap keeps tiles of one name in order of first use.
  std::multimap<std::string, TileUse *> Sorted;
  for (auto &[Key, Use] : Tiles)
    Sorted.emplace(Use.Request.Name, &Use);
  for (auto &[Name, Use] : Sorted) {
    resolveTransferExtent(*Use, /*Sink=*/nullptr); // else after normalisation
    R.Tiles.push_back(std::move(*Use));
  }
}

/// \p F, which no kernel reaches, is what LLVM's inliner left of a function that its
/// kernels hold copies of: the manifest, which is read before the inliner runs or says what
/// the front end placed, lists all that it leads to. What a kernel lost is an error of its line.
bool RequestReader::isLeftover(Function &F) const {
  auto IsListed = [&](auto Matches) { return any_of(Manifest, Matches); };
  auto AllListed = [&](const FunctionSites &S) {
    auto ListedTag = [&](const Instruction *I) {
      return IsListed([&](const ManifestEntry &E) { return E.Tag == placementTag(*I); });
    };
    return all_of(S.Transfers, [&](const CallBase *CB) {
      return IsListed([&](const ManifestEntry &E) { return E.Callee == transferCallee(*CB); });
    }) && all_of(S.Loads, ListedTag) && all_of(S.MaskedLoads, ListedTag);
  };
  return all_of(reachedFrom(F, Sites), [&](Function *G) {
    auto Found = Sites.find(G);
    return Found == Sites.end() || AllListed(Found->second);
  });
}

void RequestReader::addLeftover(FunctionSites &S) {
  MapVector<const void *, TileUse> Tiles;
  addTransfers(S, Tiles);
  for (auto &[Callee, Use] : Tiles) {
    resolveTransferExtent(Use, /*Sink=*/nullptr);
    Result.Leftovers.push_back(std::move(Use));
  }
}

/// Device functions with sites are inlined into their kernels and go. A request
/// in a function that somebody else may run could never be honoured.
void RequestReader::checkDeviceFunctions() {
  SetVector<Function *> Leads = leadingToSites(Sites);
  for (Function *F : Leads) {
    if (!Reached.contains(F)) {
      if (!isLeftover(*F)) {
        checkUnreached(*F, Leads);
        continue;
      }
      addLeftover(Sites[F]);
    }
    if (KernelSet.contains(F))
      continue;
    Result.DeviceFunctionsWithSites.push_back(F);
    if (addressTakingUse(*F))
      Sink.report(Diag::StrayTransferCall,
                  "device function @" + F->getName() +
                      " leads to a transfer or placed load and has its address "
                      "taken",
                  "call it directly from kernels and device functions");
  }
}

/// \p F leads to a site, and no kernel reaches it.
void RequestReader::checkUnreached(Function &F,
                                   const SetVector<Function *> &Leads) {
  FunctionSites &S = Sites[&F];
  std::string Where =
      ("no kernel reaches function @" + F.getName() + " by direct calls").str();
  StringRef Remedy = "call it from a kernel, or remove it";
  for (CallBase *CB : S.Transfers)
    Sink.report(Diag::StrayTransferCall, *CB, Where, Remedy);
  SmallVector<Instruction *, 8> Tagged(S.Loads.begin(), S.Loads.end());
  Tagged.append(S.MaskedLoads.begin(), S.MaskedLoads.end());
  for (Instruction *Load : Tagged) {
    Sink.report(Diag::UnplaceableLoad, *Load, Where, Remedy);
    Unreached.insert(placementTag(*Load));
  }
  for (Function *Callee : S.Calls)
    if (Leads.contains(Callee) && Reached.contains(Callee))
      Sink.report(Diag::StrayTransferCall,
                  Where + ", and it calls @" + Callee->getName() +
                      ", which leads to a transfer or placed load",
                  Remedy);
}

void RequestReader::checkEntry(const ManifestEntry &Entry) {
  if (Entry.Callee) {
    if (CalledIn.contains({Entry.Kernel, Entry.Callee}))
      return;
    const std::optional<TileRequest> &R = CalleeRequests[Entry.Callee];
    Diagnostic &D = Sink.report(
        Diag::TransferLost,
        "!vx.tiles lists @" + Entry.Callee->getName() +
            ", which the kernel does not call",
        "a pass deleted or merged the call: run placement before it");
    D.Kernel = Entry.Kernel->getName().str();
    D.Tile = R ? R->Name : "";
    return;
  }
  const TileRequest *R = requestOf(*Entry.Tag, nullptr, *Entry.Kernel);
  if (!R || TaggedIn.contains({Entry.Kernel, Entry.Tag}) ||
      UnplaceableIn.contains({Entry.Kernel, Entry.Tag}) || Unreached.contains(Entry.Tag))
    return;
  Diagnostic &D = Sink.report(
      Diag::TagLost, "!vx.tiles lists it, but no load of the kernel carries it",
      "a pass dropped !vx.placement: run placement before it, or drop the line "
      "where the loads are dead");
  D.Kernel = Entry.Kernel->getName().str();
  D.Tile = R->Name;
}

void RequestReader::checkManifest() {
  DenseSet<std::pair<Function *, const void *>> Seen;
  for (const ManifestEntry &Entry : Manifest) {
    const void *Key = Entry.Tag ? static_cast<const void *>(Entry.Tag)
                                : static_cast<const void *>(Entry.Callee);
    if (Seen.insert({Entry.Kernel, Key}).second)
      checkEntry(Entry);
  }
  for (auto &[Key, Access] : TaggedIn) {
    if (Seen.contains({Key.first, Key.second}))
      continue;
    const TileRequest *R = requestOf(*Key.second, Access, *Key.first);
    if (!R)
      continue; // its own faults come first
    Diagnostic &D =
        Sink.report(Diag::TagNotInManifest, *Access,
                    "!vx.tiles has no line for this kernel and tile",
                    "list it: !{ptr @" + Key.first->getName() + ", !tile}");
    D.Kernel = Key.first->getName().str();
    D.Tile = R->Name;
  }
}

void RequestReader::checkOnly() {
  if (Options.Only.empty())
    return;
  SetVector<StringRef> Names;
  for (const KernelRequests &K : Result.Kernels)
    for (const TileUse &Use : K.Tiles)
      Names.insert(Use.Request.Name);
  if (Names.contains(Options.Only))
    return;
  Sink.report(Diag::UnknownTile,
              "only=" + Twine(Options.Only) + " names no tile of the module",
              Names.empty() ? "the module places no tile"
                            : "its tiles: " + join(Names, ", "));
}
} // namespace

void checkSharedInitializers(const Module &M, DiagnosticSink &Sink) {
  for (const GlobalVariable &G : M.globals()) {
    if (G.getAddressSpace() != SharedSpace || !G.hasInitializer() ||
        isa<UndefValue>(G.getInitializer()))
      continue;
    Sink.report(
        Diag::SharedInitializer,
        "@" + G.getName() +
            " is in shared memory, which has no content before a kernel "
            "writes it",
        "make the initialiser poison and store the values in the kernel");
  }
}

bool hasRequests(const Module &M) {
  for (StringRef Name : {TilesMD, ContractMD, KernelsMD})
    if (M.getNamedMetadata(Name))
      return true;
  for (const GlobalObject &G : M.global_objects())
    if (G.getMetadata(PlacementMD))
      return true;
  for (const Function &F : M) {
    if (isTransferCallee(F))
      return true;
    for (const Instruction &I : instructions(F))
      if (placementTag(I))
        return true;
  }
  return false;
}

ModuleRequests parseModule(Module &M, const PlacementOptions &Options,
                           DiagnosticSink &Sink) {
  return RequestReader(M, Options, Sink).read();
}

} // namespace vx
