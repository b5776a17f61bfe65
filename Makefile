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

.PHONY: help setup build demo test test-long bench results golden fmt fmt-check lint install clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what is missing from the system's packages; does nothing when all is there
	@scripts/setup

build: setup ## Build the weft command (target/release/weft)
	$(CARGO) build --release --package weft-cli

demo: build ## Find the edges of a photograph on eight simulated cores
	@mkdir -p $(BUILD)
	target/release/weft run apps/edges/edges.c --platform asip8 -- apps/edges/photo.pgm $(BUILD)/edges.pgm
	@echo "The picture is $(CURDIR)/$(BUILD)/edges.pgm (from apps/edges/photo.pgm)."

test: setup fmt-check lint ## Formatting, lints and all tests (about 10 minutes on two cores)
	$(MAKE) --no-print-directory -C lib test
	$(CARGO) test --workspace

test-long: test ## The long campaigns as well: 10,000 instruction sequences and more
	$(CARGO) test --workspace --release -- --ignored

bench: build ## Measure the simulator's speed on this machine
	target/release/weft bench

results: build ## Measure the figures of the docs anew
	scripts/put-table docs/results.md hardware target/release/weft bench hardware
	scripts/put-table docs/parameters.md sensitivity target/release/weft bench sensitivity

golden: ## Record what MPICH and Open MPI agree on for tests/mpi
	tests/mpi/golden

fmt: setup ## Format all Rust and C sources in place
	$(CARGO) fmt --all
	scripts/c-sources | xargs -0 --no-run-if-empty clang-format -i

fmt-check: setup
	@scripts/with-rust --only-if fmt cargo fmt --all --check
	scripts/c-sources | xargs -0 --no-run-if-empty clang-format --dry-run --Werror

lint: setup ## Compiler and clippy warnings are errors
	@scripts/with-rust --only-if clippy cargo clippy --workspace --all-targets -- -D warnings

install: build ## Install below PREFIX (/usr/local); the tree works when moved; DESTDIR is respected
	scripts/install target/release/weft "$(DESTDIR)$(PREFIX)"

clean: ## Remove everything that was built
	rm -rf target $(BUILD)
	$(MAKE) --no-print-directory -C lib clean
