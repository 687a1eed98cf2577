"""The attackers of deploy/check/attacks, each a process of its own.

Usage: attackers.py flood PORT SECONDS CONNECTIONS DEPTH KIND [ARGUMENT …]
       attackers.py hold PORT SECONDS CONNECTIONS KIND TOKEN
       attackers.py hang PORT SECONDS
       attackers.py dump PORT SECONDS KIND TOKEN
       attackers.py crowd PORT SECONDS CONNECTIONS
       attackers.py unread PORT SECONDS CONNECTIONS
       attackers.py slow PORT SECONDS TOKEN …
Prints one line of JSON: what was asked, and how often each status was the answer.
"""
import collections
import json
import os
import random
import select
import socket
import sys
import time

AGENTS = [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
    "Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/125.0.0.0 Mobile Safari/537.36",
]
numbers = random.Random(os.getpid())


def word(length=12):
    return "".join(numbers.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=length))


def address():
    """Another household each time, as a proxy would report it."""
    groups = ":".join(f"{numbers.randrange(1 << 16):x}" for _ in range(3))
    return f"2001:{groups}::1"


def request(target, host="a.example", method="GET", fields=(), body=b""):
    lines = [f"{method} {target} HTTP/1.1", f"Host: {host}", *fields]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + body


# What each kind of flood asks, made anew for each request.


def explain(_):
    target = numbers.choice(["/s/x?d=1", "/s/x+", f"/s/x?d=1&{word()}"])
    fields = [f"User-Agent: {numbers.choice(AGENTS)}", f"X-Forwarded-For: {address()}"]
    return request(target, fields=fields)


def picture(_):
    query = f"format=png&size={numbers.randrange(64, 1025)}&{word()}"
    fields = [f"X-Forwarded-For: {address()}"]
    return request(f"/fixed.qr?{query}", host=f"{word()}.w.example", fields=fields)


def long_query(_):
    query = "&".join("abcdefgh"[index % 8] for index in range(3900))
    agent = f"User-Agent: {numbers.choice(AGENTS)}"
    return request(f"/s/own?{query}", fields=[agent])


def long_link(_):
    query = "&".join(f"{word(2)}=https://{word(3)}.test/" for _ in range(300))
    agent = f"User-Agent: {numbers.choice(AGENTS)}"
    return request(f"/?link=https://a.example/item/1&{query}", fields=[agent])


def referrer(_):
    return request("/s/x", fields=[f"Referer: https://{word(20)}.{word(8)}.example/{word()}"])


def launches(arguments):
    launch = {"app": "shop", "launch": {"kind": "normal"}}
    batch = [dict(launch, appVersion=f"{word(8)}.{word(8)}") for _ in range(1000)]
    fields = [f"Authorization: Bearer {arguments[0]}", f"X-Forwarded-For: {address()}"]
    return request("/_keiro/launches", method="POST", fields=fields, body=json.dumps(batch).encode())


def match(arguments):
    """About 31 KB: apps times URLs times rules."""
    apps = [f"AAAAAAAAAA.com.example.a{number}" for number in range(150)]
    components = [{"/": "*a*b*c*d*e*"} for _ in range(300)]
    document = {"applinks": {"details": [{"appIDs": apps, "components": components}]}}
    urls = ["https://a.example/" + "abcde" * 8 for _ in range(250)]
    body = json.dumps({"aasa": document, "urls": urls})
    fields = [f"Authorization: Bearer {arguments[0]}"]
    return request("/v1/match", host="127.0.0.1", method="POST", fields=fields, body=body.encode())


def unknown_keys(arguments):
    body = json.dumps({f"unknown{number}": 1 for number in range(40_000)})
    fields = [f"Authorization: Bearer {arguments[0]}"]
    return request("/v1/match", host="127.0.0.1", method="POST", fields=fields, body=body.encode())


def unknown_launch_keys(arguments):
    body = json.dumps([{f"unknown{number}": 1 for number in range(40_000)}])
    fields = [f"Authorization: Bearer {arguments[0]}", f"X-Forwarded-For: {address()}"]
    return request("/_keiro/launches", method="POST", fields=fields, body=body.encode())


