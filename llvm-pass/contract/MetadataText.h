//===- MetadataText.h - metadata operands of any shape -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef VX_CONTRACT_METADATATEXT_H
#define VX_CONTRACT_METADATATEXT_H

#include <cstdint>
#include <optional>
#include <string>

namespace llvm {
class Metadata;
}

namespace vx {

/// How \p MD looks, bounded in length: "i32 -1", "!\"smem\"", "a node", "null".
std::string metadataText(const llvm::Metadata *MD);

/// \p MD as a non-negative integer of at most 64 bits.
std::optional<uint64_t> metadataInt(const llvm::Metadata *MD);

} // namespace vx

#endif // VX_CONTRACT_METADATATEXT_H
