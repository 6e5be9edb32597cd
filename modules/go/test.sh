#!/bin/sh
# Vets and tests the Go module: `./test.sh` with the program STORE_ORDERS_SIM_BIN, by default the one that `npm run build:archive` makes;
# `./test.sh containers` with containers of STORE_ORDERS_SIM_IMAGE. Go loads what is not in its module cache from GOPROXY.
# `./test.sh fetch` only downloads; then `./test.sh conformance` runs the cases of modules/conformance/cases.json without a network.
set -eu
cd "$(dirname "$0")"
run() {
  log=$(mktemp)
  code=0
  go test -count=1 -parallel 8 -v "$@" >"$log" 2>&1 || code=$?
  grep -v -e '^=== ' -e '^    --- PASS' "$log" || true
  echo "$(grep -c -e '--- PASS: ' "$log") tests passed"
  rm "$log"
  exit "$code"
}
vet() {
  go vet ./... && go vet -tags containers ./... && return
  echo "test.sh: go vet failed. If a module could not be downloaded: the first run needs proxy.golang.org, or another GOPROXY" >&2
  exit 1
}
case "${1:-}" in
  fetch) vet ;;
  conformance) GOPROXY=off run -run '^TestConformance$' ./storeorders ;;
  containers)
    vet
    export STORE_ORDERS_SIM_IMAGE="${STORE_ORDERS_SIM_IMAGE:-store-orders-sim}"
    unset STORE_ORDERS_SIM_BIN
    run -tags containers ./...
    ;;
  *)
    vet
    test -z "$(gofmt -l .)" || { echo "test.sh: gofmt would change: $(gofmt -l .)" >&2; exit 1; }
    export STORE_ORDERS_SIM_BIN="${STORE_ORDERS_SIM_BIN:-$PWD/../../archive/store-orders-sim}"
    go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 -tags containers ./...
    run ./...
    ;;
esac
