"""The client under test: replace it with yours. It cancels orders, and repeats a cancel that gets no response."""

from __future__ import annotations

import http.client
import json
from urllib.parse import urlsplit


class Unauthorized(Exception):
    """The API key is missing or invalid."""


class StoreOrders:
    """The orders of one environment of the Store Orders Service. `base_url` ends in /v1."""

    def __init__(self, base_url: str, api_key: str, attempts: int = 3) -> None:
        parts = urlsplit(base_url)
        self._host, self._path = parts.netloc, parts.path
        self._headers = {"Authorization": f"Bearer {api_key}"}
        self._attempts = attempts

    def list_ids(self) -> list[int]:
        """Returns the ids of all orders. An id is optional."""
        status, body = self._send("GET", "/store/orders")
        if status != 200:
            raise RuntimeError(f"listing orders returned {status}")
        return [order["id"] for order in json.loads(body) if "id" in order]

    def cancel(self, order_id: int) -> str:
        """Returns "cancelled", "conflict", "not found", or "uncertain" if an attempt without a response came before."""
        for attempt in range(1, self._attempts + 1):
            try:
                status, _ = self._send("DELETE", f"/store/orders/{order_id}")
            except (OSError, http.client.HTTPException):
                continue
            if status == 204:
                return "cancelled"
            if status not in (404, 409):
                raise RuntimeError(f"cancelling order {order_id} returned {status}")
            if attempt > 1:
                return "uncertain"
            return "conflict" if status == 409 else "not found"
        return "uncertain"

    def _send(self, method: str, path: str) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection(self._host, timeout=5)
        try:
            connection.request(method, self._path + path, headers=self._headers)
            response = connection.getresponse()
            status, body = response.status, response.read()
        finally:
            connection.close()
        if status == 401:
            raise Unauthorized()
        return status, body
