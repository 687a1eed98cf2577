"""What is there before the faults and has to be there after them, whatever the clocks of nodes said meanwhile:
versions of links, deleted links, entries of the audit log, clicks by hour and by day."""

import json
import time

from pairs import ANY
from workload import HOST

VERSIONS, CLICKS = 4, 5
LINK, DELETED = "kept", "gone"
# A period that has every click, by whichever clock.
EVER = "since=1990-01-01&until=2090-01-01"
PATIENCE = 20


class Unanswered(Exception):
    pass


class Keepsakes:
    def __init__(self, node, caller, recorder):
        self.node, self.caller, self.recorder = node, caller, recorder
        self.before, self.missing = {}, ""

    def make(self):
        for slug in (LINK, DELETED):
            self.change("POST", "", {"host": HOST, "slug": slug, "url": ANY})
        for number in range(1, VERSIONS):
            self.change("PATCH", f"/{HOST}/{LINK}", {"name": f"version {number}"})
        self.change("DELETE", f"/{HOST}/{DELETED}")
        for _ in range(CLICKS):
            self.caller.ask(self.node.public, "GET", f"/{LINK}", token=False)
        end = time.monotonic() + PATIENCE
        # Both are asked one after the other, and may be counted in between.
        while any((self.before or {}).get(f"clicks by {part}") != CLICKS for part in ("day", "hour")):
            if time.monotonic() > end:
                raise RuntimeError(f"what is to be kept was not there: {self.before or self.missing}")
            time.sleep(0.2)
            self.before = self.now()

    def change(self, method, path, body=None):
        status = self.caller.ask(self.node.management, method, "/v1/links" + path, body, {"Prefer": "wait=5"})[0]
        if status is None or status >= 300:
            raise RuntimeError(f"{method} {path}: {status}")

    def now(self):
        """Each of them by its name; None when the node does not say."""
        def ask(path):
            status, _, text = self.caller.ask(self.node.management, "GET", path)
            if status != 200:
                raise Unanswered(f"{path}: {status}")
            return json.loads(text)
        def entries():
            cursor, found = "", []
            while cursor is not None:
                page = ask(f"/v1/audit?limit=1000&cursor={cursor}")
                found += [entry for entry in page["entries"] if entry["slug"] in (LINK, DELETED)]
                cursor = page["next"]
            return len(found)
        def clicks(by):
            document = ask(f"/v1/stats?host={HOST}&slug={LINK}&by={by}&{EVER}")
            return sum(row["clicks"] for row in document["rows"])
        try:
            return {
                "versions": len(ask(f"/v1/links/{HOST}/{LINK}/versions")["versions"]),
                "deleted links": sum(deleted["link"]["slug"] == DELETED
                                     for deleted in ask(f"/v1/links:deleted?search={DELETED}")["links"]),
                "entries of the audit log": entries(),
                "clicks by day": clicks("day"), "clicks by hour": clicks("hour")}
        except Unanswered as error:
            self.missing = str(error)
            return None

    def look(self):
        begin, end = self.recorder.now(), time.monotonic() + PATIENCE
        while (now := self.now()) is None and time.monotonic() < end:
            time.sleep(0.2)
        if now is None:
            print(f"not looked at: what is to be kept: {self.missing}", flush=True)
            return
        for key, was in self.before.items():
            found = now[key]
            self.recorder.add("keepsake", begin, node=self.node.name, key=key, value=found,
                              status=200 if found == was else 404, note=f"{was} before, {found} after")
