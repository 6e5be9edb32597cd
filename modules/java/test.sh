#!/bin/sh
# Builds and tests the Java module: `./test.sh` with the program STORE_ORDERS_SIM_BIN, by default the one that `npm run build:archive`
# makes; `./test.sh containers` with containers of STORE_ORDERS_SIM_IMAGE. Maven loads what is not in ~/.m2 from Maven Central.
# `./test.sh fetch` only downloads; then `./test.sh conformance` runs the cases of modules/conformance/cases.json without a network.
set -eu
cd "$(dirname "$0")"
maven() {
  mvn --batch-mode --no-transfer-progress -Dstyle.color=never "$@" && return
  echo "test.sh: Maven failed. If it could not transfer an artifact: the first run needs Maven Central, or a mirror in ~/.m2/settings.xml" >&2
  exit 1
}
case "${1:-}" in
  # Surefire downloads its provider when it runs tests.
  fetch) maven test -Dtest='ConformanceTest#none' -Dsurefire.failIfNoSpecifiedTests=false ;;
  conformance) maven --offline test -Dtest=ConformanceTest ;;
  containers)
    export STORE_ORDERS_SIM_IMAGE="${STORE_ORDERS_SIM_IMAGE:-store-orders-sim}"
    unset STORE_ORDERS_SIM_BIN
    maven test -Dexcluded.groups= -Dgroups='containers | conformance'
    ;;
  *)
    export STORE_ORDERS_SIM_BIN="${STORE_ORDERS_SIM_BIN:-$PWD/../../archive/store-orders-sim}"
    maven verify
    ;;
esac
