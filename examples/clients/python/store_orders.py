"""A client of the Store Orders Service, written from its specification alone. Python 3.9 or later, no dependencies."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from enum import Enum
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, Callable
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Order:
    """An order. Every field is optional. `ship_date` is ISO 8601 text, as it came."""

    id: int | None = None
    pet_id: int | None = None
    quantity: int | None = None
    ship_date: str | None = None
    complete: bool | None = None


class Cancellation(Enum):
    """What came of a cancel."""

    CANCELLED = "cancelled"
    CONFLICT = "conflict"  # 409: the order has already shipped; it was not cancelled
    NOT_FOUND = "not found"
    UNCERTAIN = "uncertain"  # refused, after an attempt without an answer: that attempt may have cancelled the order


class StoreOrdersError(Exception):
    """The service did not do what was asked."""


class Unauthorized(StoreOrdersError):
    """The API key is missing or invalid."""


class NoAnswer(StoreOrdersError):
    """No attempt was answered. A cancel may have taken effect all the same."""


class UnexpectedAnswer(StoreOrdersError):
    """The answer is not one of the specification."""


class StoreOrders:
    """The orders of one environment. `base_url` ends in /v1."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        attempts: int = 3,
        timeout: float = 10.0,
        wait: Callable[[int], None] = lambda attempt: time.sleep(0.2 * attempt),
    ) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{base_url!r} is no http address")
        self._connection = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._host, self._port = parts.hostname, parts.port
        self._path = parts.path.rstrip("/")
        self._headers = {"Authorization": f"Bearer {api_key}"}
        self._attempts, self._timeout, self._wait = attempts, timeout, wait

    def list_orders(self) -> list[Order]:
        """Every order placed in the store."""
        status, body, _ = self._send("GET", "/store/orders")
        if status != 200:
            raise UnexpectedAnswer(f"GET /store/orders was answered {status}")
        orders = _parse(body)
        if not isinstance(orders, list):
            raise UnexpectedAnswer("the list of orders is not an array")
        return [_order(each) for each in orders]

    def cancel_order(self, order_id: int) -> Cancellation:
        """Cancels a pending order.

        Only an attempt without an answer is repeated: whether it cancelled the order is then unknown, so that a
        refusal of a later attempt proves nothing.
        """
        status, _, unanswered = self._send("DELETE", f"/store/orders/{order_id}")
        if status == 204:
            return Cancellation.CANCELLED
        if status not in (404, 409):
            raise UnexpectedAnswer(f"DELETE /store/orders/{order_id} was answered {status}")
        if unanswered:
            return Cancellation.UNCERTAIN
        return Cancellation.CONFLICT if status == 409 else Cancellation.NOT_FOUND

    def _send(self, method: str, path: str) -> tuple[int, bytes, bool]:
        """Status, body, and whether an attempt was sent before this one and not answered."""
        unanswered = False
        for attempt in range(1, self._attempts + 1):
            if attempt > 1:
                self._wait(attempt - 1)
            connection = self._connection(self._host, self._port, timeout=self._timeout)
            try:
                connection.connect()
            except OSError as error:
                cause: Exception = error  # nothing was sent
                continue
            try:
                status, body = self._exchange(connection, method, path)
            except (OSError, HTTPException) as error:
                cause, unanswered = error, True
                continue
            finally:
                connection.close()
            _refuse(status, body)
            return status, body, unanswered
        raise NoAnswer(f"{method} {path}: {cause}") from cause

    def _exchange(self, connection: HTTPConnection, method: str, path: str) -> tuple[int, bytes]:
        connection.request(method, self._path + path, headers=self._headers)
        response = connection.getresponse()
        # The status of a 204 or 409 says it all: the one has no body, and the other's has no documented shape.
        return response.status, b"" if response.status in (204, 409) else response.read()


def _refuse(status: int, body: bytes) -> None:
    """Reads the Error body of a 401 and a 404, and raises for a 401."""
    if status not in (401, 404):
        return
    error = _parse(body)
    if not isinstance(error, dict) or error.get("status") != status:
        raise UnexpectedAnswer(f"{status} without an Error body")
    code, message = error.get("code"), error.get("message")
    if not isinstance(code, str) or not isinstance(message, str):
        raise UnexpectedAnswer(f"{status} without an Error body")
    if status == 401:
        raise Unauthorized(f"{code}: {message}")


def _order(value: Any) -> Order:
    if not isinstance(value, dict):
        raise UnexpectedAnswer("an order is not an object")
    return Order(
        id=value.get("id"),
        pet_id=value.get("petId"),
        quantity=value.get("quantity"),
        ship_date=value.get("shipDate"),
        complete=value.get("complete"),
    )


def _parse(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError as error:
        raise UnexpectedAnswer(f"the body is not JSON: {error}") from error
