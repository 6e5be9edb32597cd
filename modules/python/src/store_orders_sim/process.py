"""The simulator as a program of this machine: the command of the archive of a release, or of the npm package."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
from collections import deque
from queue import Empty, SimpleQueue
from threading import Thread

from typing_extensions import Self

from store_orders_sim._options import READY, StartOptions, end_of_log
from store_orders_sim.control import ControlClient


class StoreOrdersProcess(StartOptions):
    """A simulator on two free ports. The end of a `with` block stops it.

    `program` defaults to STORE_ORDERS_SIM_BIN, or else to `store-orders-sim` on PATH. In a run of `matrix` it inherits
    the cell, and appends its record to the file itself.
    """

    def __init__(self, program: str | None = None) -> None:
        super().__init__()
        chosen = program or os.environ.get("STORE_ORDERS_SIM_BIN") or "store-orders-sim"
        found = shutil.which(chosen)
        if found is None:
            raise FileNotFoundError(f"{chosen} is not a program: set STORE_ORDERS_SIM_BIN to the path of store-orders-sim")
        self.program = found
        self._log: deque[str] = deque(maxlen=1000)
        self._process: subprocess.Popen[str] | None = None
        self.service_url = ""
        self.control_url = ""

    def start(self, timeout: float = 60) -> Self:
        """Starts the program and waits until it is ready. The error of a failed start contains the end of its log."""
        ports = {"SIM_HOST": "127.0.0.1", "SIM_PORT": "0", "SIM_CONTROL_HOST": "127.0.0.1", "SIM_CONTROL_PORT": "0"}
        self._process = subprocess.Popen(
            [self.program],
            env={**_inherited(), **self._settings(), **ports},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        atexit.register(self.stop)
        ready: SimpleQueue[tuple[str, str] | None] = SimpleQueue()
        Thread(target=self._read, args=(self._process, ready), daemon=True).start()
        try:
            addresses = ready.get(timeout=timeout)
        except Empty:
            self.stop()
            raise TimeoutError(f"store-orders-sim was not ready after {timeout} s{self._end()}") from None
        if addresses is None:
            code = self._process.wait()
            raise RuntimeError(f"store-orders-sim exited with exit code {code} before it was ready{self._end()}")
        self.service_url, self.control_url = addresses
        return self

    def stop(self) -> None:
        """Stops the program and waits for its end."""
        process, self._process = self._process, None
        atexit.unregister(self.stop)
        if process is None:
            return
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

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
        """A client of the control API."""
        return ControlClient(self.control_url, self.control_token, self.service_url)

    @property
    def logs(self) -> str:
        """The log so far."""
        return "".join(self._log)

    def _read(self, process: subprocess.Popen[str], ready: SimpleQueue[tuple[str, str] | None]) -> None:
        assert process.stdout is not None
        with process.stdout as output:
            for line in output:
                self._log.append(line)
                if match := READY.search(line):
                    ready.put((match[1], match[2]))
        ready.put(None)

    def _end(self) -> str:
        return f"; the end of its log:\n{end_of_log(self.logs)}"


def _inherited() -> dict[str, str]:
    # As a container: no other setting of this process reaches the simulator, only a run of `matrix`.
    run = ("SIM_CELL", "SIM_RECORD")
    return {name: value for name, value in os.environ.items() if name in run or not name.startswith("SIM_")}
