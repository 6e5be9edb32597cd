"""How a simulator is started, and what a start that fails says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from store_orders_sim import NoSimulatorError, StoreOrdersProcess, start
from test_conformance import shared

variables = ["CONTROL_URL", "CONTROL_TOKEN", "URL", "SIM_BIN", "SIM_IMAGE"]


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """No variable, no program on PATH, and no Docker."""
    for name in variables:
        monkeypatch.delenv(f"STORE_ORDERS_{name}", raising=False)
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere.sock")
    return monkeypatch


def script(folder: Path, text: str) -> str:
    file = folder / "store-orders-sim"
    file.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    file.chmod(0o755)
    return str(file)


@pytest.mark.usefixtures("bare")
def test_without_docker_the_error_names_the_ways_without_it() -> None:
    with pytest.raises(NoSimulatorError) as error, start():
        pass
    assert str(error.value).startswith("Docker cannot be reached (")
    assert str(error.value).endswith(f"). {shared['withoutDocker']}")


def test_the_address_of_a_running_simulator_comes_first(bare: pytest.MonkeyPatch) -> None:
    bare.setenv("STORE_ORDERS_SIM_BIN", "/nowhere/store-orders-sim")
    bare.setenv("STORE_ORDERS_CONTROL_URL", "http://127.0.0.1:9/")
    with pytest.raises(ValueError, match="STORE_ORDERS_CONTROL_TOKEN is not set"), start():
        pass
    bare.setenv("STORE_ORDERS_CONTROL_TOKEN", "a-token-of-the-test")
    with start() as control:
        assert control.url == "http://127.0.0.1:9"
        assert not control.ready()
        with pytest.raises(ConnectionError, match=r"cannot be reached at http://127\.0\.0\.1:9 \(.+\): is the sim"):
            control.create_environment("pending")


def test_a_program_that_is_missing_is_named(bare: pytest.MonkeyPatch) -> None:
    bare.setenv("STORE_ORDERS_SIM_BIN", "/nowhere/store-orders-sim")
    with pytest.raises(FileNotFoundError, match="/nowhere/store-orders-sim is not a program: set STORE_ORDERS_SIM_BIN"):
        StoreOrdersProcess()


def test_a_program_on_path_is_started(bare: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ready = "http://127.0.0.1:5/v1 (production), http://127.0.0.1:5/staging/v1 (staging), http://127.0.0.1:6 (control)"
    script(tmp_path, f"echo 'store-orders-sim ready: {ready}'; exec /bin/sleep 60")
    bare.setenv("PATH", str(tmp_path))
    with start() as control:
        assert control.url == "http://127.0.0.1:6"


def test_a_start_that_fails_shows_the_end_of_the_log(tmp_path: Path) -> None:
    program = script(tmp_path, "echo 'the scenario is wrong' >&2; exit 2")
    with pytest.raises(RuntimeError, match=r"exit code 2 before it was ready; the end of its log:\n  the scenario is"):
        StoreOrdersProcess(program).start()


def test_a_start_that_takes_too_long_ends(tmp_path: Path) -> None:
    process = StoreOrdersProcess(script(tmp_path, "exec /bin/sleep 60"))
    with pytest.raises(RuntimeError, match=r"not ready after 0\.1 s"):
        process.start(0.1)


def test_the_options_reach_the_program_as_variables_and_only_a_run_of_the_matrix_is_inherited(
    bare: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bare.setenv("SIM_SCENARIO_INLINE", "orders: []")
    bare.setenv("SIM_CELL", '{"gaps":{}}')
    bare.setenv("SIM_RECORD", "/nowhere/record")
    scenario = tmp_path / "mine.yaml"
    scenario.write_text("orders: []", encoding="utf-8")
    program = script(tmp_path, "exec /usr/bin/env >&2")
    process = (
        StoreOrdersProcess(program)
        .with_staging_scenario("empty")
        .with_scenario_file(scenario)
        .with_api_key("key-a", "key-b")
        .with_staging_api_key("key-c")
        .with_seed(42)
        .with_profile("typical")
        .with_gap("conflict-body", "text")
        .with_gap("list-order", "by-id")
        .with_control_token("a-token-of-the-test")
    )
    with pytest.raises(RuntimeError):
        process.start()
    given = {name: value for name, _, value in (line.partition("=") for line in process.logs.splitlines())}
    assert {name: given[name] for name in given if name.startswith("SIM_")} == {
        "SIM_CELL": '{"gaps":{}}',
        "SIM_RECORD": "/nowhere/record",
        "SIM_SCENARIO": str(scenario),
        "SIM_STAGING_SCENARIO": "empty",
        "SIM_API_KEY": "key-a,key-b",
        "SIM_STAGING_API_KEY": "key-c",
        "SIM_SEED": "42",
        "SIM_PROFILE": "typical",
        "SIM_GAP": "conflict-body=text;list-order=by-id",
        "SIM_CONTROL_TOKEN": "a-token-of-the-test",
        "SIM_HOST": "127.0.0.1",
        "SIM_PORT": "0",
        "SIM_CONTROL_HOST": "127.0.0.1",
        "SIM_CONTROL_PORT": "0",
    }
    assert (process.api_key, process.staging_api_key) == ("key-a", "key-c")


def test_a_scenario_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="nowhere.yaml is not a file"):
        StoreOrdersProcess(script(tmp_path, "exit 0")).with_scenario_file("nowhere.yaml")


def test_the_cases_have_names_of_their_own() -> None:
    names = [case["name"] for case in shared["cases"]]
    assert len(set(names)) == len(names) == 13, json.dumps(names)
