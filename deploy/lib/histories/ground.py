"""Where a run takes place: its nodes, and how they and their database are broken.

Each fault takes a generator of chance, breaks something and repairs it. It records itself as it goes, since
the judge has to know from when to when a node did not run, or a server may have lost commits.
"""

import concurrent.futures
import contextlib
import http.client
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

from edges import SILENCE, Edges
from record import version
from workload import HOST, OTHER, Caller, Node

sys.path.append(str(pathlib.Path(__file__).parents[1]))
from ports import free_port

# The disk of a node's files, where one of its own can be made.
DISK = "48m"
HERE = os.path.dirname(os.path.abspath(__file__))
# What is started ends with this process, however that ends.
BOUND = ("setpriv", "--pdeathsig", "KILL")


class Ground(Edges):
    """What is common to both: SQL, nodes by name, and the faults of one node."""

    def __init__(self, folder, tools):
        """tools: the folder of what deploy/check/cluster-faults has built, if there is one."""
        self.folder, self.tools = folder, tools
        self.nodes = []
        self.recorder = None
        self.token = None

    def node(self, chance):
        return chance.choice(self.nodes)

    def command(self, *words, node="node1"):
        return subprocess.run(
            [self.binary, *words, "--config", f"{self.folder}/{node}.json"], capture_output=True,
            text=True, timeout=60)

    @contextlib.contextmanager
    def fault(self, kind, node=None):
        begin = self.recorder.now()
        try:
            yield
        finally:
            self.recorder.add("fault", begin, node=node.name if node else "", value=kind)

    def kill(self, chance):
        node = self.node(chance)
        with self.fault("kill", node):
            self.signal(node, signal.SIGKILL)
            time.sleep(chance.uniform(0.3, 2))
            self.start(node)

    def restart(self, chance, node=None):
        node = node or self.node(chance)
        with self.fault("restart", node):
            self.signal(node, signal.SIGTERM)
            self.start(node)
            time.sleep(chance.uniform(0.5, 1))

    def pause(self, chance):
        node = self.node(chance)
        with self.fault("pause", node):
            self.signal(node, signal.SIGSTOP)
            time.sleep(chance.uniform(1, 4))
            self.signal(node, signal.SIGCONT)

    def cut(self, chance):
        node = self.node(chance)
        with self.fault("cut", node):
            self.sever(node)
            time.sleep(chance.uniform(1, self.longest_cut))
            self.heal(node)

    def connections(self, chance):
        with self.fault("connections"):
            for _ in range(chance.randrange(3, 10)):
                self.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                         f"WHERE usename = '{self.role}' AND random() < 0.5")
                time.sleep(0.2)

    def crowd(self, chance):
        """The database takes a few connections only, while a node needs all that it may have: one that
        has begun anew has few."""
        node, caller = self.node(chance), [Caller(self.token) for _ in range(24)]
        self.restart(chance, node)
        with self.fault("crowd"):
            self.sql(f"ALTER ROLE {self.role} CONNECTION LIMIT 3")
            with concurrent.futures.ThreadPoolExecutor(len(caller)) as pool:
                for _ in range(3):
                    keys = [f"b{chance.randrange(10**9)}" for _ in caller]
                    list(pool.map(self.probe, caller, [node] * len(caller), keys))
            self.sql(f"ALTER ROLE {self.role} CONNECTION LIMIT -1")

    def probe(self, caller, node, key):
        """A change of its own."""
        begin, url = self.recorder.now(), f"https://example.com/{key}"
        status, headers, _ = caller.ask(
            node.management, "POST", "/v1/links", {"host": HOST, "slug": key, "url": url})
        self.recorder.add("create", begin, node=node.name, key=key, value=url, status=status,
                          version=version(headers.get("ETag")))
        return status

    def faults(self):
        return [self.kill, self.restart, self.pause, self.cut, self.connections, self.crowd, *self.new_kinds()]


