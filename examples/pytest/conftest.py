from __future__ import annotations

import pytest
from store_orders import StoreOrders
from store_orders_sim import Environment


@pytest.fixture
def store(store_orders: Environment) -> StoreOrders:
    """The client under test, in the environment of the test."""
    return StoreOrders(store_orders.base_url, store_orders.api_key)
