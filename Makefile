# The two commands of the project are `make demo` and `make check`; both install
# what is missing, configure, and build first. Development goes through the
# CMake presets (release, debug, asan, dev).
PRESET ?= release
BUILD ?= build
# More configure options, e.g. CMAKE_FLAGS=-DVX_WITHOUT_PTXAS=ON
CMAKE_FLAGS ?=
# Options of the demo, e.g. DEMO="--sm 90 -D SK=2048 -D HEAD=64"
DEMO ?=
# How long `make fuzz` runs, and where it starts
MINUTES ?= 5
SEED ?= $(shell date +%s)
JOBS ?= $(shell nproc)

.DEFAULT_GOAL := help
.PHONY: help setup configure demo check fuzz fuzz-kernels fuzz-requests fuzz-plant mutate mutate-verify clean

help:
	@echo "make demo    build, then place the FlashAttention kernel and show what changed"
	@echo "make check   build, then run all tests"
	@echo "make fuzz    for MINUTES=5 each: fuzz-kernels (generated kernels, placed and compared)"
	@echo "             and fuzz-requests (damaged requests); SEED=n repeats a run"
	@echo "make fuzz-plant  plant faults in the rewrite: are they found within 2 minutes?"
	@echo "make mutate  plant faults in placed kernels: how many does vx-simt find?"
	@echo "make mutate-verify  remove waits and barriers from placed kernels: does the verifier see it?"
	@echo "make setup   install missing Debian packages (root, or sudo)"
	@echo "make clean   remove $(BUILD)/"
	@echo "Options: PRESET=release|debug|asan|dev BUILD=build CMAKE_FLAGS=... DEMO=... JOBS=n"

setup:
	@.ci/setup.sh

configure: setup
	@cmake --preset $(PRESET) -B $(BUILD) -DVX_INSTALL_CUDA_TOOLS=ON $(CMAKE_FLAGS)

demo: configure
	@cmake --build $(BUILD) -j $(JOBS) --target VxPlacement
	@python3 perf/demo.py --build $(BUILD) $(DEMO)

check: configure
	@cmake --build $(BUILD) -j $(JOBS)
	@ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS)

fuzz: fuzz-kernels fuzz-requests

fuzz-kernels: configure
	@cmake --build $(BUILD) -j $(JOBS) --target vx-simt-fuzz
	@$(BUILD)/llvm-pass/tools/vx-simt-fuzz/vx-simt-fuzz --first=$(SEED) --minutes=$(MINUTES) \
	  --jobs=$(JOBS) --pairs --list --save=$(BUILD)/fuzz-kernels

fuzz-plant: configure
	@cmake --build $(BUILD) -j $(JOBS) --target fuzz-plant

mutate: configure
	@cmake --build $(BUILD) -j $(JOBS) --target VxPlacement vx-simt-mutate
	@python3 test/mutation/mutation.py --build $(BUILD)

mutate-verify: configure
	@cmake --build $(BUILD) -j $(JOBS) --target VxPlacement vx-verify-mutate
	@python3 test/mutation/verify.py --build $(BUILD)

fuzz-requests: configure
	@cmake --build $(BUILD) -j $(JOBS) --target vx-mutate
	@$(BUILD)/test/mutate/vx-mutate -minutes=$(MINUTES) -seed=$(SEED) test/mutate/seeds/*.ll

clean:
	@cmake -E rm -rf $(BUILD)
