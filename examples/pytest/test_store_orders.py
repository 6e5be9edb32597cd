"""Tests the refund desk against a running simulator over plain HTTP: python3 -m unittest discover -s consumer-python

STORE_ORDERS_URL (default: http://localhost:4010) is the address of the simulator, STORE_ORDERS_CONTROL_URL (default:
http://localhost:4011) that of its control API, and STORE_ORDERS_CONTROL_TOKEN the control token.
"""

from __future__ import annotations

import json
import os
import pathlib
import sys
import unittest
import uuid
from urllib.request import Request, urlopen

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "clients" / "python"))

from refund_desk import refund  # noqa: E402
from store_orders import StoreOrders  # noqa: E402

SERVICE = os.environ.get("STORE_ORDERS_URL", "http://localhost:4010")
CONTROL = os.environ.get("STORE_ORDERS_CONTROL_URL", "http://localhost:4011")
TOKEN = os.environ["STORE_ORDERS_CONTROL_TOKEN"]


def control(method: str, path: str, body: object = None) -> dict:
    """Sends one request to the control API."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    if data is None:
        del headers["Content-Type"]
    with urlopen(Request(CONTROL + path, data, headers, method=method)) as response:
        text = response.read()
        return json.loads(text) if text else {}


class RefundDesk(unittest.TestCase):
    def setUp(self) -> None:
        """Creates a separate store for each test from a named scenario."""
        self.path = f"/environments/test-{uuid.uuid4().hex}"
        made = control("PUT", self.path, {"scenario": "mixed", "ttlSeconds": 300})
        self.addCleanup(control, "DELETE", self.path)
        self.ids = made["handles"]
        self.store = StoreOrders(SERVICE + made["path"], made["apiKeys"][0])

    def test_returns_the_outcome_for_each_order(self) -> None:
        self.assertEqual(refund(self.store, self.ids["pending"]), "refunded")
        self.assertEqual(refund(self.store, self.ids["shipped"]), "already on its way")
        self.assertEqual(refund(self.store, self.ids["missing"]), "not known here")

    def test_retries_if_the_connection_breaks_before_the_cancel(self) -> None:
        control("POST", self.path + "/faults", {"kind": "reset", "when": "before-commit", "times": 1})
        self.assertIn(refund(self.store, self.ids["pending"]), ("refunded", "we look into it"))
        exchanges = control("GET", self.path + "/journal")["exchanges"]
        self.assertEqual(len(exchanges), 2)

    def test_promises_nothing_if_the_response_is_lost(self) -> None:
        control("POST", self.path + "/faults", {"kind": "reset", "when": "after-commit", "times": 1})
        self.assertEqual(refund(self.store, self.ids["pending"]), "we look into it")


if __name__ == "__main__":
    unittest.main()
