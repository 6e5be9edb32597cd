"""What the control API accepts and returns: docs/reference/control-api.md describes every field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, Union

Scenario = Union[str, Mapping[str, Any]]
"""The name of a scenario, or an inline one: `{"orders": [{"id": 1001}]}`."""

OrderKey = Union[int, str]
"""An order id, or a handle of the scenario."""

Operation = Literal["listOrders", "cancelOrder", "getPet", "postMessage"]
OrderStatus = Literal["pending", "shipped", "cancelled"]


class _FaultKind(TypedDict):
    kind: Literal[
        "latency",
        "bandwidth",
        "drip",
        "reset",
        "close",
        "truncate",
        "garbage",
        "status",
        "rate-limit",
        "unauthorized",
        "stale-list",
    ]


# The functional form, because `in` is a keyword.
_FaultFields = TypedDict(
    "_FaultFields",
    {
        "id": str,
        "operation": Operation,
        "orderId": int,
        "key": str,
        "times": int,
        "every": int,
        "probability": float,
        "duration": Union[int, str],
        "when": Literal["before-commit", "after-commit"],
        "delay": Union[int, str, Mapping[str, Any]],
        "bytesPerSecond": int,
        "bytes": int,
        "interval": Union[int, str],
        "in": Literal["answer", "body"],
        "status": int,
        "body": Literal["error", "html", "empty"],
        "retryAfter": int,
        "requests": int,
        "per": Union[int, str],
    },
    total=False,
)


class Fault(_FaultKind, _FaultFields):
    """A fault as in docs/reference/faults.md."""


class _CheckKind(TypedDict):
    check: Literal[
        "cancelled", "nothing-else-changed", "no-request-without-key", "retried", "never-requested", "no-notes"
    ]


class Check(_CheckKind, total=False):
    """A statement about what the client did."""

    orderId: int
    times: int
    atMost: int
    operation: Operation
    # `except` is a keyword: pass such a check as a plain dictionary.


class Order(TypedDict, total=False):
    """An order with its status, which the service never sends."""

    id: int
    petId: int
    quantity: int
    shipDate: str
    complete: bool
    status: OrderStatus


class Key(TypedDict):
    """An API key that was just added."""

    id: str
    key: str


class Exchange(TypedDict, total=False):
    """A request of the client, and the response. docs/reference/control-api.md has all fields."""

    number: int
    method: str
    path: str
    query: str
    end: str
    operation: Operation
    answer: Mapping[str, Any]
    order: Mapping[str, Any]
    faults: Sequence[Mapping[str, Any]]
    notes: Sequence[Mapping[str, Any]]
