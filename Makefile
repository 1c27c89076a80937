# Every target sets up what it needs. Windows has no make: the README says what to type there.

PYTHON ?= python3

python := .venv/bin/python
install = $(python) -m pip --disable-pip-version-check install --quiet -c constraints.txt

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help lab test oldest nightly mutation notebooks deck handout site homework proof bench lint clean

help:  ## say what there is
	@echo "make lab opens the course. All there is:"
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile
	@echo "The first run makes a Python environment in .venv, with $(PYTHON); make lab PYTHON=python3.12 takes another."

lab: .venv/lab  ## open the course in JupyterLab
	@$(python) -m perclab lab

# The tests start some hundred processes: bytecode is worth its files.
test: lint  ## check all that can be checked: style, code, notebooks, pages
	@PYTHONDONTWRITEBYTECODE= $(python) -m pytest -n auto

# Not the chapters' pictures: an older Matplotlib draws each of their thousands in one piece, which takes minutes. Nor what
# publishes: whoever teaches installs the versions of constraints.txt. Nor what reads the course's own files, and calls nothing;
# nor the commands and the copies that they make: what the old nbval and nbclient do, the health check's tests tell.
oldest: build/oldest/all  ## run the unit tests with the oldest versions that pyproject.toml allows
	@PYTHONDONTWRITEBYTECODE= build/oldest/bin/python -m pytest -q -n auto --disable-warnings -m "not pictures" tests perclab \
		--ignore=tests/browser --ignore=tests/test_proofs.py --ignore-glob="tests/test_views_*" \
		--ignore=tests/test_house.py --ignore=tests/test_lectures.py --ignore=tests/test_makefile.py --ignore=tests/test_structure.py \
		--ignore=tests/test_cli.py --ignore=tests/test_layout.py --ignore=tests/test_suite.py \
		--ignore-glob="tests/test_publish_*" --ignore=perclab/publish

nightly: .venv/all  ## run what takes long: a thousand cases of every property, other settings, every exercise and deck, the mutants
	@PERCLAB_NIGHTLY=1 $(python) -m pytest -n 2 tests/nightly tests/test_properties.py
	@PERCLAB_NIGHTLY=1 PERCLAB_BROWSER=1 $(python) -m pytest tests/browser/test_notebooks.py tests/browser/published/test_decks.py \
		-k "exercise_of_each_kind or speaker_note or speaker_view or fits_in_each"
	@$(MAKE) mutation

mutation: .venv/all  ## break the mathematics in one place at a time, and see whether tests and notebooks notice
	@$(python) tests/mutation.py

notebooks: .venv/lab  ## run the notebooks and store them with their outputs (some: make notebooks NAMES="01 02")
	@$(python) -m perclab notebooks $(NAMES)

deck: .venv/all  ## write the slides of all chapters and of both lectures to build/decks
	@$(python) -m perclab deck
	@$(python) -m perclab deck --lecture 1 --lecture 2

handout: .venv/all  ## write the chapters, sheets to fill in and solutions as PDF to build/handouts (some: make handout NAMES="01 02")
	@$(python) -m perclab handout $(NAMES)
	@$(python) -m perclab handout --slides $(NAMES)

site: .venv/all  ## write the course as a web site to build/site, with the decks and handouts that are there
	@$(python) -m perclab site

homework: .venv/homework  ## write the homework for students, its autograder and its solutions to build/homework
	@$(python) -m perclab homework

proof: .venv/lab  ## let Coq check the theorem itself (Debian: apt install coq)
	@$(python) -m perclab.proofs build/proof

bench: .venv/all  ## measure how long things take, into build/bench.json, which make site makes a page of
	@for f in tests/benchmarks/bench_*.py; do OPENBLAS_NUM_THREADS=1 $(python) "$$f" || exit 1; done

lint: .venv/all  ## check the style
	@$(python) -m ruff check

clean:  ## remove all that was made here
	rm -rf .venv build dist .pytest_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv/lab: pyproject.toml constraints.txt $(python)
	@echo "Installing the course and JupyterLab in .venv: a minute or so, this once …"
	@$(install) -e .
	@touch $@

.venv/all: pyproject.toml constraints.txt $(python)
	@echo "Installing the course and all that its tests need in .venv: a minute or so, this once …"
	@$(install) -e ".[test,publish]"
	@touch .venv/lab $@

# Not part of .venv/all: otter-grader brings extensions of JupyterLab along, and the lab is tested without them.
.venv/homework: .venv/all
	@echo "Installing otter-grader in .venv: some seconds, this once …"
	@$(install) -e ".[publish,homework]"
	@touch $@

# Wheels only, which so old versions have for Python 3.11 and 3.12.
build/oldest/all: pyproject.toml constraints.txt $(python)
	@echo "Installing the oldest versions that pyproject.toml allows in build/oldest: half a minute, this once …"
	@$(python) -m venv --clear build/oldest
	@build/oldest/bin/python -m pip --disable-pip-version-check install --quiet -c constraints.txt uv
	@build/oldest/bin/python -m uv pip install --quiet --python build/oldest \
		--resolution lowest-direct --only-binary :all: -e ".[test]"
	@touch $@

$(python):
	@command -v "$(PYTHON)" > /dev/null || { \
		echo "$(PYTHON) is not there: install Python 3.11 or newer, or name one: make $(MAKECMDGOALS) PYTHON=python3.12"; \
		exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Python 3.11 or newer is needed; $(PYTHON) is" \
			"$$("$(PYTHON)" -c 'import platform; print(platform.python_version())'):" \
			"install one and name it: make $(MAKECMDGOALS) PYTHON=python3.12"; \
		exit 1; }
	@"$(PYTHON)" -c 'import venv, ensurepip' 2> /dev/null || { \
		echo "$(PYTHON) lacks venv: apt install python3-venv, as root (Debian, Ubuntu), then make $(MAKECMDGOALS) again"; \
		exit 1; }
	@"$(PYTHON)" -m venv .venv
