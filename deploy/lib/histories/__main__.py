"""Runs operations and faults by a seed, records them, and judges the record:

  processes FOLDER BINARY | cluster FOLDER     --seed N --seconds S --record FILE [--only FAULT,…]
                                               [--tools FOLDER] [--mounts]
  check FILE                                   judges a record again

Exits with 1 when a promise was broken. --tools: where faults.so lies, without which no clock moves. --mounts:
file systems may be mounted, so that nodes have disks that can be full.
"""

import argparse
import json
import random
import sys
import time

import ground
import record
from judge import judge
from keepsakes import Keepsakes
from pairs import ANY, Pairs
from workload import COUNTED, AGE, HOST, LIMIT, SHARED, Caller, Tokens, Watch, Worker

# Processors that do other things besides: seconds beyond what is promised.
MARGIN = 1.5
# A copy has a change after half a second.
PROMISED = 0.5
# A node that hears nothing of the database says so after this.
NOTICED = 5
# How long nodes may take until they take changes again, and counts until they stand still.
RECOVERY, QUIET = 20, 30
# So many changes one after the other say that a node takes them.
IN_A_ROW = 5
# Seconds that a round of the faults at edges takes at most.
FIXED = 240


class Run:
    def __init__(self, place, seed, seconds, path, only):
        self.place, self.seed, self.seconds = place, seed, seconds
        self.recorder = place.recorder = record.Recorder(path)
        self.recorder.add("run", 0, value={
            "seed": seed, "seconds": seconds, "allowed": PROMISED + MARGIN, "notice": NOTICED + MARGIN,
            "lastSecond": 1 + MARGIN,
            "synchronous": place.synchronous})
        self.chance = random.Random(f"{seed}/faults")
        self.caller = Caller(place.token)
        self.only = only
        tokens = Tokens(place.command, self.recorder, random.Random(f"{seed}/tokens"))
        self.workers = [Worker(n, seed, place.nodes, place.token, self.recorder, tokens, 0.05)
                        for n in range(2 * len(place.nodes))]
        self.pairs = Pairs(place.nodes, place.token, self.recorder, random.Random(f"{seed}/pairs"))
        self.keepsakes = Keepsakes(place.nodes[0], self.caller, self.recorder)
        self.threads = [Watch(place.nodes, self.recorder), tokens, self.pairs, *self.workers]

    def whole(self):
        self.await_nodes("the start")
        self.make()
        self.keepsakes.make()
        self.pairs.orders()
        end = time.monotonic() + self.seconds
        for thread in self.threads:
            thread.start()
        try:
            recovered = self.break_things(end)
        finally:
            for thread in self.threads:
                thread.ends.set()
            for thread in self.threads:
                thread.join(30)
        if any(worker.error for worker in [self.pairs, *self.workers]):
            raise RuntimeError("a worker has failed")
        # What a node that did not recover says in the end is no more news.
        if recovered and self.await_nodes("the end"):
            self.look()
        self.recorder.close()

    def make(self):
        """The links whose clicks are counted, and limited."""
        for key in [f"c{number}" for number in range(COUNTED)]:
            if self.place.probe(self.caller, self.place.nodes[0], key) != 201:
                raise RuntimeError(f"the link {key} was not made")
        for number in range((2 * self.seconds + FIXED) // AGE):
            begin, key = self.recorder.now(), f"m{number}"
            status = self.caller.ask(
                self.place.nodes[0].management, "POST", "/v1/links",
                {"host": HOST, "slug": key, "url": "https://example.com/", "maxClicks": LIMIT})[0]
            self.recorder.add("limit", begin, key=key, value=LIMIT, status=status)

    def break_things(self, end):
        def shuffled(faults):
            chosen = [fault for fault in faults if not self.only or fault.__name__ in self.only]
            self.chance.shuffle(chosen)
            return chosen
        # However short a run is, it has a round of the faults at edges.
        left = shuffled(self.place.new_kinds())
        rounds = len(left)
        while rounds > 0 or time.monotonic() < end:
            rounds -= 1
            time.sleep(self.chance.uniform(0.5, 2))
            # Each of them before one comes again.
            left = left or shuffled(self.place.faults())
            fault = left.pop()
            print(f"{self.recorder.now():7.1f} s  {fault.__name__}", flush=True)
            fault(self.chance)
            if not self.await_nodes(fault.__name__):
                return False
        return True

    def await_nodes(self, after):
        """Whether all take changes again, one after the other, and say that they are in order."""
        recovered = True
        for node in self.place.nodes:
            begin = self.recorder.now()
            count = in_a_row = 0
            while True:
                if self.place.has_ended(node):
                    # As whatever looks after services does.
                    self.place.start(node)
                    time.sleep(0.5)
                said = [self.caller.ask(node.management, "GET", path) for path in ("/readyz", "/readyz/changes")]
                fits = said[0][2] == b"ready\n" and said[1][0] == 200
                count += 1
                key = f"p{int(begin * 10)}-{node.name}-{count}"
                status = self.place.probe(self.caller, node, key) if fits else None
                in_a_row = in_a_row + 1 if status == 201 else 0
                if in_a_row == IN_A_ROW or self.recorder.now() - begin > RECOVERY:
                    break
                time.sleep(0.05 if in_a_row else 0.2)
            recovered = recovered and in_a_row == IN_A_ROW
            text = f"{said[0][2].decode().strip()[:100]}; a change: {status}"
            self.recorder.add("recovered", begin, node=node.name, key=after, note=text,
                              status=200 if in_a_row == IN_A_ROW else 503)
        return recovered

    # --- what is there in the end

    def look(self):
        self.count([f"c{number}" for number in range(COUNTED)])
        self.keepsakes.look()
        keys = sorted({event.key for event in record.read(self.recorder.file.name)
                       if event.op in ("create", "delete", "patch") and event.key[0] in "ckpb"})
        for key in keys:
            node, begin = self.chance.choice(self.place.nodes), self.recorder.now()
            status, headers, text = self.caller.ask(node.management, "GET", f"/v1/links/{HOST}/{key}")
            value = json.loads(text).get("url") if status == 200 else None
            self.recorder.add("final", begin, node=node.name, key=key, status=status, value=value,
                              version=record.version(headers.get("ETag")))
        begin = self.recorder.now()
        status, _, text = self.caller.ask(
            self.place.nodes[0].management, "GET", "/v1/export?format=ndjson")
        for link in map(json.loads, text.splitlines() if status == 200 else ()):
            if link["slug"] not in keys and "maxClicks" not in link and link["url"] != ANY:
                self.recorder.add("final", begin, key=link["slug"], status=200, value=link["url"])
        for node in self.place.nodes:
            begin = self.recorder.now()
            done = self.place.command("store", "verify", node=node.name)
            self.recorder.add("verify", begin, node=node.name, status=done.returncode,
                              note=(done.stdout + done.stderr).strip()[:200])

    def count(self, keys):
        """The clicks of links once nothing more arrives."""
        last, since, end = None, time.monotonic(), time.monotonic() + QUIET
        while time.monotonic() - since < 5 and time.monotonic() < end:
            now = [self.clicks(key) for key in keys]
            if None in now or now != last:
                last, since = now, time.monotonic()
            time.sleep(0.2)
        for key, clicks in zip(keys, last):
            if clicks is not None:
                self.recorder.add("count", self.recorder.now(), key=key, value=clicks)

    def clicks(self, key):
        status, _, text = self.caller.ask(
            self.place.nodes[0].management, "GET", f"/v1/links/{HOST}/{key}")
        return json.loads(text).get("clicks") if status == 200 else None


def verdict(path):
    events = record.read(path)
    broken = judge(events)
    seed = next((event.value.get("seed") for event in events if event.op == "run"), None)
    kinds = {}
    for event in events:
        name = f"{event.op} {'-' if event.status is None else event.status}"
        kinds[name] = kinds.get(name, 0) + 1
    print(", ".join(f"{count} {name}" for name, count in sorted(kinds.items())))
    for fault in broken:
        print(f"seed {seed}: {fault}")
    print(f"{len(broken)} promises broken in {len(events)} events")
    return 1 if broken else 0


def main():
    parser = argparse.ArgumentParser(prog="deploy/check/cluster-faults --histories")
    parser.add_argument("action", choices=("processes", "cluster", "check"))
    parser.add_argument("folder")
    parser.add_argument("binary", nargs="?")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--record")
    parser.add_argument("--synchronous", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--tools")
    parser.add_argument("--mounts", action="store_true")
    options = parser.parse_args()
    if options.action == "check":
        return verdict(options.folder)
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(10**6)
    print(f"seed {seed}", flush=True)
    path = options.record or options.folder + "/history.ndjson"
    place = (ground.Cluster(options.folder, options.synchronous, options.tools) if options.action == "cluster"
             else ground.Processes(options.folder, options.binary, tools=options.tools, mounts=options.mounts))
    try:
        Run(place, seed, options.seconds, path, set(filter(None, options.only.split(",")))).whole()
    finally:
        place.end()
    return verdict(path)


sys.exit(main())
