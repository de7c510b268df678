# `make deck` builds the Emporium deck, `make test` runs the tests; each sets up everything it needs in .venv.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: deck test check lint types bench pictures schema clean

deck: $(READY)
	$(BIN)/emporium-pnp build

test: $(READY)
	$(BIN)/python -m pytest

check: lint types test

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

bench: $(READY)
	$(BIN)/python bench/run.py

pictures: $(READY)
	$(BIN)/python docs/make_pictures.py

schema: $(READY)
	$(BIN)/emporium-pnp schema > cards.schema.json

clean:
	rm -rf .venv output dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis cards.schema.json

$(READY): pyproject.toml
	$(PYTHON) -c "import sys; sys.exit('emporium-pnp needs Python 3.11 or newer' if sys.version_info < (3, 11) else 0)"
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	touch $(READY)
