import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "generated/openapi-generator-python"))
from exercise import exercise
from openapi_client import ApiClient, Configuration, DefaultApi


def open_client(url, key):
    api = DefaultApi(ApiClient(Configuration(host=url, access_token=key)))
    listed = lambda: [(order.id, order.quantity) for order in api.list_orders()]
    return listed, lambda id: str(api.cancel_order_with_http_info(id).status_code)


exercise(open_client)
