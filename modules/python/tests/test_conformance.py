"""The cases that all modules share, one by one, and 8 at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from conformance import Json, cases, run_case
from store_orders_sim import ControlClient


@pytest.mark.parametrize("case", cases, ids=lambda case: case["name"])
def test_case(store_orders_control: ControlClient, case: Json) -> None:
    run_case(store_orders_control, case)


def test_208_runs_8_at_once_see_nothing_of_each_other(store_orders_control: ControlClient) -> None:
    with ThreadPoolExecutor(8) as threads:
        runs = [threads.submit(run_case, store_orders_control, case) for _ in range(16) for case in cases]
        assert [run.exception() for run in runs] == [None] * 208
