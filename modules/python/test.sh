#!/bin/sh
# Installs, builds and tests the Python module: `./test.sh` with the program STORE_ORDERS_SIM_BIN, by default the one that
# `npm run build:archive` makes; `./test.sh containers` with containers of STORE_ORDERS_SIM_IMAGE. `./test.sh fetch` only downloads;
# then `./test.sh conformance` runs the cases of modules/conformance/cases.json without a network.
set -eu
cd "$(dirname "$0")"
[ -x .venv/bin/pytest ] || { python3 -m venv .venv && .venv/bin/pip install --quiet --disable-pip-version-check -e '.[test]'; }
case "${1:-}" in
  fetch) ;;
  conformance) exec .venv/bin/pytest -q tests/test_conformance.py -k test_case ;;
  containers)
    export STORE_ORDERS_SIM_IMAGE="${STORE_ORDERS_SIM_IMAGE:-store-orders-sim}"
    exec env -u STORE_ORDERS_SIM_BIN .venv/bin/pytest -q tests/container tests/test_conformance.py
    ;;
  *)
    export STORE_ORDERS_SIM_BIN="${STORE_ORDERS_SIM_BIN:-$PWD/../../archive/store-orders-sim}"
    .venv/bin/basedpyright --pythonpath .venv/bin/python
    .venv/bin/python -m build --no-isolation --outdir dist >/dev/null
    ls dist/store_orders_sim-*.tar.gz dist/store_orders_sim-*-py3-none-any.whl
    exec .venv/bin/pytest -q
    ;;
esac
