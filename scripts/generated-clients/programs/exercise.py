"""The same as exercise.mjs, in Python."""

import json
import sys
import time


def exercise(open_client):
    url, key, others = sys.argv[1:4]
    attempts = int(sys.argv[5]) if len(sys.argv) > 5 else 1
    seen = {}

    def step(name, run, look=lambda: None):
        lost = False
        for left in range(attempts, 0, -1):
            try:
                seen[name] = run()
                return
            except Exception as error:
                status = getattr(error, "status", None) or getattr(error, "status_code", None)
                seen[name] = f"throws {status or type(error).__name__}"
                if lost and status in (404, 409):
                    seen[name] = "unclear"
                if left == 1 or (status and status < 500 and status != 429):
                    return
                lost = lost or not status
                time.sleep(1.1)
                look()

    listed, cancel = open_client(url, key)
    cancelled = json.loads(others)
    first = [1]

    def list_orders():
        orders = list(listed())
        first[:] = [id for id, _ in orders if id not in cancelled] or first
        return " ".join(f"{id}×{quantity}" for id, quantity in orders)

    def look():
        try:
            listed()
        except Exception:
            pass

    def list_again():
        listed()
        return "read"

    step("list", list_orders)
    step("cancel", lambda: cancel(first[0]), look)
    for id in cancelled:
        step(f"cancel {id}", lambda: cancel(id), look)
    step("list again", list_again)
    step("wrong key", lambda: f"{len(list(open_client(url, 'wrong')[0]()))} orders")
    print(json.dumps(seen))
