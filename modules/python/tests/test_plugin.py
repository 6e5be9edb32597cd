"""The plugin in test runs of users."""

from __future__ import annotations

import pytest

TESTS = """
import urllib.request

import pytest


def send(environment, method, path=""):
    request = urllib.request.Request(f"{environment.base_url}/store/orders{path}", method=method)
    request.add_header("Authorization", f"Bearer {environment.api_key}")
    return urllib.request.urlopen(request)
"""


def test_a_marker_chooses_the_environment(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        TESTS
        + """
def test_mixed_by_default(store_orders):
    assert store_orders.order("shipped")["status"] == "shipped"

@pytest.mark.store_orders("pending", api_keys=["key-of-the-test"], seed=7)
def test_by_name(store_orders):
    assert list(store_orders.handles) == ["pending", "missing"]
    assert store_orders.api_key == "key-of-the-test"

@pytest.mark.store_orders({"orders": [{"id": 1001}]}, gaps={"cancelled-in-list": "remove"})
def test_inline(store_orders):
    assert send(store_orders, "DELETE", "/1001").status == 204
    assert send(store_orders, "GET").read() == b"[]"
"""
    )
    pytester.runpytest_subprocess("-p", "no:cacheprovider").assert_outcomes(passed=3)


def test_a_failure_shows_the_requests(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        TESTS
        + """
@pytest.mark.store_orders("pending")
def test_fails(store_orders):
    store_orders.add_fault({"kind": "latency", "delay": "1ms"})
    send(store_orders, "GET")
    assert send(store_orders, "DELETE", f"/{store_orders.handle('pending')}").status == 409
"""
    )
    run = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    run.assert_outcomes(failed=1)
    run.stdout.re_match_lines(
        [
            r".*store orders: requests in test-\w+.*",
            r"GET /test-\w+/v1/store/orders -> 200, fault fault-1 waited 1 ms",
            r"DELETE /test-\w+/v1/store/orders/48210013 -> 204, .*",
        ]
    )


def test_workers_of_xdist_do_not_disturb_each_other(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        TESTS
        + """
@pytest.mark.parametrize("number", range(40))
@pytest.mark.store_orders("pending")
def test_cancels(store_orders, number):
    pending = store_orders.handle("pending")
    assert send(store_orders, "DELETE", f"/{pending}").status == 204
    store_orders.verify({"check": "cancelled", "orderId": pending, "times": 1}, {"check": "nothing-else-changed"})
"""
    )
    pytester.runpytest_subprocess("-n", "2", "-p", "no:cacheprovider").assert_outcomes(passed=40)
