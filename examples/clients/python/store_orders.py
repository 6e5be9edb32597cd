"""A client of the Store Orders Service, written only from its specification. Python 3.9 or later, no dependencies."""

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
    """An order. Every field is optional. `ship_date` is unchanged ISO 8601 text."""

    id: int | None = None
    pet_id: int | None = None
    quantity: int | None = None
    ship_date: str | None = None
    complete: bool | None = None


class Cancellation(Enum):
    """The outcome of a cancel."""

    CANCELLED = "cancelled"
    CONFLICT = "conflict"  # 409: the order has already shipped; it was not cancelled
    NOT_FOUND = "not found"
    UNCERTAIN = "uncertain"  # 404 or 409 after an attempt without a response, which may have cancelled the order


class StoreOrdersError(Exception):
    """The request did not succeed."""


class Unauthorized(StoreOrdersError):
    """The API key is missing or invalid."""


class NoResponse(StoreOrdersError):
    """No attempt got a response. A cancel may still have taken effect."""


class UnexpectedResponse(StoreOrdersError):
    """The response does not follow the specification."""


class StoreOrders:
    """A client for the orders of one environment. `base_url` ends in /v1."""

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
            raise ValueError(f"{base_url!r} is not an http address")
        self._connection = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._host, self._port = parts.hostname, parts.port
        self._path = parts.path.rstrip("/")
        self._headers = {"Authorization": f"Bearer {api_key}"}
        self._attempts, self._timeout, self._wait = attempts, timeout, wait

    def list_orders(self) -> list[Order]:
        """Returns every order placed in the store."""
        status, body, _ = self._send("GET", "/store/orders")
        if status != 200:
            raise UnexpectedResponse(f"GET /store/orders returned {status}")
        orders = _parse(body)
        if not isinstance(orders, list):
            raise UnexpectedResponse("the list of orders is not an array")
        return [_order(each) for each in orders]

    def cancel_order(self, order_id: int) -> Cancellation:
        """Cancels a pending order.

        Repeats only an attempt without a response. Such an attempt may have cancelled the order, so a later 404 or 409
        proves nothing.
        """
        status, _, unanswered = self._send("DELETE", f"/store/orders/{order_id}")
        if status == 204:
            return Cancellation.CANCELLED
        if status not in (404, 409):
            raise UnexpectedResponse(f"DELETE /store/orders/{order_id} returned {status}")
        if unanswered:
            return Cancellation.UNCERTAIN
        return Cancellation.CONFLICT if status == 409 else Cancellation.NOT_FOUND

    def _send(self, method: str, path: str) -> tuple[int, bytes, bool]:
        """Returns the status, the body, and whether an earlier attempt was sent and got no response."""
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
            _check_error(status, body)
            return status, body, unanswered
        raise NoResponse(f"{method} {path}: {cause}") from cause

    def _exchange(self, connection: HTTPConnection, method: str, path: str) -> tuple[int, bytes]:
        connection.request(method, self._path + path, headers=self._headers)
        response = connection.getresponse()
        # Ignore the body of a 204, which is empty, and of a 409, which has no documented shape.
        return response.status, b"" if response.status in (204, 409) else response.read()


def _check_error(status: int, body: bytes) -> None:
    """Validates the Error body of a 401 or 404. Raises Unauthorized for a 401."""
    if status not in (401, 404):
        return
    error = _parse(body)
    if not isinstance(error, dict) or error.get("status") != status:
        raise UnexpectedResponse(f"{status} without an Error body")
    code, message = error.get("code"), error.get("message")
    if not isinstance(code, str) or not isinstance(message, str):
        raise UnexpectedResponse(f"{status} without an Error body")
    if status == 401:
        raise Unauthorized(f"{code}: {message}")


def _order(value: Any) -> Order:
    if not isinstance(value, dict):
        raise UnexpectedResponse("an order is not an object")
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
        raise UnexpectedResponse(f"the body is not JSON: {error}") from error
