import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "generated"))
from exercise import exercise
from openapi_python_client_orders.api.default import cancel_order, list_orders
from openapi_python_client_orders.client import AuthenticatedClient


class Refused(Exception):
    def __init__(self, status):
        self.status = status


def open_client(url, key):
    client = AuthenticatedClient(base_url=url, token=key)

    def checked(response):
        if response.status_code >= 400:
            raise Refused(int(response.status_code))
        return response

    def listed():
        orders = checked(list_orders.sync_detailed(client=client)).parsed
        return [(order.id, order.quantity or None) for order in orders]

    return listed, lambda id: str(int(checked(cancel_order.sync_detailed(id, client=client)).status_code))


exercise(open_client)