def password(_):
    body = f"password={word()}".encode()
    fields = [
        "Content-Type: application/x-www-form-urlencoded", f"X-Forwarded-For: {address()}"]
    return request("/s/secret", method="POST", fields=fields, body=body)


def forwarded(_):
    fields = numbers.choice([
        ["X-Forwarded-For: " + ",".join(["1"] * 3700)] * 2,
        ["X-Forwarded-For: " + ",".join(["127.0.0.1"] * 740)] * 2,
        ["Forwarded: " + ",".join(["for=1"] * 1200)] * 2,
        ["Forwarded: " + ",".join(["for=127.0.0.1"] * 520)] * 2,
        ["Forwarded: for=" + '\\"' * 7000],
    ])
    return request(numbers.choice(["/s/x", "/nothing"]), fields=fields)


def heavy_list(arguments):
    query = numbers.choice(["%73earch=nowhere", "sort=clicks", "s%6Frt=cl%69cks&host=a.example"])
    fields = [f"Authorization: Bearer {arguments[0]}"]
    return request(f"/v1/links?limit=1&{query}", host="127.0.0.1", fields=fields)


def unknown_name(arguments):
    """Names without a link, of one household if it is given."""
    fields = [f"X-Forwarded-For: {arguments[0] if arguments else address()}"]
    return request(f"/{word()}", host="many.example", fields=fields)


def code(_):
    """Another household of one site each time."""
    fields = [
        f"User-Agent: {AGENTS[0]}", f"X-Forwarded-For: 2001:db8:1:{numbers.randrange(1 << 16):x}::1",
        "Content-Type: application/x-www-form-urlencoded"]
    return request("/s/later", method="POST", fields=fields, body=b"claim=1")


def provider(_):
    fields = [f"X-Forwarded-For: {address()}"]
    return request("/dashboard/oidc/Login", host="127.0.0.1", fields=fields)


def challenge(_):
    fields = [
        "Content-Type: application/x-www-form-urlencoded", f"X-Forwarded-For: {address()}",
        "Origin: http://keiro.localhost"]
    return request(
        "/dashboard/passkeys/sign-in-options", host="127.0.0.1", method="POST", fields=fields,
        body=b"a=b")


KINDS = {
    kind.__name__.replace("_", "-"): kind
    for kind in (
        explain, picture, long_query, long_link, referrer, launches, match, unknown_keys,
        unknown_launch_keys, password, forwarded, heavy_list, unknown_name, code,
        provider, challenge)
}


class Client:
    """A connection with a batch of requests under way."""

    def __init__(self, port, depth, make, seen):
        self.port, self.depth, self.make, self.seen = port, depth, make, seen
        self.socket = None
        self.open()

    def open(self):
        if self.socket:
            self.socket.close()
        self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.setblocking(False)
        self.input = b""
        self.output = b"".join(self.make() for _ in range(self.depth))
        self.pending = self.depth

    def fileno(self):
        return self.socket.fileno()

    def send(self):
        try:
            self.output = self.output[self.socket.send(self.output):]
        except BlockingIOError:
            pass
        except OSError:
            self.fail()

    def fail(self):
        self.seen["closed"] += 1
        self.open()

    def take(self):
        try:
            got = self.socket.recv(1 << 18)
        except BlockingIOError:
            return
        except OSError:
            got = b""
        if not got:
            self.fail()
            return
        self.input += got
        while self.pending:
            end = self.input.find(b"\r\n\r\n")
            if end < 0:
                return
            head = self.input[:end].lower()
            length = 0
            if b"content-length:" in head:
                length = int(head.split(b"content-length:")[1].split(b"\r\n")[0])
            if len(self.input) < end + 4 + length:
                return
            self.seen[head[9:12].decode()] += 1
            self.input = self.input[end + 4 + length:]
            self.pending -= 1
            if b"connection: close" in head:
                self.open()
                return
        self.output = b"".join(self.make() for _ in range(self.depth))
        self.pending = self.depth


