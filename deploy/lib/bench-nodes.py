"""How soon a change that one node answered is on another: creates links there at a constant rate, and asks here
for each of them until it is answered. Usage: bench-nodes.py API-PORT PUBLIC-PORT TOKEN PER-SECOND SECONDS"""
import http.client
import json
import sys
import threading
import time

api_port, public_port, token = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
rate, seconds = int(sys.argv[4]), int(sys.argv[5])
count, callers = rate * seconds, 8
answered, seen = [0.0] * count, [0.0] * count
begun = [threading.Event() for _ in range(count)]
start = time.monotonic() + 0.1


def create(caller):
    api = http.client.HTTPConnection("127.0.0.1", api_port, timeout=30)
    for number in range(caller, count, callers):
        time.sleep(max(0, start + number / rate - time.monotonic()))
        api.request("POST", "/v1/links", json.dumps(
            {"host": "go.example", "slug": f"v{number}", "url": "https://www.example.com/"}),
            {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
        answer = api.getresponse()
        answer.read()
        if answer.status == 201:
            answered[number] = time.monotonic()
        begun[number].set()


def watch():
    site = http.client.HTTPConnection("127.0.0.1", public_port, timeout=30)
    for number in range(count):
        begun[number].wait()
        end = time.monotonic() + 30
        while answered[number] and time.monotonic() < end:
            site.request("HEAD", f"/v{number}", headers={"Host": "go.example"})
            answer = site.getresponse()
            answer.read()
            if answer.status == 302:
                seen[number] = time.monotonic()
                break


threads = [threading.Thread(target=create, args=(caller,)) for caller in range(callers)]
threads.append(threading.Thread(target=watch))
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
delays = sorted(max(0, there - here) * 1000 for here, there in zip(answered, seen) if here and there)
missing = sum(1 for here, there in zip(answered, seen) if here and not there)
if not delays:
    sys.exit("no change was answered")
print(f"{count} changes, {rate} a second: on another node {delays[len(delays) // 2]:.1f} ms (median), "
      f"{delays[len(delays) * 99 // 100]:.1f} ms (99 of 100), {delays[-1]:.1f} ms (worst) after the answer; "
      f"{count - len(delays) - missing} refused, {missing} never seen")
sys.exit(missing > 0)
