# Targets that call the skills, for any project's Makefile: `include x-skills.mk` (from share/x-skills of an installation, or from a checkout).
# Nothing here runs by itself. Give what a call needs on the command line:
#   make x-context STORY=story-0049-0011 FEATURE=0049
#   make x-set STORY=story-0049-0011 FEATURE=0049 FIELD=status VALUE=IN_PROGRESS
# A skill's exit code is the recipe's, so a later target never runs on a refused one.

# Set X_SKILLS_BIN to the folder of the binaries when it is not on PATH.
X_SKILLS_BIN ?=
x_skills     := $(if $(X_SKILLS_BIN),$(X_SKILLS_BIN:/=)/)

# One word for the shell, whatever is in it.
x_quote = '$(subst ','\'',$(1))'

# Where the story is: EPIC=0049 (ai/epics), FEATURE=0049 (.aikittools/features), or CONTEXT=path of its folder, which wins.
x_where = $(if $(CONTEXT),--context-path $(call x_quote,$(CONTEXT)),$(if $(EPIC),--epic-id $(call x_quote,$(EPIC)),--feature-id $(call x_quote,$(FEATURE))))
x_folder = $(if $(CONTEXT),$(CONTEXT),$(if $(EPIC),ai/epics/epic-$(EPIC),.aikittools/features/feature-$(FEATURE)))
x_state = --file $(call x_quote,$(x_folder)/execution-state.json)
x_node  = $(if $(TASK),--type task --id $(call x_quote,$(TASK)),$(if $(STORY),--type story --id $(call x_quote,$(STORY)),--type feature --id $(call x_quote,$(or $(EPIC),$(FEATURE)))))

.PHONY: x-context x-resume x-get x-set x-gate x-worktrees x-implement x-status x-skills-help

x-skills-help: ## list these targets
	@sed -n 's/^\(x-[a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(lastword $(filter %x-skills.mk,$(MAKEFILE_LIST))) | awk -F '|' '{ printf "%-22s %s\n", $$1, $$2 }'

x-context: ## may the story begin, how large is it: STORY=… FEATURE=…|EPIC=…|CONTEXT=…
	@$(x_skills)x-internal-load-story-context --story-id $(call x_quote,$(STORY)) $(x_where)

x-resume: ## where an interrupted story goes on: STORY=… FEATURE=…|EPIC=…|CONTEXT=…
	@$(x_skills)x-internal-resume-story --story-id $(call x_quote,$(STORY)) $(x_where)

x-get: ## one value of the state file, or the whole node: [TASK=…|STORY=…] [FIELD=…]
	@$(x_skills)x-internal-update-status $(x_state) $(x_node) $(if $(FIELD),--field $(call x_quote,$(FIELD))) --read-only

x-set: ## change one value, under the file's lock: [TASK=…|STORY=…] FIELD=… VALUE=… [EXPECT=old value]
	@$(x_skills)x-internal-update-status $(x_state) $(x_node) --field $(call x_quote,$(FIELD)) --value $(call x_quote,$(VALUE)) $(if $(EXPECT),--expect $(call x_quote,$(EXPECT)))

x-gate: ## a phase's gate: SKILL=… PHASE=Phase-2-TDD MODE=pre|post|wave|final [TASKS=a,b]
	@$(x_skills)x-internal-verify-phase-gates --state-file $(call x_quote,$(x_folder)/execution-state.json) --skill $(call x_quote,$(SKILL)) --phase $(call x_quote,$(PHASE)) \
	  --mode $(call x_quote,$(MODE)) $(if $(TASKS),--expected-tasks $(call x_quote,$(TASKS)))

x-worktrees: ## worktrees of this repository, and what became of their branches
	@$(x_skills)x-manage-worktrees list

# Exit 75 is no failure: the next step is yours, and the line says which. Run the same target again when it is done.
x-implement: ## a task through red, green, refactor and commits: TASK=… [CONTEXT=…]
	@$(x_skills)x-implement-task $(call x_quote,$(TASK)) $(if $(CONTEXT),--context-path $(call x_quote,$(CONTEXT))) --no-ci-watch; code=$$?; \
	  if [ $$code -eq 75 ]; then echo 'your turn: do what the line asks for, then run this again' >&2; else exit $$code; fi

x-status: ## where the run of a task stands: TASK=…
	@$(x_skills)x-implement-task $(call x_quote,$(TASK)) $(if $(CONTEXT),--context-path $(call x_quote,$(CONTEXT))) --status
