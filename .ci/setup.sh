#!/usr/bin/env bash
# Installs the Debian packages that the project builds and tests with, those that
# are missing alone; does nothing where all are there. Root, or sudo where not.
# NVIDIA's tools come at configure time (test/cuda-tools.cmake).
set -euo pipefail

packages=(llvm-22-dev llvm-22-tools clang-22 mlir-22-tools libmlir-22-dev
  libclang-rt-22-dev cmake ninja-build libgtest-dev python3 python3-pip)

missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null ||
    { echo "setup: not root and no sudo; install: ${missing[*]}" >&2; exit 1; }
  as_root=(sudo)
fi
command -v apt-get >/dev/null ||
  { echo "setup: no apt-get here; install: ${missing[*]}" >&2; exit 1; }
echo "setup: installing ${missing[*]}"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
