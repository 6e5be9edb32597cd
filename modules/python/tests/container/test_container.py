"""The Testcontainers module against a Docker engine: run by STORE_ORDERS_SIM_IMAGE=… pytest tests/container."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path

import pytest
from store_orders_sim.container import StoreOrdersContainer
from testcontainers.core.network import Network


def listed(base_url: str, key: str) -> str:
    request = urllib.request.Request(f"{base_url}/store/orders", headers={"Authorization": f"Bearer {key}"})
    with urllib.request.urlopen(request) as response:
        return response.read().decode()


def test_starts_with_all_options_and_is_removed_at_the_end(tmp_path: Path) -> None:
    container = (
        StoreOrdersContainer()
        .with_scenario("shipped")
        .with_staging_scenario("empty")
        .with_api_key("key-a", "key-b")
        .with_staging_api_key("key-c")
        .with_seed(42)
        .with_profile("typical")
        .with_gap("conflict-body", "text")
        .with_control_token("a-token-of-the-test")
    )
    with container as store:
        assert store.api_key == "key-a"
        assert "48190577" in listed(store.base_url, "key-b")
        assert listed(store.staging_base_url, store.staging_api_key) == "[]"
        production = store.control.call("GET /environments/production/profile")
        assert production["answers"]["conflict-body"] == "text"
        wrapped = store.get_wrapped_container()
    with pytest.raises(Exception, match="No such container"):
        wrapped.reload()


def test_starts_with_a_scenario_file(tmp_path: Path) -> None:
    scenario = tmp_path / "mine.yaml"
    scenario.write_text("orders: [{ id: 9007199254740993 }]\n", encoding="utf-8")
    with StoreOrdersContainer().with_scenario_file(scenario) as store:
        assert "9007199254740993" in listed(store.base_url, store.api_key)


def test_a_failed_start_shows_the_end_of_the_log_and_leaves_no_container(tmp_path: Path) -> None:
    scenario = tmp_path / "mine.yaml"
    scenario.write_text("orders:\n  - { id: 1, quantty: 2 }\n", encoding="utf-8")
    container = StoreOrdersContainer().with_scenario_file(scenario)
    with pytest.raises(RuntimeError, match=r"(?s)exit code 2 before it was ready.*/scenarios/mine\.yaml:2:14 "):
        container.start()
    with pytest.raises(Exception, match="No such container"):
        container.get_wrapped_container().reload()


def test_another_container_of_the_network_reaches_an_environment_by_the_service_url() -> None:
    with Network() as network:
        container = StoreOrdersContainer().with_network(network).with_network_aliases("store")
        with container as store:
            with store.control_for("http://store:4010").create_environment("empty") as environment:
                assert environment.base_url == f"http://store:4010/{environment.name}/v1"
                headers = json.dumps({"Authorization": f"Bearer {environment.api_key}"})
                script = f"fetch('{environment.base_url}/store/orders', {{ headers: {headers} }})"
                ended = store.exec(["node", "-e", f"{script}.then((one) => one.text()).then(console.log)"])
                assert ended.output == b"[]\n"


def test_a_run_of_the_matrix_reaches_the_container_and_its_record_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    record = tmp_path / "record.jsonl"
    monkeypatch.setenv("SIM_CELL", '{"gaps":{"cancelled-in-list":"remove"}}')
    monkeypatch.setenv("SIM_RECORD", str(record))
    with StoreOrdersContainer() as store, store.control.create_environment("empty") as environment:
        assert listed(environment.base_url, environment.api_key) == "[]"
        gaps = store.control.call(f"GET /environments/{environment.name}/profile")["answers"]
        assert gaps["cancelled-in-list"] == "remove"
    lines = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    assert len(lines) >= 1
