# Every target sets up .venv by itself; all that is needed beforehand is python3, a C++ compiler and make.
PYTHON ?= python3
BIN := .venv/bin
SOURCES := pyproject.toml CMakeLists.txt $(shell find cpp -name '*.?pp' 2>/dev/null)
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
export MPLBACKEND ?= Agg

.PHONY: demo test test-slow bench docs lint format stubs clean
.DEFAULT_GOAL := demo

demo: .venv/ordag
	$(BIN)/ordag demo -o out/demo --force

test: .venv/test
	$(BIN)/python -m pytest -n auto

test-slow: .venv/test
	$(BIN)/python -m pytest -n auto -m slow

bench: .venv/bench
	$(BIN)/python -m benchmarks

docs: .venv/docs
	$(BIN)/python -m sphinx -b html -q -W --keep-going docs site

lint: .venv/lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $$(find cpp -name '*.?pp')

format: .venv/lint
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $$(find cpp -name '*.?pp')

# The typed face of the extension, after a change in cpp/bind; a test compares the two.
stubs: .venv/test .venv/lint
	$(BIN)/python -m nanobind.stubgen --quiet --module ordag._core --output-file src/ordag/_core.pyi
	$(BIN)/ruff format src/ordag/_core.pyi

clean:
	rm -rf .venv build out site .mypy_cache .ruff_cache .pytest_cache

.venv/bin/python:
	$(PYTHON) -m venv .venv

# The package itself, importable from src; rebuilt when a kernel changes.
.venv/ordag: .venv/bin/python $(SOURCES)
	$(PIP) -e .
	@touch $@

# What an extra needs; the package itself is there already, and is not built once more.
.venv/test .venv/docs .venv/lint: .venv/%: .venv/ordag
	$(PIP) 'ordag[$*]'
	@touch $@

# Peers that cannot be installed together, or at all, are tried one by one; the benchmarks leave out what is missing.
.venv/bench: .venv/ordag
	$(PIP) 'ordag[bench]' || $(BIN)/python -c "import tomllib; \
	    print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['bench'], sep='\n')" | \
	    while read peer; do $(PIP) "$$peer" || echo "$$peer: not installed, left out of the comparison"; done
	@touch $@
