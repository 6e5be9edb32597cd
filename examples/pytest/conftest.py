from __future__ import annotations

from typing import Iterator

import pytest
from store_orders import StoreOrders
from store_orders_sim import Environment, StoreOrdersSim


@pytest.fixture
def environment(request: pytest.FixtureRequest) -> Iterator[Environment]:
    """A separate environment for each test. `@pytest.mark.scenario(...)` selects its scenario, by name or inline."""
    marker = request.node.get_closest_marker("scenario")
    with StoreOrdersSim().environment(marker.args[0] if marker else "mixed") as environment:
        yield environment


@pytest.fixture
def store(environment: Environment) -> StoreOrders:
    """The client under test, in the environment of the test."""
    return StoreOrders(environment.base_url, environment.api_key)
