//===- Placement.h - the whole job as a library call -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_PLACEMENT_H
#define VX_PLACEMENT_H

#include "vx/Diagnostics.h"
#include "vx/Options.h"
#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
class raw_ostream;
} // namespace llvm

namespace vx {

/// One remark, for LLVM's remark machinery. Names and arguments are documented
/// in docs/remarks.md and versioned there.
struct Remark {
  enum class Kind { Passed, Missed, Analysis };
  Kind Level = Kind::Passed;
  std::string Name;
  std::string Function; ///< IR name of the kernel
  /// Text and values in order; an empty key is plain text.
  std::vector<std::pair<std::string, std::string>> Args;
};

struct PlacementResult {
  bool Changed = false;             ///< the module was modified
  std::vector<Diagnostic> Findings; ///< phase by phase
  std::vector<Remark> Remarks;
  bool failed() const;
};

/// `vx-placement`: both carriers to shared memory, then device verification of the module that this
/// makes. On any error the module is unchanged (P8); functions keep their identity, bodies of kernels
/// with requests are replaced.
PlacementResult runPlacement(llvm::Module &M, const PlacementOptions &Options);

/// `vx-infer-transfers`: carrier A to carrier B.
PlacementResult runInferTransfers(llvm::Module &M,
                                  const PlacementOptions &Options);

/// `vx-materialize-transfers`: carrier B to shared memory.
PlacementResult runMaterializeTransfers(llvm::Module &M,
                                        const PlacementOptions &Options);

/// `print<vx-tiles>`, `print<vx-plan>`: prints and changes nothing.
PlacementResult printTiles(llvm::Module &M, const PlacementOptions &Options,
                           llvm::raw_ostream &OS);
PlacementResult printPlan(llvm::Module &M, const PlacementOptions &Options,
                          llvm::raw_ostream &OS);

} // namespace vx

#endif // VX_PLACEMENT_H
