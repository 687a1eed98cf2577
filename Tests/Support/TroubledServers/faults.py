"""Faults of deployed hosts, each in a server of its own, and right hosts that are unusual.

FAULTS and RIGHT map the name of a server to a function of the request, which raises an Answer where the
host differs from a healthy one.
"""
import base64
import gzip
import itertools
import json
import socket
import struct
import time

from answers import AASA, APPLE, APPLE_ROOT, Answer, FILES, FINGERPRINT, GOOGLE, LINKS, association

PAGE = b"<!doctype html><title>Links</title>"
HTML = "text/html; charset=utf-8"
COOKIE = ("Set-Cookie", "visitor=1; Path=/")


def at(path, *arguments, **options):
    """The answer at one path."""
    def answer(request):
        if request.path == path:
            raise Answer(*arguments, **options)
    return answer


def own(**options):
    """Both files, with something else around them."""
    def answer(request):
        if request.path in FILES:
            raise Answer(200, FILES[request.path], **options)
    return answer


def to(agent, *arguments, path=APPLE, **options):
    """The answer at one path for those whose User-Agent has that word."""
    def answer(request):
        if request.path == path and agent in request.headers.get("User-Agent", ""):
            raise Answer(*arguments, **options)
    return answer


def moved(path, place, page=None):
    """A file that stands at another place; at its own is nothing, or a page."""
    def answer(request):
        if request.path == path:
            raise Answer(*(page or (404, b"not found", "text/plain")))
        if request.path == place:
            raise Answer(200, FILES[path])
    return answer


def cut(path, **options):
    """A body that ends too early, with the connection."""
    return at(path, 200, FILES[path], length=len(FILES[path]) + 200, **options)


def redirect(path, location, status=302, fields=()):
    return at(path, status, fields=[("Location", location), *fields])


def chunked(body, is_whole):
    def send(out):
        out.write(b"%x\r\n%s\r\n" % (len(body), body) + (b"0\r\n\r\n" if is_whole else b""))
        out.flush()
    return {"send": send, "length": None, "fields": [("Transfer-Encoding", "chunked")]}


def stall(request):
    if request.path == APPLE:
        def send(out):
            out.write(AASA)
            out.flush()
            request.connection.recv(1)
        raise Answer(200, AASA, send=send, length=300)


def refuses_all_ways(request):
    """Nobody gets the file, the fetcher by another status."""
    if request.path == APPLE:
        raise Answer(403 if "AASA-Bot" in request.headers.get("User-Agent", "") else 404)


def packed(coding, body):
    return {"fields": [("Content-Encoding", coding), ("Vary", "Accept-Encoding")], "body": body}


def brotli(body):
    """One part that is not compressed, and an empty last one (RFC 7932, section 9)."""
    return ((len(body) - 1) << 4 | 1 << 20).to_bytes(3, "little") + body + b"\x03"


def packs(coding, pack):
    def answer(request):
        if request.path in FILES and "gzip" in request.headers.get("Accept-Encoding", ""):
            raise Answer(200, **packed(coding, pack(FILES[request.path])))
    return answer


def has_early_hints(request):
    if request.path in FILES:
        request.wfile.write(b"HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n")


def falls_back(request):
    if request.path not in FILES:
        raise Answer(200, PAGE, HTML)


def in_turn(path, *answers):
    """One answer after the other, whoever asks."""
    turn = itertools.cycle(answers)

    def answer(request):
        if request.path == path and request.command == "GET":
            chosen = next(turn)
            if chosen:
                raise Answer(*chosen)
    return answer


SEEN = {"at": 0.0, "count": 0}


def limited(request):
    """A rate limit for the whole host, from the third request on, until nobody asks for a while."""
    now = time.monotonic()
    SEEN["count"] = SEEN["count"] + 1 if now - SEEN["at"] < 0.7 else 1
    SEEN["at"] = now
    if SEEN["count"] > 2:
        raise Answer(429, b"", "text/plain")


def resets(request):
    """The connection ends by force before an answer."""
    if request.path == APPLE:
        request.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        socket.socket(fileno=request.connection.detach()).close()
        raise ConnectionAbortedError


def includes(*urls, own=False):
    """A list of Google's that names other lists."""
    body = [{"include": url} for url in urls]
    return at(GOOGLE, 200, json.dumps((json.loads(LINKS) if own else []) + body).encode())


def both(*parts):
    def answer(request):
        for part in parts:
            part(request)
    return answer


def links(relation):
    statement = json.loads(LINKS)
    statement[0]["relation"] = ["delegate_permission/common." + relation]
    return json.dumps(statement).encode()


LOGIN = links("get_login_creds")
PASSKEYS = json.dumps(json.loads(AASA) | {"webcredentials": {"apps": ["94VJUJ8B7P.jp.asajikan.www"]}}).encode()
LIST = "https://links.test/all.json"
ROBOTS = "/robots.txt"

