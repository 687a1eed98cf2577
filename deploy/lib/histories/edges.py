"""Faults at edges: a database that falls silent, files that are torn or cannot grow, clocks that are years off."""

import contextlib
import json
import os
import signal
import subprocess
import time

# Longer than the second of clicks that may be lost, so that what waits for the database is older.
SILENCE = (4.5, 7)
DAY = 86400
# Days by which a clock is off: longer than anything is kept, and longer than anything runs.
OFF = (40, 400, 3 * 366, 30 * 366, -40, -400, -15 * 366)
# How long a node may take to end: what deploy/install and Kubernetes give it.
ENDING = 30


class Edges:
    """Mixed into a ground, whose nodes have their copies where their configurations say."""

    def files(self, node):
        """The path of the copy, to which those of the other files add."""
        with open(f"{self.folder}/{node.name}.json") as file:
            return json.load(file)["store"]["copy"]

    def end_by(self, kind, node):
        """Ends a node by kill -9, or as whatever looks after services does: with patience, then by kill -9."""
        if kind == "kill":
            return self.signal(node, signal.SIGKILL)
        begin = self.recorder.now()
        try:
            self.signal(node, signal.SIGTERM, ENDING)
            in_time = True
        except (subprocess.TimeoutExpired, RuntimeError):
            in_time = False
            self.signal(node, signal.SIGKILL)
        self.recorder.add("ended", begin, node=node.name, key=node.name, status=200 if in_time else 503,
                          note="" if in_time else f"it still ran {ENDING} s after SIGTERM")

    @contextlib.contextmanager
    def silence(self, nodes):
        """The database accepts everything that the nodes send, and answers nothing."""
        with contextlib.ExitStack() as stack:
            for node in nodes:
                stack.enter_context(self.fault("cut", node))
                stack.callback(self.heal, node)
                self.sever(node)
            yield

    def end_in_silence(self, chance, kind):
        node = self.node(chance)
        with self.silence([node]):
            time.sleep(chance.uniform(*SILENCE))
            with self.fault("kill" if kind == "kill" else "restart", node):
                self.end_by(kind, node)
        self.start(node)

    def silence_and_kill(self, chance):
        self.end_in_silence(chance, "kill")

    def silence_and_end(self, chance):
        self.end_in_silence(chance, "end")

    # --- files

    def torn(self, chance):
        """A node dies while its clicks wait in the spool, and the last thing that it wrote there, or into the
        log of its copy, is half on the disk."""
        node = self.node(chance)
        copy = self.files(node)
        with self.silence([node]):
            end = time.monotonic() + 3 * max(SILENCE)
            while not self.size(copy + "-spool") and time.monotonic() < end:
                time.sleep(0.1)
            time.sleep(chance.uniform(0, 2))
            with self.fault("kill", node):
                self.signal(node, signal.SIGKILL)
                tear(copy + "-spool", chance)
                tear(copy + "-wal", chance, lines=False)
        # What the spool has now comes behind the torn end.
        with self.silence([node]), self.fault("kill", node):
            self.start(node)
            time.sleep(chance.uniform(2, 4))
            self.signal(node, signal.SIGKILL)
        self.start(node)

    def size(self, path):
        try:
            return os.stat(path).st_size
        except FileNotFoundError:
            return 0

    # --- clocks

    def clock(self, chance):
        """A node runs for a few seconds with a clock that is off by days or years."""
        node, days = self.node(chance), chance.choice(OFF)
        rules = f"{self.folder}/clock"
        with open(rules, "w") as file:
            file.write(f"clock - {days * DAY} 100\n")
        print(f"           {node.name} is {days} days off", flush=True)
        with self.fault("clock", node):
            with self.fault("restart", node):
                self.end_by("end", node)
                self.start(node, {"LD_PRELOAD": self.tools + "/faults.so", "KEIRO_FAULTS": rules})
            time.sleep(chance.uniform(3, 5))
            self.restart(chance, node)

    def new_kinds(self):
        """Those that each run has, however short it is."""
        return [self.silence_and_kill, self.silence_and_end, self.torn] + ([self.clock] if self.tools else [])


def tear(path, chance, lines=True):
    """Appends what a write leaves that was cut off: the first half of a record, or space that nothing was
    written to."""
    try:
        with open(path, "r+b") as file:
            content = file.read()
            records = content.splitlines() if lines else [content[-4096:]]
            if not content or lines and not content.endswith(b"\n"):
                return
            whole = chance.choice(records[-3:])
            half = whole[:chance.randrange(1, max(2, len(whole)))]
            file.write(chance.choice([half, b"\0" * len(half)]))
    except FileNotFoundError:
        pass
