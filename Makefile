# Everything sets up .venv by itself; nothing but Python 3.11+ and make is needed.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
OUT ?= out

# The tests start some hundreds of processes: without bytecode each would compile every source anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test quick ready lint schemas hooks warm bench cluster bench-check bench-store peers numba rllib clients golden
.PHONY: pages docs stubs notebooks pictures dist tag clean

help:
	@echo "make demo   set up, show the throughput, train a policy, hold a tournament, show a game"
	@echo "make test   set up, lint, run all tests"
	@echo "make quick  lint and all tests but the long contract runs"
	@echo "make lint   ruff, mypy, import-linter, schemas of workflows and citation"
	@echo "make hooks  let git run the linters before every commit"
	@echo "make warm   compile all kernels ahead"
	@echo "make bench  throughput of every game and door, compile times"
	@echo "make bench-check  fail if a door of a game has become slower than stored (some minutes)"
	@echo "make bench-store  store how fast every door of every game is now"
	@echo "make peers  set up other libraries in .venv-peers, measure our games beside theirs, write the page (20 minutes)"
	@echo "make cluster  tournaments and training on a Ray cluster whose nodes are killed (some minutes)"
	@echo "make numba  the engine's tests with the oldest numba we admit and with the newest, each in a venv of its own"
	@echo "make rllib  set up RLlib in .venv-rllib, test its door, train with it for some minutes"
	@echo "make clients  set up and run every client in .venv-clients, write what came of it (half an hour)"
	@echo "make golden write the golden playthroughs anew (review the difference)"
	@echo "make pages  write the generated tables of the games' pages anew"
	@echo "make docs   the site, in $(OUT)/docs/site/: open its index.html"
	@echo "make stubs  write what editors and mypy see of the games' options anew"
	@echo "make notebooks  run them with ordinary settings (some minutes) and store what they show"
	@echo "make pictures  film a game of each for the README"
	@echo "make dist   build wheel and source into dist/, without a warning"
	@echo "make tag    check everything and tag the version; VERSIONING.md says what comes before and after"
	@echo "make clean  remove every .venv, caches and $(OUT)/"

# Ray pins a gymnasium older than ours, so RLlib lives apart.
.venv-rllib/ready: pyproject.toml setup.py constraints.txt
	$(PYTHON) -m venv .venv-rllib
	grep -v '^gymnasium=' constraints.txt >.venv-rllib/constraints.txt
	.venv-rllib/bin/python -m pip install --quiet --disable-pip-version-check -c .venv-rllib/constraints.txt -e ".[rllib]" pytest
	@touch $@

OLDEST_NUMBA := $(shell sed -n 's/.*"numba>=\([0-9.]*\)".*/\1/p' pyproject.toml)
ENGINE_TESTS := tests/engine tests/golden

.venv-numba-oldest/ready: pyproject.toml setup.py
	$(PYTHON) -m venv .venv-numba-oldest
	.venv-numba-oldest/bin/python -m pip install --quiet --disable-pip-version-check "numba==$(OLDEST_NUMBA).*" -e . pytest
	@touch $@

.venv-numba-newest/ready: pyproject.toml setup.py
	$(PYTHON) -m venv .venv-numba-newest
	.venv-numba-newest/bin/python -m pip install --quiet --disable-pip-version-check numba -e . pytest
	@touch $@

.venv/core: pyproject.toml setup.py constraints.txt
	$(PYTHON) -m venv .venv
	$(PIP) -e .
	@touch $@

# Extras come without the package itself, which is installed already and may be in use, as by `warm` in `ready`.
EXTRAS := import sys, tomllib; extras = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]; \
	print(*sum(map(extras.get, sys.argv[1:]), []), sep="\n")

.venv/dev: .venv/core
	$(BIN)/python -c '$(EXTRAS)' dev train arena render table docs ray >.venv/dev.txt
	$(PIP) -r .venv/dev.txt
	@touch $@

.venv/train: .venv/core
	$(BIN)/python -c '$(EXTRAS)' train arena table >.venv/train.txt
	$(PIP) -r .venv/train.txt
	@touch $@

.venv/docs: .venv/core
	$(BIN)/python -c '$(EXTRAS)' docs >.venv/docs.txt
	$(PIP) -r .venv/docs.txt
	@touch $@

