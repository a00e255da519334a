# Each target sets up .venv by itself. `make demo` first; `make test` is what CI runs.
.DEFAULT_GOAL := help
.PHONY: help demo up doctor test check check-long screenshots format requirements

PYTHON ?= python3
# Two processes, each with a database of its own: much of a test's time is waiting. Who is done takes from the other.
PYTEST ?= -n 2 --dist worksteal
BIN := .venv/bin
CHECKED := memoryhub extraction summaries globalmemory profiles engine observability benchmarks clients tests manage.py
# A change of the pinned requirements changes the name of the stamp, and so leads to a new installation.
SERVICE := .venv/service-$(shell cksum < requirements.txt | cut -d ' ' -f 1)
TOOLS := .venv/tools-$(shell cksum < requirements-dev.txt | cut -d ' ' -f 1)
INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes
COMPILE := $(BIN)/pip-compile --quiet --allow-unsafe --generate-hashes --no-emit-index-url --no-emit-trusted-host \
	--no-emit-find-links --strip-extras

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:[^#]*##/ -/'

demo: $(SERVICE) ## the service with two sample people, and what it learned about them
	@exec $(BIN)/python manage.py demo

up: $(SERVICE) ## the service
	@exec $(BIN)/python manage.py up

doctor: $(SERVICE) ## what is well, and what to do about the rest
	@exec $(BIN)/python manage.py doctor

test: check ## what CI runs

check: $(TOOLS) ## style, types, floors, templates, migrations, tests
	$(BIN)/ruff check $(CHECKED)
	$(BIN)/ruff format --check --quiet $(CHECKED)
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	find templates -name '*.html' -exec $(BIN)/djade --check --target-version 5.2 {} +
	$(BIN)/python -W ignore manage.py makemigrations --check --dry-run --settings tests.settings
	$(BIN)/pytest --quiet -m "not long and not live" $(PYTEST)

check-long: check ## besides: soak, faults, the full browser matrix
	$(BIN)/pytest --quiet -m "long and not live"

screenshots: $(TOOLS) ## every screen of the console as a picture, into screenshots/
	$(BIN)/pytest --quiet tests/browser/screenshots.py

format: $(TOOLS) ## put the code into its form
	$(BIN)/ruff check --fix $(CHECKED)
	$(BIN)/ruff format $(CHECKED)
	find templates -name '*.html' -exec $(BIN)/djade --target-version 5.2 {} +

requirements: $(TOOLS) ## pin anew what pyproject.toml asks for
	$(COMPILE) --output-file requirements.txt pyproject.toml
	$(COMPILE) --extra dev --output-file requirements-dev.txt pyproject.toml

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "MemoryHub needs Python 3.11 or newer; name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; \
		echo "$(PYTHON) cannot make .venv: install its venv package (Debian: apt-get install python3-venv)" >&2; exit 1; }

$(SERVICE): | $(BIN)/python
	@echo "Installing the requirements into .venv; this takes a minute."
	@$(INSTALL) -r requirements.txt
	@rm -f .venv/service-* && touch $@

$(TOOLS): | $(BIN)/python
	@echo "Installing the requirements and tools into .venv; this takes a minute."
	@$(INSTALL) -r requirements-dev.txt
	@rm -f .venv/tools-* && touch $@
