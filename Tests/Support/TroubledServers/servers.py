#!/usr/bin/env python3
"""Web servers in all kinds of trouble, for the tests of doctor.

servers.py FOLDER makes certificates in the folder, starts one server for each name, prints their
ports as one line of JSON, and ends with its standard input.
"""
import gzip
import http.server
import json
import os
import socket
import ssl
import sys
import threading
import time

from answers import (AASA, APPLE, Answer, FINGERPRINT, GOOGLE, LINKS, OTHER, association)
from certificates import make_certificates
from faults import FAULTS, RIGHT

# What is different of each server: a function of the request that raises an answer.

def forbids_apple(request):
    if "AASA-Bot" in request.headers.get("User-Agent", ""):
        raise Answer(403, b"<html>Checking your browser</html>", "text/html")


def redirects(request):
    raise Answer(301, fields=[("Location", "https://www.links.test" + request.path)])


def signs_in(request):
    raise Answer(302, fields=[("Location", "https://login.links.test/?to=" + request.path)])


def serves_pages(request):
    raise Answer(200, b"<!doctype html><title>Links</title>", "text/html; charset=utf-8")


BOMB = gzip.compress(b" " * (8 << 20))


def bombs(request):
    if request.path == APPLE:
        if "gzip" not in request.headers.get("Accept-Encoding", ""):
            raise Answer(200, b" " * (2 << 20))
        raise Answer(200, BOMB, fields=[("Content-Encoding", "gzip")])


def drips(request):
    if request.path in (APPLE, GOOGLE):
        drips_for_ever()


def drips_for_ever(start=b"{"):
    def send(out):
        out.write(start)
        out.flush()
        while True:
            time.sleep(0.2)
            out.write(b" ")
            out.flush()
    raise Answer(200, b" " * 100000, send=send)


def is_huge(request):
    if request.path == APPLE:
        raise Answer(200, b" " * 5000000)


LARGE = association(*("/article/%02d/%s/*" % (number, "a" * 2675) for number in range(60)))


def is_large(request):
    if request.path == APPLE:
        raise Answer(200, LARGE)


def differs(request):
    if request.path == APPLE:
        raise Answer(200, association("/article/*", "/shop/*"))


def is_plain_text(request):
    if request.path == APPLE:
        raise Answer(200, AASA, "text/plain")
    if request.path == GOOGLE:
        raise Answer(200, LINKS, "application/octet-stream")


def is_broken(request):
    if request.path == APPLE:
        raise Answer(200, b'{"applinks": {"details": [{"appIDs": ["nodot"], "components": [{"/": "/x"}]}]}}')
    if request.path == GOOGLE:
        raise Answer(200, b'[{"relation": ["delegate_permission/common.handle_all_urls"],}]')


def has_failed(request):
    raise Answer(502, b"<html><h1>502 Bad Gateway</h1></html>", "text/html")


def is_empty(request):
    raise Answer(404, b"not found", "text/plain")


def hangs_up(request):
    raise ConnectionAbortedError


def has_copies(request):
    if request.path == "/apple-app-site-association":
        raise Answer(200, association("/old/*"))


def forbids_head(request):
    if request.command == "HEAD":
        raise Answer(405)


def mixes_up_compression(request):
    if request.path == APPLE and "gzip" in request.headers.get("Accept-Encoding", ""):
        body = gzip.compress(association("/old/*"))
        raise Answer(200, body, fields=[("Content-Encoding", "gzip")])


def signs(request):
    """Apple's file as a CMS message, as systems before iOS 9 wanted it."""
    if request.path == APPLE:
        with open(os.path.join(FOLDER, "signed.der"), "rb") as file:
            raise Answer(200, file.read(), "application/pkcs7-mime")


def is_keiro(request):
    """As a site whose configuration is links.json, with its own bytes in the folder."""
    if request.path.startswith("/s/spring"):
        raise Answer(302, fields=[("Location", "https://links.test/article/42")])
    if request.path.startswith("/_keiro/resolve"):
        raise Answer(404, b"{}", "application/problem+json")
    for path, name in ((APPLE, "apple.json"), (GOOGLE, "android.json")):
        if request.path == path:
            with open(os.path.join(FOLDER, name), "rb") as file:
                raise Answer(200, file.read())


def is_behind_a_site(request):
    """A site that swallows everything but its own files."""
    if request.path not in (APPLE, GOOGLE):
        raise Answer(200, b"<html>Welcome</html>", "text/html",
                     fields=[("Set-Cookie", "visitor=1")])


def shows_everything(request):
    if request.path == "/metrics":
        raise Answer(200, b"# HELP keiro_ready 1\n", "text/plain")


def redirects_plain(request):
    raise Answer(301, fields=[("Location", "https://links.test" + request.path)])


def redirects_plain_for_now(request):
    raise Answer(302, fields=[("Location", "https://links.test" + request.path)])


def redirects_plain_elsewhere(request):
    raise Answer(302, fields=[("Location", "http://www.links.test/")])


