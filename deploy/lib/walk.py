"""Runs the commands of articles and compares what they say with the articles.

Usage: walk.py [--update] [--by CHECK] [--here] [--patience SECONDS] BINARY ARTICLE …

Each article is walked in namespaces of its own, beside the others: an empty folder and home, loopback and no other
network, a copy of /etc/hosts that hidden lines may extend, and nothing that outlives it. --here walks on this machine
as it stands, which is for machines that are thrown away. --update writes what the commands say into the articles,
unless a command fails with more than 1, or what a reader has already could not be had. A command may take 60 seconds,
or what --patience says.

A fence ```json keiro.json, of any kind, writes a file of that name. One ```console types each line that begins with
"$ " into one shell, with the lines behind a "\\" at its end, and expects the lines that follow: "…" stands for any
text, on a line of its own for any lines, and a time that is not far from now for any other such time. A workflow in a
fence such as ```yaml links.yml has to have each of its steps among the commands that are run.

Commands in other blocks are not run, which has to be said: <!-- not walked: REASON --> holds for what follows up to
the next heading. <!-- walked by CHECK --> leaves an article to another check, which calls this with --by.

What a reader has already stands in comments, too:
<!-- walk: COMMAND --> runs silently, in the same shell, with the checkout at $CHECKOUT. `ready PORT` waits for a
server, without PORT for the management listener.
<!-- hosts: NAME=PORT … --> puts an nginx with TLS before a port of this machine for each name, whose authority
everyone trusts; server blocks include $WEB/*.server.
<!-- export: NAME as FILE --> is a file of Tests/Values/LinkImportTests/Fixtures, as the old service hands it out.
<!-- old service: {"PATH": "URL", "PATH WORD": "URL"} --> runs an old service at $OLD, which redirects a path,
and elsewhere where the User-Agent has that word.
"""
import argparse
import collections
import concurrent.futures
import datetime
import http.server
import json
import os
import pathlib
import re
import select
import shutil
import subprocess
import sys
import tempfile
import threading
import time

CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = CHECKOUT / "Tests/Values/LinkImportTests/Fixtures"
NAMESPACES = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt"
# What names have as their address: one that counts as public, on the loopback of the namespace.
PUBLIC = "93.184.215.14"
ABREAST = 4

COMMAND = re.compile(
    r"^\s*(\$ |\./|(sudo |\w+=\S+ )*(adb|apksigner|apt|apt-get|certbot|chmod|codesign|cp|curl|docker|export|flutter|git"
    r"|journalctl|keiro|keytool|kill|kubectl|mysqldump|nginx|npm|npx|openssl|pg_dump|pip|podman|psql|python3|sqlite3"
    r"|ssh|sudo|swift|systemctl|wrk|xcrun|yourls) )")
STEP = re.compile(r"^\s*- run: (.*)$", re.M)
TIME = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?")
OWN = re.compile(r"\b(keiro|msg|wh|whsec)_[\w+/=-]{16,}|\b[\dA-Fa-f]{8}(-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}\b")
# What the shell of an article does: NUL ends a command on the way in, and its output and exit code on the way out.
LOOP = r"""ready() {
  for _ in {1..300}; do ! curl -s -o /dev/null "localhost:${1:-8081}/healthz" || return 0; sleep 0.1; done
  cat log
}
while IFS= read -rd '' -u %d _line; do (exit "${_code:-0}"); eval "$_line"; _code=$?; printf '\36%%s\0' $_code; done"""


class Stuck(Exception):
    """A command that does not end, or ends the shell."""


