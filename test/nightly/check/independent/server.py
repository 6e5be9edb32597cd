"""Store Orders Service: one reading of the specification, standard library only."""
import argparse
import hmac
import json
import re
import signal
import socketserver
import sys
import threading
from http.server import BaseHTTPRequestHandler
from urllib.parse import unquote, urlsplit

PREFIX = ["v1", "store", "orders"]
FIELD_TYPES = {"id": int, "petId": int, "quantity": int, "shipDate": str, "complete": bool}
INT64_MIN, INT64_MAX = -2**63, 2**63 - 1
# The one way JSON writes an integer: no plus sign, no leading zeros, ASCII digits.
INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,18})")


class BadBody(Exception):
    """The request body cannot be delimited, so the connection cannot be reused."""


# --- orders -----------------------------------------------------------------

def is_int64(value):
    return INT64_MIN <= value <= INT64_MAX


def check_field(name, value):
    # type() and not isinstance(): in Python True is an int as well.
    if type(value) is not FIELD_TYPES[name]:
        raise ValueError(f"{name}: wrong type: {value!r}")
    if name in ("id", "petId") and not is_int64(value):
        raise ValueError(f"{name}: not an int64: {value}")


def read_order(order):
    """Keep the fields of the schema only; all of them are optional."""
    if not isinstance(order, dict):
        raise ValueError("an order must be an object")
    kept = {name: order[name] for name in FIELD_TYPES if name in order}
    for name, value in kept.items():
        check_field(name, value)
    return kept


class Store:
    """The orders in the order of the file. A cancelled order is removed."""

    def __init__(self, entries):
        if not isinstance(entries, list):
            raise ValueError("the file must be an array")
        self.lock = threading.Lock()
        self.entries = []
        seen = set()
        for entry in entries:
            order, shipped = read_order(entry["order"]), entry["shipped"]
            if type(shipped) is not bool:
                raise ValueError("shipped must be true or false")
            if "id" in order:
                if order["id"] in seen:
                    raise ValueError(f"id {order['id']} occurs twice")
                seen.add(order["id"])
            self.entries.append((order, shipped))

    def list(self):
        with self.lock:
            return [order for order, _ in self.entries]

    def cancel(self, order_id):
        """Return the status of the answer: 204, 404 or 409."""
        with self.lock:
            for place, (order, shipped) in enumerate(self.entries):
                # An order without an id equals no number, so it is never found.
                if order.get("id") == order_id:
                    if shipped:
                        return 409
                    del self.entries[place]
                    return 204
            return 404


# --- request parts ----------------------------------------------------------

def path_segments(target):
    """Split before decoding, so that %2F stays inside its segment."""
    if target.startswith("/"):
        # Not urlsplit: it would take the start of //host/path as a host.
        path = target.partition("?")[0]
    else:
        try:
            path = urlsplit(target).path
        except ValueError:
            return None
    if not path.startswith("/"):
        return None
    return [unquote(part) for part in path[1:].split("/")]


def parse_order_id(text):
    """The id, or None when the text is no int64, so that no order can have it."""
    if not INTEGER.fullmatch(text):
        return None
    value = int(text)
    return value if is_int64(value) else None


def bearer_token(values):
    """The token of the only Authorization header, or None."""
    if len(values) != 1:
        return None
    # RFC 9110: the scheme is case-insensitive, one or more spaces follow it.
    match = re.fullmatch(r"bearer +([^ \t]+)", values[0].strip(" \t"), re.IGNORECASE)
    return match.group(1) if match else None


def read_exactly(stream, length):
    while length > 0:
        block = stream.read(min(length, 65536))
        if not block:
            raise BadBody("the body ended early")
        length -= len(block)


def read_line(stream):
    line = stream.readline(65537)
    if not line.endswith(b"\n"):
        raise BadBody("the chunked body is malformed")
    return line.rstrip(b"\r\n")


def skip_chunks(stream):
    while True:
        size = read_line(stream).split(b";")[0].strip()
        if not re.fullmatch(rb"[0-9A-Fa-f]{1,15}", size):
            raise BadBody("a chunk size is malformed")
        if int(size, 16) == 0:
            break
        read_exactly(stream, int(size, 16))
        if read_line(stream):
            raise BadBody("a chunk is longer than its size")
    while read_line(stream):
        pass  # trailer fields


