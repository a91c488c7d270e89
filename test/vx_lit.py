"""What the lit suites of test/ and ptx-checks/ share: tools and features."""

import os


def _tool(config, name):
    return os.path.join(config.llvm_tools, name)


def _opt(config):
    """The configured opt; under a sanitizer its runtime must come first."""
    opt = _tool(config, "opt")
    if not config.asan_runtime:
        return opt
    return f"env LD_PRELOAD={config.asan_runtime} {config.asan_environment} {opt}"


def define_main_job(config):
    """For suites whose tests DEFINE %{sm} and %{parameters}: the whole way from
    %t.ll to %t.<sm>.ptx and %t.<sm>.cubin."""
    config.recursiveExpansionLimit = 4
    opt = f"{_opt(config)} -load-pass-plugin={config.vx_plugin} -verify-each"
    job = "vx-placement<sm=%{sm};%{parameters}>,default<O3>,vx-verify-device"
    config.substitutions += [
        ("%{main-job}", f"{opt} -mcpu=sm_%{{sm}} -passes='{job}' -S %t.ll"
         f" | {_tool(config, 'llc')} -mcpu=sm_%{{sm}} -o %t.%{{sm}}.ptx"),
        ("%{assemble}", f"{config.ptxas} -arch=sm_%{{sm}} %t.%{{sm}}.ptx -o %t.%{{sm}}.cubin"),
    ]


def configure(config, lit_config):
    opt = _opt(config)
    plugin = f"-load-pass-plugin={config.vx_plugin}"
    substitutions = {
        "%vx-opt": f"{opt} {plugin} -verify-each",
        "%vx-plugin": config.vx_plugin,
        "%opt": _tool(config, "opt"),
        "%llc": _tool(config, "llc"),
        "%clang": _tool(config, "clang"),
        "%llvm-link": _tool(config, "llvm-link"),
        "%mlir-opt": _tool(config, "mlir-opt"),
        "%mlir-translate": _tool(config, "mlir-translate"),
        "%kernels": os.path.join(config.vx_source, "test/Inputs/kernels"),
        "%lower": f"{config.python} {config.vx_source}/test/Inputs/lower.py"
        f" --llvm-bin={config.llvm_tools}",
        "%python": config.python,
        "%vx-source": config.vx_source,
        "%vx-build": config.vx_build,
        # <toolkit>/nvvm/libdevice/libdevice.10.bc
        "%cuda-toolkit": os.path.normpath(os.path.join(config.libdevice, "../../..")),
        "%ptx-stats": f"{config.python} {config.vx_source}/perf/ptx.py",
        "%vx-probe": os.path.join(
            config.vx_build, "llvm-pass/tools/vx-probe-intrinsics/vx-probe-intrinsics"),
        "%vx-simt": os.path.join(
            config.vx_build, "llvm-pass/tools/vx-simt/vx-simt"),
    }
    for feature in ("ptxas", "nvdisasm", "libdevice", "other-opt", "mlir-host"):
        tool = getattr(config, feature.replace("-", "_"))
        if tool and not tool.endswith("-NOTFOUND"):
            config.available_features.add(feature)
            substitutions["%" + feature] = tool
    if config.asan_runtime:
        config.available_features.add("asan")
    for name, value in substitutions.items():
        config.substitutions.append((name + r"\b", value))
    path = [config.llvm_tools, config.environment.get("PATH", os.environ["PATH"])]
    config.environment["PATH"] = os.pathsep.join(path)