def cdn(body, age=60, status=200, fields=(), length=Answer.OWN):
    lifetime = 21600 if status == 200 else 3600
    usual = [("Cache-Control", "max-age=%d,public" % lifetime), ("Age", str(age))]

    def answer(request):
        assert request.path == "/a/v1/links.test", request.path
        raise Answer(status, body, fields=usual + list(fields), length=length)
    return answer


def cdn_failure(reason, details):
    return cdn(b"", 600, 404, [
        ("Apple-Failure-Reason", reason), ("Apple-Failure-Details", details),
        ("Apple-From", "https://links.test" + APPLE), ("Apple-Try-Direct", "false")])


def google(document):
    def answer(request):
        assert request.path.startswith("/v1/statements:list?source.web.site=https://links.test&")
        raise Answer(200, json.dumps(document).encode())
    return answer


def listed(fingerprint):
    return {"statements": [{
        "source": {"web": {"site": "https://links.test."}},
        "relation": "delegate_permission/common.handle_all_urls",
        "target": {"androidApp": {"packageName": "jp.asajikan",
                                  "certificate": {"sha256Fingerprint": fingerprint}}}}],
        "maxAge": "3599.9s", "debugString": "********* ERRORS *********\nNone!\n"}


DESTINATIONS = {
    "/ok": Answer(200, b"here"), "/gone": Answer(410), "/missing": Answer(404),
    "/error": Answer(500), "/busy": Answer(503, fields=[("Retry-After", "600")]),
    "/moved": Answer(301, fields=[("Location", "/ok")]),
    "/moved-on": Answer(308, fields=[("Location", "/away")]),
    "/away": Answer(302, fields=[("Location", "ok")]),
    "/circle": Answer(302, fields=[("Location", "/circle-back")]),
    "/circle-back": Answer(307, fields=[("Location", "/circle")]),
    "/app": Answer(302, fields=[("Location", "shop://item/7")]),
    "/user": Answer(302, fields=[("Location", "http://user@127.0.0.1/")]),
}


def is_destination(request):
    """Where links lead, by the path."""
    if "(link health)" not in request.headers.get("User-Agent", ""):
        raise Answer(403)
    if request.path == "/cut":
        hangs_up(request)
    if request.path == "/get":
        if request.command == "HEAD":
            raise Answer(405)
        drips_for_ever(b" " * 4096)
    if request.path.startswith("/far/"):
        step = int(request.path.removeprefix("/far/"))
        raise Answer(302, fields=[("Location", "/far/%d" % (step + 1))])
    raise DESTINATIONS.get(request.path, Answer(404))


# name: what is different, and the certificate; none for plain HTTP.
SERVERS = {
    "healthy": (None, "good"), "expired": (None, "expired"), "soon": (None, "soon"),
    "wrong-name": (None, "other"), "no-intermediate": (None, "bare"),
    "self-signed": (None, "self"), "weak-key": (None, "weak"),
    "old-tls": (None, "good"), "old-tls-too": (None, "good"),
    "forbidden": (forbids_apple, "good"), "redirect": (redirects, "good"),
    "sign-in": (signs_in, "good"), "pages": (serves_pages, "good"), "bomb": (bombs, "good"),
    "drip": (drips, "good"), "huge": (is_huge, "good"), "large": (is_large, "good"),
    "different": (differs, "good"), "other-certificate": (None, "soon"),
    "plain-text": (is_plain_text, "good"), "broken": (is_broken, "good"),
    "gateway": (has_failed, "good"), "empty": (is_empty, "good"), "abrupt": (hangs_up, "good"),
    "copies": (has_copies, "good"), "head": (forbids_head, "good"),
    "compression": (mixes_up_compression, "good"), "keiro": (is_keiro, "good"),
    "swallowed": (is_behind_a_site, "good"), "exposed": (shows_everything, "good"),
    "destination": (is_destination, None),
    "plain": (redirects_plain, None), "plain-elsewhere": (redirects_plain_elsewhere, None),
    "plain-page": (serves_pages, None), "plain-temporary": (redirects_plain_for_now, None),
    "signed": (signs, "good"), "renewed": (None, "renewed"), "long": (None, "long"),
    "no-usage": (None, "no-usage"), "client": (None, "client"),
    "cdn": (cdn(AASA), None), "cdn-stale": (cdn(association("/old/*"), 7200), None),
    "cdn-forbidden": (cdn_failure("SWCERR00101 Bad HTTP Response: 403 Forbidden",
                                  '{"cause":"403 Forbidden"}'), None),
    "cdn-timeout": (cdn_failure("SWCERR00301 Timeout", '{"cause":"Timeout"}'), None),
    "cdn-cut": (cdn(AASA, length=2000), None), "cdn-500": (cdn(b"", status=500), None),
    "cdn-private": (cdn_failure("SWCERR00202 Bad address", '{"cause":"private"}'), None),
    "google": (google(listed(FINGERPRINT)), None),
    "google-stale": (google(listed(OTHER)), None),
    "google-error": (google({
        "maxAge": "599s", "errorCode": ["ERROR_CODE_FETCH_ERROR"],
        "debugString": "********* ERRORS *********\n* Error: unavailable: Error fetching statements "
        "from https://links.test./.well-known/assetlinks.json: status 404\n"}), None),
}
SERVERS.update({name: (trouble, "good") for name, trouble in (FAULTS | RIGHT).items()})


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    trouble = None

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        try:
            if self.trouble:
                type(self).trouble(self)
            if self.path == APPLE:
                raise Answer(200, AASA)
            if self.path == GOOGLE:
                raise Answer(200, LINKS)
            raise Answer(404, b"not found", "text/plain")
        except Answer as answer:
            self.give(answer)
        except ConnectionAbortedError:
            self.close_connection = True

    def give(self, answer):
        self.send_response(answer.status)
        if answer.type:
            self.send_header("Content-Type", answer.type)
        if answer.length is not None:
            self.send_header("Content-Length", str(answer.length))
        if answer.transport:
            self.send_header("Strict-Transport-Security", answer.transport)
        for name, value in answer.fields:
            self.send_header(name, value)
        self.end_headers()
        if self.command == "HEAD":
            return
        try:
            if answer.send:
                answer.send(self.wfile)
            else:
                self.wfile.write(answer.body)
        except OSError:
            self.close_connection = True
        if not answer.is_framed:
            self.close_connection = True
        if answer.tears:
            self.connection.close()


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    # All tests come at once.
    request_queue_size = 512
    context = None

    def get_request(self):
        connection, address = super().get_request()
        connection.settimeout(20)
        # A body, which is written by itself, does not wait until its head is acknowledged.
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
        return connection, address

    def finish_request(self, request, client_address):
        if self.context:
            try:
                request = self.context.wrap_socket(request, server_side=True)
            except OSError:
                return
        super().finish_request(request, client_address)
        if self.context:
            try:
                # The end of TLS, without which a body that ends with the connection is cut short.
                request.unwrap()
            except (OSError, ValueError):
                pass

    def handle_error(self, request, client_address):
        error = sys.exc_info()[1]
        if isinstance(error, AssertionError):
            print("unexpected request: %s" % error, file=sys.stderr)


