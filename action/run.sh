#!/usr/bin/env bash
# Run by action.yml. With Docker, starts a simulator in the background, checks a deployment, or runs tests in a matrix.
# Reads the inputs from INPUT_… variables and writes the outputs to the file GITHUB_OUTPUT.
set -euo pipefail

output() { printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"; }

fail() {
  printf '::error title=store-orders-sim::%s\n' "$1"
  exit 2
}

remove() { docker rm --force --volumes "$1" >/dev/null 2>&1 || true; }

# A self-hosted runner keeps the containers of a job. The label names the job, so that its next run removes what was left.
job_label() {
  printf 'store-orders-sim.job=%s/%s/%s/%s/%s' "${RUNNER_NAME:-}" "${GITHUB_REPOSITORY:-}" "${GITHUB_WORKFLOW:-}" \
    "${GITHUB_JOB:-}" "${GITHUB_ACTION:-}"
}

remove_leftovers() {
  local left
  left=$(docker ps --all --quiet --filter "label=$(job_label)" --filter "label=store-orders-sim.run")
  for container in $left; do
    if [ "$(docker inspect --format '{{index .Config.Labels "store-orders-sim.run"}}' "$container")" != "$(this_run)" ]; then
      remove "$container"
    fi
  done
}

this_run() { printf '%s' "${GITHUB_RUN_ID:-0}-${GITHUB_RUN_ATTEMPT:-0}"; }

# wait_until_healthy CONTAINER: prints the log and fails if the container exits or becomes unhealthy.
wait_until_healthy() {
  local state
  while state=$(docker inspect --format '{{.State.Status}} {{.State.Health.Status}}' "$1"); do
    case $state in
      *' healthy') return 0 ;;
      'running starting' | 'created '*) sleep 0.2 ;;
      *) break ;;
    esac
  done
  docker logs "$1" >&2 || true
  remove "$1"
  fail "the simulator did not become healthy (${state:-gone}); see its log above"
}

# published CONTAINER PORT: prints the address of a published port on this machine.
published() { printf 'http://localhost:%s' "$(docker port "$1" "$2/tcp" | head -n 1 | sed 's/.*://')"; }

serve() {
  local token container key=${INPUT_API_KEY%%,*} options=()
  [ -n "$key" ] || fail 'the input api-key is empty; name the key that the simulator accepts, or leave the input out for test-api-key'
  token=$(od -An -N 24 -tx1 /dev/urandom | tr -d ' \n')
  printf '::add-mask::%s\n' "$token"
  if [ -f "$INPUT_SCENARIO" ]; then
    options+=(--volume "$(realpath "$INPUT_SCENARIO"):/scenarios/$(basename "$INPUT_SCENARIO"):ro")
    INPUT_SCENARIO=/scenarios/$(basename "$INPUT_SCENARIO")
  fi
  if [ -n "$INPUT_PROFILE" ]; then options+=(--env "SIM_PROFILE=$INPUT_PROFILE"); fi
  if [ -n "$INPUT_SEED" ]; then options+=(--env "SIM_SEED=$INPUT_SEED"); fi
  if [ "$INPUT_PORT" != 0 ]; then options+=(--env "SIM_PUBLIC_URL=http://localhost:$INPUT_PORT"); fi
  remove_leftovers
  container=$(
    SIM_SCENARIO=$INPUT_SCENARIO SIM_API_KEY=$INPUT_API_KEY SIM_CONTROL_TOKEN=$token docker create \
      --label "$(job_label)" --label "store-orders-sim.run=$(this_run)" \
      --env SIM_SCENARIO --env SIM_API_KEY --env SIM_CONTROL_TOKEN "${options[@]}" \
      --publish "127.0.0.1:${INPUT_PORT/#0/}:4010" --publish "127.0.0.1:${INPUT_CONTROL_PORT/#0/}:4011" \
      "$INPUT_IMAGE" serve
  ) || fail "no container could be made from the image $INPUT_IMAGE; see the message above"
  if ! docker start "$container" >/dev/null; then
    remove "$container"
    fail "the simulator could not start: is port $INPUT_PORT or $INPUT_CONTROL_PORT of the runner in use? Choose others with the inputs port and control-port; 0 takes any free port"
  fi
  wait_until_healthy "$container"
  local service
  service=$(published "$container" 4010)
  output container "$container"
  output service-url "$service"
  output base-url "$service/v1"
  output staging-base-url "$service/staging/v1"
  output api-key "$key"
  output control-url "$(published "$container" 4011)"
  output control-token "$token"
}

# read_arguments TEXT: sets `arguments` to the words of all lines. A quoted word may contain spaces, and a line may be a comment.
read_arguments() {
  local words
  words=$(printf '%s\n' "$1" | sed '/^[[:space:]]*#/d' | xargs printf '%s\n') ||
    fail 'the input arguments has a quote without its end; write a value with spaces as "a b"'
  if [ -n "$words" ]; then mapfile -t arguments <<<"$words"; fi
}

# run NAME COMMAND [ARGUMENT...]: runs a command of the program in the image, on the runner, where localhost and the tests are. Writes
# the reports NAME.json, NAME.xml and NAME.html. `tests` has the words after the flags.
run() {
  local name=$1 folder reports code=0 arguments=()
  shift
  read_arguments "$INPUT_ARGUMENTS"
  mkdir -p "$INPUT_REPORTS"
  reports=$(realpath "$INPUT_REPORTS")
  # Reports of an earlier run, which a self-hosted runner keeps, are not those of this one.
  rm -f "$reports/$name".{json,xml,html}
  folder=$(mktemp -d)
  docker run --rm "$INPUT_IMAGE" archive | tar -xC "$folder" ||
    fail "the program cannot be copied out of the image $INPUT_IMAGE; see the message above"
  "$folder/store-orders-sim/store-orders-sim" "$@" \
    --report "json=$reports/$name.json" --report "junit=$reports/$name.xml" --report "html=$reports/$name.html" \
    "${arguments[@]}" "${tests[@]}" || code=$?
  rm -rf "$folder"
  output exit-code "$code"
  report report-json "$reports/$name.json"
  report report-junit "$reports/$name.xml"
  report report-html "$reports/$name.html"
  return "$code"
}

# report NAME FILE: writes an output only if the report was written.
report() {
  if [ -s "$2" ]; then output "$1" "$2"; fi
}

check() {
  local tests=()
  [ -n "$INPUT_TARGET" ] || fail 'the input target is missing: the base address of the deployment, ending in /v1'
  [ -n "$INPUT_API_KEY" ] || fail 'the input api-key is empty; is the secret set, and may this job read it?'
  STORE_ORDERS_API_KEY=$INPUT_API_KEY run contract check "$INPUT_TARGET" --level "$INPUT_LEVEL"
}

matrix() {
  [ -n "$INPUT_TESTS" ] || fail 'the input tests is missing: the shell command that runs your tests'
  local tests=(-- sh -c "$INPUT_TESTS")
  run matrix matrix
}

case $INPUT_COMMAND in
  serve | check | matrix) "$INPUT_COMMAND" ;;
  *) fail "the input command is \"$INPUT_COMMAND\"; expected serve, check or matrix" ;;
esac
