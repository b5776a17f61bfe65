# Weft: everything a newcomer types. `make help` lists the targets.

.DEFAULT_GOAL := build
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:

PREFIX  ?= /usr/local
DESTDIR ?=
BUILD   := build

# Ubuntu keeps newer compilers beside the default one, in a folder for each version; scripts/setup finds them.
CARGO := scripts/with-rust cargo

# The parts of test-mpi, and of test-long what it adds to test.
MPI_PARTS := test-mpi-coverage test-mpi-native test-mpi-asip8 test-mpi-others test-mpi-clusters test-mpi-random
LONG_PARTS := long-crates long-fresh long-models long-mpi-others long-mpi-asip8 long-mpi-nagam long-hardware long-aarch64 long-mutations long-programs long-latency

.PHONY: help setup setup-test setup-test-long build demo test test-crates test-library test-sizes test-mpi $(MPI_PARTS) test-long $(LONG_PARTS) campaign bench results paper golden fmt fmt-check lint install clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what is missing for building and the demo; does nothing when all is there
	@scripts/setup

setup-test: ## Install what is missing for make test as well
	@scripts/setup test

setup-test-long: ## Install what is missing for make test-long as well
	@scripts/setup test-long

build: setup ## Build the weft command (target/release/weft)
	$(CARGO) build --release --package weft-cli --package weft-launch

demo: build ## Find a photograph's edges on eight simulated cores; decode four JPEG files on a mesh of eighteen
	@mkdir -p $(BUILD)
	target/release/weft run apps/edges/edges.c --platform asip8 -- apps/edges/photo.pgm $(BUILD)/edges.pgm
	@echo "The picture is $(CURDIR)/$(BUILD)/edges.pgm (from apps/edges/photo.pgm)."
	target/release/weft run apps/jpeg/jpeg4.toml --platform nagam --flows 4 \
		--heatmap $(BUILD)/links.svg --output 'colour=$(BUILD)/astronaut{flow}.bmp'
	@echo "The pictures are $(CURDIR)/$(BUILD)/astronaut0.bmp to astronaut3.bmp (from apps/jpeg/astronaut.jpg)."
	@echo "What each link of the mesh carried is drawn in $(CURDIR)/$(BUILD)/links.svg."

# Formatting, lints and all tests. Lints are made as the tests are compiled. Then all parts run side by side, the crates' tests telling how they
# go on and each other part what it printed when it has ended.
test: setup-test fmt-check ## Formatting, lints and all tests (half an hour on two cores, from nothing)
	$(CARGO) test --workspace --no-run
	$(MAKE) --no-print-directory $(SIDE_BY_SIDE) test-crates test-library test-sizes $(MPI_PARTS)

# From nothing a build takes a sixth less without what would make the next one shorter.
test: export CARGO_INCREMENTAL = 0
test: export WEFT_LINT = 1

SIDE_BY_SIDE = --jobs=$(shell nproc) --output-sync=target

# A line that begins with + is not held back. The tests run commands of make that are to know nothing of this one.
test-crates:
	+MAKEFLAGS= WEFT_IS_BUILT=1 $(CARGO) test --workspace --no-fail-fast

test-library:
	$(MAKE) --no-print-directory -C lib test

test-sizes:
	$(MAKE) --no-print-directory -C lib sizes WEFT=$(CURDIR)/target/debug/weft

# The chip runs some of those with few ranks here, and all of them in test-long; of all, some want more announcements than a chip has by default.
ON_THIS_MACHINE := tests/mpi/run --cc target/debug/weftcc --launch 'target/debug/weftrun -n %n %p'
ON_A_CHIP        = tests/mpi/run --launch "target/debug/weft run -q --platform $(1) -n %n %s"
ALL_ON_A_CHIP    = tests/mpi/run --launch "target/debug/weft run -q --platform $(1) -D WEFT_ANNOUNCEMENTS=1024 -n %n %s"

# Chips whose cores talk in another way run the same programs: here those whose names match, and all in test-long.
OTHER_CHIPS := asip8x asip8-ipcm asip8-dma nagam nagamx funcapi
SAMPLE      := 'any*' 'large*' 'order*' 'self*' 'sendrecv*'
# Words of a long message cross the switches one by one, which takes too long for those with large ones.
CLUSTERS     := tests/mpi/cortex16-roomy.toml tests/mpi/cortex16-ocmpi-roomy.toml
SMALL_SAMPLE := 'any*' 'order*' 'self*' 'sendrecv*'
# Random programs have up to eight ranks, more than funcapi has cores.
LARGE_CHIPS  := asip8 $(filter-out funcapi,$(OTHER_CHIPS)) hibi8 tests/matching/hibi8x.toml $(CLUSTERS)

