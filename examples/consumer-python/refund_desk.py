"""Cancels orders for a customer, with the client of examples/clients/python. Python 3.9 or later, no dependencies."""

from __future__ import annotations

from store_orders import Cancellation, NoAnswer, StoreOrders

ANSWERS = {
    Cancellation.CANCELLED: "refunded",
    Cancellation.CONFLICT: "already on its way",
    Cancellation.NOT_FOUND: "not known here",
    Cancellation.UNCERTAIN: "we look into it",
}


def refund(store: StoreOrders, order_id: int) -> str:
    """What the customer is told. The client sends a cancel again when no answer came."""
    try:
        return ANSWERS[store.cancel_order(order_id)]
    except NoAnswer:
        return ANSWERS[Cancellation.UNCERTAIN]
