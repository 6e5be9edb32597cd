"""A client of the control API: one environment for each test, wherever the simulator runs."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, Union, cast
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import ProxyHandler, Request, build_opener

Scenario = Union[str, Mapping[str, Any]]
"""The name of a scenario, or an inline one: `{"orders": [{"id": 1001}]}`."""

OrderKey = Union[int, str]
"""An order id, or a handle of the scenario."""


class ControlApiError(Exception):
    """The control API refused a request. `str(error)` lists every problem."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


class ControlClient:
    """Creates environments of a running simulator.

    `service_url` is the base address of production, with or without /v1, as the client under test reaches it. It is needed only if the
    simulator does not know it: behind a mapped port, or on a Docker network (`http://store:4010`).
    """

    def __init__(self, url: str, token: str, service_url: str | None = None) -> None:
        self.url = url.rstrip("/")
        self._token = token
        self._service_url = (service_url or "").rstrip("/").removesuffix("/v1")
        # The simulator is near: no proxy.
        self._opener = build_opener(ProxyHandler({}))

    def create_environment(
        self,
        scenario: Scenario | None = None,
        *,
        name: str | None = None,
        gaps: Mapping[str, str] | None = None,
        profile: str | None = None,
        seed: int | None = None,
        api_keys: Sequence[str] | None = None,
        ttl: str = "1h",
    ) -> Environment:
        """Creates an environment with its own orders, keys, clock, faults, holds and journal.

        It expires after `ttl` if it is not deleted, so that an interrupted run leaves none behind.
        """
        given: dict[str, Any] = {
            "scenario": scenario,
            "gaps": gaps,
            "profile": profile,
            "seed": seed,
            "apiKeys": api_keys,
            "ttl": ttl,
        }
        request = {key: value for key, value in given.items() if value is not None}
        chosen = name or f"test-{uuid.uuid4().hex}"
        created = self.call("PUT /environments/{environment}", json_body=request, environment=chosen)
        return Environment(self, created)

    def ready(self) -> bool:
        """Returns whether every socket of the simulator listens."""
        try:
            return self.call("GET /readyz")["status"] == "ready"
        except (ControlApiError, ConnectionError):
            return False

    def record(self) -> str:
        """Returns the record of a run of `matrix`, one JSON object on each line."""
        return self._send("GET", "/record", None).decode()

    def base_url(self, created: Mapping[str, Any]) -> str:
        """Returns the base address of an environment."""
        if self._service_url:
            return f"{self._service_url}{created['path']}"
        if "baseUrl" in created:
            return str(created["baseUrl"])
        raise RuntimeError(
            f"the base address of {created['name']} is unknown; set service_url of the ControlClient "
            f"(STORE_ORDERS_BASE_URL): {created.get('baseUrlHint')}"
        )

    def call(
        self, route: str, *, json_body: object = None, query: Mapping[str, object] | None = None, **path: object
    ) -> dict[str, Any]:
        """Sends one request to a route of openapi/control.yaml and returns the JSON of the response."""
        method, template = route.split(" ")
        target = template.format(**{name: quote(str(value), safe="") for name, value in path.items()})
        given = {name: value for name, value in (query or {}).items() if value is not None}
        body = None if json_body is None else json.dumps(json_body).encode()
        return json.loads(self._send(method, target + (f"?{urlencode(given)}" if given else ""), body))

    def _send(self, method: str, target: str, body: bytes | None) -> bytes:
        headers = {"Authorization": f"Bearer {self._token}"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        try:
            # A wait takes at most 60 s.
            with self._opener.open(Request(self.url + target, body, headers, method=method), timeout=70) as response:
                return cast(bytes, response.read())
        except HTTPError as error:
            raise self._read_error(error) from None
        except (URLError, OSError) as error:
            reason = getattr(error, "reason", error)
            raise ConnectionError(
                f"the control API cannot be reached at {self.url} ({reason}): is the simulator running?"
            ) from error

    def _read_error(self, response: HTTPError) -> Exception:
        status = response.code
        with response:
            try:
                error = json.loads(response.read())
                return ControlApiError(status, error["code"], error["message"])
            except (ValueError, KeyError, TypeError):
                return ConnectionError(
                    f"{self.url} responded with {status} and without an Error body: it is not the control API"
                )


class Environment:
    """One environment of the simulator. The end of a `with` block deletes it.

    Orders, faults, checks and exchanges are dictionaries with the fields of docs/reference/control-api.md.
    """

    def __init__(self, control: ControlClient, created: Mapping[str, Any]) -> None:
        self._control = control
        self.name: str = created["name"]
        self.base_url: str = control.base_url(created)
        self.api_keys: list[str] = created["apiKeys"]
        self.api_key: str = self.api_keys[0]
        self.handles: dict[str, int] = created["handles"]

    def __enter__(self) -> Environment:
        return self

    def __exit__(self, *_: object) -> None:
        self.delete()

    def delete(self) -> None:
        """Deletes the environment if it still exists."""
        try:
            self._call("DELETE")
        except ControlApiError as error:
            if error.code != "environment_not_found":
                raise

    def handle(self, name: str) -> int:
        """Returns the order id of a handle of the scenario."""
        if name not in self.handles:
            raise LookupError(f'no handle "{name}" in {self.name}: {", ".join(self.handles)}')
        return self.handles[name]

    def load(self, scenario: Scenario) -> None:
        """Replaces the state by a scenario. Updates `handles`."""
        self.handles = self._call("PUT", "/scenario", json_body={"scenario": scenario})["handles"]

    def reset(self) -> None:
        """Resets orders, keys, clock, gap choices, faults, holds and journal to the scenario."""
        self._call("POST", "/reset")

    def set_gaps(self, gaps: Mapping[str, str]) -> None:
        """Replaces the gap choices that override the profile."""
        self._call("PUT", "/profile", json_body={"gaps": gaps})

    def order(self, order: OrderKey) -> dict[str, Any]:
        """Returns an order with its status: pending, shipped or cancelled."""
        return self._call("GET", "/orders/{order}", order=order)

    def orders(self, status: str | None = None) -> list[dict[str, Any]]:
        """Returns every order, or those with a status."""
        return self._call("GET", "/orders", query={"status": status})["orders"]

    def put_order(self, order: OrderKey, fields: Mapping[str, Any]) -> None:
        """Places or replaces an order."""
        self._call("PUT", "/orders/{order}", json_body=fields, order=order)

    def delete_order(self, order: OrderKey) -> None:
        """Deletes an order without cancelling it."""
        self._call("DELETE", "/orders/{order}", order=order)

    def ship(self, order: OrderKey) -> None:
        """Ships a pending order."""
        self._call("POST", "/orders/{order}/ship", order=order)

    def add_fault(self, fault: Mapping[str, Any]) -> str:
        """Adds a fault. Returns its id."""
        return self._call("POST", "/faults", json_body=fault)["id"]

    def faults(self) -> list[dict[str, Any]]:
        """Returns the faults, and how often each fired."""
        return self._call("GET", "/faults")["faults"]

    def clear_faults(self) -> None:
        """Deletes all faults."""
        self._call("DELETE", "/faults")

    def add_key(self, key: str | None = None, *, expires_in: str | None = None) -> dict[str, Any]:
        """Adds an API key. The default key is random. `expires_in` is a duration on the environment's clock."""
        given = {"key": key, "expiresIn": expires_in}
        body = {name: value for name, value in given.items() if value is not None}
        return self._call("POST", "/keys", json_body=body)

    def revoke_key(self, key_id: str) -> None:
        """Revokes an API key by its id. The first key of an environment is `key-1`."""
        self._call("DELETE", "/keys/{key}", key=key_id)

    def freeze_clock(self) -> None:
        """Stops the clock of the environment."""
        self._call("PATCH", "/clock", json_body={"frozen": True})

    def set_clock(self, time: str) -> list[int]:
        """Sets the clock to an RFC 3339 time. Returns the orders that shipped by it."""
        return self._call("PATCH", "/clock", json_body={"set": time})["shipped"]

    def advance_clock(self, duration: str) -> list[int]:
        """Advances the clock by a duration such as `30s`. Returns the orders that shipped by it."""
        return self._call("PATCH", "/clock", json_body={"advance": duration})["shipped"]

    def open_hold(self, hold: str, order_id: int | None = None) -> None:
        """Stops cancels at their commit, to force a race. With `order_id`, only those of this order."""
        selected = {} if order_id is None else {"orderId": order_id}
        self._call("POST", "/gates", json_body={"id": hold, **selected})

    def wait_at_hold(self, hold: str, count: int = 1, timeout: str = "10s") -> None:
        """Waits until `count` cancels wait at a hold. Raises a TimeoutError otherwise."""
        query = {"waiting": count, "timeout": timeout}
        if not self._call("GET", "/gates/{gate}", query=query, gate=hold)["reached"]:
            raise TimeoutError(f"fewer than {count} cancels waited at the hold {hold} within {timeout}")

    def close_hold(self, hold: str) -> None:
        """Releases all waiting cancels and closes the hold."""
        self._call("DELETE", "/gates/{gate}", gate=hold)

    def journal(self, operation: str | None = None, status: int | None = None) -> list[dict[str, Any]]:
        """Returns what the client sent and received, newest first, up to 100 exchanges."""
        return self._call("GET", "/journal", query={"operation": operation, "status": status})["exchanges"]

    def wait_for(self, operation: str, count: int = 1, timeout: str = "10s") -> list[dict[str, Any]]:
        """Waits until `count` exchanges of an operation have ended. Raises a TimeoutError otherwise."""
        query = {"operation": operation, "count": count, "timeout": timeout}
        waited = self._call("GET", "/journal/wait", query=query)
        if not waited["reached"]:
            raise TimeoutError(f"{waited['count']} of {count} exchanges of {operation} within {timeout}")
        return waited["exchanges"]

    def verify(self, *checks: Mapping[str, Any]) -> None:
        """Checks statements about what the client did. Raises an AssertionError that lists those that fail."""
        result = self._call("POST", "/journal/verify", json_body={"checks": checks})
        failed = [f"{one['check']}: {one['seen']}" for one in result["checks"] if not one["passed"]]
        if failed:
            raise AssertionError("\n".join(failed))

    def coverage(self) -> dict[str, Any]:
        """Returns what the tests met in the environment (`outcomes`, `ids`), and `holes`."""
        return self._call("GET", "/coverage")

    def _call(self, method: str, below: str = "", **given: Any) -> dict[str, Any]:
        return self._control.call(f"{method} /environments/{{environment}}{below}", environment=self.name, **given)
