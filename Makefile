# Everything sets up .venv by itself; nothing but Python 3.11+ and make is needed.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
OUT ?= out

.PHONY: help demo test lint bench rllib golden pages notebooks clean

help:
	@echo "make demo   set up, show the throughput, train a policy, hold a tournament, film a game"
	@echo "make test   set up, lint, run all tests"
	@echo "make lint   ruff and mypy"
	@echo "make bench  throughput of every game and door, compile times"
	@echo "make rllib  set up RLlib in .venv-rllib, test its door, train with it for some minutes"
	@echo "make golden write the golden playthroughs anew (review the difference)"
	@echo "make pages  write the generated tables of the games' pages anew"
	@echo "make notebooks  run them with ordinary settings (some minutes) and store what they show"
	@echo "make clean  remove both .venv, caches and $(OUT)/"

# Ray pins a gymnasium older than ours, so RLlib lives apart.
.venv-rllib/ready: pyproject.toml setup.py constraints.txt
	$(PYTHON) -m venv .venv-rllib
	grep -v '^gymnasium=' constraints.txt >.venv-rllib/constraints.txt
	.venv-rllib/bin/python -m pip install --quiet --disable-pip-version-check -c .venv-rllib/constraints.txt -e ".[rllib]" pytest
	@touch $@

.venv/core: pyproject.toml setup.py constraints.txt
	$(PYTHON) -m venv .venv
	$(PIP) -e .
	@touch $@

.venv/dev: .venv/core
	$(PIP) -e ".[dev,train,arena,render]"
	@touch $@

.venv/train: .venv/core
	$(PIP) -e ".[train,arena]"
	@touch $@

demo: .venv/train
	@mkdir -p $(OUT)
	$(BIN)/rush-envs list
	$(BIN)/rush-envs bench --batch 1024 --threads 1 --doors batch,aec --seconds 0.3
	rm -rf $(OUT)/train $(OUT)/tournament
	$(BIN)/rush-envs train coffee_rush --players 2 --minutes 2 --look-every 20 --final-games 2000 --out $(OUT)/train
	$(BIN)/rush-envs tournament coffee_rush --players 2 --agents random greedy mcts:50 ppo:$(OUT)/train/policy.npz --games 60 --processes 2 --out $(OUT)/tournament
	$(BIN)/rush-envs play coffee_rush --demo --seed 1 --save $(OUT)/demo.json --svg $(OUT)/demo.svg
	$(BIN)/rush-envs replay $(OUT)/demo.json --film $(OUT)/demo_film.svg --every 3
	@echo "the policy, its card and curve: $(OUT)/train/"
	@echo "the tournament's report:        $(OUT)/tournament/report.html"
	@echo "a game, to watch in a browser:  $(OUT)/demo_film.svg (its replay: $(OUT)/demo.json)"

test: .venv/dev lint
	$(BIN)/python -m pytest -n 2

lint: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/dev
	$(BIN)/python benchmarks/throughput.py
	$(BIN)/python benchmarks/compile_time.py

rllib: .venv-rllib/ready
	.venv-rllib/bin/python -m pytest tests/agents/test_rllib.py
	.venv-rllib/bin/python -m rush_agents.examples.rllib_ppo --players 2

golden: .venv/dev
	$(BIN)/python tests/golden/make.py

pages: .venv/core
	$(BIN)/python -m rush_envs.pages

notebooks: .venv/dev
	$(BIN)/python notebooks/execute.py

clean:
	rm -rf .venv .venv-rllib $(OUT) .pytest_cache .mypy_cache .ruff_cache .hypothesis build *.egg-info
	find . -name __pycache__ -prune -exec rm -rf {} +
