//===- Program.cpp - compile with ORC, launch -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Launch.h"
#include "MathSymbols.h"
#include "vx/simt/Simt.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ThreadSafeModule.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace llvm::orc;

namespace vx::simt {

/// Buffers start at a multiple of this plus their skew, as cudaMalloc's do.
constexpr uint64_t BufferAlign = 256;
static_assert(BufferAlign <= HostAlign);
/// The JIT lays variables out from the start of a page: where in a page is the same in each run.
constexpr uint64_t JitPage = 4096;

struct Program::Impl {
  std::unique_ptr<LLJIT> Jit;
  KernelInfo Info;
  Checks Level = Checks::All;
  void (*Entry)(void **) = nullptr;
  std::vector<char *> GlobalAddress;
  std::vector<std::vector<char>> GlobalInitial;

  Error build(const Module &M, StringRef Kernel, const CompileOptions &O);
  Error jit(ThreadSafeModule TSM, JITTargetMachineBuilder Builder);
  Error checkLaunch(const LaunchConfig &C, ArrayRef<Buffer> Buffers,
                    ArrayRef<Argument> Args) const;
  void addGlobals(Launch &L);
  std::vector<Buffer> variables() const;
};

Program::Program() : P(std::make_unique<Impl>()) {}
Program::~Program() = default;

/// The host, asked once: it does not change.
static Expected<JITTargetMachineBuilder> hostBuilder(Effort Spend) {
  static Expected<JITTargetMachineBuilder> Host = [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    return JITTargetMachineBuilder::detectHost();
  }();
  if (!Host)
    return createStringError("the host is no target of this LLVM");
  JITTargetMachineBuilder B = *Host;
  // Both sides of a comparison must round alike: no fused multiply-add but
  // where the kernel says so.
  B.getOptions().AllowFPOpFusion = FPOpFusion::Strict;
  if (Spend == Effort::Quick)
    B.setCodeGenOptLevel(CodeGenOptLevel::None);
  return B;
}

/// A copy in a context of its own, so that the caller's module stays as it is.
static Expected<std::unique_ptr<Module>> copyInto(const Module &M,
                                                  LLVMContext &Ctx) {
  SmallVector<char, 0> Bytes;
  raw_svector_ostream OS(Bytes);
  WriteBitcodeToFile(M, OS);
  return parseBitcodeFile(MemoryBufferRef(StringRef(Bytes.data(), Bytes.size()), M.getName()),
                          Ctx);
}

static Error linkLibdevice(Module &M, StringRef Path) {
  SMDiagnostic Err;
  std::unique_ptr<Module> Lib = parseIRFile(Path, Err, M.getContext());
  if (!Lib)
    return createStringError("cannot read libdevice '" + Path + "': " +
                             Err.getMessage());
  Lib->setDataLayout(M.getDataLayout());
  Lib->setTargetTriple(M.getTargetTriple());
  if (Linker::linkModules(M, std::move(Lib), Linker::Flags::LinkOnlyNeeded))
    return createStringError("cannot link libdevice '" + Path + "'");
  return Error::success();
}

/// The host's O1 takes the checks' overhead down; O0 inlines what must be inlined.
static void optimise(Module &M, TargetMachine &TM, Effort Spend) {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder PB(&TM);
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  if (Spend == Effort::Quick)
    PB.buildO0DefaultPipeline(OptimizationLevel::O0).run(M, MAM);
  else
    PB.buildPerModuleDefaultPipeline(OptimizationLevel::O1).run(M, MAM);
}

Error Program::Impl::build(const Module &M, StringRef Kernel,
                           const CompileOptions &O) {
  Level = O.Level;
  Expected<JITTargetMachineBuilder> Builder = hostBuilder(O.Spend);
  if (!Builder)
    return Builder.takeError();
  Expected<std::unique_ptr<TargetMachine>> TM = Builder->createTargetMachine();
  if (!TM)
    return TM.takeError();
  auto Ctx = std::make_unique<LLVMContext>();
  Expected<std::unique_ptr<Module>> Copy = copyInto(M, *Ctx);
  if (!Copy)
    return Copy.takeError();
  Module &Host = **Copy;
  if (!O.Libdevice.empty())
    if (Error E = linkLibdevice(Host, O.Libdevice))
      return E;
  Host.setDataLayout((*TM)->createDataLayout());
  Host.setTargetTriple((*TM)->getTargetTriple());
  if (Error E = lowerKernel(Host, Kernel, Level, Info))
    return E;
  StripDebugInfo(Host);
  optimise(Host, **TM, O.Spend);
  return jit(ThreadSafeModule(std::move(*Copy), std::move(Ctx)), std::move(*Builder));
}

Error Program::Impl::jit(ThreadSafeModule TSM, JITTargetMachineBuilder Builder) {
  auto J = LLJITBuilder().setJITTargetMachineBuilder(std::move(Builder)).create();
  if (!J)
    return J.takeError();
  Jit = std::move(*J);
  SymbolMap Symbols;
  auto add = [&](StringRef Name, void *Address) {
    Symbols[Jit->mangleAndIntern(Name)] = {ExecutorAddr::fromPtr(Address),
                                           JITSymbolFlags::Exported};
  };
  forEachRuntimeSymbol(add);
  forEachMathSymbol(add);
  JITDylib &Main = Jit->getMainJITDylib();
  if (Error E = Main.define(absoluteSymbols(std::move(Symbols))))
    return E;
  // libm and the compiler's helpers, of this process.
  auto Process = DynamicLibrarySearchGenerator::GetForCurrentProcess(
      Jit->getDataLayout().getGlobalPrefix());
  if (!Process)
    return Process.takeError();
  Main.addGenerator(std::move(*Process));
  if (Error E = Jit->addIRModule(std::move(TSM)))
    return E;
  auto EntryAddress = Jit->lookup(EntryName);
  if (!EntryAddress)
    return EntryAddress.takeError();
  Entry = EntryAddress->toPtr<void (*)(void **)>();
  auto Table = Jit->lookup(GlobalsTableName);
  if (!Table)
    return Table.takeError();
  auto **Addresses = Table->toPtr<char **>();
  for (size_t I = 0; I < Info.Globals.size(); ++I) {
    GlobalAddress.push_back(Addresses[I]);
    GlobalInitial.emplace_back(Addresses[I], Addresses[I] + Info.Globals[I].Size);
  }
  return Error::success();
}

Expected<std::unique_ptr<Program>>
Program::compile(const Module &M, StringRef Kernel, const CompileOptions &O) {
  std::unique_ptr<Program> Result(new Program());
  if (Error E = Result->P->build(M, Kernel, O))
    return std::move(E);
  return std::move(Result);
}

unsigned Program::parameterCount() const { return P->Info.Parameters.size(); }
bool Program::isPointerParameter(unsigned I) const {
  return P->Info.Parameters[I].Pointer;
}
uint64_t Program::parameterBytes(unsigned I) const {
  return P->Info.Parameters[I].Bytes;
}
uint64_t Program::staticSharedBytes() const { return P->Info.Shared.StaticBytes; }
uint64_t Program::publishedDynamicShared() const {
  return P->Info.PublishedDynamicShared;
}

/// The most that a block of any known target may use.
constexpr uint64_t MaxSharedPerBlock = 227 * 1024;

Error Program::Impl::checkLaunch(const LaunchConfig &C, ArrayRef<Buffer> Buffers,
                                 ArrayRef<Argument> Args) const {
  if (C.Grid.count() == 0 || C.Block.count() == 0)
    return createStringError("a grid or block dimension is 0");
  if (C.Block.count() > MaxThreadsPerBlock)
    return createStringError("a block of " + Twine(C.Block.count()) +
                             " threads; the limit is " +
                             Twine(MaxThreadsPerBlock));
  if (C.Grid.count() > UINT32_MAX)
    return createStringError("a grid of " + Twine(C.Grid.count()) +
                             " blocks; the limit is " + Twine(UINT32_MAX));
  uint64_t Dynamic = C.DynamicShared.value_or(Info.PublishedDynamicShared);
  if (Dynamic > MaxSharedPerBlock ||
      Info.Shared.StaticBytes + Dynamic > MaxSharedPerBlock)
    return createStringError("a block of " + Twine(Info.Shared.StaticBytes) +
                             " static and " + Twine(Dynamic) +
                             " dynamic bytes of shared memory; the limit is " +
                             Twine(MaxSharedPerBlock));
  if (Args.size() != Info.Parameters.size())
    return createStringError("kernel '" + Info.Kernel + "' takes " +
                             Twine(Info.Parameters.size()) +
                             " arguments, not " + Twine(Args.size()));
  for (size_t I = 0; I < Args.size(); ++I) {
    const Parameter &Want = Info.Parameters[I];
    const Argument &A = Args[I];
    bool IsScalar = A.What == Argument::Kind::Scalar;
    if (IsScalar == Want.Pointer)
      return createStringError("argument " + Twine(I) + " must be " +
                               (Want.Pointer ? "a buffer or null"
                                             : "a scalar of " + Twine(Want.Bytes) +
                                                   " bytes"));
    if (IsScalar && A.Scalar.size() != Want.Bytes)
      return createStringError("argument " + Twine(I) + " is a scalar of " +
                               Twine(A.Scalar.size()) + " bytes, the kernel takes " +
                               Twine(Want.Bytes));
    if (A.What == Argument::Kind::Pointer && A.BufferIndex >= Buffers.size())
      return createStringError("argument " + Twine(I) + " names no buffer");
  }
  return Error::success();
}

void Program::Impl::addGlobals(Launch &L) {
  for (size_t I = 0; I < Info.Globals.size(); ++I) {
    const GlobalObject &G = Info.Globals[I];
    if (!G.Constant)
      std::copy(GlobalInitial[I].begin(), GlobalInitial[I].end(), GlobalAddress[I]);
    L.addRegion(reinterpret_cast<uint64_t>(GlobalAddress[I]), G.Size,
                "variable '" + G.Name + "'", G.Constant,
                reinterpret_cast<uint64_t>(GlobalAddress[I]) % JitPage);
  }
}

std::vector<Buffer> Program::Impl::variables() const {
  std::vector<Buffer> Result;
  for (size_t I = 0; I < Info.Globals.size(); ++I) {
    const GlobalObject &G = Info.Globals[I];
    if (G.Constant || G.HoldsPointers)
      continue;
    Buffer B;
    B.Name = G.Name;
    B.Bytes.assign(GlobalAddress[I], GlobalAddress[I] + G.Size);
    Result.push_back(std::move(B));
  }
  return Result;
}

Expected<LaunchResult> Program::run(const LaunchConfig &Config,
                                    std::vector<Buffer> &Buffers,
                                    const std::vector<Argument> &Args) {
  if (Error E = P->checkLaunch(Config, Buffers, Args))
    return std::move(E);
  std::deque<PlacedBytes> Placed;
  for (const Buffer &B : Buffers) {
    Placed.emplace_back(B.Bytes.size(), B.Skew);
    std::copy(B.Bytes.begin(), B.Bytes.end(), Placed.back().data());
  }
  // Each slot holds a parameter's bytes; scalars are the caller's own.
  std::vector<std::vector<uint8_t>> Values;
  for (const Argument &A : Args) {
    if (A.What == Argument::Kind::Scalar) {
      Values.push_back(A.Scalar);
      continue;
    }
    char *Pointer = A.What == Argument::Kind::Null
                        ? nullptr
                        : Placed[A.BufferIndex].data() + A.Offset;
    Values.emplace_back(sizeof Pointer);
    std::memcpy(Values.back().data(), &Pointer, sizeof Pointer);
  }
  std::vector<void *> Slots;
  for (std::vector<uint8_t> &V : Values)
    Slots.push_back(V.data());
  Launch L(P->Info, P->Level, Config, P->Entry, std::move(Slots));
  for (size_t I = 0; I < Buffers.size(); ++I)
    L.addRegion(reinterpret_cast<uint64_t>(Placed[I].data()), Buffers[I].Bytes.size(),
                Buffers[I].Name.empty() ? "buffer " + std::to_string(I)
                                        : Buffers[I].Name,
                Buffers[I].ReadOnly, BufferAlign + Buffers[I].Skew);
  P->addGlobals(L);
  LaunchResult R = L.run();
  R.Variables = P->variables();
  for (size_t I = 0; I < Buffers.size(); ++I)
    std::copy_n(Placed[I].data(), Buffers[I].Bytes.size(), Buffers[I].Bytes.begin());
  return R;
}

//===----------------------------------------------------------------------===//
// Small public values
//===----------------------------------------------------------------------===//

StringRef kindName(FindingKind Kind) {
  switch (Kind) {
  case FindingKind::Race:
    return "data race";
  case FindingKind::Uninitialized:
    return "read of unfilled shared memory";
  case FindingKind::InFlight:
    return "access to bytes in flight";
  case FindingKind::OutOfBounds:
    return "out of bounds";
  case FindingKind::Misaligned:
    return "misaligned address";
  case FindingKind::InvariantLoad:
    return "invariant load of written memory";
  case FindingKind::BarrierDivergence:
    return "barrier divergence";
  case FindingKind::AlignedDivergence:
    return "aligned barrier under divergence";
  case FindingKind::Deadlock:
    return "deadlock";
  case FindingKind::CopiesInFlight:
    return "copies in flight at the end";
  case FindingKind::WarpMismatch:
    return "warp collective mismatch";
  case FindingKind::Trap:
    return "trap";
  case FindingKind::Timeout:
    return "timeout";
  }
  return "finding";
}

std::string Finding::str() const {
  std::string S;
  if (!File.empty())
    S = File + ":" + std::to_string(Line) + ":" + std::to_string(Column) + ": ";
  S += kindName(Kind).str() + ": " + Message;
  if (Count > 1)
    S += " (" + std::to_string(Count) + " times)";
  return S;
}

Argument Argument::scalar(uint64_t Value, unsigned Bytes) {
  Argument A;
  A.Scalar.resize(Bytes);
  for (unsigned I = 0; I < Bytes; ++I)
    A.Scalar[I] = I < 8 ? uint8_t(Value >> (8 * I)) : 0;
  return A;
}

Argument Argument::pointer(unsigned BufferIndex, int64_t Offset) {
  Argument A;
  A.What = Kind::Pointer;
  A.BufferIndex = BufferIndex;
  A.Offset = Offset;
  return A;
}

Argument Argument::null() {
  Argument A;
  A.What = Kind::Null;
  return A;
}

} // namespace vx::simt
