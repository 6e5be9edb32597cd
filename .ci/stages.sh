# What .ci/run and .ci/nightly share: stages that run one after the other, and their sum. Sourced at the root of a clone.
# shellcheck shell=bash
export CI=true NO_COLOR=1 DEBIAN_FRONTEND=noninteractive
unset FORCE_COLOR

passed=0
failures=()
stages=()
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT

finish() {
  printf '\n'
  printf '%s\n' "${stages[@]}" "$(since end)"
  for each in "${failures[@]+"${failures[@]}"}"; do printf 'FAILED %s\n' "$each"; done
  printf '%d passed, %d failed\n' "$passed" "${#failures[@]}"
  [ "${#failures[@]}" -eq 0 ] && [ "$passed" -gt 0 ]
  exit
}

since() { printf '%2d min %2d s: %s' $((SECONDS / 60)) $((SECONDS % 60)) "$1"; }

# stage NAME: the title of a stage, with the time so far. The titles are printed again at the end.
stage() {
  stages+=("$(since "$1")")
  printf '\n== %s\n' "${stages[-1]}"
}

# check NAME COMMAND…: one check, by its exit code.
check() {
  local name=$1
  shift
  if "$@"; then passed=$((passed + 1)); else failures+=("$name"); fi
}

# suite STAGE RUNNER [ARGUMENT…]: the tests of a stage, counted one by one. RUNNER is `offline`, or `env` to run them as they
# are. What hangs ends with all its processes.
suite() {
  local name=$1 runner=$2 report=$results/report.json code=0 line command=(node .ci/test.mjs "$1")
  shift 2
  if [ "$name" = test ]; then command=(npm test --silent --); fi
  rm -f "$report"
  "$runner" timeout --kill-after=30 "${limit:-10m}" "${command[@]}" "$@" --reporter=json --outputFile.json="$report" || code=$?
  while IFS= read -r line; do
    case $line in
      'passed '*) passed=$((passed + ${line#passed })) ;;
      'failed '*) failures+=("$name: ${line#failed }") ;;
    esac
  done < <(node .ci/judge-report.mjs "$name" "$report" "$code")
}

# offline COMMAND…: runs it with loopback only, if this user may create a network namespace.
offline() {
  # shellcheck disable=SC2016 # The inner shell expands it.
  if unshare --net true 2>/dev/null; then unshare --net sh -c 'ip link set lo up && exec "$@"' sh "$@"; else "$@"; fi
}

# fetched COMMAND…: tries a command that uses the network up to three times.
fetched() {
  local pause
  for pause in 0 5 20; do
    sleep "$pause"
    "$@" && return
  done
  printf 'The network failed three times: %s\n' "$*"
  exit 75
}

# any COMMAND…: whether one of the commands is there.
any() {
  local each
  for each in "$@"; do if command -v "$each" >/dev/null; then return 0; fi; done
  return 1
}

# debian COMMAND[|COMMAND]=PACKAGE…: installs the packages whose commands are missing, if this is Debian and the user is root.
debian() {
  local each packages=()
  for each in "$@"; do
    # shellcheck disable=SC2046 # One word for each command.
    any $(tr '|' ' ' <<<"${each%=*}") || packages+=("${each#*=}")
  done
  if [ "${#packages[@]}" -eq 0 ] || [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then return; fi
  fetched apt-get update -qq
  fetched apt-get install -y -qq --no-install-recommends "${packages[@]}"
}

# engine: starts the Docker engine of this workplace, if it has one.
engine() {
  local up=../shared/docker-engine/up
  [ -x "$up" ] || return 0
  fetched "$up"
  eval "$("$up" --env)"
}

# installed: the packages of the project and of tools/, with the project's Node first in PATH.
installed() {
  fetched npm ci
  fetched npm run --silent tools
  export PATH="$PWD/node_modules/.bin:$PATH"
}
