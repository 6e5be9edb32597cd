from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from store_orders import StoreOrders, Unauthorized
from store_orders_sim import Environment


@pytest.mark.store_orders({"orders": [{"id": 1001}, {"id": 9007199254740993}]})
def test_lists_ids_beyond_2_to_the_53(store: StoreOrders) -> None:
    assert sorted(store.list_ids()) == [1001, 9007199254740993]


def test_cancels_a_pending_order(store_orders: Environment, store: StoreOrders) -> None:
    assert store.cancel(store_orders.handles["pending"]) == "cancelled"
    assert store_orders.order("pending")["status"] == "cancelled"


def test_reports_a_shipped_and_a_missing_order(store_orders: Environment, store: StoreOrders) -> None:
    assert store.cancel(store_orders.handles["shipped"]) == "conflict"
    assert store.cancel(store_orders.handles["missing"]) == "not found"


def test_reports_an_invalid_key(store_orders: Environment) -> None:
    with pytest.raises(Unauthorized):
        StoreOrders(store_orders.base_url, "no-key").list_ids()


def test_retries_if_the_connection_breaks_before_the_cancel(store_orders: Environment, store: StoreOrders) -> None:
    store_orders.add_fault({"kind": "reset", "operation": "cancelOrder", "when": "before-commit", "times": 1})
    assert store.cancel(store_orders.handles["pending"]) == "cancelled"


def test_promises_nothing_if_the_response_to_the_cancel_is_lost(store_orders: Environment, store: StoreOrders) -> None:
    store_orders.add_fault({"kind": "reset", "operation": "cancelOrder", "when": "after-commit", "times": 1})
    assert store.cancel(store_orders.handles["pending"]) == "uncertain"
    store_orders.verify(
        {"check": "cancelled", "orderId": store_orders.handles["pending"], "times": 1},
        {"check": "nothing-else-changed"},
        {"check": "retried", "atMost": 1},
        {"check": "no-notes"},
    )


def test_loses_the_race_against_shipping(store_orders: Environment, store: StoreOrders) -> None:
    pending = store_orders.handles["pending"]
    store_orders.open_hold("race", pending)
    with ThreadPoolExecutor() as threads:
        outcome = threads.submit(store.cancel, pending)
        store_orders.wait_at_hold("race")
        store_orders.ship(pending)
        store_orders.close_hold("race")
        assert outcome.result() == "conflict"