BROKEN = json.dumps(json.loads(AASA))[:-1] + ",}"

FAULTS = {
    # Answers that do not come whole.
    "apple-cut": cut(APPLE), "google-cut": cut(GOOGLE), "apple-torn": cut(APPLE, tears=True),
    "apple-chunks": at(APPLE, 200, AASA, **chunked(AASA, False)),
    "apple-packed-cut": at(APPLE, 200, gzip.compress(AASA), length=2000,
                           fields=[("Content-Encoding", "gzip")]),
    "apple-stalls": stall, "phone-cut": to("swcd", 200, AASA, length=2000),
    "apple-short": at(APPLE, 200, AASA, length=len(AASA) - 20),
    # Answers that cannot be unpacked.
    "apple-not-gzip": at(APPLE, 200, **packed("gzip", AASA)),
    "google-not-gzip": at(GOOGLE, 200, **packed("gzip", LINKS)),
    "apple-no-coding": at(APPLE, 200, **packed("utf-8", AASA)),
    "apple-brotli": packs("br", brotli),
    "apple-always-gzip": at(APPLE, 200, **packed("gzip", gzip.compress(AASA))),
    # Bytes that are no UTF-8 JSON.
    "apple-gzip": at(APPLE, 200, gzip.compress(AASA)),
    "google-gzip": at(GOOGLE, 200, gzip.compress(LINKS)),
    "apple-utf16-le": at(APPLE, 200, b"\xff\xfe" + AASA.decode().encode("utf-16-le")),
    "apple-utf16-be": at(APPLE, 200, b"\xfe\xff" + AASA.decode().encode("utf-16-be")),
    "apple-utf16": at(APPLE, 200, AASA.decode().encode("utf-16-le")),
    "google-utf16": at(GOOGLE, 200, b"\xfe\xff" + LINKS.decode().encode("utf-16-be")),
    "apple-mark": at(APPLE, 200, b"\xef\xbb\xbf" + AASA),
    "apple-comma": at(APPLE, 200, BROKEN.encode()), "apple-void": at(APPLE, 200),
    "apple-array": at(APPLE, 200, LINKS), "google-object": at(GOOGLE, 200, AASA),
    "google-short-print": at(GOOGLE, 200, LINKS.replace(FINGERPRINT[:3].encode(), b"", 1)),
    "apple-json-page": at(APPLE, 200, PAGE), "google-json-page": at(GOOGLE, 200, PAGE),
    # Types.
    "apple-html": at(APPLE, 200, AASA, HTML), "google-html": at(GOOGLE, 200, LINKS, HTML),
    "apple-octets": at(APPLE, 200, AASA, "application/octet-stream"),
    "google-octets": at(GOOGLE, 200, LINKS, "application/octet-stream"),
    "apple-untyped": at(APPLE, 200, AASA, None), "google-untyped": at(GOOGLE, 200, LINKS, None),
    "apple-text": at(APPLE, 200, b"Not found", "text/plain"),
    "apple-page": at(APPLE, 200, PAGE, HTML), "google-page": at(GOOGLE, 200, PAGE, HTML),
    # Files at other places.
    "apple-root": moved(APPLE, APPLE_ROOT), "apple-named-json": moved(APPLE, APPLE + ".json"),
    "apple-root-json": moved(APPLE, APPLE_ROOT + ".json"),
    "apple-dotless": moved(APPLE, APPLE.replace(".", "")),
    "apple-page-root": moved(APPLE, APPLE_ROOT, (200, PAGE, HTML)),
    "google-root": moved(GOOGLE, "/assetlinks.json"),
    "google-nameless": moved(GOOGLE, "/.well-known/assetlinks"),
    "apple-absent": at(APPLE, 404), "apple-gone": at(APPLE, 410), "google-absent": at(GOOGLE, 404),
    # Refusals.
    "apple-401": at(APPLE, 401, fields=[("WWW-Authenticate", "Basic")]),
    "apple-403": at(APPLE, 403, b"<html>Forbidden</html>", HTML), "apple-429": at(APPLE, 429),
    "apple-451": at(APPLE, 451, PAGE, HTML), "google-451": at(GOOGLE, 451, PAGE, HTML),
    "apple-cookie-403": at(APPLE, 403, PAGE, HTML, fields=[COOKIE]),
    "apple-503": at(APPLE, 503, fields=[("Retry-After", "60")]), "google-503": at(GOOGLE, 503),
    "apple-204": at(APPLE, 204, content_type=None, length=None),
    # Redirects and walls.
    "cookie-wall": redirect(APPLE, "https://links.test" + APPLE, fields=[COOKIE]),
    "cookie-page": at(APPLE, 200, PAGE, HTML, fields=[COOKIE]),
    "consent": redirect(APPLE, "https://consent.links.test/?to=" + APPLE),
    "apple-folder": redirect(APPLE, APPLE + "/", 301),
    "apple-downgrade": redirect(APPLE, "http://links.test" + APPLE, 301),
    "apple-nowhere": at(APPLE, 302),
    "google-redirect": redirect(GOOGLE, "https://www.links.test" + GOOGLE, 308),
    # Agents.
    "agent-page": to("AASA-Bot", 200, PAGE, HTML),
    "agent-redirect": to("AASA-Bot", 302, fields=[("Location", "https://links.test/challenge")]),
    "agent-other": to("AASA-Bot", 200, association("/old/*")),
    "google-agent": to("GoogleAssociationService", 403, path=GOOGLE),
    "agents-none": refuses_all_ways, "browser-403": to("Safari", 403), "browser-page": to("Safari", 200, PAGE, HTML),
    # Transport security.
    "no-hsts": own(transport=None), "short-hsts": own(transport="max-age=300"),
    "ageless-hsts": own(transport="includeSubDomains"),
    # Something else in the place of a file, or the file in the place of something else.
    "swapped": both(at(APPLE, 200, LINKS), at(GOOGLE, 200, AASA)),
    "apple-twice": at(APPLE, 200, **packed("gzip", gzip.compress(gzip.compress(AASA)))),
    "apple-lfs": at(APPLE, 200, b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"),
    "apple-base64": at(APPLE, 200, base64.b64encode(AASA)),
    "apple-php": at(APPLE, 200, b"<?php echo json_encode($a);"),
    "apple-binary": at(APPLE, 200, b"\x1b\x01\xf8" + bytes(range(128, 228)), "application/octet-stream"),
    "apple-warning": at(APPLE, 200, b"<br />\n<b>Warning</b>: x in <b>/a.php</b> on line 3\n" + AASA),
    "apple-404-file": at(APPLE, 404, AASA), "apple-203": at(APPLE, 203, AASA), "apple-206": at(APPLE, 206, AASA[:40]),
    "apple-misspelt": moved(APPLE, "/.well-known/apple-app-site-assocation"),
    "google-misspelt": moved(GOOGLE, "/.well-known/assetLinks.json"),
    "apple-resets": resets,
    "apple-flood": at(APPLE, 200, AASA, fields=[("X-Field-%d" % number, "a" * 200) for number in range(300)]),
    # Answers that are not always the same.
    "flap": in_turn(APPLE, None, (502, b"", "text/html")), "flap-503": in_turn(APPLE, (503, b"", "text/html"), None),
    "google-flap": in_turn(GOOGLE, None, (502, b"", "text/html")),
    "apple-turns": in_turn(APPLE, None, (200, association("/old/*"))), "rate": limited,
    # Included lists, relations and robots.
    "include-good": both(includes(LIST), at("/all.json", 200, LINKS)),
    "include-missing": includes(LIST), "include-plain": includes("http://links.test/all.json"),
    "include-moved": both(includes(LIST), redirect("/all.json", "https://links.test/b.json", 301)),
    "include-circle": both(includes(LIST, own=True), at("/all.json", 200, json.dumps([{"include": LIST}]).encode())),
    "google-login": at(GOOGLE, 200, LOGIN), "passkeys": at(APPLE, 200, PASSKEYS),
    "robots-all": at(ROBOTS, 200, b"User-agent: *\nDisallow: /\n", "text/plain"),
    "robots-hidden": at(ROBOTS, 200, b"# ours\nUser-Agent: Googlebot\nDisallow: /.well-known/ # all\n", "text/plain"),
    "robots-503": at(ROBOTS, 503),
    # Google's limits.
    "google-huge": at(GOOGLE, 200, b" " * 5000000),
}

RIGHT = {
    "right-packed": packs("gzip", gzip.compress), "right-x-gzip": packs("x-gzip", gzip.compress),
    "right-chunks": at(APPLE, 200, AASA, **chunked(AASA, True)),
    "right-connection": own(length=None, fields=[("Connection", "close")]), "right-hints": has_early_hints,
    "right-fallback": falls_back, "right-copy": at(APPLE_ROOT, 200, AASA),
    "right-charset": own(content_type="Application/JSON; charset=UTF-8"),
    "right-cookie": own(fields=[COOKIE]), "right-identity": own(fields=[("Content-Encoding", "identity")]),
    "right-long-hsts": own(transport="MAX-AGE=\"31536000\" ; includeSubDomains; preload"),
    "right-robots": at(ROBOTS, 200, b"User-agent: *\nDisallow: /.well-known/\nAllow: /.well-known/assetlinks.json\n"
                       b"User-agent: other\nDisallow: /\n", "text/plain"),
    "right-spaces": at(APPLE, 200, b"\n  " + json.dumps(json.loads(AASA), indent=2).encode() + b"\n"),
}
