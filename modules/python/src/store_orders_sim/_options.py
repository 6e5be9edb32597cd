from __future__ import annotations

import re
import secrets
from pathlib import Path
from typing import Literal

from typing_extensions import Self

from store_orders_sim.control import ControlClient


class StartOptions:
    """A simulator in a container or as a program: what it is started with, and where it is."""

    def __init__(self) -> None:
        self._variables: dict[str, str] = {}
        self._api_keys: tuple[str, ...] = ("test-api-key",)
        self._staging_api_keys: tuple[str, ...] = ("test-staging-key",)
        self._gaps: list[str] = []
        self.control_token = secrets.token_hex(16)

    def with_scenario(self, name: str) -> Self:
        """Sets the initial state of production and staging to a scenario by name. Default: mixed."""
        return self._set("SIM_SCENARIO", name)

    def with_staging_scenario(self, name: str) -> Self:
        """Sets the initial state of staging to another scenario."""
        return self._set("SIM_STAGING_SCENARIO", name)

    def with_scenario_text(self, yaml: str) -> Self:
        """Sets the scenario to a YAML text such as `orders: [{ id: 1, status: pending }]`."""
        return self._set("SIM_SCENARIO_INLINE", yaml)

    def with_scenario_file(self, path: str | Path) -> Self:
        """Uses a scenario file of this machine for production and staging."""
        file = Path(path)
        if not file.is_file():
            raise ValueError(f"{file} is not a file: expected the path of a scenario file")
        return self._with_file(file)

    def _with_file(self, file: Path) -> Self:
        return self.with_scenario(str(file.resolve()))

    def with_api_key(self, *keys: str) -> Self:
        """Sets the API keys of production. Default: test-api-key."""
        self._api_keys = keys
        return self

    def with_staging_api_key(self, *keys: str) -> Self:
        """Sets the API keys of staging. Default: test-staging-key."""
        self._staging_api_keys = keys
        return self

    def with_seed(self, seed: int) -> Self:
        """Sets the seed of everything random. Default: 1."""
        return self._set("SIM_SEED", str(seed))

    def with_profile(self, profile: Literal["least-promise", "typical", "vary"]) -> Self:
        """Sets the choices for all gaps of the specification. Default: least-promise."""
        return self._set("SIM_PROFILE", profile)

    def with_gap(self, key: str, choice: str) -> Self:
        """Sets the choice for one gap, which overrides the profile. Repeatable."""
        self._gaps.append(f"{key}={choice}")
        return self._set("SIM_GAP", ";".join(self._gaps))

    def with_control_token(self, token: str) -> Self:
        """Sets the token of the control API, which is random by default."""
        self.control_token = token
        return self

    @property
    def api_key(self) -> str:
        """The first API key of production."""
        return self._api_keys[0]

    @property
    def staging_api_key(self) -> str:
        """The first API key of staging."""
        return self._staging_api_keys[0]

    @property
    def service_url(self) -> str:
        """The address of the service, without /v1, for processes of this machine."""
        raise NotImplementedError

    @property
    def control_url(self) -> str:
        """The address of the control API."""
        raise NotImplementedError

    @property
    def base_url(self) -> str:
        """The base address of production."""
        return f"{self.service_url}/v1"

    @property
    def staging_base_url(self) -> str:
        """The base address of staging."""
        return f"{self.service_url}/staging/v1"

    @property
    def control(self) -> ControlClient:
        """A client of the control API. The addresses of its environments are reachable from this machine."""
        return self.control_for(self.service_url)

    def control_for(self, service_url: str) -> ControlClient:
        """The same with another address of the service, such as `http://store:4010` on a Docker network."""
        return ControlClient(self.control_url, self.control_token, service_url)

    def _set(self, variable: str, value: str) -> Self:
        self._variables[variable] = value
        return self

    def _settings(self) -> dict[str, str]:
        return {
            **self._variables,
            "SIM_API_KEY": ",".join(self._api_keys),
            "SIM_STAGING_API_KEY": ",".join(self._staging_api_keys),
            "SIM_CONTROL_TOKEN": self.control_token,
        }


def not_ready(reason: str, log: str) -> RuntimeError:
    """The error of a start that failed, with the end of the log."""
    lines = log.rstrip().splitlines()[-20:] or ["(empty)"]
    end = "\n".join(f"  {line}" for line in lines)
    return RuntimeError(f"store-orders-sim {reason}; the end of its log:\n{end}")


READY = re.compile(r"^store-orders-sim ready: (\S+)/v1 \(production\),.* (\S+) \(control\)")
"""The line that a simulator prints when every socket listens, with the two addresses."""


class NoSimulatorError(RuntimeError):
    """No simulator can be started here. The message names the ways to get one."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"{reason}. Without Docker, set STORE_ORDERS_SIM_BIN to the command of store-orders-sim, "
            "or STORE_ORDERS_CONTROL_URL and STORE_ORDERS_CONTROL_TOKEN to a running simulator."
        )
