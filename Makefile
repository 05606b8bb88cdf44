# Everything sets up .venv by itself; nothing but Python 3.11+ and make is needed.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
OUT ?= out

.PHONY: help demo test lint bench golden pages clean

help:
	@echo "make demo   set up, play and draw a game, show the throughput"
	@echo "make test   set up, lint, run all tests"
	@echo "make lint   ruff and mypy"
	@echo "make bench  throughput of every game and door, compile times"
	@echo "make golden write the golden playthroughs anew (review the difference)"
	@echo "make pages  write the generated tables of the games' pages anew"
	@echo "make clean  remove .venv, caches and $(OUT)/"

.venv/core: pyproject.toml setup.py constraints.txt
	$(PYTHON) -m venv .venv
	$(PIP) -e .
	@touch $@

.venv/dev: .venv/core
	$(PIP) -e ".[dev,train,arena,render]"
	@touch $@

demo: .venv/core
	@mkdir -p $(OUT)
	$(BIN)/rush-envs list
	$(BIN)/rush-envs play coffee_rush --demo --seed 1 --save $(OUT)/demo.json --svg $(OUT)/demo.svg
	$(BIN)/rush-envs replay $(OUT)/demo.json
	$(BIN)/rush-envs bench --batch 1,1024,4096 --doors batch,aec,vector --seconds 0.5
	@echo "the game: $(OUT)/demo.json (rush-envs replay $(OUT)/demo.json --step), its last table: $(OUT)/demo.svg"

test: .venv/dev lint
	$(BIN)/python -m pytest -n 2

lint: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/dev
	$(BIN)/python benchmarks/throughput.py
	$(BIN)/python benchmarks/compile_time.py

golden: .venv/dev
	$(BIN)/python tests/golden/make.py

pages: .venv/core
	$(BIN)/python -m rush_envs.pages

clean:
	rm -rf .venv $(OUT) .pytest_cache .mypy_cache .ruff_cache .hypothesis build *.egg-info
	find . -name __pycache__ -prune -exec rm -rf {} +
