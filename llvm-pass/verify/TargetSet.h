//===- TargetSet.h - explicit sets of (sm form, PTX version) -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// "Newer takes more" is wrong for NVPTX (three wgmma fences exist on sm_90a alone), so
// what a construct needs is an explicit set over every sm form and PTX version that LLVM
// can name, never a least value:
//
//               6.3  6.4 ... 8.0 ... 8.6 ... 9.0
//     sm_75      x    x       x       x       x       x = the target exists
//     sm_90a     .    .       x       x       x       . = LLVM refuses it (PTX too low)
//     ...
#ifndef VX_VERIFY_TARGETSET_H
#define VX_VERIFY_TARGETSET_H

#include "vx/Target.h"
#include "llvm/ADT/StringRef.h"
#include <bitset>
#include <optional>
#include <string>

namespace vx {

/// One sm form and the least PTX version that LLVM emits for it.
struct SmForm {
  unsigned Sm;
  char Form; ///< 0, 'a' or 'f'
  unsigned MinPtx;
  std::string name() const; ///< "sm_90a"
};

/// Every form from sm_75 on, ascending, and every PTX version from 6.3 on.
llvm::ArrayRef<SmForm> smForms();
llvm::ArrayRef<unsigned> ptxVersions();

class TargetSet {
public:
  static constexpr unsigned MaxForms = 32, MaxPtx = 32;

  /// Every target that exists.
  static TargetSet all();
  static TargetSet none() { return {}; }
  /// All forms of one sm number.
  static TargetSet ofSm(unsigned Sm);
  static TargetSet of(const Target &T);
  /// sm at least \p Sm (any form) and PTX at least \p Ptx.
  static TargetSet from(unsigned Sm, unsigned Ptx);

  bool contains(const TargetSet &O) const { return (O.Bits & ~Bits).none(); }
  bool empty() const { return Bits.none(); }
  bool test(unsigned Form, unsigned Ptx) const {
    return Bits[Form * MaxPtx + Ptx];
  }
  void set(unsigned Form, unsigned Ptx) { Bits.set(Form * MaxPtx + Ptx); }
  TargetSet &operator&=(const TargetSet &O) { Bits &= O.Bits; return *this; }
  TargetSet &operator|=(const TargetSet &O) { Bits |= O.Bits; return *this; }
  TargetSet operator&(const TargetSet &O) const { return TargetSet(*this) &= O; }
  TargetSet operator|(const TargetSet &O) const { return TargetSet(*this) |= O; }
  TargetSet without(const TargetSet &O) const {
    TargetSet R = *this;
    R.Bits &= ~O.Bits;
    return R;
  }
  bool operator==(const TargetSet &O) const { return Bits == O.Bits; }

  /// The set that str() writes so; std::nullopt for any other text.
  static std::optional<TargetSet> parse(llvm::StringRef Text);
  /// "sm_80, sm_86 to sm_89 (PTX 7.8+), sm_90a (PTX 8.0 to 8.4)"; "no target" when empty.
  std::string str() const;

private:
  std::bitset<MaxForms * MaxPtx> Bits;
};

} // namespace vx

#endif // VX_VERIFY_TARGETSET_H
