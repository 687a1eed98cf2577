"""How soon a node far from its database sees the changes of another one while its own API is at work:

  FOLDER BINARY MILLISECONDS

MILLISECONDS is the round trip from the far node to the database. Two callers have it find the same 100
links over and over; meanwhile links are made at the near node and asked for at the far one. Exits with 1 when
half of them take longer than is promised.
"""

import http.client
import json
import statistics
import sys
import threading
import time

import ground
from workload import HOST, Caller

PROMISED = 0.3
LINKS, CHANGES = 100, 30
LONGEST = 30


def batch(caller, node):
    lines = [json.dumps({"host": HOST, "slug": f"found{n}", "url": f"https://example.com/{n}", "findExisting": True})
             for n in range(LINKS)]
    connection = http.client.HTTPConnection(*node.management, timeout=300)
    connection.request(
        "POST", "/v1/links:batch", "\n".join(lines),
        {"Authorization": f"Bearer {caller.token}", "Content-Type": "application/x-ndjson"})
    answer = connection.getresponse()
    body = answer.read()
    if answer.status != 200 or body.count(b"\n") != LINKS:
        raise RuntimeError(f"batch: {answer.status} {body[:200]!r}")


def work(caller, node, ends, done):
    while not ends.is_set():
        batch(caller, node)
        done.append(time.monotonic())


def is_there(node, slug):
    connection = http.client.HTTPConnection(*node.public, timeout=10)
    connection.request("GET", f"/{slug}", headers={"Host": HOST})
    return connection.getresponse().status == 302


def seen_after(caller, near, far, number):
    status, _, body = caller.ask(
        near.management, "POST", "/v1/links",
        {"host": HOST, "slug": f"near{number}", "url": "https://example.com/"})
    if status != 201:
        raise RuntimeError(f"create: {status} {body}")
    begin = time.monotonic()
    while not is_there(far, f"near{number}"):
        if time.monotonic() - begin > LONGEST:
            break
        time.sleep(0.005)
    return time.monotonic() - begin


def main():
    folder, binary, milliseconds = sys.argv[1:]
    place = ground.Processes(folder, binary, 2, {"node2": int(milliseconds) / 1000})
    near, far = place.nodes
    caller, ends, done = Caller(place.token), threading.Event(), []
    try:
        await_answers(caller, place.nodes)
        batch(caller, near)
        workers = [threading.Thread(target=work, args=(Caller(place.token), far, ends, done), daemon=True)
                   for _ in range(2)]
        for worker in workers:
            worker.start()
        times = [seen_after(caller, near, far, n) for n in range(CHANGES)]
        ends.set()
        for worker in workers:
            worker.join(300)
    finally:
        place.end()
    middle = statistics.median(times)
    print(f"a node {milliseconds} ms from its database, {len(done)} batches of {LINKS} links at its API: "
          f"{CHANGES} changes of another node seen after {middle * 1000:.0f} ms in the middle, "
          f"{max(times) * 1000:.0f} ms at most")
    return middle > PROMISED or max(times) > LONGEST or not done


def await_answers(caller, nodes):
    end = time.monotonic() + 60
    for node in nodes:
        while True:
            try:
                if caller.ask(node.management, "GET", "/readyz/changes")[0] == 200:
                    break
            except OSError:
                pass
            if time.monotonic() > end:
                raise RuntimeError(f"{node.name} takes no changes")
            time.sleep(0.1)


sys.exit(main())