demo: .venv/train
	@mkdir -p $(OUT)
	$(BIN)/rush-envs list
	$(BIN)/rush-envs bench --batch 1024 --threads 1 --doors batch,aec --seconds 0.3
	rm -rf $(OUT)/train $(OUT)/tournament
	$(BIN)/rush-envs train silver_gold_pyramids --players 2 --minutes 2 --look-every 20 --look-games 500 --final-games 1000 --out $(OUT)/train
	$(BIN)/rush-envs tournament silver_gold_pyramids --players 2 --agents random greedy mcts:50 ppo:$(OUT)/train/policy.npz --games 60 --processes 2 --out $(OUT)/tournament
	$(BIN)/rush-envs play coffee_rush --demo --seed 1 --save $(OUT)/demo.json --svg $(OUT)/demo.svg
	$(BIN)/rush-envs replay $(OUT)/demo.json --html $(OUT)/demo.html
	@echo "the policy, its card and curve: $(OUT)/train/"
	@echo "the tournament's report:        $(OUT)/tournament/report.html"
	@echo "a game, to watch in a browser:  $(OUT)/demo.html (its replay: $(OUT)/demo.json)"
	@echo "to sit down with the policy:    $(BIN)/rush-envs serve, Silver & Gold Pyramids, 2 players, ppo:$(OUT)/train/policy.npz"

test: ready
	$(BIN)/python -m pytest -n 2

quick: ready
	$(BIN)/python -m pytest -n 2 -m "not long"

# pip and linters use one core, the compilers both: side by side neither is idle.
ready:
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target lint warm

lint: .venv/dev schemas
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

SCHEMA := $(BIN)/check-jsonschema --quiet --builtin-schema

schemas: .venv/dev
	$(SCHEMA) vendor.citation-file-format CITATION.cff
	$(SCHEMA) vendor.github-workflows .github/workflows/*.yml
	$(SCHEMA) vendor.github-issue-forms .github/ISSUE_TEMPLATE/bug.yml .github/ISSUE_TEMPLATE/idea.yml .github/ISSUE_TEMPLATE/rule.yml
	$(SCHEMA) vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	$(SCHEMA) vendor.dependabot .github/dependabot.yml
	$(BIN)/pre-commit validate-config

hooks: .venv/dev
	$(BIN)/pre-commit install

# Kernels are compiled once, before the workers of pytest would all want them.
warm: .venv/core
	$(BIN)/rush-envs warm

bench: .venv/dev
	$(BIN)/python benchmarks/throughput.py
	$(BIN)/python benchmarks/compile_time.py

bench-check: .venv/dev
	PYTHONPATH=benchmarks $(BIN)/python -m guard.check

bench-store: .venv/dev
	PYTHONPATH=benchmarks $(BIN)/python -m guard.check --store

peers: .venv/dev
	PYTHONPATH=benchmarks $(BIN)/python -m peers.run

cluster: .venv/dev warm
	RUSH_ENVS_CLUSTER=1 $(BIN)/python -m pytest tests/agents/cluster

numba: .venv-numba-oldest/ready .venv-numba-newest/ready
	.venv-numba-oldest/bin/python -m pytest $(ENGINE_TESTS)
	.venv-numba-newest/bin/python -m pytest $(ENGINE_TESTS)

rllib: .venv-rllib/ready
	.venv-rllib/bin/python -m pytest tests/doors/frameworks/test_rllib.py
	.venv-rllib/bin/python -m rush_agents.examples.rllib_ppo --players 2 --league 5

clients:
	$(PYTHON) benchmarks/clients/run.py

golden: .venv/dev
	$(BIN)/python tests/golden/make.py

pages: .venv/core
	$(BIN)/python -m rush_envs.kit.pages

docs: .venv/docs
	$(BIN)/python docs/site/make.py --out $(OUT)/docs

stubs: .venv/core
	$(BIN)/python -m rush_envs.doors.stubs

notebooks: .venv/dev
	$(BIN)/python notebooks/execute.py

# Each game, and every how many decisions it is shown: some sixteen pictures of each.
PICTURES := coffee_rush:20 curse_of_the_mummy:8 silver_gold_pyramids:12 rush_out:74 coffin_rush:14

pictures: .venv/dev
	@mkdir -p $(OUT)
	for one in $(PICTURES); do game=$${one%:*}; \
		$(BIN)/rush-envs play $$game --demo --seed 1 --save $(OUT)/$$game.json >/dev/null && \
		$(BIN)/rush-envs replay $(OUT)/$$game.json --apng rush_envs/games/$$game/picture.png --every $${one#*:} || exit 1; \
	done

dist: .venv/dev
	@mkdir -p $(OUT)
	rm -rf build dist
	@echo "building, some twenty seconds; the log: $(OUT)/build.log"
	@$(BIN)/python -m build >$(OUT)/build.log 2>&1 || { cat $(OUT)/build.log; exit 1; }
	@! grep -i -A 2 warning $(OUT)/build.log
	$(BIN)/twine check --strict dist/*

VERSION = $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' rush_envs/version.py)

# Asked before the tests, which take long, and again after them.
tag: .venv/dev
	$(BIN)/python release/ready.py
	@$(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory dist
	$(BIN)/python release/ready.py
	git tag --annotate v$(VERSION) --message "rush-envs $(VERSION)"
	@echo "git push origin main v$(VERSION) publishes it"

clean:
	rm -rf .venv .venv-rllib .venv-clients .venv-peers .venv-numba-* $(OUT) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist *.egg-info
	find . -name __pycache__ -prune -exec rm -rf {} +
