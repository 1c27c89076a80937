# Every target sets up what it needs. Windows has no make: the README says what to type there.

PYTHON ?= python3

python := .venv/bin/python
install = $(python) -m pip --disable-pip-version-check install --quiet -c constraints.txt
pip_into = $(python) -m pip --disable-pip-version-check --python build/$(1)/bin/python install --quiet -c constraints.txt
into_hub = $(call pip_into,hub)
into_otter = $(call pip_into,otter)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help lab test test-all oldest graded nightly mutation notebooks chapter deck handout site students exam homework proof bench hub lint clean

help:  ## say what there is
	@echo "make lab opens the course. All there is:"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile
	@echo "The first run makes a Python environment in .venv, with $(PYTHON); make lab PYTHON=python3.12 takes another."

lab: .venv/lab  ## open the course in JupyterLab
	@$(python) -m perclab lab

# The tests start some hundred processes: bytecode is worth its files.
pytest = PYTHONDONTWRITEBYTECODE= $(python) -m pytest

test: lint  ## check what changes break: style, code, every notebook, a short tour in the browser
	@$(pytest) -n auto

# What no library's version decides is left to the night with the oldest of them.
alike = exercises hyperplanes kernels mark_one multiplicative novikoff novikoff_claims online_claims others promise properties rescaled structure votes with_margin
test-all: lint build/hub/all  ## check all: whole chapters in the browser, all that is published, Coq, oldest versions, homework
	@$(MAKE) --jobs 2 --output-sync oldest graded without="$(alike:%=--ignore=tests/test_%.py)"
	@$(pytest) -n auto --tier all --ignore=tests/test_publish_homework.py

nightly: oldest graded  ## check what takes long: a thousand cases of every property, hostile input, other machines, mutants
	@$(pytest) -n 2 --tier nightly --ignore=tests/test_publish_homework.py
	@$(MAKE) mutation

graded: build/otter/all
	@PYTHONDONTWRITEBYTECODE= build/otter/bin/python -m pytest --tier all tests/test_publish_homework.py

mutation: .venv/all  ## break the mathematics in one place at a time, and see whether the tests notice
	@$(install) cosmic-ray
	@PATH="$(CURDIR)/.venv/bin:$$PATH" $(python) tests/nightly/mutants.py

# Not the pictures, which an older Matplotlib draws a little differently, nor what publishes: whoever teaches installs the versions
# of constraints.txt. Warnings are let pass there alone: old versions warn of one another. Whether a version has what we call, few
# cases of each property show.
oldest: build/oldest/all  ## run the unit tests with the oldest versions that pyproject.toml allows
	@PYTHONDONTWRITEBYTECODE= build/oldest/bin/python -m pytest -n auto --examples 5 -W ignore -m "not pictures and not newest" \
		tests perclab $(without) --ignore=perclab/kit --ignore=perclab/views --ignore=tests/browser --ignore-glob="tests/test_publish_*"

notebooks: .venv/lab  ## run the notebooks and store them with their outputs (some: make notebooks NAMES="01 02")
	@$(python) -m perclab notebooks $(NAMES)

chapter: .venv/lab  ## begin a chapter: make chapter NAME=halving AFTER=margin
	@$(python) -m perclab chapter $(NAME) $(if $(AFTER),--after $(AFTER))

deck: .venv/all  ## write the slides of all chapters and of the lectures to build/decks
	@$(python) -m perclab deck
	@$(python) -m perclab deck --lecture 1 --lecture 2 --lecture 3

handout: .venv/all  ## write the chapters, sheets to fill in and solutions as PDF to build/handouts (some: make handout NAMES="01 02")
	@$(python) -m perclab handout $(NAMES)
	@$(python) -m perclab handout --slides $(NAMES)
	@$(if $(NAMES),,$(python) -m perclab handout --lecture 1 --lecture 2 --lecture 3)

site: .venv/all  ## write the course as a web site to build/site, with the decks and handouts that are there (FOR=lecturers: all of it)
	@$(python) -m perclab site $(if $(FOR),--for $(FOR))

students: .venv/all  ## write what students get to build/students: a folder to hand out, its wheel, the site
	@$(python) -m perclab site
	@$(python) -m perclab students

exam: .venv/all  ## draw an examination and its solutions into build/exam: make exam SEED=7
	@$(python) -m perclab exam --seed $(or $(SEED),1)

homework: build/otter/all  ## write the homework for students, its autograder and its solutions to build/homework
	@build/otter/bin/python -m perclab homework

proof: .venv/lab  ## let Coq check the theorem itself (Debian: apt install coq)
	@$(python) -m perclab.proofs build/proof

bench: .venv/all  ## measure how long things take, into build/bench.json, which make site makes a page of
	@for f in tests/benchmarks/bench_*.py; do OPENBLAS_NUM_THREADS=1 $(python) "$$f" || exit 1; done

hub: build/hub/all  ## let a class run chapters on a JupyterHub of this machine, and measure it: make hub STUDENTS=20 NAMES="00 04"
	@build/hub/bin/python tests/benchmarks/students.py --students $(or $(STUDENTS),20) $(NAMES)

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
	@$(install) -e ".[test,publish,parsers]"
	@touch .venv/lab $@

# Not part of .venv: otter-grader brings extensions of JupyterLab along, and the lab is tested without them.
build/otter/all: pyproject.toml constraints.txt $(python)
	@echo "Installing the course and otter-grader in build/otter: a minute or so, this once …"
	@$(python) -m venv --clear --without-pip build/otter
	@$(into_otter) -e ".[test,publish,homework]"
	@touch $@

# Not in .venv either, for the lab is tested without it. The proxy comes from npm, as JupyterHub's own installers take it.
build/hub/all: pyproject.toml constraints.txt $(python)
	@command -v npm > /dev/null || { echo "npm is not there: apt install npm, as root (Debian, Ubuntu)"; exit 1; }
	@echo "Installing the course and JupyterHub in build/hub: a minute or so, this once …"
	@$(python) -m venv --clear --without-pip build/hub
	@$(into_hub) -e ".[hub]"
	@npm install --silent --no-save --no-audit --no-fund --prefix build/hub configurable-http-proxy@5
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
