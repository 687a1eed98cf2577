"""A Keiro with sample content, for scripts that look at its pages in a browser."""

import http.client
import http.server
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.parse

sys.path.append(str(pathlib.Path(__file__).parents[1]))
from ports import free_port

CONFIGURATION = {
    "server": {"trustedProxies": ["127.0.0.1/32"], "accessLog": None},
    "store": {"sqlite": "keiro.db"},
    "outgoing": {"allowNetworks": ["127.0.0.0/8"], "allowPlainHTTP": True},
    "doctor": {"private": True, "timeout": 3, "resolve": [
        f"{host}:{port}:127.0.0.1" for host in ("asajikan.jp", "www.asajikan.jp", "go.example.com")
        for port in (80, 443)]},
    "apps": {
        "asajikan": {
            "name": "Asajikan",
            "apple": {
                "appIDs": ["94VJUJ8B7P.jp.asajikan.www"],
                "appStoreID": "400435286",
                "customSchemes": ["asajikan"],
            },
            "android": {
                "packageName": "jp.asajikan",
                "sha256CertFingerprints": [":".join(["14"] * 32)],
            },
        }
    },
    "sites": [
        {
            "hosts": ["asajikan.jp", "www.asajikan.jp"],
            "title": "Asajikan",
            "alternateHost": "open.asajikan.jp",
            "routes": [
                {"/": "/account/*", "exclude": True, "comment": "stays in the browser"},
                {"/": "/article/{id}", "app": "asajikan", "screen": "article", "title": "Article {id}"},
                {"/": "/recipe/*", "app": "asajikan", "screen": "recipe", "title": "朝のレシピ"},
                {"/": "/", "app": "asajikan", "screen": "home"},
            ],
            "shortLinks": {
                "prefix": "/s/",
                "app": "asajikan",
                "links": {"spring": {"url": "https://asajikan.jp/article/42"}},
            },
        },
        {"hosts": ["go.example.com"], "title": "Example", "shortLinks": {"prefix": "/"}},
    ],
}

LONG_TITLE = (
    "A very long name that somebody has pasted from a press release, with every word of its "
    "headline, the date, the campaign, the channel and a remark for the colleagues in Osaka: "
    "春のキャンペーン第二弾"
)

RULES = [
    {"if": {"platform": ["iPhone", "iPad"], "language": ["ja"]}, "url": "https://asajikan.jp/recipe/miso"},
    {"if": {"query": {"utm_source": "mail"}, "from": "2026-01-01", "share": 50},
     "url": "https://asajikan.jp/article/43"},
    {"if": {"platform": ["Windows", "macOS", "Linux"]}, "url": "https://www.asajikan.jp/recipe/desktop"},
]


