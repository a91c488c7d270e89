"""lit configuration of the PTX tests: substitutions as in test/lit.cfg.py.

A test DEFINEs %{sm} and %{parameters}, and uses
  %{main-job}      from %t.ll through vx-placement, O3, the verifier and llc to %t.<sm>.ptx
  %{assemble}      from there through ptxas to %t.<sm>.cubin
A test belongs in the folder of the last tool that it runs (CMakeLists.txt).
"""

import os
import sys

import lit.formats

sys.path.insert(0, os.path.join(config.vx_source, "test"))
import vx_lit

config.name = "vx-ptx"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".mlir", ".test"]
config.excludes = ["Inputs", "unit", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
vx_lit.configure(config, lit_config)
vx_lit.define_main_job(config)
