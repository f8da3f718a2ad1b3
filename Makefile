# Each target sets up what it needs first. On a fresh machine that is Python 3.11 or newer with
# venv, and nothing else; what the locks name goes into .venv, once for each content of a lock.

# Which Python makes .venv; the first of these that will do.
PYTHON ?= python3.13 python3.12 python3.11 python3

# Passed on to what play, run, test, bench and soak start: make play ARGS="--port 9000 --no-browser"
ARGS ?=

IN_VENV = .venv/bin/python
INSTALL = $(IN_VENV) -m pip install --quiet --disable-pip-version-check --require-hashes

.PHONY: help play run test lint bench soak art words lock clean venv needs-run needs-dev

help:
	@echo "make play    try the bot in your browser: no account, no token, no Redis"
	@echo "make run     run the bot on Discord, with the settings of .env"
	@echo "make test    run all tests"
	@echo "make lint    check style and types"
	@echo "make bench   measure how fast it is"
	@echo "make soak    play 200 games at once while bot and store are killed, and verify them"
	@echo "make art     draw the tiles anew, after a change in art/"
	@echo "make words   bring the languages up to date, after a change of what the bot says"
	@echo "make lock    pin the dependencies of pyproject.toml anew"
	@echo "make clean   remove what make made; games in data/ stay"

play: needs-run
	@exec $(IN_VENV) -m playground $(ARGS)

run: needs-run
	@exec $(IN_VENV) bot.py $(ARGS)

test: needs-dev
	@exec $(IN_VENV) -m pytest --numprocesses 3 --dist worksteal $(ARGS)

lint: needs-dev
	@$(IN_VENV) -m ruff check --quiet
	@$(IN_VENV) -m ruff format --check --quiet
	@$(IN_VENV) -m mypy --no-error-summary

bench: needs-dev
	@exec $(IN_VENV) -m bench $(ARGS)

soak: needs-dev
	@exec $(IN_VENV) -m soak $(ARGS)

art: needs-run
	@exec $(IN_VENV) -m art

words: needs-run
	@exec $(IN_VENV) -m catalogs

lock: needs-dev
	@.venv/bin/uv pip compile --quiet --universal --generate-hashes --no-header \
		pyproject.toml -o requirements.lock
	@.venv/bin/uv pip compile --quiet --universal --generate-hashes --no-header \
		--extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock

clean:
	@rm -rf .venv build .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -not -path './data/*' -prune -exec rm -rf {} +

# A copy of each lock in .venv says what is installed: it stands for the content, where a file's
# time would change with every checkout. The locks agree, so the tools for development bring along
# all that the bot needs.
needs-run: venv
	@cmp -s requirements.lock .venv/requirements.lock || { \
		echo "Installing what the bot needs into .venv (once)"; \
		$(INSTALL) -r requirements.lock && cp requirements.lock .venv/; }

needs-dev: venv
	@cmp -s requirements.lock .venv/requirements.lock \
		&& cmp -s requirements-dev.lock .venv/requirements-dev.lock || { \
		echo "Installing what the bot and its development need into .venv (once)"; \
		$(INSTALL) -r requirements-dev.lock && cp requirements.lock requirements-dev.lock .venv/; }

venv:
	@test -x .venv/bin/python && test -x .venv/bin/pip || { \
		for python in $(PYTHON); do \
			"$$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' \
				2>/dev/null && exec "$$python" -m venv --clear .venv; \
		done; \
		echo "No Python 3.11 or newer with venv was found among: $(PYTHON)." >&2; \
		echo "Install one (on Debian and Ubuntu: apt install python3 python3-venv)," >&2; \
		echo "or name yours: make $(MAKECMDGOALS) PYTHON=/path/to/python3" >&2; \
		exit 1; }
