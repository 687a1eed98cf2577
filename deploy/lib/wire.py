"""Clients on plain sockets to 127.0.0.1, for what curl and wrk cannot do. Usage: wire.py COMMAND …

  ask PORT COUNT HOST TARGET [FIELD …]
      exactly COUNT requests, for tools that count instructions; TARGET may be @FILE, a target a line
  verify PORT SECONDS HOST TARGET MOST-DIFFERENT [MOST-FAILED]
      the same request again and again; counts failures and different answers
  smuggle PORT …
      ambiguous requests through proxies; counts visitors who get somebody else's answer
  slow PORT head|body|reading|silent COUNT SECONDS
      clients that send byte by byte, or never read what they asked for
  flood PORT SECONDS
      connections that are dropped at once, every other one with a reset
  idle PORT COUNT HOST TARGET PID …
      what an idle connection takes of these processes' memory
"""
import re
import select
import socket
import struct
import sys
import time

import ambiguous


class Wire:
    """A connection on which any bytes can be sent, unlike an HTTP client's."""

    def __init__(self, port, timeout=1.0, receive_buffer=None):
        self.socket = socket.socket()
        if receive_buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(timeout)
        self.socket.connect(("127.0.0.1", port))

    def close(self):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def send_some(self, data):
        """Sends as much as fits, without waiting."""
        try:
            self.socket.send(data, socket.MSG_DONTWAIT)
        except OSError:
            pass

    def read_all(self):
        """Everything up to the end of the connection or the timeout of a read."""
        data = b""
        try:
            while more := self.socket.recv(65536):
                data += more
        except OSError:
            pass
        return data

    def read_answer(self):
        """One response, which ends by its Content-Length; None when there is none."""
        data = b""
        try:
            while True:
                more = self.socket.recv(65536)
                if not more:
                    return None
                data += more
                head, end, _ = data.partition(b"\r\n\r\n")
                if end:
                    length = re.search(rb"\r\nContent-Length: (\d+)", head)
                    missing = len(head) + 4 + int(length[1] if length else 0) - len(data)
                    if missing <= 0:
                        return data if missing == 0 else None
        except OSError:
            return None

    def is_closed(self, reads):
        """Whether the server has ended the connection. Who does not read only looks for errors."""
        poll = select.poll()
        poll.register(self.socket, select.POLLIN)
        for _, event in poll.poll(0):
            if event & (select.POLLERR | select.POLLHUP):
                return True
            if reads:
                try:
                    while data := self.socket.recv(4096, socket.MSG_DONTWAIT):
                        pass
                    return data == b""
                except BlockingIOError:
                    return False
                except OSError:
                    return True
        return False


def get(target, host, fields=()):
    lines = [f"GET {target} HTTP/1.1", f"Host: {host}", *fields]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin1")


def ask(port, count, host, target, *fields):
    """Sixteen connections take turns, so that the server finds about as many requests at each
    wake-up as under load. With `Connection: close` each request has a connection of its own."""
    port, count = int(port), int(count)
    if target.startswith("@"):
        with open(target[1:]) as file:
            targets = file.read().split("\n")[:count]
    else:
        targets = [target]
    requests = [get(target, host, fields) for target in targets if target]
    closes = "Connection: close" in fields
    clients = [Wire(port, 30) for _ in range(16)]
    asked = 0
    while asked < count:
        turn = clients[:count - asked]
        for index, client in enumerate(turn):
            client.send(requests[(asked + index) % len(requests)])
        if None in [client.read_answer() for client in turn]:
            return 1
        asked += len(turn)
        if closes and asked < count:
            for client in clients:
                client.close()
            clients = [Wire(port, 30) for _ in range(16)]
    return 0


def verify(port, seconds, host, target, most_different, most_failed=0):
    # A person's, whose visits count.
    request = get(target, host, ["User-Agent: Firefox/145"])
    end = time.monotonic() + int(seconds)
    client, answers, asked, failures = None, {}, 0, 0
    while time.monotonic() < end:
        # Connects anew now and then, so that accepting is verified as well.
        if asked % 100 == 0 and client:
            client.close()
            client = None
        asked += 1
        try:
            client = client or Wire(int(port), 5)
            client.send(request)
            answer = client.read_answer()
        except OSError:
            answer = None
        if answer is None:
            failures += 1
            client = None
            time.sleep(0.001)
            continue
        answer = re.sub(rb"\r\nDate: [^\r]*", b"", answer)
        answers[answer] = answers.get(answer, 0) + 1
    print(f"{asked} asked, {failures} failed, {len(answers)} different answers")
    if len(answers) > int(most_different):
        for answer, count in answers.items():
            print(f"--- {count} times\n{answer.decode('latin1')}")
    return int(failures > int(most_failed) or len(answers) > int(most_different)
               or asked <= failures)