def flood(port, seconds, connections, depth, kind, *arguments):
    seen = collections.Counter()
    # Made in advance where making takes longer than asking.
    pool = [KINDS[kind](arguments) for _ in range(200 if kind in LARGE else 0)]
    make = (lambda: numbers.choice(pool)) if pool else (lambda: KINDS[kind](arguments))
    clients = [Client(int(port), int(depth), make, seen) for _ in range(int(connections))]
    end = time.monotonic() + float(seconds)
    while time.monotonic() < end:
        writers = [client for client in clients if client.output]
        readable, writable, _ = select.select(clients, writers, [], 0.1)
        for client in writable:
            client.send()
        for client in readable:
            client.take()
    print(json.dumps({"asked": sum(seen.values()), **dict(seen.most_common())}))


LARGE = {"long-query", "long-link"}


# Connections that are held open: what each sends at first, and then every second.

MEGABYTE = b"x" * (1 << 20)


def head(target, host, *fields):
    return "\r\n".join([f"POST {target} HTTP/1.1", f"Host: {host}", *fields, "", ""]).encode()


def held(kind, number, token):
    length = f"Content-Length: {1 << 20}"
    places = [("/", "a.example"), ("/s/x", "a.example"), ("/s/secret", "a.example"),
              ("/_keiro/launches", "a.example"), ("/absent", "b.example")]
    bodies = [head(target, host, length) + MEGABYTE[:-1] for target, host in places]
    bodies.append(
        head("/", "a.example", "Transfer-Encoding: chunked") + b"fffff\r\n" + MEGABYTE[:-2])
    # A caller whose token was found in an app.
    bodies.append(
        head("/_keiro/launches", "a.example", length, f"Authorization: Bearer {token}")
        + MEGABYTE[:-1])
    calls = [
        head(target, "127.0.0.1", *fields, length) + MEGABYTE[:-1]
        for target, fields in [
            ("/v1/links", ()), ("/v1/match", ()), ("/absent", ()), ("/healthz", ()),
            ("/v1/shortLinks?key=none", ()), ("/v1/links:batch", ()),
            ("/v1/import?format=ndjson", ()), ("/v1/explain", ("Authorization: Bearer none",)),
            ("/dashboard/sign-in", ("Sec-Fetch-Site: same-origin",)),
            ("/dashboard/links", ("Sec-Fetch-Site: same-origin", "Cookie: keiro=none")),
        ]
    ]
    kinds = {
        "call-bodies": calls,
        "launch-bodies": [
            head("/_keiro/launches", "a.example", "Content-Length: 65536",
                 f"X-Forwarded-For: 2001:db8:1:{number:x}::1") + b"["
        ],
        "bodies": bodies,
        "mixed": bodies + [
            b"", b"GET / HTTP/1.1\r\nHost: a.example\r\nX: ", b"GET /" + b"a" * 8000,
            request("/s/x") * 400, request("/") * 400, request("/s/x+") * 20,
            head("/s/secret", "a.example", "Content-Length: 4000") + b"password=",
        ],
    }
    return kinds[kind][number % len(kinds[kind])]


def hold(port, seconds, connections, kind, token):
    seen = collections.Counter()
    clients = []
    end = time.monotonic() + float(seconds)
    for number in range(int(connections)):
        client = socket.create_connection(("127.0.0.1", int(port)), timeout=20)
        client.setblocking(False)
        clients.append([client, held(kind, number, token)])
    while time.monotonic() < end:
        for client in clients:
            if not client[1]:
                continue
            try:
                client[1] = client[1][client[0].send(client[1]):]
            except BlockingIOError:
                pass
            except OSError:
                client[1] = b""
                seen["cut off"] += 1
        time.sleep(0.01)
    for client, _ in clients:
        try:
            answer = client.recv(1 << 16)
        except OSError:
            answer = b""
        seen[answer[9:12].decode() or "no answer"] += 1
    print(json.dumps(dict(seen.most_common())))


def hang(port, seconds):
    """A server that takes every connection and says nothing."""
    with socket.create_server(("127.0.0.1", int(port)), backlog=512):
        time.sleep(float(seconds))


# Dumps of MySQL whose statements want to be kept.