class Shell:
    """A shell that stays, as that of a reader does."""

    def __init__(self, folder, environment, patience):
        self.patience = patience
        reading, self.typing = os.pipe()
        self.process = subprocess.Popen(
            ["bash", "--noprofile", "--norc", "-c", LOOP % reading], cwd=folder, env=environment, pass_fds=[reading],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        os.close(reading)
        # What a command in the background has said since the last one.
        self.late = b""

    def run(self, command):
        """The lines that a command says, and its exit code."""
        os.write(self.typing, command.encode() + b"\0")
        said, end = self.late, time.monotonic() + self.patience
        while b"\0" not in said:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))
            more = os.read(self.process.stdout.fileno(), 65536) if ready else b""
            if not more:
                trouble = "the shell has ended" if ready else f"no end within {self.patience} seconds"
                raise Stuck(f"$ {command}\n{said.decode(errors='replace')}{trouble}")
            said += more
        said, _, self.late = said.partition(b"\0")
        text, _, code = said.decode(errors="replace").rpartition("\36")
        return text.splitlines(), int(code)

    def end(self):
        """Ends what still runs: a server that stops removes its socket."""
        os.close(self.typing)
        self.process.terminate()
        self.process.wait()


def pieces(text):
    """The article in order: ("fence", kind, name, body), ("comment", body), ("indented", body), ("heading",), and
    ("text",) for the rest; each with its source as the last member."""
    fence = r"^```(?P<kind>\w*) ?(?P<name>[^\n]*)\n(?P<body>.*?)^```$\n?"
    comment = r"^<!--(?P<comment>.*?)-->$\n?"
    indented = r"(?:(?<=\n\n)|\A)(?P<indented>(?:    [^\n]*\n|\n(?=    ))+)"
    heading = r"^(?P<heading>#+ [^\n]*\n)"
    end = 0
    for found in re.finditer("|".join([fence, comment, indented, heading]), text, re.M | re.S):
        if found.start() > end:
            yield ("text", text[end:found.start()])
        end = found.end()
        if found["kind"] is not None:
            yield ("fence", found["kind"], found["name"], found["body"], found[0])
        elif found["comment"]:
            yield ("comment", found["comment"].strip(), found[0])
        else:
            kind = "indented" if found["indented"] else "heading"
            yield (kind, found[kind], found[0])
    yield ("text", text[end:])


def conversation(body):
    """Pairs of a command's lines and the lines that are expected from it."""
    pairs, open_line = [], False
    for line in body.splitlines():
        if open_line or line.startswith("$ "):
            if not open_line:
                pairs.append(([], []))
            pairs[-1][0].append(line)
            open_line = line.endswith("\\")
        elif pairs:
            pairs[-1][1].append(line)
    return pairs


def moment(found):
    """A control character for a time around now, which is another one at each walk."""
    told = datetime.datetime.fromisoformat(found[0].replace("Z", "+00:00"))
    told = told if told.tzinfo else told.replace(tzinfo=datetime.timezone.utc)
    near = abs(told - datetime.datetime.now(datetime.timezone.utc)) < datetime.timedelta(days=40)
    return "\x01" if near else found[0]


def expectation(line):
    """The pattern for a line of an article, and its end."""
    if line.strip() == "…":
        return "(?:.*\n)*?"
    parts, end = [], 0
    for found in re.finditer("…|" + TIME.pattern, line):
        parts.append(re.escape(line[end:found.start()]))
        parts.append(".*" if found[0] == "…" else f"(?:\x01|{re.escape(found[0])})")
        end = found.end()
    return "".join(parts) + re.escape(line[end:]) + "\n"


def heard(expected, said):
    """The lines to stand in the article: what is expected where that was said, too."""
    plain = [TIME.sub(lambda found: moment(found) if is_time(found[0]) else found[0], line) for line in said]
    if re.fullmatch("".join(map(expectation, expected)), "".join(line + "\n" for line in plain)):
        return expected
    known = [line for line in expected if line.strip() != "…"]
    return [next((old for old in known if re.fullmatch(expectation(old), line + "\n")),
                 OWN.sub(lambda found: f"{found[1]}_…" if found[1] else "…", now))
            for line, now in zip(plain, said)]


def is_time(text):
    try:
        datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return False
    return True


