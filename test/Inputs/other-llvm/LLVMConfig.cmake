# Stands for an installed LLVM of another major (configure test).
set(LLVM_VERSION 15.0.7)
set(LLVM_VERSION_MAJOR 15)
