//===- Entry.cpp - VxPlacement.so: checks the host, then loads the passes ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A pass plugin takes LLVM from the program that loads it. In an `opt` of another
// LLVM, dlopen fails on the first missing symbol and the user reads "Request
// ignored" and then "unknown pass name". So the plugin is two files:
//
//   opt -load-pass-plugin=VxPlacement.so       needs no symbol of LLVM's: any opt loads it
//         |  is the program's LLVM ours?  no: one line that says so, exit status 1
//         v  yes
//       VxPlacementPasses.so, beside it        the passes
//
// It ends the process itself: PassPluginLibraryInfo has grown since older versions,
// so that even returning "wrong API version" would write past an older host's copy.
//===----------------------------------------------------------------------===//
#include "llvm/Config/llvm-config.h"
#include "llvm/Plugins/PassPlugin.h"
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <errno.h>
#include <string>

namespace {

constexpr char PassesFile[] = "VxPlacementPasses.so";
constexpr char RegisterSymbol[] = "vxRegisterPlugin";

[[noreturn]] void refuse(const std::string &Why) {
  std::fprintf(stderr,
               "%s: VxPlacement is a plugin for LLVM %d (built with %s): %s; use "
               "the tools of LLVM %d\n",
               program_invocation_name, LLVM_VERSION_MAJOR, LLVM_VERSION_STRING,
               Why.c_str(), LLVM_VERSION_MAJOR);
  std::fflush(nullptr);
  std::_Exit(EXIT_FAILURE);
}

/// LLVM's C function of that name, where the program has it (LLVM 16 and newer,
/// not in every statically linked host).
void checkHostVersion() {
  using GetVersion = void (*)(unsigned *, unsigned *, unsigned *);
  auto *Get =
      reinterpret_cast<GetVersion>(dlsym(RTLD_DEFAULT, "LLVMGetVersion"));
  if (!Get)
    return;
  unsigned Major = 0, Minor = 0, Patch = 0;
  Get(&Major, &Minor, &Patch);
  if (Major != LLVM_VERSION_MAJOR)
    refuse("this program is LLVM " + std::to_string(Major) + "." +
           std::to_string(Minor) + "." + std::to_string(Patch));
}

/// The passes' file lies beside this one.
std::string passesPath() {
  Dl_info Here;
  if (!dladdr(reinterpret_cast<void *>(&checkHostVersion), &Here))
    return PassesFile;
  std::string Path = Here.dli_fname;
  return Path.substr(0, Path.rfind('/') + 1) + PassesFile;
}

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  checkHostVersion();
  // Now: a symbol that is missing is found here, not in the middle of a pass.
  void *Passes = dlopen(passesPath().c_str(), RTLD_NOW);
  if (!Passes)
    refuse(std::string("its passes do not load here: ") + dlerror());
  using Register = void (*)(llvm::PassBuilder &);
  auto Callback = reinterpret_cast<Register>(dlsym(Passes, RegisterSymbol));
  if (!Callback)
    refuse(std::string("no ") + RegisterSymbol + " in " + passesPath());
  return {LLVM_PLUGIN_API_VERSION, "VxPlacement", LLVM_VERSION_STRING, Callback};
}
