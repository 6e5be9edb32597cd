"""Runs the cases of modules/conformance/cases.json, which the modules of all languages run: one by one, and 8 at once."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from store_orders_sim import ControlApiError, ControlClient, Environment

Json = dict[str, Any]

shared: Json = json.loads(
    (Path(__file__).parents[2] / "conformance" / "cases.json").read_text(encoding="utf-8")
)
cases: list[Json] = shared["cases"]


def send(environment: Environment, method: str, path: str, key: str | None = None) -> tuple[int, bytes]:
    """Sends one request as a client under test. The status of a broken connection is 0."""
    parts = urlsplit(environment.base_url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=20)
    try:
        headers = {"Authorization": f"Bearer {key or environment.api_key}"}
        connection.request(method, f"{parts.path}/store/orders{path}", headers=headers)
        response = connection.getresponse()
        return response.status, response.read()
    except (OSError, http.client.HTTPException):
        return 0, b""
    finally:
        connection.close()


def listed(environment: Environment) -> list[int]:
    return sorted(order["id"] for order in json.loads(send(environment, "GET", "")[1]))


class Run:
    """One case in one environment."""

    def __init__(self, environment: Environment, threads: ThreadPoolExecutor) -> None:
        self.environment = environment
        self._threads = threads
        self._begun: Future[int] | None = None

    def step(self, step: Json) -> None:
        step = dict(step)
        do: Callable[..., None] = getattr(self, step.pop("do"))
        do(**step)

    def id(self, order: int | str) -> int:
        return order if isinstance(order, int) else self.environment.handle(order)

    def with_id(self, fields: Json) -> Json:
        return {**fields, "orderId": self.id(fields["orderId"])} if "orderId" in fields else fields

    def cancel(self, order: int | str, status: int) -> None:
        assert send(self.environment, "DELETE", f"/{self.id(order)}")[0] == status

    def beginCancel(self, order: int | str) -> None:  # noqa: N802
        self._begun = self._threads.submit(lambda: send(self.environment, "DELETE", f"/{self.id(order)}")[0])

    def endCancel(self, status: int) -> None:  # noqa: N802
        assert self._begun is not None
        assert self._begun.result() == status

    def list(self, ids: list[int] | None = None, key: str | None = None, status: int = 200) -> None:
        assert send(self.environment, "GET", "", key)[0] == status
        if ids is not None:
            assert listed(self.environment) == ids

    def listLacks(self, order: str) -> None:  # noqa: N802
        assert self.id(order) not in listed(self.environment)

    def noHandle(self, order: str) -> None:  # noqa: N802
        with pytest.raises(LookupError, match=f'no handle "{order}"'):
            self.environment.handle(order)

    def order(self, order: int | str, **expected: str) -> None:
        assert self.environment.order(order).get("status") == expected["is"]

    def orders(self, status: Any, ids: list[int]) -> None:
        assert [order.get("id") for order in self.environment.orders(status)] == ids

    def putOrder(self, order: int, fields: Any) -> None:  # noqa: N802
        self.environment.put_order(order, fields)

    def deleteOrder(self, order: int) -> None:  # noqa: N802
        self.environment.delete_order(order)

    def ship(self, order: str) -> None:
        self.environment.ship(order)

    def addFault(self, fault: Any) -> None:  # noqa: N802
        self.environment.add_fault(self.with_id(fault))

    def faults(self, fired: list[int]) -> None:
        assert [fault["fired"] for fault in self.environment.faults()] == fired

    def clearFaults(self) -> None:  # noqa: N802
        self.environment.clear_faults()

    def addKey(self, key: str) -> None:  # noqa: N802
        assert self.environment.add_key(key)["key"] == key

    def revokeKey(self, id: str) -> None:  # noqa: N802
        self.environment.revoke_key(id)

    def freezeClock(self) -> None:  # noqa: N802
        self.environment.freeze_clock()

    def advanceClock(self, by: str, shipped: list[int]) -> None:  # noqa: N802
        assert self.environment.advance_clock(by) == shipped

    def openHold(self, hold: str, order: str | None = None) -> None:  # noqa: N802
        self.environment.open_hold(hold, None if order is None else self.id(order))

    def waitAtHold(self, hold: str, timeout: str = "10s", reached: bool = True) -> None:  # noqa: N802
        if reached:
            self.environment.wait_at_hold(hold, timeout=timeout)
        else:
            with pytest.raises(TimeoutError, match=hold):
                self.environment.wait_at_hold(hold, timeout=timeout)

    def closeHold(self, hold: str) -> None:  # noqa: N802
        self.environment.close_hold(hold)

    def journal(self, operation: Any, statuses: list[int]) -> None:
        assert [one.get("answer", {})["status"] for one in self.environment.journal(operation)] == statuses

    def waitFor(self, operation: Any, count: int) -> None:  # noqa: N802
        assert len(self.environment.wait_for(operation, count)) == count

    def verify(self, checks: list[Json], fails: str | None = None) -> None:
        given = [self.with_id(check) for check in checks]
        if fails is None:
            self.environment.verify(*given)
        else:
            with pytest.raises(AssertionError, match=fails):
                self.environment.verify(*given)

    def coverage(self, outcomes: dict[str, int]) -> None:
        assert self.environment.coverage()["outcomes"] == outcomes

    def load(self, scenario: str) -> None:
        self.environment.load(scenario)

    def reset(self) -> None:
        self.environment.reset()

    def setGaps(self, gaps: dict[str, str]) -> None:  # noqa: N802
        self.environment.set_gaps(gaps)

    def refused(self, order: int, code: str, message: str) -> None:
        with pytest.raises(ControlApiError, match=message) as refusal:
            self.environment.order(order)
        assert refusal.value.code == code


def run_case(control: ControlClient, case: Json) -> None:
    """Runs one case in an environment of its own."""
    with control.create_environment(case["scenario"]) as environment, ThreadPoolExecutor(1) as threads:
        run = Run(environment, threads)
        for step in case["steps"]:
            run.step(step)


@pytest.mark.parametrize("case", cases, ids=lambda case: case["name"])
def test_case(store_orders_control: ControlClient, case: Json) -> None:
    run_case(store_orders_control, case)


def test_208_runs_8_at_once_see_nothing_of_each_other(store_orders_control: ControlClient) -> None:
    with ThreadPoolExecutor(8) as threads:
        runs = [threads.submit(run_case, store_orders_control, case) for _ in range(16) for case in cases]
        assert [run.exception() for run in runs] == [None] * 208
