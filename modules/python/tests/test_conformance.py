"""The cases that all modules share, one by one, 8 at once, and with asyncio."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from conformance import Json, cases, run_case, send
from store_orders_sim import AsyncEnvironment, ControlClient, Environment


@pytest.mark.parametrize("case", cases, ids=lambda case: case["name"])
def test_case(store_orders_control: ControlClient, case: Json) -> None:
    run_case(store_orders_control, case)


def test_208_runs_8_at_once_see_nothing_of_each_other(store_orders_control: ControlClient) -> None:
    with ThreadPoolExecutor(8) as threads:
        runs = [threads.submit(run_case, store_orders_control, case) for _ in range(16) for case in cases]
        assert [run.exception() for run in runs] == [None] * 208


def test_every_sync_method_has_a_coroutine() -> None:
    def words(kind: type[Any]) -> set[str]:
        return {name for name in vars(kind) if not name.startswith("_")} - {"create", "handles"}

    assert words(AsyncEnvironment) == words(Environment)


def test_waits_do_not_block_the_event_loop(store_orders_async: AsyncEnvironment) -> None:
    async def race(environment: AsyncEnvironment) -> int:
        pending = environment.handle("pending")
        await environment.open_hold("race", pending)
        waiting = asyncio.create_task(environment.wait_at_hold("race"))
        cancelled = asyncio.create_task(asyncio.to_thread(send, environment_of(environment), "DELETE", f"/{pending}"))
        await waiting
        await environment.ship(pending)
        await environment.close_hold("race")
        await environment.verify({"check": "cancelled", "orderId": pending, "times": 0})
        return (await cancelled)[0]

    assert asyncio.run(race(store_orders_async)) == 409


def test_an_async_environment_is_deleted_at_the_end_of_its_block(store_orders_control: ControlClient) -> None:
    async def names() -> tuple[str, list[str]]:
        async with await AsyncEnvironment.create(store_orders_control, "pending", seed=7) as environment:
            assert (await environment.order("pending")).get("status") == "pending"
        listed = await asyncio.to_thread(store_orders_control.call, "GET /environments")
        return environment.name, [one["name"] for one in listed["environments"]]

    name, left = asyncio.run(names())
    assert name not in left


def environment_of(environment: AsyncEnvironment) -> Environment:
    return environment._sync  # pyright: ignore[reportPrivateUsage]
