"""The same environment for tests with asyncio: every method is a coroutine, and waits do not block the event loop."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Mapping
from functools import partial
from typing import Any

from store_orders_sim._types import Check, Exchange, Fault, Key, Operation, Order, OrderKey, OrderStatus, Scenario
from store_orders_sim.control import ControlClient, Environment


class AsyncEnvironment:
    """One environment of the simulator. The end of an `async with` block deletes it."""

    def __init__(self, environment: Environment) -> None:
        self._sync = environment
        self.name = environment.name
        self.base_url = environment.base_url
        self.api_key = environment.api_key
        self.api_keys = environment.api_keys

    @classmethod
    async def create(cls, control: ControlClient, scenario: Scenario | None = None, **settings: Any) -> AsyncEnvironment:
        """Creates an environment. The settings are those of `ControlClient.create_environment`."""
        return cls(await to_thread(partial(control.create_environment, scenario, **settings)))

    async def __aenter__(self) -> AsyncEnvironment:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.delete()

    @property
    def handles(self) -> dict[str, int]:
        """The order ids of the scenario by name."""
        return self._sync.handles

    def handle(self, name: str) -> int:
        """Returns the order id of a handle of the scenario."""
        return self._sync.handle(name)

    async def delete(self) -> None:
        await to_thread(self._sync.delete)

    async def load(self, scenario: Scenario) -> None:
        await to_thread(self._sync.load, scenario)

    async def reset(self) -> None:
        await to_thread(self._sync.reset)

    async def set_gaps(self, gaps: Mapping[str, str]) -> None:
        await to_thread(self._sync.set_gaps, gaps)

    async def order(self, order: OrderKey) -> Order:
        return await to_thread(self._sync.order, order)

    async def orders(self, status: OrderStatus | None = None) -> list[Order]:
        return await to_thread(self._sync.orders, status)

    async def put_order(self, order: OrderKey, fields: Order) -> None:
        await to_thread(self._sync.put_order, order, fields)

    async def delete_order(self, order: OrderKey) -> None:
        await to_thread(self._sync.delete_order, order)

    async def ship(self, order: OrderKey) -> None:
        await to_thread(self._sync.ship, order)

    async def add_fault(self, fault: Fault) -> str:
        return await to_thread(self._sync.add_fault, fault)

    async def faults(self) -> list[dict[str, Any]]:
        return await to_thread(self._sync.faults)

    async def clear_faults(self) -> None:
        await to_thread(self._sync.clear_faults)

    async def add_key(self, key: str | None = None, *, expires_in: str | None = None) -> Key:
        return await to_thread(partial(self._sync.add_key, key, expires_in=expires_in))

    async def revoke_key(self, key_id: str) -> None:
        await to_thread(self._sync.revoke_key, key_id)

    async def freeze_clock(self) -> None:
        await to_thread(self._sync.freeze_clock)

    async def set_clock(self, time: str) -> list[int]:
        return await to_thread(self._sync.set_clock, time)

    async def advance_clock(self, duration: str) -> list[int]:
        return await to_thread(self._sync.advance_clock, duration)

    async def open_hold(self, hold: str, order_id: int | None = None) -> None:
        await to_thread(self._sync.open_hold, hold, order_id)

    async def wait_at_hold(self, hold: str, count: int = 1, timeout: str = "10s") -> None:
        await to_thread(self._sync.wait_at_hold, hold, count, timeout)

    async def close_hold(self, hold: str) -> None:
        await to_thread(self._sync.close_hold, hold)

    async def journal(self, operation: Operation | None = None, status: int | None = None) -> list[Exchange]:
        return await to_thread(self._sync.journal, operation, status)

    async def wait_for(self, operation: Operation, count: int = 1, timeout: str = "10s") -> list[Exchange]:
        return await to_thread(self._sync.wait_for, operation, count, timeout)

    async def verify(self, *checks: Check | Mapping[str, Any]) -> None:
        await to_thread(self._sync.verify, *checks)

    async def coverage(self) -> dict[str, Any]:
        return await to_thread(self._sync.coverage)
