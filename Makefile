# x-skills needs git, make and npm, or make and bun; `make setup` fetches the rest, pinned, from the npm registry.

BUN_VERSION := $(shell sed -n 's/.*"bun": "\([0-9.]*\)".*/\1/p' package.json | head -n 1)
BUN    := node_modules/.bin/bun
DENO    = $(firstword $(wildcard node_modules/@deno/*/deno))
SETUP  := node_modules/.setup

# This machine, as Bun names it: linux-x64, linux-arm64-musl, darwin-arm64.
OS     := $(shell uname -s | tr 'A-Z' 'a-z')
ARCH   := $(shell uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
LIBC   := $(if $(findstring musl,$(shell ldd --version 2>&1)),-musl)
TARGET := $(OS)-$(ARCH)$(LIBC)

SCRIPTS  := $(patsubst scripts/%.ts,%,$(wildcard scripts/x-*.ts))
PROGRAMS := $(patsubst test/programs/%.ts,.cache/programs/%,$(wildcard test/programs/x-*.ts))
BENCH    := $(patsubst test/bench/programs/%.ts,.cache/bench/%,$(wildcard test/bench/programs/*.ts))
LIBRARY  := $(filter-out lib/tools/%,$(wildcard lib/*.ts lib/*/*.ts lib/*/*.js lib/*/*/*.ts))

# Nothing in the folder a binary is started in may change it: no .env, no bunfig.toml. ESM, because bytecode as CommonJS has no top-level await.
# Splitting keeps what is imported on demand out of the code that is read at every start (measured: 0.3 of an empty program's time);
# a later tier-up of the JIT spares programs that run for 10 ms its threads (0.15).
COMPILE = build --compile --minify --bytecode --format=esm --splitting --compile-jit-policy=10 --no-compile-autoload-dotenv --no-compile-autoload-bunfig \
  $(RUNTIME_OF) --define 'X_SKILLS_TARGET="$(BUILD_FOR)"'
BUILD_FOR = $(TARGET)

.PHONY: help
help: ## list the targets
	@echo "x-skills: one binary per skill. Targets:"
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-20s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: setup
setup: $(SETUP) ## install the pinned runtimes and packages into node_modules
	@echo "setup: bun $(BUN_VERSION) and the packages of bun.lock are in node_modules"

# A bun of exactly the pinned version may come from PATH; else npm fetches it, into a folder of its own so that no package-lock.json is made.
$(SETUP): package.json bun.lock
	@if [ "$$(bun --version 2>/dev/null)" = "$(BUN_VERSION)" ]; then bun=bun; else \
	  bun=.cache/bun/node_modules/.bin/bun; \
	  if [ "$$($$bun --version 2>/dev/null)" != "$(BUN_VERSION)" ]; then \
	    echo "setup: fetching bun $(BUN_VERSION) with npm"; \
	    mkdir -p .cache/bun && npm install --prefix .cache/bun --no-save --no-package-lock --no-audit --no-fund --loglevel=error bun@$(BUN_VERSION) || exit 1; \
	    $$bun --version >/dev/null 2>&1 || node .cache/bun/node_modules/bun/install.js || exit 1; \
	  fi; \
	fi; \
	echo "setup: $$bun install --frozen-lockfile"; \
	$$bun install --frozen-lockfile
	@touch $@

.PHONY: build
build: $(SCRIPTS:%=compiled/$(TARGET)/%) compiled/host ## compile every skill for this machine into compiled/<target>/<skill>
	@echo "build: $(words $(SCRIPTS)) skills in compiled/$(TARGET), also as compiled/host"

# Bun puts the output's name into the binary: the temporary folder keeps the name, so that the same source gives the same bytes.
define compile
	@echo "compile $@"
	@mkdir -p $(@D) && tmp=$$(mktemp -d $(@D)/.build-XXXXXX) && trap 'rm -rf "$$tmp"' EXIT && \
	  $(BUN) $(COMPILE) $< --outfile "$$tmp/$(@F)" >"$$tmp/log" 2>&1 || { cat "$$tmp/log" >&2; exit 1; }; \
	  $(if $(FINISH),$(FINISH) "$$tmp/$(@F)" &&) \
	  mv "$$tmp/$(@F)" $@
endef

compiled/$(TARGET)/%: scripts/%.ts $(LIBRARY) Makefile $(SETUP)
	$(compile)

.cache/bench/%: test/bench/programs/%.ts $(LIBRARY) Makefile $(SETUP)
	$(compile)

.cache/programs/%: test/programs/%.ts $(LIBRARY) Makefile $(SETUP)
	$(compile)

compiled/host: | compiled
	@ln -sfn $(TARGET) $@

compiled:
	@mkdir -p $@

.PHONY: demo
demo: build ## run each skill on bundled input and show what it did
	@$(BUN) lib/tools/demo.ts

# Unit tests run once, with the bun run; what spawns a program (*.blackbox.test.ts) runs on each runtime.
# A test may take a minute: on a busy machine the ones that start many programs need more than Bun's five seconds.
# Most of them wait for the program they started: two workers halve the time, more would disturb what is timed.
WORKERS       ?= 2
TEST           = $(BUN) test --timeout 60000
TEST_bun      :=
TEST_compiled := blackbox
TEST_deno     := blackbox
run_tests      = echo "test: $(1)"; X_SKILLS_RUNTIME=$(1) $(TEST) --parallel=$(WORKERS) $(TEST_$(1))

.PHONY: test test-bun test-compiled test-deno
test: build $(PROGRAMS) ## unit tests once, black-box tests on bun, compiled and deno
	@status=0; for runtime in bun compiled deno; do $(MAKE) --no-print-directory test-$$runtime || status=1; done; exit $$status

test-bun: $(SETUP) ## unit tests and black-box tests on bun
	@$(call run_tests,bun)

test-compiled: build $(PROGRAMS) ## black-box tests on the compiled binaries
	@$(call run_tests,compiled)

test-deno: $(SETUP) ## black-box tests on deno
	@$(call run_tests,deno)

# A setting of knip.jsonc that fits nothing any more is an error too.
KNIP = $(BUN) --bun node_modules/.bin/knip --no-progress --treat-config-hints-as-errors

.PHONY: check
check: $(SETUP) ## format, lint, types (tsc and deno), architecture, import cycles, dead code, generated docs
	@echo "check: biome"
	@$(BUN) --bun node_modules/.bin/biome check --error-on-warnings
	@echo "check: tsc"
	@$(BUN) --bun node_modules/.bin/tsc --project .
	@echo "check: deno"
	@$(DENO) check --quiet $(LIBRARY) $(SCRIPTS:%=scripts/%.ts)
	@echo "check: architecture, house style, contracts"
	@$(BUN) test ./test/architecture.test.ts ./test/house-style.test.ts ./test/contracts.test.ts
	@echo "check: import cycles"
	@$(BUN) test ./test/import-cycles.test.ts
	@echo "check: dead code (knip)"
	@$(KNIP)
	@$(KNIP) --production --include files,dependencies
	@echo "check: generated docs"
	@$(BUN) lib/tools/docs.ts --check
	@echo "check: links between pages"
	@$(BUN) lib/tools/links.ts

.PHONY: fix
fix: $(SETUP) ## format, apply safe lint fixes, write the generated docs
	@$(BUN) --bun node_modules/.bin/biome check --write
	@$(BUN) lib/tools/docs.ts

# What deno alone loads (lib/platform/*-deno.ts) is counted by deno itself, in the tests of locks, hashes and slow readers.
DENO_SIDE = ./test/cli/output.blackbox.test.ts ./test/update-status/locking.blackbox.test.ts ./test/update-status/editing.blackbox.test.ts

.PHONY: coverage
coverage: $(SETUP) ## line and branch coverage of lib and scripts, spawned programs included
	@rm -rf coverage
	@status=0; \
	  X_SKILLS_COVERAGE=$(CURDIR)/coverage/raw BUN_INSPECT_PRELOAD=$(CURDIR)/test/coverage/preload.ts \
	    $(TEST) --parallel=$(WORKERS) || status=1; \
	  DENO_COVERAGE_DIR=$(CURDIR)/coverage/deno X_SKILLS_RUNTIME=deno $(TEST) --parallel=$(WORKERS) $(DENO_SIDE) || status=1; \
	  $(MAKE) --no-print-directory coverage-report || status=1; exit $$status

.PHONY: coverage-report
coverage-report:
	@DENO_DIR=.cache/deno $(DENO) coverage --lcov --include='-deno\.ts$$' coverage/deno >coverage/deno.lcov
	@$(BUN) test/coverage/report.ts coverage/raw coverage/deno.lcov

.PHONY: bench
bench: build compiled/$(TARGET)/x-skills $(PROGRAMS) $(BENCH) ## measure speed and write docs/performance.md (minutes, nothing else running)
	@$(BUN) test/bench/run.ts
bench: export X_SKILLS_COMPILE = $(COMPILE)

.PHONY: proof proof-implement-task
proof: build $(PROGRAMS) ## the long tests (minutes): every test/proof/*.proof.ts, and proof-implement-task
	@status=0; for file in $(wildcard test/proof/*.proof.ts); do echo "proof: $$file"; $(BUN) $$file || status=1; done; \
	  $(MAKE) --no-print-directory proof-implement-task || status=1; exit $$status

# Most tests of that folder run on bun only in `make test`: each starts the skill many times.
proof-implement-task: build $(PROGRAMS) ## every test of x-implement-task on bun, compiled and deno (half an hour)
	@status=0; for runtime in bun compiled deno; do echo "test: $$runtime test/implement-task"; \
	  X_SKILLS_RUNTIME=$$runtime $(BUN) test --timeout 120000 --parallel=$(WORKERS) test/implement-task || status=1; done; exit $$status

# In a mount namespace of its own, where that can be had: a small disk to fill, which goes with the last process.
.PHONY: soak
soak: build ## writers, kills and full disks on shared states, and what was acknowledged is there: MINUTES=1 SEED=… WORKERS=6
	@$$(unshare -rm true 2>/dev/null && echo unshare -rm) $(BUN) test/soak/soak.ts

.PHONY: fuzz
fuzz: build ## mutated input for every parser and skill: RUNS=20000 SEED=… ONLY=junit
	@RUNS='$(RUNS)' SEED='$(SEED)' ONLY='$(ONLY)' $(BUN) test/fuzz/run.ts

include lib/tools/build/ship.mk

.PHONY: clean
clean: ## remove binaries, caches and reports; node_modules stays
	@echo "clean: compiled binaries, .cache, coverage"
	@find compiled -mindepth 1 ! -name README.md -delete 2>/dev/null || true
	@rm -rf .cache coverage
