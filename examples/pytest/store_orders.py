"""Cancels orders for a customer, with the client of examples/clients/python. Python 3.9 or later, no dependencies."""

from __future__ import annotations

from store_orders import Cancellation, NoResponse, StoreOrders

OUTCOMES = {
    Cancellation.CANCELLED: "refunded",
    Cancellation.CONFLICT: "already on its way",
    Cancellation.NOT_FOUND: "not known here",
    Cancellation.UNCERTAIN: "we look into it",
}


def refund(store: StoreOrders, order_id: int) -> str:
    """Returns the outcome, as shown to the customer. The client repeats a cancel if it gets no response."""
    try:
        return OUTCOMES[store.cancel_order(order_id)]
    except NoResponse:
        return OUTCOMES[Cancellation.UNCERTAIN]