test-mpi: setup-test ## MPI programs, on this machine and on the chip, against the output of MPICH and Open MPI
	$(CARGO) test --workspace --no-run
	$(MAKE) --no-print-directory $(SIDE_BY_SIDE) $(MPI_PARTS)

test-mpi-coverage:
	scripts/put-table --check docs/library/coverage.md coverage tests/mpi/coverage

test-mpi-native:
	$(ON_THIS_MACHINE)

test-mpi-asip8:
	$(call ALL_ON_A_CHIP,asip8) --max-ranks 2 --only '*[e-l]'

test-mpi-others:
	for chip in $(OTHER_CHIPS); do for names in $(SAMPLE); do \
		$(call ON_A_CHIP,$$chip) --max-ranks 2 --only "$$names"; done; done

test-mpi-clusters:
	for chip in $(CLUSTERS); do for names in $(SMALL_SAMPLE); do \
		$(call ON_A_CHIP,$$chip) --max-ranks 2 --only "$$names"; done; done

test-mpi-random:
	tests/matching/run --seeds 10 --share --bin target/debug --chips '$(LARGE_CHIPS)'

# The longer tests run side by side as well. One that fails does not keep the others from being run. Those of `test` play all of their cases.
test-long: export WEFT_LONG = 1
test-long: setup-test-long test ## Longer tests as well: 10,000 instruction sequences, 1,000 seeds of the models, mutations; three to four hours on two cores
	$(CARGO) test --workspace --release --no-run
	$(MAKE) --no-print-directory --keep-going $(SIDE_BY_SIDE) $(LONG_PARTS)
	tests/kills/run 60

long-crates:
	+MAKEFLAGS= WEFT_IS_BUILT=1 $(CARGO) test --workspace --release --no-fail-fast -- --ignored --skip campaign_of

long-mpi-asip8:
	$(call ALL_ON_A_CHIP,asip8)

long-mpi-nagam:
	$(call ALL_ON_A_CHIP,nagam)

long-mpi-others:
	for chip in $(OTHER_CHIPS); do $(call ALL_ON_A_CHIP,$$chip) --max-ranks 2; done

long-programs:
	$(MAKE) --no-print-directory -C lib programs

long-latency:
	scripts/put-table --check docs/library/latency.md latency target/release/weft bench library

long-models:
	tests/campaign/run --seeds 1000

long-aarch64:
	MAKEFLAGS= tests/aarch64/run

long-mutations:
	MAKEFLAGS= tests/mutations/run

long-hardware:
	@if command -v verilator >/dev/null; then \
		WEFT=target/release/weft hardware/campaign --cycles 10000000 --chips 4 && \
		WEFT=target/release/weft hardware/programs && \
		WEFT=target/release/weft hardware/mutations --count 4 && \
		WEFT=target/release/weft hardware/coverage >/dev/null; \
	else echo 'skipped: no verilator here (apt-get install verilator)'; fi

long-fresh:
	tests/fresh/run

campaign: setup-test build ## 10,000 seeds of the models of matching and of MCAPI, dealt out over the links: two hours at most on two cores; then a million wrong inputs, faults of links, kills, and 69,000 systems on all engines
	tests/campaign/run
	tests/fuzz/campaign
	tests/faults/campaign
	tests/kills/run 500
	$(CARGO) test --package weft-sim --release --test contract -- --ignored campaign_of

bench: build ## Measure the simulator's speed on this machine
	target/release/weft bench