DUMPS = {
    "rows": (b"INSERT INTO `yourls_url` VALUES ('a'", b",'" + MEGABYTE + b"'", b");\n", 300),
    "names": (b"", b"CREATE TABLE `" + MEGABYTE[:-8] + b"_url` (`a` int);\n", b"", 300),
    "columns": (b"CREATE TABLE `a_url` (`a` int", b",`" + MEGABYTE[:-8] + b"` int", b");\n", 300),
}


def dump(port, seconds, kind, token):
    seen = collections.Counter()
    begin, middle, end, count = DUMPS[kind]
    target = "/v1/import?format=yourls&dryRun=true&as=a.example"
    fields = [f"Authorization: Bearer {token}", "Transfer-Encoding: chunked", "Connection: close"]
    last = time.monotonic() + float(seconds)
    while time.monotonic() < last:
        with socket.create_connection(("127.0.0.1", int(port)), timeout=60) as client:
            answer = b""
            try:
                client.sendall(head(target, "127.0.0.1", *fields))
                for piece in [begin, *[middle] * count, end]:
                    if piece:
                        client.sendall(b"%x\r\n" % len(piece) + piece + b"\r\n")
                client.sendall(b"0\r\n\r\n")
            except OSError:
                seen["cut off"] += 1
            try:
                while got := client.recv(1 << 16):
                    answer += got
            except OSError:
                pass
            seen[answer[9:12].decode() or "no answer"] += 1
            said = answer.split(b"expected at most ")
            seen["names its limit"] += len(said) > 1
    print(json.dumps(dict(seen.most_common())))


# Clients of several addresses of this machine.


def client_of(number, port, buffer=None):
    client = socket.socket()
    if buffer:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    client.settimeout(20)
    client.bind((f"127.0.0.{20 + number % 11}", 0))
    client.connect(("127.0.0.1", int(port)))
    client.setblocking(False)
    return client


HEADS = [b"G", b"GET /healthz HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 4000, b""]


def crowd(port, seconds, connections):
    """Connections that begin a head and never end it, opened anew when they are closed."""
    seen = collections.Counter()
    clients = {}
    end = time.monotonic() + float(seconds)
    while time.monotonic() < end:
        for number in range(int(connections)):
            client = clients.get(number)
            try:
                if client and client.recv(1 << 16):
                    continue
                seen["cut" if client else "opened"] += 1
            except BlockingIOError:
                continue
            except OSError:
                seen["cut"] += 1
            if client:
                client.close()
            try:
                clients[number] = client_of(number, port)
                clients[number].send(HEADS[number % len(HEADS)])
            except OSError:
                seen["failed"] += 1
        time.sleep(0.05)
    print(json.dumps(dict(seen.most_common())))


def unread(port, seconds, connections):
    """Clients that ask 300 times for a page and read nothing."""
    seen = collections.Counter()
    asked = request("/nope") * 300
    clients = []
    end = time.monotonic() + float(seconds)
    for number in range(int(connections)):
        try:
            clients.append(client_of(number, port, buffer=4096))
            clients[-1].send(asked)
            seen["opened"] += 1
        except OSError:
            seen["failed"] += 1
    while time.monotonic() < end:
        time.sleep(0.1)
    print(json.dumps(dict(seen.most_common())))


def slow(port, seconds, *tokens):
    """Four uploads of each token, one byte every second."""
    seen = collections.Counter()
    clients = []
    for token in tokens:
        for number in range(4):
            client = client_of(number, port)
            target = ["/v1/import?format=ndjson&dryRun=true", "/v1/links:batch"][number % 2]
            fields = [f"Authorization: Bearer {token}", "Transfer-Encoding: chunked"]
            client.send(head(target, "127.0.0.1", *fields))
            clients.append(client)
    end = time.monotonic() + float(seconds)
    while time.monotonic() < end:
        for client in clients:
            try:
                client.send(b"1\r\n\n\r\n")
                seen["sent"] += 1
            except OSError:
                seen["cut off"] += 1
        time.sleep(1)
    print(json.dumps(dict(seen.most_common())))


if __name__ == "__main__":
    ATTACKS = {
        attack.__name__: attack for attack in (flood, hold, hang, dump, crowd, unread, slow)}
    ATTACKS[sys.argv[1]](*sys.argv[2:])
