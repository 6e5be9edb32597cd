from __future__ import annotations

import re
import secrets
from pathlib import Path
from typing import Literal

from typing_extensions import Self


class StartOptions:
    """What a simulator is started with, in a container or as a program."""

    def __init__(self) -> None:
        self._variables: dict[str, str] = {}
        self._api_keys: tuple[str, ...] = ("test-api-key",)
        self._staging_api_keys: tuple[str, ...] = ("test-staging-key",)
        self._gaps: list[str] = []
        self.control_token = secrets.token_hex(16)

    def with_scenario(self, name: str) -> Self:
        """Sets the initial state of production and staging to a scenario by name. Default: mixed."""
        self._variables["SIM_SCENARIO"] = name
        return self

    def with_staging_scenario(self, name: str) -> Self:
        """Sets the initial state of staging to another scenario."""
        self._variables["SIM_STAGING_SCENARIO"] = name
        return self

    def with_scenario_text(self, yaml: str) -> Self:
        """Sets the scenario to a YAML text such as `orders: [{ id: 1, status: pending }]`."""
        self._variables["SIM_SCENARIO_INLINE"] = yaml
        return self

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
        self._variables["SIM_SEED"] = str(seed)
        return self

    def with_profile(self, profile: Literal["least-promise", "typical", "vary"]) -> Self:
        """Sets the choices for all gaps of the specification. Default: least-promise."""
        self._variables["SIM_PROFILE"] = profile
        return self

    def with_gap(self, key: str, choice: str) -> Self:
        """Sets the choice for one gap, which overrides the profile. Repeatable."""
        self._gaps.append(f"{key}={choice}")
        return self

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

    def _settings(self) -> dict[str, str]:
        gaps = {"SIM_GAP": ";".join(self._gaps)} if self._gaps else {}
        return {
            **self._variables,
            **gaps,
            "SIM_API_KEY": ",".join(self._api_keys),
            "SIM_STAGING_API_KEY": ",".join(self._staging_api_keys),
            "SIM_CONTROL_TOKEN": self.control_token,
        }


def end_of_log(text: str) -> str:
    """Returns the last lines of a log, indented."""
    lines = text.rstrip().splitlines()[-20:]
    return "\n".join(f"  {line}" for line in lines) or "  (empty)"


READY = re.compile(r"^store-orders-sim ready: (\S+)/v1 \(production\),.* (\S+) \(control\)")
"""The line that a simulator prints when every socket listens, with the two addresses."""

WITHOUT_DOCKER = (
    "Without Docker, set STORE_ORDERS_SIM_BIN to the command of store-orders-sim, "
    "or STORE_ORDERS_CONTROL_URL and STORE_ORDERS_CONTROL_TOKEN to a running simulator."
)


class NoSimulatorError(RuntimeError):
    """No simulator can be started here. The message names the ways to get one."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"{reason}. {WITHOUT_DOCKER}")
