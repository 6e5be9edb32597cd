"""Fixtures for pytest. Each worker of pytest-xdist has a simulator, each test an environment."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

import pytest

from store_orders_sim.control import ControlClient, Environment
from store_orders_sim.start import start

_environment = pytest.StashKey[Environment]()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "store_orders(scenario, *, gaps, profile, seed, api_keys): the environment of the fixture `store_orders`",
    )


@pytest.fixture(scope="session")
def store_orders_control() -> Iterator[ControlClient]:
    """A simulator for the test run."""
    with start() as control:
        yield control


@pytest.fixture
def store_orders(request: pytest.FixtureRequest, store_orders_control: ControlClient) -> Iterator[Environment]:
    """An environment of the test, by default with the scenario `mixed`. `@pytest.mark.store_orders(...)` changes it."""
    marker = request.node.get_closest_marker("store_orders")
    args: tuple[Any, ...] = marker.args if marker else ()
    settings: dict[str, Any] = dict(marker.kwargs) if marker else {}
    if not args:
        settings.setdefault("scenario", "mixed")
    with store_orders_control.create_environment(*args, **settings) as environment:
        request.node.stash[_environment] = environment
        yield environment


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Shows in the report of a failed test what its client sent."""
    report = yield
    environment = item.stash.get(_environment, None)
    if report.when == "call" and report.failed and environment is not None:
        try:
            lines = [_line(exchange) for exchange in reversed(environment.journal())]
        except Exception as error:  # The simulator may be what failed.
            lines = [str(error)]
        report.sections.append((f"store orders: requests in {environment.name}", "\n".join(lines) or "none"))
    return report


def _line(exchange: dict[str, Any]) -> str:
    answer = exchange.get("answer", {}).get("status", exchange.get("end"))
    faults = "".join(f", fault {fault['id']} {fault['did']}" for fault in exchange.get("faults", []))
    return f"{exchange.get('method')} {exchange.get('path')} -> {answer}{faults}"