class Processes(Ground):
    """Plain processes on loopback, each with a forwarder of its own to the one server of PostgreSQL, whose
    socket lies in FOLDER/postgres."""

    synchronous = True
    longest_cut = 5
    role = "links"

    def __init__(self, folder, binary, count=3, distances=None, tools=None, mounts=False):
        """distances: the seconds of a round trip to the database, by the names of nodes. mounts: whether
        this process may mount file systems, which nobody else sees."""
        super().__init__(folder, tools)
        self.mounts = mounts
        self.binary = binary
        self.distances = distances or {}
        self.processes, self.forwarders = {}, {}
        for number in range(1, count + 1):
            node = Node(f"node{number}", ("127.0.0.1", free_port()), ("127.0.0.1", free_port()))
            os.makedirs(f"{folder}/{node.name}/disk")
            if mounts:
                subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "none",
                                f"{folder}/{node.name}/disk"], check=True)
            with open(f"{folder}/{node.name}.json", "w") as file:
                json.dump(self.configuration(node), file)
            self.nodes.append(node)
            self.forward(node)
        self.command("store", "migrate").check_returncode()
        self.token = json.loads(
            self.command("tokens", "create", "--scope", "admin", "--json").stdout)["token"]
        for node in self.nodes:
            self.start(node)

    def configuration(self, node):
        place = lambda pair: "%s:%d" % pair
        return {
            "server": {"listen": [place(node.public)], "management": [place(node.management)],
                       "accessLog": None},
            "store": {"postgres": f"postgresql://links@/links?host={self.folder}/{node.name}&connect_timeout=2",
                      "copy": f"{self.folder}/{node.name}/disk/copy.db", "node": node.name},
            "dashboard": {"origin": "https://keiro.example"},
            "sites": [{"hosts": [HOST, OTHER], "shortLinks": {"prefix": "/"}}]}

    def forward(self, node):
        path = f"{self.folder}/{node.name}/.s.PGSQL.5432"
        self.forwarders[node.name] = subprocess.Popen(
            [*BOUND, sys.executable, f"{HERE}/forwarder.py", path, f"{self.folder}/postgres/.s.PGSQL.5432",
             str(self.distances.get(node.name, 0))])
        while not os.path.exists(path):
            time.sleep(0.02)

    def sql(self, statement):
        subprocess.run(
            ["psql", "-X", "-q", "-h", f"{self.folder}/postgres", "-U", "keiro", "links", "-c", statement],
            check=True, stdout=subprocess.DEVNULL)

    def start(self, node, environment=None):
        with open(f"{self.folder}/{node.name}.log", "a") as log:
            self.processes[node.name] = subprocess.Popen(
                [*BOUND, "env", *(f"{name}={value}" for name, value in (environment or {}).items()),
                 self.binary, "serve", "--config", f"{self.folder}/{node.name}.json"], stderr=log)

    def has_ended(self, node):
        return self.processes[node.name].poll() is not None

    def signal(self, node, number, patience=30):
        process = self.processes[node.name]
        process.send_signal(number)
        if number in (signal.SIGKILL, signal.SIGTERM):
            process.wait(patience)

    def sever(self, node):
        self.forwarders[node.name].send_signal(signal.SIGSTOP)

    def heal(self, node):
        self.forwarders[node.name].send_signal(signal.SIGCONT)

    def refuse(self, chance):
        node = self.node(chance)
        with self.fault("refuse", node):
            self.forwarders[node.name].kill()
            self.forwarders[node.name].wait()
            os.unlink(f"{self.folder}/{node.name}/.s.PGSQL.5432")
            time.sleep(chance.uniform(1, 4))
            self.forward(node)

    def postgres(self):
        """The processes of the server, the first one first, so that it starts no others."""
        first = int(open(f"{self.folder}/postgres/data/postmaster.pid").readline())
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(first)], capture_output=True, text=True)
        return [first, *map(int, children.stdout.split())]

    def frozen(self, chance):
        """The server stands still, for all nodes, and one of them ends meanwhile."""
        node, kind = self.node(chance), chance.choice(["kill", "end"])
        with contextlib.ExitStack() as stack:
            for each in self.nodes:
                stack.enter_context(self.fault("cut", each))
            for pid in self.postgres():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGSTOP)
                    stack.callback(resume, pid)
            time.sleep(chance.uniform(*SILENCE))
            with self.fault("kill" if kind == "kill" else "restart", node):
                self.end_by(kind, node)
        self.start(node)

    def full(self, chance):
        """The disk of a node's files is full, and its database is away for a part of that time."""
        node, away = self.node(chance), chance.choice([True, False])
        filler = f"{self.folder}/{node.name}/disk/filler"
        with contextlib.ExitStack() as stack:
            if away:
                stack.enter_context(self.silence([node]))
            try:
                with open(filler, "wb", buffering=0) as file, contextlib.suppress(OSError):
                    while True:
                        file.write(bytes(1 << 12))
                time.sleep(chance.uniform(2, 5))
            finally:
                os.unlink(filler)

    def new_kinds(self):
        return super().new_kinds() + [self.frozen] + ([self.full] if self.mounts else [])

    def faults(self):
        return super().faults() + [self.refuse]

    def end(self):
        for process in [*self.processes.values(), *self.forwarders.values()]:
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.kill()
            process.wait()


def resume(pid):
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGCONT)