results: build ## Measure the figures of the docs anew
	for chip in davinci:gpp:1 davinci2:dsp:2; do \
		IFS=: read -r platform internal dsps <<<"$$chip"; \
		target/release/weft tune calibrate --platform $$platform --internal $$internal --output tune/$$platform.toml; \
		target/release/weft tune tune/gateway-live.toml --constants tune/$$platform.toml --what-if dsps=$$dsps \
			--header apps/gateway/strategies_$$platform.h; \
	done
	scripts/put-table docs/papers/rivals.md ipcm apps/rivals/table ipcm
	scripts/put-table docs/papers/rivals.md dma apps/rivals/table dma
	scripts/put-table docs/papers/rivals.md mpi apps/rivals/table mpi
	scripts/put-table docs/library/mp.md latency apps/mp/table
	scripts/put-table docs/guides/jpeg.md stages apps/jpeg/table
	scripts/put-table docs/guides/uwb.md uwb apps/uwb_mac/table cycles
	scripts/put-table docs/papers/parameters.md uwb apps/uwb_mac/table cuts
	for paper in asip pronto ocmpi-qos funcapi ipc-strategy; do \
		scripts/put-table docs/papers/coverage.md $$paper target/release/weft paper $$paper --coverage; done
	scripts/put-table hardware/README.md gates hardware/gates
	scripts/put-table hardware/README.md proofs hardware/prove
	scripts/put-table hardware/README.md properties hardware/prove --properties
	scripts/put-table docs/papers/ocmpi-qos.md luts hardware/luts
	WEFT=target/release/weft scripts/put-table docs/contribute/hardware-coverage.md coverage hardware/coverage
	WEFT=target/release/weft scripts/put-table docs/guides/hardware.md energy hardware/energy --set cores.count=2 -n 2 apps/ring/ring.c
	scripts/put-table docs/papers/results.md hardware target/release/weft paper asip --only synchronization-request,message
	scripts/put-table docs/papers/parameters.md sensitivity target/release/weft bench sensitivity
	scripts/put-table docs/papers/parameters.md sensitivity-pronto target/release/weft bench sensitivity --paper pronto
	scripts/put-table docs/papers/parameters.md sensitivity-ocmpi-qos target/release/weft bench sensitivity --paper ocmpi-qos
	scripts/put-table docs/papers/parameters.md sensitivity-funcapi target/release/weft bench sensitivity --paper funcapi
	scripts/put-table docs/papers/parameters.md sensitivity-ipc-strategy target/release/weft bench sensitivity --paper ipc-strategy
	for part in chip library cores crossbar sync bus device switches mesh hibi map; do \
		scripts/put-table docs/chips/keys.md $$part target/release/weft platforms keys $$part --markdown; done
	scripts/put-table docs/library/coverage.md coverage tests/mpi/coverage
	scripts/put-table docs/library/latency.md latency target/release/weft bench library
	scripts/put-table docs/library/latency.md latency-host target/release/weft bench library --platform host
	target/release/weft paper library --from bench --plot docs/figures/library
	scripts/put-table docs/contribute/speed.md speed scripts/as-text target/release/weft bench
	scripts/put-table docs/contribute/speed.md qemu scripts/as-text target/release/weft bench qemu
	scripts/put-table docs/guides/custom-instructions.md saved target/release/weft run -q -n 1 --platform apps/insn/chip.toml apps/insn/saved.c

paper: build ## Repeat the published experiments: tables and figures of docs/papers/*.md
	scripts/put-table docs/papers/asip.md asip target/release/weft paper asip --plot docs/figures/asip
	scripts/put-table docs/papers/pronto.md pronto target/release/weft paper pronto --plot docs/figures/pronto
	scripts/put-table docs/papers/ocmpi-qos.md ocmpi-qos target/release/weft paper ocmpi-qos --plot docs/figures/ocmpi-qos
	scripts/put-table docs/papers/funcapi.md funcapi target/release/weft paper funcapi --plot docs/figures/funcapi
	scripts/put-table docs/papers/ipc-strategy.md ipc-strategy target/release/weft paper ipc-strategy --plot docs/figures/ipc-strategy

golden: ## Record what MPICH and Open MPI agree on for tests/mpi
	tests/mpi/golden

# Modules that a macro declares, which cargo fmt does not find by itself.
ROOMS = $(wildcard crates/sim/src/part/*.rs crates/sim/src/part/*/mod.rs)

fmt: setup-test ## Format all Rust and C sources in place
	$(CARGO) fmt --all -- $(ROOMS)
	scripts/c-sources | xargs -0 --no-run-if-empty clang-format -i

fmt-check: setup-test
	@scripts/with-rust --only-if fmt cargo fmt --all --check -- $(ROOMS)
	scripts/c-sources | xargs -0 --no-run-if-empty clang-format --dry-run --Werror

lint: setup-test ## Compiler and clippy warnings are errors
	@scripts/with-rust --only-if clippy cargo clippy --workspace --all-targets -- -D warnings

install: build ## Install below PREFIX (/usr/local); the tree works when moved; DESTDIR is respected
	scripts/install target/release/weft "$(DESTDIR)$(PREFIX)"

clean: ## Remove everything that was built
	rm -rf target $(BUILD)
	$(MAKE) --no-print-directory -C lib clean