class Receiver:
    """An endpoint of webhooks that takes what it is sent, or refuses it."""

    def __init__(self, status=204):
        self.status = status
        self.requests = []
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.requests.append((dict(self.headers), body))
                self.send_response(receiver.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/hook"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def certificate(folder, *hosts):
    """A certificate of one's own for hosts, as the paths of its chain and its key."""
    chain, key = (pathlib.Path(folder) / name for name in ("chain.pem", "key.pem"))
    subprocess.run([
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
        "-subj", f"/CN={hosts[0]}", "-addext", "subjectAltName=" + ",".join(f"DNS:{host}" for host in hosts),
        "-keyout", str(key), "-out", str(chain)], check=True, capture_output=True)
    return {"chain": str(chain), "key": str(key)}


class Keiro:
    """Runs a binary in a scratch folder."""

    def __init__(self, binary, folder, providers=None):
        self.binary = str(binary)
        self.folder = pathlib.Path(folder)
        self.port = free_port()
        self.management = free_port()
        self.origin = f"http://localhost:{self.management}"
        self.process = None
        configuration = json.loads(json.dumps(CONFIGURATION))
        configuration["server"]["listen"] = [f"127.0.0.1:{self.port}"]
        configuration["server"]["management"] = [f"127.0.0.1:{self.management}"]
        configuration["dashboard"] = {"origin": self.origin, "oidc": providers or []}
        (self.folder / "keiro.json").write_text(json.dumps(configuration, ensure_ascii=False))

    def start(self):
        log = open(self.folder / "serve.log", "ab")
        self.process = subprocess.Popen(
            [self.binary, "serve", "--config", "keiro.json"], cwd=self.folder, stdout=log, stderr=log
        )
        for _ in range(1200):
            try:
                if self.request("GET", "/readyz")[0] == 200:
                    return
            except OSError:
                pass
            time.sleep(0.05)
        raise SystemExit("keiro did not start: " + (self.folder / "serve.log").read_text())

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=20)
        self.process = None

    def run(self, *arguments):
        return subprocess.run(
            [self.binary, *arguments, "--config", "keiro.json"],
            cwd=self.folder, check=True, capture_output=True, text=True,
        ).stdout.strip()

    def token(self, scope="admin", name="Sample"):
        return self.run("tokens", "create", "--scope", scope, "--name", name)

    def request(self, method, path, body=None, headers=None, redirects=False):
        connection = http.client.HTTPConnection("127.0.0.1", self.management, timeout=20)
        connection.request(method, path, body, {"Host": f"localhost:{self.management}", **(headers or {})})
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, dict(answer.getheaders()), content

    def visit(self, host, path):
        """Follows a link as somebody on Windows does."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request("GET", path, None, {"Host": host, "User-Agent": (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Chrome/143.0.0.0 Safari/537.36")})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status

    def form(self, path, fields, cookie=None, headers=None):
        head = {"Content-Type": "application/x-www-form-urlencoded", "Origin": self.origin}
        if cookie:
            head["Cookie"] = cookie
        head.update(headers or {})
        return self.request("POST", path, urllib.parse.urlencode(fields), head)

    def sign_in(self, token):
        """The cookie of a new session."""
        status, headers, _ = self.form("/dashboard/sign-in", {"token": token})
        assert status == 303, status
        return headers["Set-Cookie"].split(";")[0]

    def call(self, token, method, path, body=None):
        """The API's answer, which has to be a good one."""
        status, _, answer = self.request(
            method, path, None if body is None else json.dumps(body).encode(),
            {"Authorization": f"Bearer {token}"})
        assert 200 <= status < 300, (path, status, answer)
        return json.loads(answer) if answer else None

    # Sample content.

    def damage(self):
        """Changes the links' checksums behind Keiro's back."""
        base = sqlite3.connect(self.folder / "keiro.db")
        base.execute("UPDATE links SET checksum = checksum + 1")
        base.commit()
        base.close()

    def fill_history(self, token):
        """A link that was edited, one that is gone, and the number of a change of several."""
        path = "/v1/links/asajikan.jp/recipe-001"
        for patch in ({"name": "Miso soup, new"}, {"url": "https://asajikan.jp/recipe/miso-2", "tags": ["soup"]}):
            self.call(token, "PATCH", path, patch)
        for slug in ("brief", "brief-2"):
            self.call(token, "POST", "/v1/links", {
                "host": "asajikan.jp", "slug": slug, "url": "https://asajikan.jp/article/1"})
        self.call(token, "DELETE", "/v1/links/asajikan.jp/brief")
        self.call(token, "PATCH", "/v1/links/asajikan.jp/brief-2", {"name": "Brief"})
        return self.call(token, "GET", "/v1/links/asajikan.jp/brief-2/versions")["versions"][1]["change"]

    def fill_webhooks(self, token, receiver):
        """An endpoint that takes a message and refuses another."""
        made = self.call(token, "POST", "/v1/webhooks", {
            "url": receiver.url, "types": ["link.created", "link.updated"], "hosts": ["asajikan.jp"],
            "description": "Tells the newsroom – 編集部へ"})
        path = f"/v1/webhooks/{made['id']}"
        for status in (204, 500):
            receiver.status = status
            number = self.call(token, "POST", path + ":test")["id"]
            self.until(lambda: next(
                d for d in self.call(token, "GET", path + "/deliveries")["deliveries"] if d["id"] == number
            )["attempts"], "no attempt was made")
        receiver.status = 204
        return made["id"]

    def fill_examinations(self, token):
        """A look at every host from outside."""
        self.call(token, "POST", "/v1/doctor")

    def until(self, condition, what, seconds=20):
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, what
            time.sleep(0.1)


    def fill(self, token, count=300):
        """Links as people make them."""
        names = [
            ("Spring campaign", "spring"), ("朝のレシピ特集", "recipe"), ("Newsletter", "mail"),
            ("QR code at the station", "qr"), ("ポスター（渋谷駅）", "poster"), (None, "x"),
        ]
        lines = []
        for number in range(count):
            name, tag = names[number % len(names)]
            link = {
                "host": "asajikan.jp" if number % 4 else "go.example.com",
                "slug": f"{tag}-{number:03}",
                "url": f"https://asajikan.jp/article/{number}?from={tag}",
                "tags": [tag] + (["2026"] if number % 5 == 0 else []),
            }
            if name:
                link["name"] = f"{name} {number}"
            if number == 1:
                link["rules"] = RULES
            if number % 17 == 0:
                link["archived"] = True
            if number % 29 == 0:
                link["expires"] = time.strftime("%Y-%m-%dT00:00:00Z", time.gmtime(time.time() + 9 * 86400))
            if number == count - 1:
                link["name"] = LONG_TITLE
                link["url"] += "&" + "&".join(f"parameter{n}=value{n}" for n in range(12))
            if number == count - 2:
                link["name"] = '<script>alert("name")</script>'
                link["tags"] = ["<b>bold</b>", "a&b"]
            if number == count - 4:
                link["slug"] += "-" + "0123456789" * 22
                link["tags"] += ["long" * 25] + [f"tag-{n}" for n in range(58)]
            lines.append(json.dumps(link))
        status, _, answer = self.request(
            "POST", "/v1/links:batch", "\n".join(lines).encode(),
            {"Authorization": f"Bearer {token}"},
        )
        assert status == 200, answer
        assert b'"problem"' not in answer, answer

    def fill_days(self, days=365):
        """A year of clicks, put where the sums of days are. Keiro must not run."""
        base = sqlite3.connect(self.folder / "keiro.db")
        hour = int(time.time() // 3600)
        today = hour // 24
        links = [("recipe-001", 0.15), ("poster-010", 0.11), ("mail-002", 0.08), ("qr-003", 0.07), ("recipe-007", 0.04),
                 ("x-005", 0.03), ("mail-014", 0.02), ("spring-006", 0.01)]
        scopes = [("", ""), ("asajikan.jp", "")] + [("asajikan.jp", slug) for slug, _ in links]
        shares = [1, 0.7] + [share for _, share in links]
        for host, slug in scopes:
            base.execute(
                "INSERT OR IGNORE INTO counted_links (host, slug, total) VALUES (?, ?, 0)", (host, slug))
        ids = [base.execute("SELECT id FROM counted_links WHERE host = ? AND slug = ?", scope).fetchone()[0]
               for scope in scopes]
        platforms = [("iphone", 5), ("android", 4), ("macos", 2), ("windows", 2), ("ipad", 1), ("linux", 1),
                     ("chromeos", 1)]
        referrers = [("", 6), ("t.co", 3), ("www.google.com", 3), ("l.instagram.com", 2), ("news.example.jp", 1)]
        languages = [("ja", 9), ("en", 5), ("de", 2), ("fr", 1)]
        countries = [("JP", 30), ("US", 14), ("DE", 6), ("TW", 5), ("FR", 4), ("GB", 4), ("KR", 3), ("BR", 2), ("AU", 2),
                     ("IN", 2), ("TH", 1), ("MX", 1), ("ZA", 1), ("SG", 1)]
        for day in range(today - days + 1, today + 1):
            weekday = (day + 3) % 7
            level = 40 + (day - today + days) // 4 + (25 if weekday < 5 else 0) + (day * 7919) % 23
            if day in (today - 20, today - 21):
                level *= 3
            for scope, share in zip(ids, shares):
                for dimension, groups in ((0, [("redirect", 9), ("landing", 5)]), (1, platforms), (2, referrers),
                                          (4, languages), (5, countries)):
                    # As in real counts, every click is in each dimension once.
                    left, weight = int(level * share * 14), sum(part for _, part in groups)
                    for name, part in groups:
                        count = left * part // weight
                        left, weight = left - count, weight - part
                        if count > 0:
                            base.execute(
                                "INSERT OR REPLACE INTO click_days VALUES (?,?,?,?,0,?)",
                                (day, scope, dimension, name, count))
                    base.execute(
                        "INSERT OR REPLACE INTO click_days VALUES (?,?,?,?,1,?)",
                        (day, scope, dimension, groups[0][0], int(level * share)))
            base.execute(
                "INSERT OR REPLACE INTO launch_days VALUES (0,?,'asajikan','openURL',?)", (day, level * 4))
        base.execute(
            "UPDATE counted_links SET total = (SELECT sum(count) FROM click_days "
            "WHERE scope = counted_links.id AND dimension = 0 AND NOT bot) WHERE id IN (SELECT scope FROM click_days)")
        unwell = {"mail-002": ("moved", 301, "https://asajikan.jp/news/2?from=mail"), "poster-010": ("dead", 404, None),
                  "x-005": ("dead", None, None), "qr-003": ("unknown", 503, None)}
        for slug, (state, status, location) in unwell.items():
            base.execute(
                "INSERT INTO link_health (link, state, status, location, looked_at, next_at) "
                "SELECT id, ?, ?, ?, ?, ? FROM links WHERE slug = ?",
                (state, status, location, today * 86400, (today + 7) * 86400, slug))
        base.execute("UPDATE rollup SET hour = ?, link = 0, kept_hour = ?", (today * 24 + 24, today * 24 - 24 * 14))
        base.commit()
        base.close()


def empty_keiro(binary, folder):
    """A Keiro in which there is nothing yet, and its token."""
    folder.mkdir()
    keiro = Keiro(binary, folder)
    configuration = json.loads((folder / "keiro.json").read_text())
    configuration["sites"] = [{"hosts": ["go.example.com"], "title": "Example", "shortLinks": {"prefix": "/"}}]
    configuration["apps"] = {}
    (folder / "keiro.json").write_text(json.dumps(configuration))
    keiro.start()
    return keiro, keiro.token(name="Sample")
