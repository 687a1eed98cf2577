"""Pairs of changes made by two nodes at once, which must end as one after the other does.

What that is says the program itself: before anything is broken, each kind of pair is made one after the
other, in both orders. A record of a pair has what both were answered and what was there afterwards.
"""

import json
import re
import threading
import urllib.parse

from workload import HOST, OTHER, Caller

# So many changes of links at most have the files of `prune`.
MOST = 400
# The destination of all links that pairs make.
ANY = "https://example.com/any"
SETTLED = {"Prefer": "wait=5"}


class Pairs(threading.Thread):
    def __init__(self, nodes, token, recorder, chance):
        super().__init__(daemon=True)
        self.nodes, self.recorder, self.chance = nodes, recorder, chance
        # One for each of two changes, and one to look.
        self.callers = [Caller(token) for _ in range(3)]
        self.cookies = {}
        self.count = 0
        self.kinds = [self.prune, self.hosts, self.demotion, self.removal]
        self.ends = threading.Event()
        self.error = None

    def run(self):
        try:
            while not self.ends.wait(self.chance.uniform(0.1, 0.8)):
                self.make(self.chance.choice(self.kinds), "at once")
        except Exception as error:  # the run fails with it
            self.error = error
            raise

    def orders(self):
        """Both orders of each kind. One that a place does not have is left out from then on."""
        for kind in list(self.kinds):
            if not all(self.make(kind, order) for order in ("in order", "in reverse")):
                self.kinds.remove(kind)
                print(f"not made: pairs of '{kind.__name__}'", flush=True)

    def make(self, kind, order):
        """Makes a pair, and records it if both changes have an outcome."""
        self.count += 1
        begin, nodes = self.recorder.now(), self.chance.sample(self.nodes, 2)
        prepared = kind(nodes, f"{self.count}")
        if prepared is None:
            return False
        changes, look = prepared
        said = [None, None]
        def change(number):
            said[number] = changes[number](self.callers[number])[0]
        if order == "at once":
            threads = [threading.Thread(target=change, args=(n,), daemon=True) for n in (0, 1)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        else:
            for number in (0, 1) if order == "in order" else (1, 0):
                change(number)
        state = look()
        if {401, 403} & set(said):
            # A session of before, which a fault has ended.
            self.cookies = {}
            said = [None, None]
        is_whole = state is not None and all(status and status < 500 for status in said)
        # Whether every node has it already (201 or 202) is nothing that an order decides.
        said = ["done" if status and status < 400 else status for status in said]
        self.recorder.add("pair", begin, node=nodes[0].name, key=kind.__name__, note=order,
                          value=[*said, state], status=200 if is_whole else None)
        return is_whole

    def ask(self, path):
        """What the first node has to say of the database, not of its copy."""
        status, _, text = self.callers[2].ask(self.nodes[0].management, "GET", path)
        return json.loads(text) if status == 200 else None

    # --- links

    def prune(self, nodes, number):
        """Two files of one owner, of which each is to be all that the owner has."""
        size = self.chance.randrange(3, MOST)
        files = [{f"q{number}-{n}" for n in range(begin, begin + size)} for begin in (0, size // 2)]
        def apply(node, file):
            lines = [json.dumps({"host": HOST, "slug": slug, "url": ANY})
                     for slug in sorted(file)]
            return lambda caller: caller.ask(
                node.management, "POST", f"/v1/links:apply?owner=o{number}&prune=true&format=ndjson",
                fields={"Content-Type": "application/x-ndjson", **SETTLED}, raw="\n".join(lines))
        def look():
            found = self.ask(f"/v1/links?owner=o{number}&limit=1000")
            slugs = found and {link["slug"] for link in found["links"]}
            return found and ("the first file" if slugs == files[0] else "the second file" if slugs == files[1]
                              else f"{len(slugs)} links of two files of {size}")
        return [apply(node, file) for node, file in zip(nodes, files)], look

    def hosts(self, nodes, number):
        """One slug on two hosts of a site, which share their links."""
        def create(node, host):
            return lambda caller: caller.ask(
                node.management, "POST", "/v1/links",
                {"host": host, "slug": f"h{number}", "url": ANY}, SETTLED)
        def look():
            found = self.ask(f"/v1/links?search=h{number}&limit=1000")
            return found and sorted(link["host"] for link in found["links"] if link["slug"] == f"h{number}")
        return [create(node, host) for node, host in zip(nodes, (HOST, OTHER))], look

    # --- people

    def demotion(self, nodes, number):
        return self.person(nodes, number, {"action": "role", "role": "viewer"}, {"action": "invite"})

    def removal(self, nodes, number):
        return self.person(nodes, number, {"action": "remove", "confirmed": "1"}, {"action": "invite"})

    def person(self, nodes, number, *forms):
        """Two changes of one person, by the forms of the dashboard."""
        status, _, text = self.callers[2].ask(
            nodes[0].management, "POST", "/v1/people", {"name": f"P{number}", "role": "admin"})
        cookies = [self.cookie(node) for node in nodes]
        if status != 201 or None in cookies:
            return None
        identifier = json.loads(text)["id"]
        def post(node, cookie, form):
            return lambda caller: self.form(caller, node, "people", {"id": identifier, **form}, cookie)
        def look():
            found = self.ask("/v1/people")
            return found and [person["role"] for person in found["people"] if person["id"] == identifier]
        return [post(*of) for of in zip(nodes, cookies, forms)], look

    def cookie(self, node):
        """Of a session, which serves at all nodes and is made at each."""
        if node.name not in self.cookies:
            _, headers, _ = self.form(self.callers[2], node, "sign-in", {"token": self.callers[2].token}, "")
            found = re.match(r"[^;]+", headers.get("Set-Cookie") or "")
            if found is None:
                return None
            self.cookies[node.name] = found[0]
        return self.cookies[node.name]

    def form(self, caller, node, page, values, cookie):
        return caller.ask(
            node.management, "POST", f"/dashboard/{page}", token=False, raw=urllib.parse.urlencode(values),
            fields={"Host": "%s:%d" % node.management, "Sec-Fetch-Site": "same-origin", "Cookie": cookie,
                    "Content-Type": "application/x-www-form-urlencoded"})