def context(name, certificate):
    if certificate is None:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    if name in ("old-tls", "old-tls-too", "weak-key"):
        context.set_ciphers("DEFAULT:@SECLEVEL=0")
    if name.startswith("old-tls"):
        context.minimum_version = ssl.TLSVersion.TLSv1
    if name == "old-tls":
        context.maximum_version = ssl.TLSVersion.TLSv1_1
    key = "good" if certificate == "bare" else certificate
    context.load_cert_chain(os.path.join(FOLDER, certificate + ".chain"),
                            os.path.join(FOLDER, key + ".key"))
    return context


def start(name, trouble, certificate, address="127.0.0.1", port=0):
    kind = type("Handler", (Handler,), {"trouble": staticmethod(trouble) if trouble else None})
    server_kind = Server
    if ":" in address:
        server_kind = type("Server6", (Server,), {"address_family": socket.AF_INET6})
    server = server_kind((address, port), kind)
    server.context = context(name, certificate)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def answer_names():
    """A name server that knows an alias, an address and one CAA record, above the name that is asked for.

    Signatures below forged.test are wrong, which it keeps from those who do not want them so.
    """
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("127.0.0.1", 0))

    def serve():
        while True:
            question, client = server.recvfrom(4096)
            end = question.index(b"\0", 12) + 5
            value = b"\0\5issueletsencrypt.org; validationmethods=dns-01"
            record = (b"\xc0\x0c\x01\x01\0\x01\0\0\0\x3c" + len(value).to_bytes(2, "big") + value
                      if question[12:end - 4] == b"\4test\0" else b"")
            count, flags = bool(record), b"\x81\x80"
            if question[end - 4:end - 2] == b"\0\1":
                # An alias (CNAME) of edge.links.test, and its address.
                record = (b"\xc0\x0c\0\5\0\1\0\0\x0e\x10\0\7\4edge\xc0\x0c"
                          + b"\xc0" + bytes([end + 12]) + b"\0\1\0\1\0\0\1\x2c\0\4\x7f\0\0\1")
                count, flags = 2, b"\x81\xa0"
                if b"\6forged\4test\0" in question and not question[3] & 0x10:
                    record, count, flags = b"", 0, b"\x81\x82"
            counts = b"\0\1\0" + bytes([count]) + b"\0\0\0\0"
            server.sendto(question[:2] + flags + counts + question[12:end] + record, client)

    threading.Thread(target=serve, daemon=True).start()
    return server.getsockname()[1]


FOLDER = sys.argv[1]


def main():
    make_certificates(FOLDER)
    # The second addresses of a host.
    second = ("different", "other-certificate", "renewed")
    ports = {name: start(name, *rest, "127.0.0.2" if name in second else "127.0.0.1")
             for name, rest in SERVERS.items()}
    try:
        ports["different6"] = start("different6", differs, "good", "::1")
    except OSError:
        # A machine without IPv6.
        pass
    ports["names"] = answer_names()
    silent = socket.socket()
    silent.bind(("127.0.0.1", 0))
    ports["closed"] = silent.getsockname()[1]
    print(json.dumps(ports), flush=True)
    sys.stdin.read()


main()
