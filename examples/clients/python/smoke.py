"""Runs the client against a service: python3 smoke.py BASE_URL API_KEY PENDING_ID SHIPPED_ID MISSING_ID

Cancels the order PENDING_ID. Exits with 1 at the first unexpected result.
"""

from __future__ import annotations

import re
import sys

from store_orders import Cancellation, StoreOrders, StoreOrdersError, Unauthorized

REFUSED = (Cancellation.CONFLICT, Cancellation.NOT_FOUND)


class UnexpectedResult(Exception):
    """The service did something that the specification does not allow."""


def main(base_url: str, api_key: str, pending: int, shipped: int, missing: int) -> None:
    store = StoreOrders(base_url, api_key)
    ids = [order.id for order in store.list_orders()]
    # Ids are optional: an order is missing only if every listed order has an id.
    if None not in ids and not {pending, shipped} <= set(ids):
        raise UnexpectedResult("an order is not in the list")
    if missing in ids:
        raise UnexpectedResult(f"the order {missing} is in the list")
    print(f"200: {len(ids)} orders")

    expect("a pending order", store.cancel_order(pending), (Cancellation.CANCELLED,))
    # The specification leaves open which of the two it is.
    expect("the same order again", store.cancel_order(pending), REFUSED)
    expect("a shipped order", store.cancel_order(shipped), (Cancellation.CONFLICT,))
    expect("an order that does not exist", store.cancel_order(missing), (Cancellation.NOT_FOUND,))

    stranger = StoreOrders(base_url, f"{api_key}-not")
    expect_unauthorized("a list with an invalid key", stranger.list_orders)
    expect_unauthorized("a cancel with an invalid key", lambda: stranger.cancel_order(missing))


def expect(what: str, outcome: Cancellation, expected: tuple[Cancellation, ...]) -> None:
    if outcome not in expected:
        raise UnexpectedResult(f"cancelling {what}: {outcome.value}")
    print(f"cancelling {what}: {outcome.value}")


def expect_unauthorized(what: str, request) -> None:
    try:
        request()
    except Unauthorized:
        print(f"401: {what}")
        return
    raise UnexpectedResult(f"{what} did not return 401")


if __name__ == "__main__":
    if len(sys.argv) != 6 or not all(re.fullmatch(r"-?[0-9]+", text) for text in sys.argv[3:]):
        sys.exit(__doc__)
    try:
        main(sys.argv[1], sys.argv[2], *(int(text) for text in sys.argv[3:]))
    except (UnexpectedResult, StoreOrdersError) as error:
        sys.exit(f"unexpected: {error}")
