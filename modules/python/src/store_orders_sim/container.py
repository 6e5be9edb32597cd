"""The simulator as a container of Testcontainers. Requires the package `testcontainers`."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any, Final, cast

from docker.errors import DockerException
from testcontainers.core.config import ConnectionMode
from testcontainers.core.container import DockerContainer
from testcontainers.core.wait_strategies import WaitStrategy
from testcontainers.core.waiting_utils import WaitStrategyTarget
from typing_extensions import Self

from store_orders_sim._options import NoSimulatorError, StartOptions, not_ready
from store_orders_sim.control import ControlApiError

DEFAULT_IMAGE: Final = "store-orders-sim"
SERVICE_PORT: Final = 4010
CONTROL_PORT: Final = 4011


class StoreOrdersContainer(StartOptions, DockerContainer):
    """A simulator in a container. The end of a `with` block removes it.

    Start one for a test run, and create an environment for each test:

        with StoreOrdersContainer() as store, store.control.create_environment("pending") as environment:
            ...
    """

    def __init__(self, image: str | None = None, **kwargs: Any) -> None:
        StartOptions.__init__(self)
        name = image or os.environ.get("STORE_ORDERS_SIM_IMAGE") or DEFAULT_IMAGE
        try:
            DockerContainer.__init__(self, name, **kwargs)
        except DockerException as error:
            raise NoSimulatorError(f"Docker cannot be reached ({error})") from error
        self.with_exposed_ports(SERVICE_PORT, CONTROL_PORT)
        self.waiting_for(_WaitUntilReady())

    def _with_file(self, file: Path) -> Self:
        target = f"/scenarios/{file.name}"
        self.with_copy_into_container(file, target, 0o444)
        return self.with_scenario(target)

    def start(self) -> Self:
        """Starts the container and waits until `/readyz` responds with 200.

        In a run of `matrix` the container gets the cell. The error of a failed start contains the end of the log.
        """
        self.env.update(self._settings(), **_cell())
        hosts = [*self._hosts(), *(self._network_aliases or [])]
        self.with_env("SIM_CONTROL_HOSTS", ",".join(hosts))
        try:
            return super().start()
        except Exception:
            if self._container is not None:
                super().stop()
            raise

    def stop(self, force: bool = True, delete_volume: bool = True) -> None:
        """Removes the container. In a run of `matrix`, its record is appended to the file SIM_RECORD before."""
        if self._container is None:
            return
        self._keep_record(os.environ.get("SIM_RECORD"))
        super().stop(force, delete_volume)
        self._container = None

    @property
    def service_url(self) -> str:
        return self._address(SERVICE_PORT)

    @property
    def control_url(self) -> str:
        return self._address(CONTROL_PORT)

    @property
    def logs(self) -> str:
        """The log so far."""
        return b"".join(self.get_logs()).decode(errors="replace")

    def _address(self, port: int) -> str:
        host = self.get_container_host_ip()
        return f"http://{f'[{host}]' if ':' in host else host}:{self._get_exposed_port(port)}"

    def _hosts(self) -> list[str]:
        # In a container, the address of the engine's gateway is known only after the start.
        docker_host = self._docker.get_connection_mode() == ConnectionMode.docker_host
        return [self._docker.host()] if docker_host else ["*"]

    def _keep_record(self, file: str | None) -> None:
        if not file:
            return
        try:
            with Path(file).open("a", encoding="utf-8") as records:
                records.write(self.control.record())
        except (OSError, ControlApiError) as error:
            # A stop must not fail after the tests have passed.
            print(f"SIM_RECORD {file} lacks the record of a container: {error}", file=sys.stderr)


def _cell() -> dict[str, str]:
    # A cell, even an empty one, makes the simulator keep a record.
    cell = os.environ.get("SIM_CELL") or ("{}" if os.environ.get("SIM_RECORD") else "")
    return {"SIM_CELL": cell} if cell else {}


class _WaitUntilReady(WaitStrategy):
    """Unlike `HttpWaitStrategy`, it raises as soon as the container exits, with the end of the log."""

    def wait_until_ready(self, container: WaitStrategyTarget) -> None:
        store = cast(StoreOrdersContainer, container)
        until = time.monotonic() + self._startup_timeout
        while not self._ready(store):
            wrapped = store.get_wrapped_container()
            wrapped.reload()
            if wrapped.status == "exited":
                code = wrapped.attrs["State"]["ExitCode"]
                raise not_ready(f"exited with exit code {code} before it was ready", store.logs)
            if time.monotonic() >= until:
                raise not_ready(f"was not ready after {self._startup_timeout} s", store.logs)
            time.sleep(0.05)

    def _ready(self, store: StoreOrdersContainer) -> bool:
        try:
            return store.control.ready()
        except (ConnectionError, DockerException):
            return False
