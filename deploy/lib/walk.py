"""Runs the commands of one article in a folder of its own and compares their output with the article.

A fence ```json keiro.json, of any kind, writes a file of that name; one ```console runs each line that begins with
"$ " and expects the lines behind it. The comment <!-- export: NAME as FILE --> puts a file of
Tests/Values/LinkImportTests/Fixtures in the place of what the service would have handed out. The comment
<!-- old service: {"PATH": "URL", "PATH WORD": "URL"} --> runs an old service at $OLD, which redirects a path,
and elsewhere where the User-Agent has that word; <!-- walk: COMMAND --> runs what the reader has done
already, with the checkout at $CHECKOUT. A workflow in a fence such as ```yaml links.yml has to have each
of its steps among the commands that are run.
"""
import ctypes
import http.server
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

FENCE = re.compile(r"^```(\w+) ?([^\n]*)\n(.*?)^```$|^<!-- walk: ([^\n]*) -->$", re.M | re.S)
STEP = re.compile(r"^\s+- run: (.*)$", re.M)
EXPORT = re.compile(r"export (\w+)=(\S+)")
OLD_SERVICE = re.compile(r"<!-- old service: (.*?) -->", re.S)
FIXTURES = pathlib.Path("Tests/Values/LinkImportTests/Fixtures").resolve()
PR_SET_CHILD_SUBREAPER = 36


def run(command, folder, environment):
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, timeout=120)
    return done.stdout


def adopt_orphans():
    """Makes this process the parent of what commands leave running in the background."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def signal_children(number):
    for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = status.read_text().rpartition(")")[2].split()[1]
            if int(parent) == os.getpid():
                os.kill(int(status.parent.name), number)
        except (FileNotFoundError, ProcessLookupError):
            pass


def end_orphans():
    """Ends what still runs, and waits for it: a server that stops removes its socket."""
    signal.signal(signal.SIGALRM, lambda *_: signal_children(signal.SIGKILL))
    signal.alarm(20)
    signal_children(signal.SIGTERM)
    while True:
        try:
            os.wait()
        except ChildProcessError:
            signal.alarm(0)
            return


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


def transcript(text, folder, environment):
    """The same block with what the commands say now."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("$ "):
            continue
        lines.append(line)
        named = EXPORT.fullmatch(line[2:])
        if named:
            environment[named[1]] = named[2]
            continue
        lines += run(line[2:], folder, environment).splitlines()
    return "\n".join(lines) + "\n"


def main():
    article = pathlib.Path(sys.argv[1])
    text = article.read_text()
    folder = tempfile.mkdtemp()
    tools = tempfile.mkdtemp()
    os.symlink(sys.argv[2], tools + "/keiro")
    environment = {**os.environ, "PATH": tools + ":" + os.environ["PATH"]}
    environment.pop("KEIRO_CONFIG", None)
    environment["CHECKOUT"] = os.getcwd()
    failures = []
    adopt_orphans()
    try:
        for name, file in re.findall(r"<!-- export: (\S+) as (\S+) -->", text):
            shutil.copy(FIXTURES / name, folder + "/" + file)

        for links in OLD_SERVICE.findall(text):
            environment["OLD"] = old_service(json.loads(links))

        def block(match):
            kind, name, body, hidden = match.groups()
            if hidden:
                said = run(hidden, folder, environment)
                if said:
                    failures.append((hidden + "\n", said))
                return match.group(0)
            if kind != "console" and name:
                file = pathlib.Path(folder, name)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(body)
            if kind == "yaml":
                commands = re.findall(r"^\$ (.*)$", text, re.M)
                for step in STEP.findall(body):
                    if step not in commands:
                        failures.append((f"- run: {step}\n", "nothing: no block runs it\n"))
            if kind != "console":
                return match.group(0)
            now = transcript(body, folder, environment)
            if now != body:
                failures.append((body, now))
            return "```console\n" + now + "```"

        new = FENCE.sub(block, text)
    finally:
        end_orphans()
        shutil.rmtree(folder)
        shutil.rmtree(tools)
    if "--update" in sys.argv:
        article.write_text(new)
        print(f"{article}: {len(failures)} blocks were written anew" if failures else f"{article}: as it was")
        return 0
    for said, now in failures:
        print(f"{article} says:\n{said}and the commands say:\n{now}", file=sys.stderr)
    if not failures:
        print(f"{article} was walked through")
    return 1 if failures else 0


sys.exit(main())
