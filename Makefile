# Ys: set up, play, test. Needs make and Python >= 3.11 with venv and pip; uv is used where it is on PATH.
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules --no-print-directory
PY := .venv/bin/python
PYTEST := $(PY) -m pytest -q -n auto --maxprocesses 8 --dist worksteal
PACKAGES := protocol ys_server ys_tui
ARGS :=

.PHONY: help play test slow crash hostile terminal check format cover lock wheel clean compiled

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 16

play: compiled ## set up, then play against three bots
	@.venv/bin/ys solo $(ARGS)

test: compiled ## set up, then run the tests
	@$(PYTEST) -m "not slow" $(ARGS)

slow: compiled ## the tests that take long
	@$(PYTEST) -m slow $(ARGS)

crash: compiled ## kill the server 300 times, cut its links and files; figures as JSON
	@$(PY) -m tests.benchmarks.crash $(ARGS)

hostile: compiled ## 100,000 hostile frames beside honest games; figures as JSON
	@$(PY) -m tests.benchmarks.hostile $(ARGS)

terminal: compiled ## play over sshd in tmux, under five names of terminals
	@$(PY) -m tests.support.over_ssh $(ARGS)

check: .venv/.stamp ## formatter, linter, types, import contracts; silent when all is well
	@$(PY) -m ruff format --check --quiet .
	@$(PY) -m ruff check --quiet .
	@$(PY) -m mypy
	@said=$$(.venv/bin/lint-imports 2>&1) || { printf '%s\n' "$$said"; exit 1; }

format: .venv/.stamp ## format the code, mend what the linter can
	@$(PY) -m ruff format --quiet .
	@$(PY) -m ruff check --quiet --fix .

cover: .venv/.stamp ## branch coverage of protocol, which must be complete
	@$(PYTEST) --cov=protocol --cov-branch --cov-report=term --cov-fail-under=100 tests/protocol $(ARGS)

lock: ## resolve the dependencies anew; needs uv
	@command -v uv >/dev/null || { echo "make lock needs uv: pip install uv" >&2; exit 1; }
	@uv pip compile pyproject.toml --group build --group test --group lint --group types \
	  --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
	  --custom-compile-command "make lock" --upgrade --quiet --output-file requirements.lock

wheel: .venv/.stamp ## build the wheel into dist/
	@$(PY) -m pip wheel --quiet --no-index --no-deps --no-build-isolation --wheel-dir dist .

clean: ## remove the environment and whatever was made
	@rm -rf .venv dist build .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find $(PACKAGES) tests -name __pycache__ -prune -exec rm -rf {} +

# Byte code is written even where PYTHONDONTWRITEBYTECODE is set: without it the client starts three times slower.
compiled: .venv/.stamp
	@$(PY) -m compileall -q $(PACKAGES)

# The stamp comes last: without it the environment counts as half made and is made anew;
# with an older one, the environment is brought up to date.
.venv/.stamp: requirements.lock pyproject.toml
	@set -eu; \
	if ! { test -e $@ && $(PY) -c 'import pip' 2>/dev/null; }; then \
	  for python in python3 python3.14 python3.13 python3.12 python3.11 python none; do \
	    test $$python != none || { echo "Ys needs Python 3.11 or newer with venv and pip; none found on PATH." >&2; exit 1; }; \
	    $$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
	  done; \
	  echo "setting up .venv with $$($$python --version)"; \
	  rm -rf .venv; $$python -m venv .venv; \
	fi; \
	if command -v uv >/dev/null; then \
	  uv pip install --quiet --python $(PY) --compile-bytecode --require-hashes --requirement requirements.lock; \
	else \
	  $(PY) -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --requirement requirements.lock; \
	fi; \
	$(PY) -m pip install --quiet --disable-pip-version-check --no-index --no-deps --no-build-isolation --editable .; \
	touch $@
