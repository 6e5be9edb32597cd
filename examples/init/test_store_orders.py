import json
import os
import unittest
from urllib.error import HTTPError
from urllib.request import Request, urlopen

CONTROL_URL = os.environ.get("STORE_ORDERS_CONTROL_URL", "http://localhost:4011")
CONTROL_TOKEN = os.environ.get("STORE_ORDERS_CONTROL_TOKEN", "token-for-tests")


def control(method, path, body=None):
    """Calls the control API of the simulator."""
    headers = {"Authorization": f"Bearer {CONTROL_TOKEN}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(CONTROL_URL + path, data, headers, method=method), timeout=10) as response:
        return json.load(response)


def cancel(base_url, api_key, order_id):
    """The client under test: call yours here."""
    headers = {"Authorization": f"Bearer {api_key}"}
    request = Request(f"{base_url}/store/orders/{order_id}", headers=headers, method="DELETE")
    try:
        with urlopen(request, timeout=10) as response:
            return response.status
    except HTTPError as error:
        with error:
            return error.code


class StoreOrdersTest(unittest.TestCase):
    def setUp(self):
        self.path = f"/environments/test-{os.getpid()}"
        self.environment = control("PUT", self.path, {"scenario": "first"})
        self.addCleanup(control, "DELETE", self.path)

    def test_cancels_a_pending_order_and_not_a_shipped_one(self):
        base_url, api_key = self.environment["baseUrl"], self.environment["apiKeys"][0]
        handles = self.environment["handles"]
        self.assertEqual(cancel(base_url, api_key, handles["pending"]), 204)
        self.assertEqual(cancel(base_url, api_key, handles["shipped"]), 409)
        checks = [
            {"check": "cancelled", "orderId": handles["pending"], "times": 1},
            {"check": "nothing-else-changed"},
        ]
        result = control("POST", f"{self.path}/journal/verify", {"checks": checks})
        self.assertTrue(result["passed"], result["checks"])


if __name__ == "__main__":
    unittest.main()
