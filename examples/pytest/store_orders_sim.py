"""A test helper for store-orders-sim: one environment per test, over the control API. Python 3.9 or later, no dependencies.

    with StoreOrdersSim().environment("pending") as environment:
        store = StoreOrders(environment.base_url, environment.api_key)
        ...
        environment.verify({"check": "cancelled", "orderId": environment.handles["pending"], "times": 1})

Faults, checks and scenarios are dictionaries as in docs/reference/faults.md, docs/reference/control-api.md and docs/reference/scenarios.md.
"""

from __future__ import annotations

import json
import os
import uuid
from typing import Any, Mapping, Union
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import ProxyHandler, Request, build_opener

Scenario = Union[str, Mapping[str, Any]]
OrderKey = Union[int, str]


class ControlApiError(Exception):
    """The control API refused a request. `str(error)` lists every problem."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


class StoreOrdersSim:
    """A running simulator. The defaults are the environment variables that README.md lists."""

    def __init__(
        self, control_url: str | None = None, token: str | None = None, service_url: str | None = None
    ) -> None:
        variables = os.environ
        url = control_url or variables.get("STORE_ORDERS_CONTROL_URL") or "http://localhost:4011"
        self._control_url = url.rstrip("/")
        self._token = token or variables.get("STORE_ORDERS_CONTROL_TOKEN")
        self._service_url = (service_url or variables.get("STORE_ORDERS_URL") or "").rstrip("/")
        if not self._token:
            raise ValueError("STORE_ORDERS_CONTROL_TOKEN is not set: use the SIM_CONTROL_TOKEN of the simulator")

    def environment(self, scenario: Scenario | None = None, **settings: Any) -> Environment:
        """Creates an environment with its own orders, key, clock, faults and journal.

        `scenario` is the name of a scenario or an inline one. `settings` are further fields of the request, such as
        `gaps={"conflict-body": "error"}`, `profile="typical"` or `seed=7`. It expires after an hour if it is not deleted.
        """
        name = f"test-{uuid.uuid4().hex}"
        request = {"ttlSeconds": 3600, **settings}
        if scenario is not None:
            request["scenario"] = scenario
        return Environment(self, name, self.call("PUT /environments/{environment}", name, json_body=request))

    def base_url(self, created: Mapping[str, Any]) -> str:
        """Returns the address of an environment. The simulator does not know mapped ports; STORE_ORDERS_URL does."""
        return self._service_url + created["path"] if self._service_url else created["baseUrl"]

    def call(
        self, route: str, environment: str, json_body: Any = None, query: Mapping[str, Any] | None = None, **path: Any
    ) -> dict[str, Any]:
        """Sends one request to a route of openapi/control.yaml and returns the JSON of the response."""
        method, template = route.split(" ")
        values = {name: quote(str(value), safe="") for name, value in path.items()}
        given = {name: value for name, value in (query or {}).items() if value is not None}
        url = self._control_url + template.format(environment=environment, **values)
        headers = {"Authorization": f"Bearer {self._token}"}
        if json_body is not None:
            headers["Content-Type"] = "application/json"
        request = Request(
            url + (f"?{urlencode(given)}" if given else ""),
            None if json_body is None else json.dumps(json_body).encode(),
            headers,
            method=method,
        )
        try:
            # The simulator is near: no proxy. A wait takes at most 60 s.
            with build_opener(ProxyHandler({})).open(request, timeout=70) as response:
                return json.loads(response.read())
        except HTTPError as error:
            raise _read_error(error, self._control_url) from None
        except URLError as error:
            raise ConnectionError(
                f"the control API cannot be reached at {self._control_url} ({error.reason}): is the simulator running?"
            ) from error


class Environment:
    """One environment of the simulator. The end of a `with` block deletes it."""

    def __init__(self, sim: StoreOrdersSim, name: str, created: Mapping[str, Any]) -> None:
        self._sim = sim
        self.name = name
        self.base_url: str = sim.base_url(created)
        self.api_key: str = created["apiKeys"][0]
        self.handles: dict[str, int] = created["handles"]

    def delete(self) -> None:
        """Deletes the environment."""
        self._call("DELETE /environments/{environment}")

    def __enter__(self) -> Environment:
        return self

    def __exit__(self, *_: object) -> None:
        self.delete()

    def load(self, scenario: Scenario) -> None:
        """Replaces the state by a scenario. Updates `handles`."""
        loaded = self._call("PUT /environments/{environment}/scenario", json_body={"scenario": scenario})
        self.handles = loaded["handles"]

    def reset(self) -> None:
        """Resets orders, keys, clock, gap choices, faults, holds and journal to the scenario."""
        self._call("POST /environments/{environment}/reset")

    def set_gaps(self, gaps: Mapping[str, str]) -> None:
        """Replaces the gap choices that override the profile."""
        self._call("PUT /environments/{environment}/profile", json_body={"gaps": gaps})

    def add_fault(self, fault: Mapping[str, Any]) -> str:
        """Adds a fault. Returns its id."""
        return self._call("POST /environments/{environment}/faults", json_body=fault)["id"]

    def clear_faults(self) -> None:
        """Deletes all faults."""
        self._call("DELETE /environments/{environment}/faults")

    def order(self, order: OrderKey) -> dict[str, Any]:
        """Returns an order, by id or handle, with its status: pending, shipped or cancelled."""
        return self._call("GET /environments/{environment}/orders/{order}", order=order)

    def put_order(self, order: int, fields: Mapping[str, Any]) -> None:
        """Places or replaces an order."""
        self._call("PUT /environments/{environment}/orders/{order}", json_body=fields, order=order)

    def ship(self, order: OrderKey) -> None:
        """Ships a pending order, by id or handle."""
        self._call("POST /environments/{environment}/orders/{order}/ship", order=order)

    def freeze_clock(self) -> None:
        """Stops the clock of the environment."""
        self._change_clock({"frozen": True})

    def advance_clock(self, duration: str) -> list[int]:
        """Advances the clock by a duration such as `30s`. Returns the orders that shipped by it."""
        return self._change_clock({"advance": duration})["shipped"]

    def open_hold(self, hold: str, order_id: int | None = None) -> None:
        """Stops cancels at their commit, to force a race. With `order_id`, only those of this order."""
        selected = {} if order_id is None else {"orderId": order_id}
        self._call("POST /environments/{environment}/gates", json_body={"id": hold, **selected})

    def wait_at_hold(self, hold: str, count: int = 1, timeout: str = "10s") -> None:
        """Waits until `count` cancels wait at a hold. Raises a TimeoutError otherwise."""
        query = {"waiting": count, "timeout": timeout}
        if not self._call("GET /environments/{environment}/gates/{gate}", query=query, gate=hold)["reached"]:
            raise TimeoutError(f"fewer than {count} cancels waited at the hold {hold} within {timeout}")

    def close_hold(self, hold: str) -> None:
        """Releases all waiting cancels and closes the hold."""
        self._call("DELETE /environments/{environment}/gates/{gate}", gate=hold)

    def journal(self, operation: str | None = None, status: int | None = None) -> list[dict[str, Any]]:
        """Returns what the client sent and received, newest first, up to 100 exchanges."""
        query = {"operation": operation, "status": status}
        return self._call("GET /environments/{environment}/journal", query=query)["exchanges"]

    def wait_for(self, operation: str, count: int = 1, timeout: str = "10s") -> list[dict[str, Any]]:
        """Waits until `count` exchanges of an operation have ended. Raises a TimeoutError otherwise."""
        query = {"operation": operation, "count": count, "timeout": timeout}
        waited = self._call("GET /environments/{environment}/journal/wait", query=query)
        if not waited["reached"]:
            raise TimeoutError(f"{waited['count']} of {count} exchanges of {operation} within {timeout}")
        return waited["exchanges"]

    def verify(self, *checks: Mapping[str, Any]) -> None:
        """Checks statements about what the client did. Raises an AssertionError that lists those that fail."""
        result = self._call("POST /environments/{environment}/journal/verify", json_body={"checks": checks})
        failed = [f"{one['check']}: {one['seen']}" for one in result["checks"] if not one["passed"]]
        if failed:
            raise AssertionError("\n".join(failed))

    def _change_clock(self, change: Mapping[str, Any]) -> dict[str, Any]:
        return self._call("PATCH /environments/{environment}/clock", json_body=change)

    def _call(self, route: str, **given: Any) -> dict[str, Any]:
        return self._sim.call(route, self.name, **given)


def _read_error(response: HTTPError, url: str) -> Exception:
    try:
        error = json.loads(response.read())
        return ControlApiError(response.code, error["code"], error["message"])
    except (ValueError, KeyError, TypeError):
        return ConnectionError(f"{url} responded with {response.code} and without an Error body: it is not the control API")