def old_service(links):
    """A server of redirects, on a port of its own."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_HEAD(self):
            agent = self.headers.get("User-Agent", "")
            found = [url for name, url in links.items()
                     if name.split(" ")[0] == self.path and all(word in agent for word in name.split(" ")[1:])]
            self.send_response(302 if found else 404)
            if found:
                self.send_header("Location", found[-1])
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def web_server(hosts, folder):
    """Commands that put nginx with TLS before ports of this machine."""
    names = list(hosts)
    servers = "".join(
        f"server {{ listen 443 ssl; server_name {name}; include {folder}/*.server;\n"
        f"location / {{ proxy_pass http://127.0.0.1:{port}; proxy_set_header Host $host;\n"
        "proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto https; } }\n"
        for name, port in hosts.items())
    (folder / "nginx.conf").write_text(
        f"{'user root;' if os.geteuid() == 0 else ''} pid {folder}/pid; error_log {folder}/errors; events {{ }}\n"
        "http { access_log off; default_type application/octet-stream;\n"
        f"ssl_certificate {folder}/fullchain.pem; ssl_certificate_key {folder}/privkey.pem;\n"
        'add_header Strict-Transport-Security "max-age=63072000" always;\n'
        + "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in
                  ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
        + "server { listen 80; location /.well-known/ { proxy_pass http://127.0.0.1:8080; "
        "proxy_set_header Host $host; }\nlocation / { return 301 https://$host$request_uri; } }\n" + servers + "}\n")
    subject = ",".join("DNS:" + name for name in names)
    return [
        f"(. {CHECKOUT}/deploy/lib/servers && make_certificates {folder} {subject})",
        f"cat {AUTHORITIES} {folder}/root.pem >{folder}/trusted.pem",
        f"mount --bind {folder}/trusted.pem {AUTHORITIES}",
        f"ip address add {PUBLIC}/32 dev lo && echo {PUBLIC} {' '.join(names)} >>/etc/hosts",
        f"export WEB={folder} && nginx -e {folder}/errors -c {folder}/nginx.conf",
    ]


class Walk:
    """What became of an article."""

    def __init__(self, folder, shell):
        self.folder = folder
        self.shell = shell
        self.is_prepared = True
        self.failures = []
        self.answers = []
        self.walked = 0
        self.left = collections.Counter()
        self.reason = None

    def whole(self, text):
        """The article with what the commands say now."""
        typed = [line for kind, *rest in pieces(text) if kind == "fence" and rest[0] == "console"
                 for command, _ in conversation(rest[2]) for line in command]
        new = []
        for kind, *rest in pieces(text):
            source = rest[-1]
            if kind == "comment":
                self.comment(rest[0])
            elif kind == "heading":
                self.reason = None
            elif kind == "indented":
                self.unwalked(rest[0])
            elif kind == "fence":
                language, name, body, _ = rest
                if language == "console":
                    source = source.replace(body, self.console(body)) if body else source
                elif name:
                    file = self.folder / "keiro" / name
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_text(body)
                else:
                    self.unwalked(body)
                if language == "yaml":
                    self.failures += [f"- run: {step}\nis a step that no block runs" for step in STEP.findall(body)
                                      if "$ " + step not in typed]
            new.append(source)
        return "".join(new)

    def comment(self, text):
        name, _, rest = text.partition(":")
        rest = rest.strip()
        if name == "walk":
            self.silent(rest)
        elif name == "not walked":
            self.reason = rest
        elif name == "export":
            source, _, file = rest.partition(" as ")
            shutil.copy(FIXTURES / source, self.folder / "keiro" / file)
        elif name == "old service":
            self.silent(f"export OLD={old_service(json.loads(rest))}")
        elif name == "hosts":
            folder = self.folder / "nginx"
            folder.mkdir()
            for command in web_server(dict(host.split("=") for host in rest.split()), folder):
                self.silent(command)

    def silent(self, command):
        said, _ = self.shell.run(command)
        if said:
            self.is_prepared = False
            self.failures.append("\n".join([command, "should say nothing, and says:", *said]))

    def console(self, body):
        lines = []
        for command, expected in conversation(body):
            self.walked += 1
            typed = "\n".join(command)[2:]
            said, code = self.shell.run(typed)
            stands = heard(expected, said)
            if stands != expected:
                trouble = "\n".join([*command, "should say:", *expected, f"and says, with exit code {code}:", *said])
                if code > 1:
                    self.failures.append(trouble)
                    stands = expected
                else:
                    self.answers.append(trouble)
            lines += command + stands
        return "".join(line + "\n" for line in lines)

    def unwalked(self, body):
        commands = [line for line in body.splitlines() if COMMAND.match(line)]
        if not commands:
            return
        if self.reason is None:
            self.failures.append(f"{commands[0].strip()}\nis not run, and no <!-- not walked: REASON --> says why")
        self.left[self.reason] += len(commands)


def inside(article, binary, options):
    """Walks one article on a machine that may be changed."""
    text = article.read_text()
    other = re.search(r"^<!-- walked by (\S+) -->$", text, re.M)
    if (other[1] if other else None) != options.by:
        print(f"{article}: left to {other[1]}" if other else f"{article}: nothing says that {options.by} walks it")
        return 0 if other else 1
    folder = pathlib.Path(tempfile.mkdtemp())
    if not options.here:
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
        shutil.copy("/etc/hosts", folder / "hosts")
        subprocess.run(["mount", "--bind", folder / "hosts", "/etc/hosts"], check=True)
    (folder / "tools").mkdir()
    (folder / "keiro").mkdir()
    (folder / "tools/keiro").symlink_to(binary)
    environment = {"PATH": f"{folder}/tools:{os.environ['PATH']}:/usr/sbin", "HOME": str(folder), "LANG": "C.UTF-8",
                   "CHECKOUT": str(CHECKOUT)}
    walk = Walk(folder, Shell(folder / "keiro", environment, options.patience))
    try:
        new = walk.whole(text)
    except Stuck as trouble:
        walk.failures.append(str(trouble))
        walk.is_prepared = False
    finally:
        walk.shell.end()
    left = "".join(f"; {number} not, since: {reason}" for reason, number in walk.left.items())
    is_written = options.update and walk.is_prepared
    if is_written and new != text:
        article.write_text(new)
    faults = walk.failures + ([] if is_written else walk.answers)
    for fault in faults:
        print(f"{article}:\n{fault}\n", file=sys.stderr)
    print(f"{article}: {walk.walked} commands walked" + left + (f"; {len(faults)} faults" if faults else "")
          + (f"; {len(walk.answers)} answers written anew" if is_written and walk.answers else ""))
    return 1 if faults else 0


def outside(article, options):
    """Walks one article in namespaces; what it leaves is removed when nothing of it runs any more."""
    words = [sys.executable, "-B", __file__, "--inside", options.binary, article]
    words += ["--update"] * options.update + ["--here"] * options.here + ["--patience", str(options.patience)]
    words += ["--by", options.by] if options.by else []
    namespaces = [] if options.here else options.namespaces
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        return subprocess.run(
            namespaces + words, env={**os.environ, "TMPDIR": folder}, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("articles", nargs="+")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--here", action="store_true")
    parser.add_argument("--by")
    parser.add_argument("--patience", type=int, default=60)
    parser.add_argument("--inside", action="store_true")
    options = parser.parse_args()
    options.binary = os.path.abspath(options.binary)
    if options.inside:
        return inside(pathlib.Path(options.articles[0]), options.binary, options)
    options.namespaces = next(
        (words for words in [NAMESPACES, [*NAMESPACES, "--map-root-user"]]
         if subprocess.run([*words, "true"], stderr=subprocess.DEVNULL).returncode == 0), None)
    if options.namespaces is None and not options.here:
        print("namespaces are not allowed here: walk as root", file=sys.stderr)
        return 3
    code = 0
    with concurrent.futures.ThreadPoolExecutor(ABREAST) as pool:
        for done in pool.map(lambda article: outside(article, options), options.articles):
            print(done.stdout, end="", flush=True)
            code = code or done.returncode
    return code


sys.exit(main())