class Cluster(Ground):
    """A cluster of deploy/check/cluster, which stands in its folder."""

    longest_cut = 20
    role = "keiro"

    def __init__(self, folder, synchronous, tools):
        super().__init__(folder, tools)
        self.synchronous = synchronous
        self.binary = folder + "/keiro"
        self.has_networks = os.path.exists(folder + "/networks")
        network = "10.77.0" if self.has_networks else "127.77.0"
        self.databases = {f"db{n}": f"{network}.1{n}" for n in (1, 2, 3)}
        self.nodes = [Node(f"node{n}", (f"{network}.3{n}", 8080), (f"{network}.3{n}", 8081))
                      for n in (1, 2, 3)]
        self.token = open(folder + "/token").read().strip()

    def cluster(self, *words, environment=None):
        done = subprocess.run(
            ["deploy/check/cluster", *words, "--folder", self.folder], capture_output=True, text=True,
            env={**os.environ, **(environment or {})})
        if done.returncode != 0:
            raise RuntimeError(f"deploy/check/cluster {' '.join(words)}: {done.stderr.strip()}")

    def pid(self, process):
        return int(open(f"{self.folder}/run/{process}").read())

    def patroni(self, name, place):
        try:
            connection = http.client.HTTPConnection(self.databases[name], 8008, timeout=1)
            connection.request("GET", place)
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False

    def primaries(self):
        return [name for name in self.databases if self.patroni(name, "/primary")]

    def primary(self):
        return self.wait("a primary", lambda: (self.primaries() or [None])[0])

    def wait(self, what, answer, seconds=120):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if value := answer():
                return value
            time.sleep(0.1)
        raise RuntimeError(f"{what}: not within {seconds} s")

    def sql(self, statement):
        subprocess.run(
            ["psql", "-X", "-q", "-h", f"{self.folder}/{self.primary()}", "-U", "postgres", "keiro", "-c",
             statement], check=True, stdout=subprocess.DEVNULL)

    def start(self, node, environment=None):
        names = {"LD_PRELOAD": "KEIRO_NODE_PRELOAD"}
        self.cluster("start", node.name, environment={
            names.get(name, name): value for name, value in (environment or {}).items()})

    def has_ended(self, node):
        return not os.path.exists(f"/proc/{self.pid(node.name)}")

    def signal(self, node, number, _=None):
        if number == signal.SIGKILL:
            self.cluster("kill", node.name)
        elif number == signal.SIGTERM:
            self.cluster("stop", node.name)
        else:
            os.kill(self.pid(node.name), number)

    def routes(self, action, node):
        """The databases answer the node no more: it hears nothing, not even that it is cut off."""
        for name in self.databases:
            subprocess.run(["ip", "-n", f"keiro-{name}", "route", action, "blackhole", node.public[0]],
                           check=True)

    def sever(self, node):
        self.routes("add", node)

    def heal(self, node):
        self.routes("del", node)

    # --- promotions

    def whole(self):
        """The primary, once there are others that may take over."""
        def standbys():
            fit = [name for name in self.databases if self.patroni(name, "/replica")]
            synchronous = any(self.patroni(name, "/synchronous") for name in fit)
            return len(fit) == 2 and (synchronous or not self.synchronous)
        self.wait("two standbys", standbys)
        return self.primary()

    def follow(self, old):
        """Until another server is the primary and all nodes take changes again."""
        self.wait("a new primary", lambda: any(name != old for name in self.primaries()))
        caller = Caller(self.token)
        self.wait("changes", lambda: all(
            caller.ask(node.management, "GET", "/readyz/changes")[0] == 200 for node in self.nodes))
        time.sleep(2)

    def back(self, name):
        self.wait("the old primary as standby", lambda: self.patroni(name, "/replica"))

    def kill_primary(self, _):
        old = self.whole()
        with self.fault("kill the primary: promotion"):
            self.cluster("kill", old)
            self.follow(old)
        self.cluster("start", old)
        self.back(old)

    def cut_primary(self, _):
        old = self.whole()
        with self.fault("cut the primary off: promotion"):
            self.cluster("cut", old)
            self.follow(old)
        self.cluster("heal", old)
        self.back(old)

    def overtaken(self, chance):
        """The old primary comes back with nobody to tell it that it is none, and a node begins anew."""
        old, node = self.whole(), self.node(chance)
        with self.fault("cut the primary off: promotion"):
            self.cluster("cut", old)
            for process in ("patroni", "etcd"):
                os.kill(self.pid(f"{process}-{old}"), signal.SIGKILL)
            self.follow(old)
        with self.fault("an overtaken primary"):
            self.cluster("heal", old)
            with self.fault("kill", node):
                self.signal(node, signal.SIGKILL)
                self.start(node)
            time.sleep(4)
            self.cluster("start", old)
        self.back(old)

    def switch(self, _):
        """As before maintenance: nothing is lost."""
        old = self.whole()
        with self.fault("switchover"):
            connection = http.client.HTTPConnection(self.databases[old], 8008, timeout=60)
            connection.request("POST", "/switchover", json.dumps({"leader": old}),
                               {"Content-Type": "application/json"})
            connection.getresponse().read()
            self.follow(old)

    def new_kinds(self):
        return [kind for kind in super().new_kinds() if self.has_networks or kind == self.clock]

    def faults(self):
        own = [self.kill_primary, self.switch]
        if self.has_networks:
            return super().faults() + own + [self.cut_primary, self.overtaken]
        return [fault for fault in super().faults() if fault != self.cut] + own

    def end(self):
        pass
