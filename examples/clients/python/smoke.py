"""Tries the client on a service: python3 smoke.py BASE_URL API_KEY PENDING_ID SHIPPED_ID MISSING_ID

Cancels the order PENDING_ID. Ends with 1 at the first surprise.
"""

from __future__ import annotations

import re
import sys

from store_orders import Cancellation, StoreOrders, StoreOrdersError, Unauthorized

REFUSED = (Cancellation.CONFLICT, Cancellation.NOT_FOUND)


class Surprise(Exception):
    """The service did something that the specification does not allow."""


def main(base_url: str, api_key: str, pending: int, shipped: int, missing: int) -> None:
    store = StoreOrders(base_url, api_key)
    ids = [order.id for order in store.list_orders()]
    # Every order is listed, but its id is optional: an id can be missed only where each order shows one.
    if None not in ids and not {pending, shipped} <= set(ids):
        raise Surprise("an order is not in the list")
    if missing in ids:
        raise Surprise(f"the order {missing} is in the list")
    print(f"200: {len(ids)} orders")

    expect("a pending order", store.cancel_order(pending), (Cancellation.CANCELLED,))
    # Which of the two refusals it is, the specification does not say.
    expect("the same order again", store.cancel_order(pending), REFUSED)
    expect("a shipped order", store.cancel_order(shipped), (Cancellation.CONFLICT,))
    expect("an order that does not exist", store.cancel_order(missing), (Cancellation.NOT_FOUND,))

    stranger = StoreOrders(base_url, f"{api_key}-not")
    expect_unauthorized("a list with an invalid key", stranger.list_orders)
    expect_unauthorized("a cancel with an invalid key", lambda: stranger.cancel_order(missing))


def expect(what: str, came: Cancellation, expected: tuple[Cancellation, ...]) -> None:
    if came not in expected:
        raise Surprise(f"cancelling {what}: {came.value}")
    print(f"cancelling {what}: {came.value}")


def expect_unauthorized(what: str, request) -> None:
    try:
        request()
    except Unauthorized:
        print(f"401: {what}")
        return
    raise Surprise(f"{what} was not refused")


if __name__ == "__main__":
    if len(sys.argv) != 6 or not all(re.fullmatch(r"-?[0-9]+", text) for text in sys.argv[3:]):
        sys.exit(__doc__)
    try:
        main(sys.argv[1], sys.argv[2], *(int(text) for text in sys.argv[3:]))
    except (Surprise, StoreOrdersError) as error:
        sys.exit(f"surprise: {error}")
