"""What workers do: operations chosen by a seed, at all nodes at once, each recorded with its answer."""

import http.client
import json
import random
import threading
import time

from record import version

# The hosts of a site, which share their links.
HOST, OTHER = "go.example", "www.go.example"
# Links that many workers change; after so many seconds others, so that each has a short history.
SHARED, AGE = 6, 10
COUNTED = 4
LIMIT = 40
PATIENCE = 5


class Node:
    """Where a node listens: (host, port) of visitors and of the API."""

    def __init__(self, name, public, management):
        self.name, self.public, self.management = name, public, management


class Caller:
    """Asks nodes over connections that are kept, one request at a time, never twice."""

    def __init__(self, token):
        self.token = token
        self.connections = {}

    def ask(self, place, method, path, body=None, fields=(), token=None, raw=None):
        """Status, fields and body; nothing but None without an answer. `raw` is sent as it is, `body` as JSON."""
        headers = {"Host": HOST if token is False else "%s:%d" % place, "User-Agent": "Safari"}
        if token is not False:
            headers["Authorization"] = "Bearer " + (token or self.token)
        headers.update(fields)
        try:
            connection = self.connections.get(place)
            if connection is None:
                connection = http.client.HTTPConnection(*place, timeout=PATIENCE)
                self.connections[place] = connection
            connection.request(method, path, raw or body and json.dumps(body), headers)
            answer = connection.getresponse()
            content = answer.read()
            return answer.status, answer.headers, content
        except (OSError, http.client.HTTPException):
            connection = self.connections.pop(place, None)
            if connection:
                connection.close()
            return None, {}, b""


def url(text):
    try:
        return json.loads(text).get("url")
    except ValueError:
        return None


