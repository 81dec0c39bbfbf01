# The front door. `make` lists what there is.

CARGO_TARGET_DIR ?= target
# Builds use the versions in Cargo.lock; `make CARGOFLAGS=` lets cargo change them.
CARGOFLAGS ?= --locked
PREFIX ?= $(shell if [ -w /usr/local/bin ]; then echo /usr/local; else echo "$$HOME/.local"; fi)
VERIFY ?= $(CARGO_TARGET_DIR)/release/verify
BENCH ?= examples
ENGINES ?= euf,bmc,kind,spacer
TIMEOUT ?= 30s
RESULTS ?= $(CARGO_TARGET_DIR)/bench/$(notdir $(abspath $(BENCH)))-$(shell date +%Y%m%d-%H%M%S)
SIZES ?= 1000 10000 100000
MINUTES ?= 60
JOBS ?= 1

export CARGO_TARGET_DIR PREFIX VERIFY SIZES

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup build demo check test install uninstall bench growth calls scale fuzz archive clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what is missing: LLVM 19, Z3 and tools
	@scripts/setup.sh

build: setup ## Build target/release/verify
	cargo build --release $(CARGOFLAGS) -p euclase

demo: build ## Set up, build, and verify the examples
	@scripts/demo.sh

test: setup ## Set up, then check formatting and lints and run all tests
	cargo fmt --all --check
	cargo clippy --workspace --all-targets $(CARGOFLAGS) -- -D warnings
	@if cargo nextest --version >/dev/null 2>&1; then \
	    set -x; cargo nextest run --workspace --no-fail-fast $(CARGOFLAGS); \
	else \
	    set -x; cargo test --workspace --all-targets --no-fail-fast $(CARGOFLAGS); \
	fi
	cargo test --workspace --doc $(CARGOFLAGS)

# What to run before a commit: three minutes after a warm build, on two cores.
SAMPLE ?= binary(c_programs) & test(/^(arrays|edges-lifetimes|loops|memory-unions|overflow|switch|unsupported)::/)
check: ## Formatting, lints, unit tests and a sample of the C programs
	cargo fmt --all --check
	cargo clippy --workspace --all-targets $(CARGOFLAGS) -- -D warnings
	cargo nextest run --workspace $(CARGOFLAGS) \
	    -E 'kind(lib) | kind(bin) | binary(json) | binary(verdicts) | binary(schema) | ($(SAMPLE))'

# Under sudo there may be no cargo: then what is built already is installed.
install: ## Install verify into PREFIX (/usr/local, or ~/.local if that is not writable)
	@if command -v cargo >/dev/null || [ ! -x "$(VERIFY)" ]; then $(MAKE) build; fi
	@scripts/install.sh install

uninstall: ## Remove what `make install` put into PREFIX
	@scripts/install.sh uninstall

bench: build ## Compare ENGINES on the tasks in BENCH, TIMEOUT each; docs/BENCH.md says more
	@$(VERIFY) bench $(BENCH) --engines $(ENGINES) --timeout $(TIMEOUT) --out $(RESULTS)

growth: build ## Measure how time grows on families of programs, and draw docs/families.svg
	@$(VERIFY) bench families $(CARGO_TARGET_DIR)/bench/families --only states,locks,counters
	@$(VERIFY) bench $(CARGO_TARGET_DIR)/bench/families --engines euf,kind,spacer --timeout $(TIMEOUT) \
	    --out $(CARGO_TARGET_DIR)/bench/growth --restart
	@$(VERIFY) bench plot $(CARGO_TARGET_DIR)/bench/growth --out docs/families.svg

calls: build ## Measure how time grows with calls that are inlined or waited for, and draw docs/calls.svg
	@$(VERIFY) bench families $(CARGO_TARGET_DIR)/bench/calls --only calls,doubling --sizes 2,4,8,16,25,50,100
	@$(VERIFY) bench $(CARGO_TARGET_DIR)/bench/calls --engines euf+--calls=wait,euf+--calls=inline --timeout $(TIMEOUT) \
	    --out $(CARGO_TARGET_DIR)/bench/calls-results --restart
	@$(VERIFY) bench plot $(CARGO_TARGET_DIR)/bench/calls-results --out docs/calls.svg

scale: build ## Measure the way from C to a system on programs of growing SIZES (lines)
	@scripts/scale.sh

fuzz: build ## Look for wrong answers on random programs for MINUTES, JOBS at a time; docs/FUZZ.md says more
	@python3 -B fuzz/run.py --minutes $(MINUTES) --jobs $(JOBS) --out $(CARGO_TARGET_DIR)/fuzz --verify $(VERIFY)

archive: build ## Pack verify and all it needs into one zip file, and try that elsewhere
	@scripts/archive.sh

clean: ## Remove what was built (third_party/ stays)
	cargo clean
