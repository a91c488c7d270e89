//===- Simt.h - run NVPTX kernels on the host, adversarially ---*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The SIMT executor. A kernel of an NVPTX module is compiled for the host with
// ORC; each GPU thread of a launch is a coroutine, and every memory access,
// barrier, warp collective and asynchronous copy goes through a run-time that
// plays the worst timing that the PTX memory model allows and reports what a
// GPU would silently get wrong (docs/vx-simt.md).
//
//   auto P = Program::compile(M, "flash", CompileOptions());
//   LaunchResult R = (*P)->run(Config, Args);   // Args' buffers change in place
//===----------------------------------------------------------------------===//
#ifndef VX_SIMT_SIMT_H
#define VX_SIMT_SIMT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace vx::simt {

/// How much is watched. Cheap: bounds, alignment, unfilled and in-flight shared
/// bytes, barriers. All: data races too. None: barriers and deadlock alone.
enum class Checks { None, Cheap, All };
/// When the bytes of a cp.async land: at its issue, when its wait forces them,
/// or at a random moment between.
enum class Async { Issue, Late, Random };
/// Which of the runnable threads goes on.
enum class Schedule { InOrder, Reverse, SlowWarp, Random };

struct Dim3 {
  uint32_t X = 1, Y = 1, Z = 1;
  uint64_t count() const { return uint64_t(X) * Y * Z; }
};

enum class FindingKind {
  Race,
  Uninitialized,     ///< read of shared bytes that nothing filled
  InFlight,          ///< access to bytes between a cp.async and its wait
  OutOfBounds,
  Misaligned,
  InvariantLoad,     ///< !invariant.load of bytes that the kernel writes
  BarrierDivergence, ///< threads wait at barriers that do not match
  AlignedDivergence, ///< one warp, different aligned barriers
  Deadlock,
  CopiesInFlight,    ///< a thread ended with unfinished cp.async
  WarpMismatch,      ///< a collective whose mask or lanes do not fit
  Trap,
  Timeout,
};
/// "data race", "out of bounds", ...
llvm::StringRef kindName(FindingKind Kind);

struct Finding {
  FindingKind Kind;
  std::string Message; ///< one line without location and kind
  std::string File;    ///< empty without debug info
  unsigned Line = 0, Column = 0;
  uint32_t Block[3] = {0, 0, 0}, Thread[3] = {0, 0, 0};
  uint64_t Count = 1; ///< how often the same pair of sites was found
  std::string str() const;
};

/// Bytes that the kernel may read and write. Guarded by the checks, so an
/// access outside is a finding that names the buffer.
struct Buffer {
  std::string Name;
  std::vector<uint8_t> Bytes;
  /// Distance of the first byte from a 256-byte boundary.
  uint64_t Skew = 0;
  bool ReadOnly = false;
};

/// One kernel parameter: the bytes of a scalar, or a pointer into a buffer.
struct Argument {
  enum class Kind { Scalar, Pointer, Null };
  Kind What = Kind::Scalar;
  std::vector<uint8_t> Scalar; ///< little-endian bytes, as wide as the parameter
  unsigned BufferIndex = 0;
  int64_t Offset = 0; ///< bytes into the buffer
  static Argument scalar(uint64_t Value, unsigned Bytes);
  static Argument pointer(unsigned BufferIndex, int64_t Offset = 0);
  static Argument null();
};

/// Quick: no optimisation at all, for launches that take less time than compiling. Full: the
/// host's O1 and its default code generation, for those that run for seconds.
enum class Effort { Quick, Full };

struct CompileOptions {
  Checks Level = Checks::All;
  Effort Spend = Effort::Full;
  /// libdevice bitcode to link; without it, __nv_* are bound to the host's libm.
  std::string Libdevice;
};

struct LaunchConfig {
  Dim3 Grid, Block;
  /// Bytes of dynamic shared memory; absent: what the module publishes.
  std::optional<uint64_t> DynamicShared;
  Async AsyncPolicy = Async::Late;
  Schedule SchedulePolicy = Schedule::InOrder;
  uint64_t Seed = 1;
  bool FailFast = false;      ///< stop at the first finding
  bool StrictBarriers = false;///< a block barrier that an exited thread misses
                              ///< is a finding
  unsigned MaxFindings = 20;  ///< distinct ones; later ones are only counted
  unsigned Workers = 1;       ///< OS threads; more than one with Checks below All
  double TimeoutSeconds = 0;  ///< 0: none
};

struct LaunchResult {
  std::vector<Finding> Findings;
  uint64_t TotalFindings = 0;
  std::string Printed; ///< what vprintf wrote
  uint64_t Barriers = 0, AsyncCopies = 0, Accesses = 0;
  /// The module's own variables that the kernel may write, as it left them; not those
  /// that hold pointers.
  std::vector<Buffer> Variables;
  bool clean() const { return TotalFindings == 0; }
};

/// The kernels that \p M defines, in its order.
std::vector<std::string> kernelNames(const llvm::Module &M);

/// One kernel, compiled for the host. Not thread-safe; launches are independent.
class Program {
public:
  /// Copies \p M (it is not changed) and compiles \p Kernel. The error names an
  /// unknown kernel, an unknown intrinsic, an undefined function, inline asm.
  static llvm::Expected<std::unique_ptr<Program>>
  compile(const llvm::Module &M, llvm::StringRef Kernel,
          const CompileOptions &Options = CompileOptions());
  ~Program();

  /// Number of parameters, and the size in bytes and kind of each.
  unsigned parameterCount() const;
  bool isPointerParameter(unsigned I) const;
  uint64_t parameterBytes(unsigned I) const;
  uint64_t staticSharedBytes() const;
  uint64_t publishedDynamicShared() const;

  /// Runs one launch. Buffers are read and written in place. An error means
  /// that the launch does not fit the kernel (argument count or size, block of
  /// more than 1024 threads); it is not a finding.
  llvm::Expected<LaunchResult> run(const LaunchConfig &Config,
                                   std::vector<Buffer> &Buffers,
                                   const std::vector<Argument> &Args);

private:
  Program();
  struct Impl;
  std::unique_ptr<Impl> P;
};

} // namespace vx::simt

#endif // VX_SIMT_SIMT_H
