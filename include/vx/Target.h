//===- Target.h - NVPTX targets: sm, PTX version, shared-memory limits -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_TARGET_H
#define VX_TARGET_H

#include "vx/Diagnostics.h"
#include "vx/Options.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>

namespace llvm {
class Module;
}

namespace vx {

/// Facts of one sm, from the CUDA programming guide's table of compute
/// capabilities and LLVM's NVPTX processor list.
struct SmInfo {
  unsigned Number;          ///< 75, 80, ...
  unsigned MinPtx;          ///< least PTX version LLVM emits for it, 63 = 6.3
  unsigned MinPtxArch;      ///< the same of the 'a' form; 0: there is none
  unsigned MinPtxFamily;    ///< the same of the 'f' form; 0: there is none
  uint32_t MaxSharedOptin;  ///< bytes a block may use after opting in
  uint32_t SharedPerSm;     ///< bytes of shared memory on a multiprocessor
  uint32_t ReservedPerBlock;///< bytes the system takes from each block

  /// Least PTX version for a form (0, 'a' or 'f'); 0: no such form.
  unsigned minPtx(char Form) const;
};

/// What a module is compiled for.
struct Target {
  const SmInfo *Sm = nullptr;
  char Form = 0;        ///< 0, 'a' or 'f'
  unsigned Ptx = 0;     ///< 80 = 8.0; never below Sm->minPtx(Form)
  std::string name() const; ///< "sm_90a, PTX 8.0"

  bool hasCpAsync() const;  ///< PTX ISA 9.7.9.25.3: sm_80, PTX 7.0
  /// Bytes of static shared memory that ptxas takes: 48 KiB on every sm.
  static constexpr uint32_t MaxStaticShared = 48 * 1024;
};

/// Every sm the project knows, ascending.
llvm::ArrayRef<SmInfo> knownTargets();
/// PTX versions that LLVM 22.1 can emit for them, ascending.
llvm::ArrayRef<unsigned> knownPtxVersions();
/// nullptr when \p Name ("sm_90a", "90a", "90") is not known. Sets \p Form.
const SmInfo *parseSm(llvm::StringRef Name, char &Form);
/// "7.8", "78", "ptx78" or "+ptx78" -> 78.
std::optional<unsigned> parsePtx(llvm::StringRef Text);

/// The stated target: options, else `target-cpu`/`target-features` of the
/// module's functions, which must agree (VX402). std::nullopt when none is
/// stated or a finding was reported (VX401, VX402, VX407).
std::optional<Target> resolveTarget(const llvm::Module &M,
                                    const PlacementOptions &Options,
                                    DiagnosticSink &Sink);

/// The same where a target is needed: reports VX113 when none is stated.
std::optional<Target> requireTarget(const llvm::Module &M,
                                    const PlacementOptions &Options,
                                    DiagnosticSink &Sink);

} // namespace vx

#endif // VX_TARGET_H