def smuggle(*ports):
    attacks = faults = 0
    for port in map(int, ports):
        for text in ambiguous.requests():
            attacks += 1
            attack(port, text, attacks)
            for visit in (1, 2):
                if not is_own_answer(port, attacks * 10 + visit):
                    faults += 1
                    print(f"not ok - attack {attacks}, visitor {visit}: {ascii(text)}")
    print(f"{attacks} attacks, {faults} visitors with a wrong answer")
    return int(faults > 0 or attacks == 0)


def attack(port, text, number):
    hidden = f"GET /s/spring?hidden={number} HTTP/1.1\r\nHost: asajikan.jp\r\n\r\n"
    body = text.partition("\r\n\r\n")[2]
    length = len(body.encode()) + (len(hidden) - 1 if "\x01" in body else 0)
    for name, value in (("{all}", str(length)), ("{hex}", f"{len(hidden):x}"),
                        ("{HEX}", f"{len(hidden):X}"), ("\x01", hidden),
                        ("?attack", f"?attack={number}")):
        text = text.replace(name, value)
    try:
        client = Wire(port, 0.04)
        client.send(text.encode("latin1"))
        client.read_all()
        client.close()
    except OSError:
        pass


def is_own_answer(port, visitor):
    """Whether a visitor gets exactly one response, the one that repeats the visitor's number."""
    try:
        client = Wire(port, 3)
        client.send(get(f"/s/spring?visitor={visitor}", "asajikan.jp", ["Connection: close"]))
        answer = client.read_all()
        client.close()
    except OSError:
        return False
    return (answer.startswith(b"HTTP/1.1 302 ") and f"?visitor={visitor}\r\n".encode() in answer
            and answer.count(b"HTTP/1.1 ") == 1)


def slow(port, kind, count, seconds):
    start, drip = {
        "head": (b"GET /slow HTTP/1.1\r\nHost: asajikan.jp\r\nX: ", b"x"),
        "body": (b"POST /slow HTTP/1.1\r\nHost: asajikan.jp\r\nContent-Length: 100000\r\n\r\n", b"x"),
        "reading": (get("/topics/", "asajikan.jp") * 2000, b""),
        "silent": (b"", b""),
    }[kind]
    clients = []
    for _ in range(int(count)):
        try:
            clients.append(Wire(int(port), 1, 4096 if kind == "reading" else None))
        except OSError:
            pass
    opened = len(clients)
    for client in clients:
        client.send_some(start)
    for _ in range(int(seconds)):
        time.sleep(1)
        clients = [client for client in clients if not client.is_closed(kind != "reading")]
        for client in clients if drip else ():
            client.send_some(drip)
    print(f"{kind}: {opened} opened, {opened - len(clients)} closed by the server")
    return int(opened != int(count))


def flood(port, seconds):
    end, opened = time.monotonic() + int(seconds), 0
    while time.monotonic() < end:
        try:
            client = Wire(int(port))
        except OSError:
            continue
        opened += 1
        if opened % 2 == 0:
            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        if opened % 3 == 0:
            client.send_some(b"GET / HTTP/1.1\r\nHost: asaji")
        client.close()
    print(f"{opened} connections opened and dropped")
    return int(opened == 0)


def idle(port, count, host, target, *processes):
    """The growth of the processes by connections that wait after a request. The kernel's memory for
    sockets is not included."""
    # The fields that browsers send, since a server may keep buffers of their size.
    request = get(target, host, [
        "User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15",
        "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "Accept-Language: ja-JP,ja;q=0.9,en;q=0.8", "Accept-Encoding: gzip, deflate, br"])

    def open_all(number):
        clients = []
        for _ in range(number):
            client = Wire(int(port), 5)
            client.send(request)
            if client.read_answer() is None:
                break
            clients.append(client)
        return clients

    def resident():
        total = 0
        for process in processes:
            with open(f"/proc/{process}/status") as file:
                total += int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) * 1024
        return total

    # One-time allocations of the server are not part of the cost.
    open_all(64)
    time.sleep(1)
    before = resident()
    clients = open_all(int(count))
    if len(clients) < int(count):
        print(f"only {len(clients)} of {count} connections got an answer")
        return 1
    time.sleep(1)
    after = resident()
    print(f"{count} idle connections: {(after - before) // len(clients)} bytes each, "
          f"{after >> 20} MB in all")
    return 0


COMMANDS = {command.__name__: command for command in (ask, verify, smuggle, slow, flood, idle)}

if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        sys.exit(__doc__)
    try:
        sys.exit(COMMANDS[sys.argv[1]](*sys.argv[2:]))
    except (TypeError, ValueError, KeyError):
        sys.exit(__doc__)
