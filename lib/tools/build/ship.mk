# The multicall, binaries for other machines, archives, installation. Included by the Makefile, whose variables and `compile` it uses.

MATRIX  := linux-x64 linux-arm64 linux-x64-musl linux-arm64-musl darwin-arm64 darwin-x64
TARGETS ?= $(MATRIX)
SEEDS   := x-internal-update-status x-internal-load-story-context x-internal-resume-story x-implement-task
# What is built standalone beside the multicall: names, or `all`.
SKILLS  ?= $(SEEDS)
SHIPPED := x-skills $(if $(filter all,$(SKILLS)),$(SCRIPTS),$(filter $(SKILLS),$(SCRIPTS)))
BUILT    = $(foreach target,$(TARGETS),$(SHIPPED:%=compiled/$(target)/%))
RUNTIMES := .cache/runtimes/$(BUN_VERSION)
SHIP    := lib/tools/build

.PHONY: always
always:

.cache/multicall/x-skills.ts: always $(SETUP)
	@$(BUN) $(SHIP)/multicall-entry.ts $@ $(SCRIPTS)

compiled/$(TARGET)/x-skills: .cache/multicall/x-skills.ts $(SCRIPTS:%=scripts/%.ts) $(LIBRARY) Makefile
	$(compile)

# From npm, checked against the sha512 of bun.lock before it is used.
$(RUNTIMES)/%/bun: | $(SETUP)
	@echo "fetch the runtime of $*"
	@$(BUN) $(SHIP)/fetch-runtime.ts $* $@

# Other machines' binaries: the same flags, the pinned runtime of the target, and for darwin-x64 the broken signature taken off.
define cross_rules
compiled/$(1)/%: BUILD_FOR = $(1)
compiled/$(1)/%: RUNTIME_OF = --target=bun-$(1) --compile-executable-path=$$(RUNTIMES)/$(1)/bun
compiled/$(1)/x-skills: .cache/multicall/x-skills.ts $$(SCRIPTS:%=scripts/%.ts) $$(LIBRARY) Makefile $$(SHIP)/ship.mk $$(RUNTIMES)/$(1)/bun
	$$(compile)
compiled/$(1)/%: scripts/%.ts $$(LIBRARY) Makefile $$(SHIP)/ship.mk $$(RUNTIMES)/$(1)/bun
	$$(compile)
endef
$(foreach target,$(filter-out $(TARGET),$(MATRIX)),$(eval $(call cross_rules,$(target))))
compiled/darwin-x64/%: FINISH = $(BUN) $(SHIP)/remove-signature.ts

# This machine's own binaries are built with the runtime of node_modules: the pinned one too, byte for byte.
.PHONY: matrix
matrix: $(BUILT) $(filter $(RUNTIMES)/$(TARGET)/bun,$(TARGETS:%=$(RUNTIMES)/%/bun)) ## build for other machines: TARGETS="linux-arm64 …" SKILLS="name …|all"
	@$(if $(filter $(TARGET),$(TARGETS)),cmp $(RUNTIMES)/$(TARGET)/bun $(BUN))
	@$(BUN) $(SHIP)/check-matrix.ts $(BUILT)

.PHONY: dist
dist: matrix ## pack what matrix built: archives, install.sh, SHA256SUMS in compiled/dist
	@$(BUN) $(SHIP)/dist.ts compiled/dist '$(TARGETS)' '$(SHIPPED)'
	@echo "dist: compiled/dist, to be installed with 'sh compiled/dist/install.sh'"

# Standalone: each skill a program of its own. Multicall: one program, and a link for each skill.
PREFIX ?= /usr/local
LAYOUT ?= standalone

.PHONY: install uninstall
install: $(if $(filter standalone,$(LAYOUT)),build) compiled/$(TARGET)/x-skills ## install here: PREFIX=/usr/local LAYOUT=standalone|multicall
	@$(BUN) $(SHIP)/stage.ts .cache/stage $(TARGET) '$(LAYOUT)'
	@sh install.sh --prefix '$(DESTDIR)$(PREFIX)' --layout '$(LAYOUT)' --from .cache/stage; status=$$?; rm -rf .cache/stage; exit $$status

uninstall: ## remove every file and folder that install made: PREFIX=/usr/local
	@sh install.sh --prefix '$(DESTDIR)$(PREFIX)' --uninstall

.PHONY: skills
DEST ?= .claude/skills
skills: $(SETUP) ## write a SKILL.md for each skill, for coding agents: DEST=.claude/skills [FORCE=1]
	@$(BUN) lib/tools/export-skills.ts '$(DEST)' $(if $(FORCE),--force)

# Skills through the multicall, real installations, and linux-arm64 under an emulator; what cannot run here was read by `make matrix`.
.PHONY: test-multicall test-install test-arm64 test-matrix
test-multicall: build compiled/$(TARGET)/x-skills ## vectors and contracts through x-skills, and its links
	@X_SKILLS_RUNTIME=multicall $(TEST) ./test/vectors.blackbox.test.ts ./test/contracts.blackbox.test.ts
	@$(TEST) ./test/matrix/multicall-links.proof.ts ./test/matrix/environment.proof.ts

test-install: build compiled/$(TARGET)/x-skills ## the real binaries installed in both layouts, used, removed
	@$(TEST) ./test/install/real-install.proof.ts

QEMU_NEEDS   := qemu-user-static libc6-arm64-cross
QEMU_IS_HERE := test -e /usr/bin/qemu-aarch64-static -a -e /usr/aarch64-linux-gnu/lib/libc.so.6
test-arm64: ## vectors on linux-arm64 under qemu, which apt-get installs when it may (minutes)
	@$(QEMU_IS_HERE) || { apt-get update -qq && apt-get install -y -qq $(QEMU_NEEDS); } >/dev/null 2>&1 || true
	@if $(QEMU_IS_HERE); then \
	  $(MAKE) --no-print-directory $(SEEDS:%=compiled/linux-arm64/%) && X_SKILLS_RUNTIME=arm64 $(TEST) ./test/vectors.blackbox.test.ts; \
	else echo "test-arm64: skipped: $(QEMU_NEEDS) are not installed, and apt-get could not"; fi

test-matrix: matrix test-multicall test-install test-arm64 ## all targets built and read, multicall, installations, linux-arm64 (half an hour)
	@$(TEST) ./test/matrix/binaries.proof.ts
