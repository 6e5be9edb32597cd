"""The same as exercise.mjs, in Python."""

import json
import sys


def exercise(open_client):
    url, key, others = sys.argv[1:4]
    seen = {}

    def step(name, run):
        try:
            seen[name] = run()
        except Exception as error:
            status = getattr(error, "status", None) or getattr(error, "status_code", None)
            seen[name] = f"throws {status or type(error).__name__}"

    listed, cancel = open_client(url, key)
    orders = []

    def list_orders():
        orders.extend(listed())
        return " ".join(f"{id}×{quantity}" for id, quantity in orders)

    step("list", list_orders)
    step("cancel", lambda: cancel(orders[0][0] if orders else 1))
    for id in json.loads(others):
        step(f"cancel {id}", lambda: cancel(id))
    step("wrong key", lambda: f"{len(list(open_client(url, 'wrong')[0]()))} orders")
    print(json.dumps(seen))
