"""lit configuration of the IR tests.

Substitutions (every tool is the configured LLVM's, never the one on PATH):
  %vx-opt          opt with the plugin loaded and -verify-each
  %opt %llc %mlir-opt %mlir-translate %llvm-link
  %vx-plugin       the plugin's path
  %ptxas %nvdisasm %libdevice  where the feature of that name is available
  %kernels         folder of the project's sample kernels
  %lower           lowers one of them to LLVM IR with stock MLIR tools (Inputs/lower.py)
  %vx-source %vx-build  the trees, for scripts in perf/
  %vx-simt         the SIMT executor's command
  %mlir-host       placement in MLIR's own serialisation, where that feature is available
  %other-opt       an opt of another LLVM, where that feature is available
  %ptx-stats       perf/ptx.py: what a PTX file does with given kernel parameters
FileCheck, not, count and split-file are found on the test's PATH.

Features: ptxas, nvdisasm, libdevice, other-opt, mlir-host, asan.
"""

import os
import sys

import lit.formats

sys.path.insert(0, os.path.join(config.vx_source, "test"))
import vx_lit

config.name = "vx"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".mlir", ".test"]
config.excludes = ["Inputs", "unit", "mutate", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
vx_lit.configure(config, lit_config)