class Worker(threading.Thread):
    """The seed and the number decide what it asks, and of whom; what it is answered only which revision
    it names.

    One that changes things stays with one node, others go to all; what a copy answers alone and what
    needs the database are asked by different ones: a node that is cut off stops no other's work."""

    def __init__(self, number, seed, nodes, token, recorder, tokens, pause):
        super().__init__(daemon=True)
        self.number, self.recorder, self.tokens = number, recorder, tokens
        self.nodes = nodes
        if number < len(nodes):
            self.nodes = [nodes[number]]
            self.operations = {self.create: 8, self.patch: 12, self.delete: 5, self.read: 4, self.mint: 4}
        elif number == len(nodes):
            self.operations = {self.take: 2, self.read: 2, self.use_token: 1}
        else:
            self.operations = {self.visit: 1, self.click: 2}
        self.chance = random.Random(f"{seed}/{number}")
        self.caller = Caller(token)
        self.pause = pause
        self.count = 0
        self.ends = threading.Event()
        # The version of each link that was seen last.
        self.seen = {}
        self.error = None

    def run(self):
        try:
            while not self.ends.is_set():
                self.step()
                self.ends.wait(self.chance.uniform(0, 2 * self.pause))
        except Exception as error:  # the run fails with it
            self.error = error
            raise

    @property
    def age(self):
        """Links and keys are of an age, which is the same for all workers."""
        return int(self.recorder.now() // AGE)

    def step(self):
        self.count += 1
        node = self.chance.choice(self.nodes)
        key = f"k{self.age}-{self.chance.randrange(SHARED)}"
        number = self.chance.randrange(max(COUNTED, SHARED))
        operation = self.chance.choices(
            list(self.operations), list(self.operations.values()))[0]
        operation(node, key, number)

    def note(self, op, begin, node, key, answer, **fields):
        status, headers, _ = answer
        seen = version(headers.get("ETag")) if status in (200, 201, 202) else None
        if seen and op in ("create", "patch", "read"):
            self.seen[key] = seen
        self.recorder.add(op, begin, node=node.name, key=key, status=status, version=seen, **fields)

    def api(self, op, node, key, method, path, body=None, **fields):
        base = fields.get("base")
        condition = {"If-Match": '"%d-%d"' % base} if base else {}
        begin = self.recorder.now()
        answer = self.caller.ask(node.management, method, path, body, condition)
        if op == "read":
            fields["value"] = url(answer[2])
        self.note(op, begin, node, key, answer, **fields)

    def new_url(self):
        return f"https://example.com/{self.number}-{self.count}"

    def create(self, node, key, _):
        value = self.new_url()
        self.api("create", node, key, "POST", "/v1/links",
                 {"host": HOST, "slug": key, "url": value}, value=value)

    def patch(self, node, key, _):
        value = self.new_url()
        self.api("patch", node, key, "PATCH", f"/v1/links/{HOST}/{key}", {"url": value}, value=value,
                 base=self.seen.get(key))

    def delete(self, node, key, _):
        self.api("delete", node, key, "DELETE", f"/v1/links/{HOST}/{key}", base=self.seen.get(key))

    def read(self, node, key, _):
        self.api("read", node, key, "GET", f"/v1/links/{HOST}/{key}")

    def visit(self, node, key, _, op="visit"):
        begin = self.recorder.now()
        answer = self.caller.ask(node.public, "GET", "/" + key, token=False)
        self.note(op, begin, node, key, answer, value=answer[1].get("Location"))

    def click(self, node, _, number):
        self.visit(node, f"c{number % COUNTED}", number)

    def take(self, node, _, number):
        self.visit(node, f"m{self.age}", number, "take")

    def mint(self, node, _, number):
        # Several workers send the same key and body, some of them at the same time.
        key = f"i{int(self.recorder.now())}-{number % 2}"
        body = {"host": HOST, "url": f"https://example.com/{key}"}
        begin = self.recorder.now()
        answer = self.caller.ask(
            node.management, "POST", "/v1/links", body, {"Idempotency-Key": key})
        slug = json.loads(answer[2]).get("slug", "") if answer[0] in (200, 201, 202) else ""
        self.note("mint", begin, node, key, answer, value=body["url"], note=slug)

    def use_token(self, node, _, number):
        with self.tokens.lock:
            known = list(self.tokens.known.items())[-3:]
        if not known:
            return
        name, token = known[number % len(known)]
        begin = self.recorder.now()
        answer = self.caller.ask(node.management, "GET", "/v1/links?limit=1", token=token)
        self.recorder.add("token-use", begin, node=node.name, key=name, status=answer[0])


class Tokens(threading.Thread):
    """Makes and revokes tokens, one after the other, by the command line."""

    def __init__(self, command, recorder, chance):
        super().__init__(daemon=True)
        self.command, self.recorder, self.chance = command, recorder, chance
        self.lock = threading.Lock()
        self.known = {}
        self.ends = threading.Event()

    def run(self):
        while not self.ends.is_set():
            begin = self.recorder.now()
            made = self.command("tokens", "create", "--scope", "links:read", "--json")
            if made.returncode == 0:
                token = json.loads(made.stdout)
                with self.lock:
                    self.known[token["id"]] = token["token"]
                self.recorder.add("token-make", begin, key=token["id"], status=200)
                self.ends.wait(self.chance.uniform(3, 6))
                begin = self.recorder.now()
                done = self.command("tokens", "revoke", token["id"])
                # Without an outcome it may be revoked all the same.
                self.recorder.add("token-revoke", begin, key=token["id"],
                                  status=200 if done.returncode == 0 else None)
            self.ends.wait(self.chance.uniform(0.5, 2))


class Watch(threading.Thread):
    """Asks the nodes whether they are in order, and notes when the machine is too busy for that."""

    def __init__(self, nodes, recorder):
        super().__init__(daemon=True)
        self.nodes, self.recorder = nodes, recorder
        self.ends = threading.Event()

    def run(self):
        threads = [threading.Thread(target=self.sample, args=(node,), daemon=True) for node in self.nodes]
        for thread in threads:
            thread.start()
        while not self.ends.is_set():
            begin = self.recorder.now()
            time.sleep(0.05)
            if self.recorder.now() - begin > 0.3:
                self.recorder.add("late", begin)
        for thread in threads:
            thread.join()

    def sample(self, node):
        caller = Caller("none")
        while not self.ends.is_set():
            begin = self.recorder.now()
            status, _, text = caller.ask(node.management, "GET", "/readyz")
            changes = caller.ask(node.management, "GET", "/readyz/changes")[0]
            said = text.decode().strip()[:80] if status == 200 else str(status)
            self.recorder.add("sample", begin, node=node.name, value=said, status=status,
                              note=str(changes))
            self.ends.wait(0.2)