def skip_body(headers, stream):
    """Neither operation takes a body, but its bytes must not become the next request."""
    lengths = headers.get_all("Content-Length", [])
    codings = headers.get_all("Transfer-Encoding", [])
    if codings:
        if lengths or [c.strip().lower() for c in codings] != ["chunked"]:
            raise BadBody("the transfer coding is not understood")
        skip_chunks(stream)
    elif lengths:
        if len(lengths) > 1 or not re.fullmatch(r"[0-9]{1,18}", lengths[0].strip()):
            raise BadBody("Content-Length is malformed")
        read_exactly(stream, int(lengths[0]))


# --- HTTP -------------------------------------------------------------------

class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "StoreOrders/1.0.0"
    disable_nagle_algorithm = True  # head and body are two writes

    def __getattr__(self, name):
        # The base class looks for do_METHOD; every method goes to one place,
        # so that unknown ones get the same answers as known ones.
        if name.startswith("do_"):
            return self.serve
        raise AttributeError(name)

    def log_message(self, *_):
        pass

    def serve(self):
        if self.request_version == "HTTP/0.9":
            return self.send_error(400, "HTTP/0.9 is not supported")
        if self.request_version != "HTTP/1.0" and len(self.headers.get_all("Host", [])) != 1:
            return self.send_error(400, "exactly one Host header is required")
        try:
            skip_body(self.headers, self.rfile)
        except BadBody as problem:
            return self.send_error(400, str(problem))
        if not self.authenticated():
            return self.fail(401, "unauthorized", "The API key is missing or invalid.",
                             {"WWW-Authenticate": "Bearer"})
        self.route()

    def authenticated(self):
        token = bearer_token(self.headers.get_all("Authorization", []))
        if token is None:
            return False
        # http.server decodes header bytes as Latin-1; this gives them back.
        return hmac.compare_digest(token.encode("latin-1"), self.server.key)

    def route(self):
        # Not self.path: the base class folds leading slashes in it.
        segments = path_segments(self.requestline.split()[1])
        if segments == PREFIX:
            if self.command in ("GET", "HEAD"):
                return self.send_json(200, self.server.store.list())
            return self.refuse_method("GET, HEAD")
        if segments and segments[:3] == PREFIX and len(segments) == 4 and segments[3]:
            if self.command == "DELETE":
                return self.cancel(segments[3])
            return self.refuse_method("DELETE")
        self.fail(404, "not_found", "There is no such resource.")

    def cancel(self, text):
        order_id = parse_order_id(text)
        status = 404 if order_id is None else self.server.store.cancel(order_id)
        if status == 204:
            self.send_response(204)
            self.end_headers()
        elif status == 409:
            self.fail(409, "order_shipped",
                      "The order cannot be cancelled because it has already shipped.")
        else:
            self.fail(404, "order_not_found", "The requested order could not be found.")

    def refuse_method(self, allowed):
        self.fail(405, "method_not_allowed", f"{self.command} is not supported here.",
                  {"Allow": allowed})

    def fail(self, status, code, message, headers=None):
        self.send_json(status, {"code": code, "message": message, "status": status}, headers)

    def send_error(self, code, message=None, explain=None):
        """Errors found by the base class: same Error body, and the connection ends."""
        self.close_connection = True
        # A request line that was not understood counts as HTTP/0.9, for which
        # the base class would write no status line.
        self.request_version = "HTTP/1.1"
        text = message or self.responses.get(code, ("error",))[0]
        self.fail(int(code), "bad_request", str(text), {"Connection": "close"})

    def send_json(self, status, value, headers=None):
        body = json.dumps(value).encode("ascii")
        self.send_response(status)
        for name, text in (headers or {}).items():
            self.send_header(name, text)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True  # idle keep-alive connections must not hold up the end
    request_queue_size = 128

    def __init__(self, port, store, key):
        self.store, self.key = store, key
        super().__init__(("127.0.0.1", port), Handler)

    def handle_error(self, request, client_address):
        # A client that goes away is no fault of the server.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--orders", required=True)
    parser.add_argument("--key", required=True)
    options = parser.parse_args()
    if not options.key:
        parser.error("--key must not be empty")
    try:
        with open(options.orders, encoding="utf-8") as file:
            store = Store(json.load(file))
    except (OSError, ValueError, KeyError, TypeError) as problem:
        sys.exit(f"{options.orders}: {problem!r}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with Server(options.port, store, options.key.encode()) as server:
        print(f"listening on http://127.0.0.1:{server.server_address[1]}/v1", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
