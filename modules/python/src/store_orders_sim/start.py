"""Starts a simulator in the way that this machine allows."""

from __future__ import annotations

import os
import shutil
from collections.abc import Generator
from contextlib import contextmanager

from store_orders_sim._options import NoSimulatorError
from store_orders_sim.control import ControlClient


@contextmanager
def start() -> Generator[ControlClient]:
    """Yields a client of a simulator, and stops what it started at the end. The first way that is there:

    1. a running simulator: STORE_ORDERS_CONTROL_URL and STORE_ORDERS_CONTROL_TOKEN, and STORE_ORDERS_BASE_URL behind mapped ports
    2. the program STORE_ORDERS_SIM_BIN
    3. a container of the image STORE_ORDERS_SIM_IMAGE
    4. the program `store-orders-sim` on PATH
    5. a container of the image `store-orders-sim`
    """
    variables = os.environ
    url, token = variables.get("STORE_ORDERS_CONTROL_URL"), variables.get("STORE_ORDERS_CONTROL_TOKEN")
    if url or token:
        if not token:
            raise ValueError("STORE_ORDERS_CONTROL_TOKEN is not set: use the SIM_CONTROL_TOKEN of the simulator")
        service_url = variables.get("STORE_ORDERS_BASE_URL")
        yield ControlClient(url or "http://localhost:4011", token, service_url)
    elif variables.get("STORE_ORDERS_SIM_BIN") or (
        not variables.get("STORE_ORDERS_SIM_IMAGE") and shutil.which("store-orders-sim")
    ):
        from store_orders_sim.process import StoreOrdersProcess

        with StoreOrdersProcess() as process:
            yield process.control
    else:
        try:
            from store_orders_sim.container import StoreOrdersContainer
        except ImportError as error:
            raise NoSimulatorError(
                "the package testcontainers is not installed (pip install 'store-orders-sim[testcontainers]')"
            ) from error
        with StoreOrdersContainer() as container:
            yield container.control
