"""Calls every method of the test helper, and prints what it returns."""

from concurrent.futures import ThreadPoolExecutor

from store_orders import StoreOrders
from store_orders_sim import ControlApiError, StoreOrdersSim

with StoreOrdersSim().environment("pending", gaps={"conflict-body": "text"}) as environment:
    store = StoreOrders(environment.base_url, environment.api_key)
    big = 9007199254740993
    pending = environment.handles["pending"]
    print("base address", environment.base_url.replace(environment.name, "NAME"))
    print("handle", pending)
    environment.set_gaps({"conflict-body": "error"})
    print("fault", environment.add_fault({"id": "mine", "kind": "status", "status": 503}))
    environment.clear_faults()
    print("cancel", store.cancel(pending))
    environment.put_order(big, {"petId": 7, "status": "pending"})
    environment.ship(big)
    order = environment.order(big)
    print("order", order["id"], order["petId"], order["status"])
    print("cancel", store.cancel(big))
    print("waited", len(environment.wait_for("cancelOrder", 2)))
    exchanges = environment.journal("cancelOrder")
    print("journal", *(one["answer"]["status"] for one in exchanges))
    print("body", str("order_already_shipped" in exchanges[0]["answer"]["body"]["text"]).lower())
    environment.verify({"check": "cancelled", "orderId": pending, "times": 1}, {"check": "nothing-else-changed"})
    try:
        environment.verify({"check": "no-notes"}, {"check": "cancelled", "orderId": pending, "times": 7})
    except AssertionError as error:
        print("failed", error)
    try:
        environment.wait_for("listOrders", 1, "1ms")
    except TimeoutError as error:
        print("too few", str("listOrders" in str(error)).lower())
    environment.reset()
    print("after reset", environment.order("pending")["status"])
    environment.load({"orders": [{"id": 7, "ships": {"after": "30s"}}, {"id": 8}], "handles": {"seven": 7}})
    environment.freeze_clock()
    print("handle", environment.handles["seven"])
    print("shipped", *environment.advance_clock("30s"))
    environment.open_hold("race", 8)
    try:
        environment.wait_at_hold("race", 1, "1ms")
    except TimeoutError as error:
        print("too few", str("race" in str(error)).lower())
    with ThreadPoolExecutor() as threads:
        held = threads.submit(store.cancel, 8)
        environment.wait_at_hold("race")
        environment.close_hold("race")
        print("held", held.result())
    try:
        environment.order("no body")
    except ControlApiError as error:
        print("refused", error.code, str("no body" in str(error)).lower())
try:
    environment.reset()
except ControlApiError as error:
    print("deleted", error.code)
