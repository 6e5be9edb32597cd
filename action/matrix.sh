#!/usr/bin/env bash
# Run by run.sh for the command matrix. Runs the tests in INPUT_TESTS once for each run that a simulator plans. Reads the
# addresses of the simulator from STORE_ORDERS_… variables, which the tests get too, and writes the reports to the folder in
# INPUT_REPORTS. Exits with the code of the matrix: 0 nothing found, 1 a dependence, 3 the tests fail without any change.
set -euo pipefail

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

mkdir -p "$INPUT_REPORTS"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# The command in the report is the text of the input, as one shell would run it.
text=$(printf '%s' "$INPUT_TESTS" | tr '\n\t' '  ' | sed 's/[\\"]/\\&/g')
control POST /matrix/plan --json "{\"faults\": ${INPUT_FAULTS:-false}, \"restart\": true, \"command\": [\"sh\", \"-c\", \"$text\"]}" >/dev/null
number=0
while next=$(control GET /matrix/next) && [ -n "$next" ]; do
  run=$(printf '%s' "$next" | sed -n 's/^  "run": \([0-9]*\),$/\1/p')
  number=$((number + 1))
  outcome=passed code=0
  timeout --kill-after 10 "${INPUT_TIMEOUT:-120}" sh -c "$INPUT_TESTS" >"$log" 2>&1 </dev/null || code=$?
  case $code in
    0) ;;
    124 | 137) outcome=hung ;;
    *) outcome=failed ;;
  esac
  # Without any change they must pass: show why they do not.
  if [ "$number" = 1 ] && [ "$outcome" != passed ]; then cat "$log"; fi
  printf 'run %s: %s\n' "$number" "$outcome"
  control POST /matrix/result --json "{\"run\": $run, \"outcome\": \"$outcome\"}" >/dev/null
done
control GET /matrix/report >"$INPUT_REPORTS/matrix.json"
control GET /matrix/report --header 'Accept: text/markdown' >"$INPUT_REPORTS/matrix.md"
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat "$INPUT_REPORTS/matrix.md" >>"$GITHUB_STEP_SUMMARY"; fi
exit "$(sed -n 's/^  "exitCode": \([0-9]*\),$/\1/p' "$INPUT_REPORTS/matrix.json")"
