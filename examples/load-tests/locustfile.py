"""Cancels the orders of ORDER_IDS from all users at once, and writes a history for `store-orders-sim check --history`.

    ORDER_IDS=1001,1002 STORE_ORDERS_API_KEY=… HISTORY=history.jsonl \\
        locust -f locustfile.py --headless -u 8 -r 8 -H https://host.example/v1
"""

import json
import os
import time

from locust import HttpUser, task
from locust.exception import StopUser

orders = os.environ["ORDER_IDS"].split(",")
headers = {"Authorization": "Bearer " + os.environ["STORE_ORDERS_API_KEY"]}
history = open(os.environ.get("HISTORY", "history.jsonl"), "w")
running = set()


class Customer(HttpUser):
    def on_start(self):
        running.add(self)
        self.number = len(running)

    @task
    def cancel_and_list(self):
        for order in orders:
            self.send("DELETE", "/store/orders/" + order, orderId=order)
            self.send("GET", "/store/orders")
        raise StopUser()

    def on_stop(self):
        running.discard(self)
        if not running:
            history.flush()
            self.environment.runner.quit()

    def send(self, method, path, **fields):
        begin = time.monotonic() * 1000
        with self.client.request(method, path, headers=headers, name=method, catch_response=True) as response:
            end = time.monotonic() * 1000
            if response.status_code in (200, 204, 404, 409):
                response.success()
            if method == "GET" and response.status_code == 200:
                ids = [order.get("id") for order in response.json()]
                # A list without all ids does not show which orders are missing.
                if None in ids:
                    return
                # Python keeps large integers exact.
                fields["ids"] = ids
        known = response.status_code != 0
        fields.update(begin=begin, end=end if known else None, client=f"user {self.number}")
        history.write(json.dumps({**fields, "method": method, "status": response.status_code}) + "\n")
