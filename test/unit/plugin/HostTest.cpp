//===- HostTest.cpp - the plugin refuses programs of another LLVM ---===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "llvm/Config/llvm-config.h"
#include "llvm/Plugins/PassPlugin.h"
#include <dlfcn.h>
#include <gtest/gtest.h>

static unsigned HostMajor = LLVM_VERSION_MAJOR;

/// This program's answer to "which LLVM are you?".
extern "C" void LLVMGetVersion(unsigned *Major, unsigned *Minor,
                               unsigned *Patch) {
  *Major = HostMajor;
  *Minor = 1;
  *Patch = 0;
}

namespace {

void load() {
  void *Plugin = dlopen(VX_PLUGIN, RTLD_LAZY | RTLD_GLOBAL);
  ASSERT_TRUE(Plugin) << dlerror();
  using Entry = llvm::PassPluginLibraryInfo (*)();
  reinterpret_cast<Entry>(dlsym(Plugin, "llvmGetPassPluginInfo"))();
}

TEST(PluginHost, OtherMajorIsNamed) {
  HostMajor = LLVM_VERSION_MAJOR + 1;
  EXPECT_EXIT(load(), testing::ExitedWithCode(1),
              "VxPlacement is a plugin for LLVM 22 .*: this program is LLVM "
              "23.1.0; use the tools of LLVM 22");
  HostMajor = LLVM_VERSION_MAJOR;
}

TEST(PluginHost, ProgramWithoutLlvmIsRefused) {
  EXPECT_EXIT(load(), testing::ExitedWithCode(1),
              "VxPlacement is a plugin for LLVM 22 .*: its passes do not load "
              "here: .*undefined symbol");
}

} // namespace
