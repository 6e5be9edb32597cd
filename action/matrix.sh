#!/usr/bin/env bash
# Runs tests once for each run that a simulator in a container plans: for the command matrix of the action, and without Node
# anywhere else. Needs bash and curl. Writes the reports to the folder in INPUT_REPORTS. Exits with the code of the matrix: 0 nothing
# found, 1 a dependence, 3 the tests fail without any change.
#
#   docker run --rm --entrypoint cat store-orders-sim /app/action/matrix.sh > matrix.sh
#   export STORE_ORDERS_CONTROL_TOKEN=a-token-of-your-own
#   docker run -d -p 4010:4010 -p 4011:4011 -e SIM_CONTROL_TOKEN="$STORE_ORDERS_CONTROL_TOKEN" store-orders-sim
#   INPUT_RESULTS='build/test-results/**/*.xml' bash matrix.sh ./gradlew test
set -euo pipefail

INPUT_TESTS=${INPUT_TESTS:-$*} INPUT_REPORTS=${INPUT_REPORTS:-store-orders-reports}
export STORE_ORDERS_URL=${STORE_ORDERS_URL:-http://localhost:4010}
export STORE_ORDERS_BASE_URL=${STORE_ORDERS_BASE_URL:-$STORE_ORDERS_URL/v1}
export STORE_ORDERS_API_KEY=${STORE_ORDERS_API_KEY:-test-api-key}
export STORE_ORDERS_CONTROL_URL=${STORE_ORDERS_CONTROL_URL:-http://localhost:4011}
if [ -z "$INPUT_TESTS" ] || [ -z "${STORE_ORDERS_CONTROL_TOKEN:-}" ]; then
  echo 'usage: STORE_ORDERS_CONTROL_TOKEN=TOKEN bash matrix.sh COMMAND; TOKEN is SIM_CONTROL_TOKEN of the simulator' >&2
  exit 2
fi

# control METHOD PATH [CURL OPTION…]: calls the control API and prints the response; a refusal is printed as an error.
control() {
  local response
  response=$(curl --silent --show-error --fail-with-body --max-time 60 --request "$1" "$STORE_ORDERS_CONTROL_URL$2" \
    --header "Authorization: Bearer $STORE_ORDERS_CONTROL_TOKEN" "${@:3}") || {
    printf '%s %s was refused: %s\n' "$1" "$2" "$response" >&2
    return 1
  }
  printf '%s\n' "$response"
}

# junit START: prints the JUnit XML files of INPUT_RESULTS that are newer than START and have a failure, as JSON texts. The control
# API reads 1 MiB: beyond 700 KB, their tests stay without a name.
junit() {
  local file size bytes=0 separator=
  shopt -s globstar nullglob
  # Several patterns are separated by spaces.
  # shellcheck disable=SC2086
  for file in ${INPUT_RESULTS:-}; do
    [ -f "$file" ] && [ "$file" -nt "$1" ] && grep -qE '<(failure|error)[ />]' "$file" || continue
    size=$(wc -c <"$file")
    bytes=$((bytes + size))
    [ "$bytes" -le 700000 ] || break
    printf '%s"' "$separator"
    separator=,
    tr -d '\000-\010\013\014\016-\037' <"$file" | sed 's/[\\"]/\\&/g; s/\t/\\t/g; s/\r/\\r/g' | awk '{ printf "%s\\n", $0 }'
    printf '"'
  done
}

mkdir -p "$INPUT_REPORTS"
log=$(mktemp) start=$(mktemp) result=$(mktemp)
trap 'rm -f "$log" "$start" "$result"' EXIT
# The command in the report is the text of the input, as one shell would run it.
text=$(printf '%s' "$INPUT_TESTS" | tr '\n\t' '  ' | sed 's/[\\"]/\\&/g')
control POST /matrix/plan --json "{\"faults\": ${INPUT_FAULTS:-false}, \"restart\": true, \"command\": [\"sh\", \"-c\", \"$text\"]}" >/dev/null
number=0
while next=$(control GET /matrix/next) && [ -n "$next" ]; do
  run=$(printf '%s' "$next" | sed -n 's/^  "run": \([0-9]*\),$/\1/p')
  number=$((number + 1))
  outcome=passed code=0
  touch "$start"
  timeout --kill-after 10 "${INPUT_TIMEOUT:-120}" sh -c "$INPUT_TESTS" >"$log" 2>&1 </dev/null || code=$?
  case $code in
    0) ;;
    124 | 137) outcome=hung ;;
    *) outcome=failed ;;
  esac
  # Without any change they must pass: show why they do not.
  if [ "$number" = 1 ] && [ "$outcome" != passed ]; then cat "$log"; fi
  printf 'run %s: %s\n' "$number" "$outcome"
  printf '{"run": %s, "outcome": "%s", "junit": [' "$run" "$outcome" >"$result"
  if [ "$outcome" != passed ]; then junit "$start" >>"$result"; fi
  printf ']}' >>"$result"
  # A file that is no JUnit XML is refused with the reason, and the outcome counts without it.
  progress=$(control POST /matrix/result --json "@$result" ||
    control POST /matrix/result --json "{\"run\": $run, \"outcome\": \"$outcome\"}")
  if [ "$number" = 1 ]; then printf '%s\n' "$progress" | sed -n 's/^ *"most": \([0-9]*\)$/at most \1 runs/p'; fi
done
control GET /matrix/report >"$INPUT_REPORTS/matrix.json"
control GET /matrix/report --header 'Accept: text/markdown' >"$INPUT_REPORTS/matrix.md"
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat "$INPUT_REPORTS/matrix.md" >>"$GITHUB_STEP_SUMMARY"; fi
exit "$(sed -n 's/^  "exitCode": \([0-9]*\),$/\1/p' "$INPUT_REPORTS/matrix.json")"
