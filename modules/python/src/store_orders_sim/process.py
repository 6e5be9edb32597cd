"""The simulator as a program of this machine: the command of the archive of a release, or of the npm package."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
from collections import deque
from collections.abc import Iterable
from threading import Thread, Timer

from typing_extensions import Self

from store_orders_sim._options import READY, StartOptions, not_ready


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
        self._addresses = ("", "")

    def start(self, timeout: float = 60) -> Self:
        """Starts the program and waits until it is ready. The error of a failed start contains the end of its log."""
        ports = {"SIM_HOST": "127.0.0.1", "SIM_PORT": "0", "SIM_CONTROL_HOST": "127.0.0.1", "SIM_CONTROL_PORT": "0"}
        process = subprocess.Popen(
            [self.program],
            env={**_inherited(), **self._settings(), **ports},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        self._process = process
        atexit.register(self.stop)
        late = Timer(timeout, process.kill)
        late.start()
        output = process.stdout or ()
        ready = self._read_until_ready(output)
        in_time = late.is_alive()
        late.cancel()
        if not ready:
            code = process.wait()
            self.stop()
            reason = f"exited with exit code {code} before it was ready" if in_time else f"was not ready after {timeout} s"
            raise not_ready(reason, self.logs)
        Thread(target=self._log.extend, args=[output], daemon=True).start()
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
    def service_url(self) -> str:
        return self._addresses[0]

    @property
    def control_url(self) -> str:
        return self._addresses[1]

    @property
    def logs(self) -> str:
        """The last 1,000 lines of the log."""
        return "".join(self._log)

    def _read_until_ready(self, output: Iterable[str]) -> bool:
        for line in output:
            self._log.append(line)
            if match := READY.search(line):
                self._addresses = (match[1], match[2])
                return True
        return False


def _inherited() -> dict[str, str]:
    # As a container: no other setting of this process reaches the simulator, only a run of `matrix`.
    run = ("SIM_CELL", "SIM_RECORD")
    return {name: value for name, value in os.environ.items() if name in run or not name.startswith("SIM_")}
