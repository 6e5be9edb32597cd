"""A Store Orders Service by an author who read only the specification, with the standard library of Python.

Where the specification is silent: a cancelled order leaves the list, so a second cancel is a 404; a 409 has an Error body; an id that
is no int64 is a 404; a query is ignored; the key comes before path and method; the scheme of the key has any letter case; the list
is `application/json` without charset, in the order of placement.
"""
import hmac
import json
import re
import socketserver
import threading
from http.server import BaseHTTPRequestHandler
from urllib.parse import unquote

KEY = b"key-of-the-servers"
PREFIX = ["v1", "store", "orders"]
INT64_MIN, INT64_MAX = -2**63, 2**63 - 1
# The one way JSON writes an integer: no plus sign, no leading zeros, ASCII digits.
INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,18})")


class Store:
    """40 orders, every fifth of them shipped. A cancelled order is removed."""

    def __init__(self):
        self.lock = threading.Lock()
        self.entries = []
        for at in range(40):
            order_id = INT64_MAX - at if at % 4 == 3 else at * 7 - 30
            order = {"id": order_id, "petId": 7, "quantity": 2, "shipDate": "2026-01-20T10:00:00Z", "complete": False}
            self.entries.append((order, at % 5 == 0))

    def list(self):
        with self.lock:
            return [order for order, _ in self.entries]

    def cancel(self, order_id):
        """Return the status of the answer: 204, 404 or 409."""
        with self.lock:
            for place, (order, shipped) in enumerate(self.entries):
                if order["id"] == order_id:
                    if shipped:
                        return 409
                    del self.entries[place]
                    return 204
            return 404


def parse_order_id(text):
    """The id, or None when the text is no int64, so that no order can have it."""
    if not INTEGER.fullmatch(text):
        return None
    value = int(text)
    return value if INT64_MIN <= value <= INT64_MAX else None


def bearer_token(values):
    """The token of the only Authorization header, or None."""
    if len(values) != 1:
        return None
    # RFC 9110: the scheme is case-insensitive, one or more spaces follow it.
    match = re.fullmatch(r"bearer +([^ \t]+)", values[0].strip(" \t"), re.IGNORECASE)
    return match.group(1) if match else None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # head and body are two writes

    def do_GET(self):
        self.serve()

    def do_DELETE(self):
        self.serve()

    def log_message(self, *_):
        pass

    def serve(self):
        token = bearer_token(self.headers.get_all("Authorization", []))
        # http.server decodes header bytes as Latin-1; this gives them back.
        if token is None or not hmac.compare_digest(token.encode("latin-1"), KEY):
            return self.fail(401, "unauthorized", "The API key is missing or invalid.", {"WWW-Authenticate": "Bearer"})
        # Split before decoding, so that %2F stays inside its segment.
        segments = [unquote(part) for part in self.path.partition("?")[0][1:].split("/")]
        if self.command == "GET" and segments == PREFIX:
            return self.send_json(200, self.server.store.list())
        if self.command == "DELETE" and segments[:3] == PREFIX and len(segments) == 4:
            return self.cancel(segments[3])
        self.fail(404, "not_found", "There is no such resource.")

    def cancel(self, text):
        order_id = parse_order_id(text)
        status = 404 if order_id is None else self.server.store.cancel(order_id)
        if status == 204:
            self.send_response(204)
            self.end_headers()
        elif status == 409:
            self.fail(409, "order_shipped", "The order cannot be cancelled because it has already shipped.")
        else:
            self.fail(404, "order_not_found", "The requested order could not be found.")

    def fail(self, status, code, message, headers=None):
        self.send_json(status, {"code": code, "message": message, "status": status}, headers)

    def send_json(self, status, value, headers=None):
        body = json.dumps(value).encode("ascii")
        self.send_response(status)
        for name, text in (headers or {}).items():
            self.send_header(name, text)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 128


with Server(("127.0.0.1", 0), Handler) as server:
    server.store = Store()
    print(f"listening on http://127.0.0.1:{server.server_address[1]}", flush=True)
    server.serve_forever()
