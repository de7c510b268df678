# `make deck` builds the Emporium deck, `make test` runs the tests, `make all-tests` those that take long too, `make truth` plays games whose values are known against these, `make outputs` writes down anew what games print where that was meant to change, `make fuzz` goes on throwing faults at files where it stopped last (MINUTES=60 for an hour of it); each sets up all it needs in .venv.
PYTHON ?= python3
BIN := .venv/bin
VENV := .venv/.made
DECK := .venv/.deck
READY := .venv/.ready
# The pip that Python has serves .venv too, which saves copying one there. What is never imported is never compiled: Python does that as it imports.
PIP = $(shell [ -x $(BIN)/pip ] && echo $(BIN)/python || echo $(PYTHON)) -m pip --python $(BIN)/python install --quiet --no-compile --disable-pip-version-check
EXTRAS ?=
PRETTIER := 3.10.1
# The tests start some two hundred interpreters: each would compile all of our Python anew where this is set, as containers do.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: deck test all-tests truth fuzz numba pythons floors outputs check lint types bench pictures commands messages site web schema clean

deck: $(DECK)
	$(BIN)/emporium-pnp build

test: $(READY)
	$(BIN)/python -m pytest

all-tests: $(READY)
	$(BIN)/python -m pytest -m ""

truth: $(READY)
	$(BIN)/python -m pytest -m "" tests/truth

MINUTES ?=
fuzz: $(READY)
	$(BIN)/python -m tests.fuzz $(if $(MINUTES),--minutes $(MINUTES))

numba: $(READY)
	bash tests/numba.sh

pythons: $(READY)
	bash tests/pythons.sh

floors: $(READY)
	bash tests/floors.sh

outputs: $(READY)
	$(BIN)/python -m tests.outputs > tests/outputs.new && mv tests/outputs.new tests/outputs.txt

check: lint types all-tests

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	if npx --yes prettier@$(PRETTIER) --version > /dev/null 2>&1; then npx prettier@$(PRETTIER) --check .; fi

types: $(READY)
	$(BIN)/mypy

bench: $(READY)
	$(BIN)/python bench/run.py

pictures: $(READY)
	$(BIN)/python docs/make_pictures.py

commands: $(READY)
	$(BIN)/python -m docs.make_commands

messages: $(READY)
	$(BIN)/python -m docs.make_messages

site: $(READY)
	$(PIP) --editable ".[docs]"
	$(BIN)/python -m mkdocs build --strict

web: $(READY)
	$(BIN)/python -m studio.web.building

schema: $(READY)
	$(BIN)/emporium-pnp schema > cards.schema.json

clean:
	rm -rf .venv output dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis cards.schema.json

$(VENV): pyproject.toml
	$(PYTHON) -c "import sys; sys.exit('emporium-pnp needs Python 3.11 or newer' if sys.version_info < (3, 11) else 0)"
	$(PYTHON) -m venv --without-pip .venv
	$(PYTHON) -m pip --python $(BIN)/python --version > /dev/null 2>&1 || $(PYTHON) -m venv .venv
	touch $(VENV)

# Cards and the studio need little.
$(DECK): $(VENV)
	$(PIP) --editable ".[studio]"
	touch $(DECK)

# The tests add what proves and measures, and bring what cards need as well.
$(READY): $(VENV)
	$(PIP) --editable ".[dev$(EXTRAS)]"
	touch $(DECK) $(READY)
