"""The simulator as a container of Testcontainers. Requires the package `testcontainers`."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from pathlib import Path
from typing import Any, Final, cast

from docker.errors import DockerException, ImageNotFound
from testcontainers.core.config import ConnectionMode
from testcontainers.core.container import DockerContainer
from testcontainers.core.wait_strategies import WaitStrategy
from testcontainers.core.waiting_utils import WaitStrategyTarget
from typing_extensions import Self

from store_orders_sim._options import NoSimulatorError, StartOptions, end_of_log
from store_orders_sim.control import ControlApiError, ControlClient

DEFAULT_IMAGE: Final = "store-orders-sim"
SERVICE_PORT: Final = 4010
CONTROL_PORT: Final = 4011
WITHOUT_RYUK: Final = "Set TESTCONTAINERS_RYUK_DISABLED=true if you remove the containers of a killed run yourself"
REUSE_LABEL: Final = "store-orders-sim.reuse"


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
        self._reuse = False

    def _with_file(self, file: Path) -> Self:
        target = f"/scenarios/{file.name}"
        self.with_copy_into_container(file, target, 0o444)
        return self.with_scenario(target)

    def with_reuse(self) -> Self:
        """Uses a running container with the same image and options, and leaves it running. Needs `with_control_token`."""
        self._reuse = True
        return self

    def start(self) -> Self:
        """Starts the container and waits until `/readyz` responds with 200.

        In a run of `matrix` the container gets the cell. The error of a failed start contains the end of the log.
        """
        self.env.update(self._settings(), **_cell())
        hosts = [*self._hosts(), *(self._network_aliases or [])]
        self.with_env("SIM_CONTROL_HOSTS", ",".join(hosts))
        if self._reuse and self._adopt():
            return self
        try:
            return super().start()
        except Exception as error:
            if "ryuk" in str(error):
                raise NoSimulatorError(f"Docker cannot start testcontainers/ryuk ({error}). {WITHOUT_RYUK}") from error
            if self._container is not None:
                super().stop()
            elif not self._has_image():
                raise RuntimeError(
                    f"image {self.image} is not on this machine and cannot be pulled ({error}); run `docker build -t "
                    "store-orders-sim .` in a clone of store-orders-sim, or pass the name of another image"
                ) from error
            raise

    def stop(self, force: bool = True, delete_volume: bool = True) -> None:
        """Removes the container. In a run of `matrix`, its record is appended to the file SIM_RECORD before."""
        if self._container is None or self._reuse:
            return
        self._keep_record(os.environ.get("SIM_RECORD"))
        super().stop(force, delete_volume)
        self._container = None

    @property
    def service_url(self) -> str:
        """The address of the service, without /v1, for processes of this machine."""
        return self._address(SERVICE_PORT)

    @property
    def control_url(self) -> str:
        """The address of the control API."""
        return self._address(CONTROL_PORT)

    @property
    def base_url(self) -> str:
        """The base address of production."""
        return f"{self.service_url}/v1"

    @property
    def staging_base_url(self) -> str:
        """The base address of staging."""
        return f"{self.service_url}/staging/v1"

    @property
    def quickstart_url(self) -> str:
        """The base address of the quickstart."""
        return f"{self.service_url}/quickstart"

    @property
    def control(self) -> ControlClient:
        """A client of the control API. The addresses of its environments are reachable from this machine."""
        return self.control_for(self.service_url)

    def control_for(self, service_url: str) -> ControlClient:
        """The same with another address of the service, such as `http://store:4010` on a Docker network."""
        return ControlClient(self.control_url, self.control_token, service_url)

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

    def _has_image(self) -> bool:
        try:
            self._docker.client.images.get(self.image)
        except ImageNotFound:
            return False
        return True

    def _adopt(self) -> bool:
        options = json.dumps([self.image, dict(sorted(self.env.items()))])
        label = f"{REUSE_LABEL}={hashlib.sha256(options.encode()).hexdigest()}"
        client = cast(Any, self._docker.client)
        running: list[Any] = client.containers.list(filters={"label": label, "status": "running"})
        if running:
            self._container = running[0]
            return True
        name, _, value = label.partition("=")
        self._kwargs["labels"] = {**self._kwargs.get("labels", {}), name: value}
        return False

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
                raise RuntimeError(f"store-orders-sim exited with exit code {code} before it was ready{_end(store)}")
            if time.monotonic() >= until:
                raise TimeoutError(f"store-orders-sim was not ready after {self._startup_timeout} s{_end(store)}")
            time.sleep(0.05)

    def _ready(self, store: StoreOrdersContainer) -> bool:
        try:
            return store.control.ready()
        except (ConnectionError, DockerException):
            return False


def _end(store: StoreOrdersContainer) -> str:
    return f"; the end of its log:\n{end_of_log(store.logs)}"
