from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from store_orders import StoreOrders, Unauthorized
from store_orders_sim import Environment


@pytest.mark.scenario({"orders": [{"id": 1001}, {"id": 9007199254740993}]})
def test_lists_ids_beyond_2_to_the_53(store: StoreOrders) -> None:
    assert sorted(store.list_ids()) == [1001, 9007199254740993]


def test_cancels_a_pending_order(environment: Environment, store: StoreOrders) -> None:
    assert store.cancel(environment.handles["pending"]) == "cancelled"
    assert environment.order("pending")["status"] == "cancelled"


def test_reports_a_shipped_and_a_missing_order(environment: Environment, store: StoreOrders) -> None:
    assert store.cancel(environment.handles["shipped"]) == "conflict"
    assert store.cancel(environment.handles["missing"]) == "not found"


def test_reports_an_invalid_key(environment: Environment) -> None:
    with pytest.raises(Unauthorized):
        StoreOrders(environment.base_url, "no-key").list_ids()


def test_retries_if_the_connection_breaks_before_the_cancel(environment: Environment, store: StoreOrders) -> None:
    environment.add_fault({"kind": "reset", "operation": "cancelOrder", "when": "before-commit", "times": 1})
    assert store.cancel(environment.handles["pending"]) == "cancelled"


def test_promises_nothing_if_the_response_to_the_cancel_is_lost(environment: Environment, store: StoreOrders) -> None:
    environment.add_fault({"kind": "reset", "operation": "cancelOrder", "when": "after-commit", "times": 1})
    assert store.cancel(environment.handles["pending"]) == "uncertain"
    environment.verify(
        {"check": "cancelled", "orderId": environment.handles["pending"], "times": 1},
        {"check": "nothing-else-changed"},
        {"check": "retried", "atMost": 1},
        {"check": "no-notes"},
    )


def test_loses_the_race_against_shipping(environment: Environment, store: StoreOrders) -> None:
    pending = environment.handles["pending"]
    environment.open_hold("race", pending)
    with ThreadPoolExecutor() as threads:
        outcome = threads.submit(store.cancel, pending)
        environment.wait_at_hold("race")
        environment.ship(pending)
        environment.close_hold("race")
        assert outcome.result() == "conflict"
