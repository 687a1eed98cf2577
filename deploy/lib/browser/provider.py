"""A small provider of OpenID Connect that signs with openssl, and misbehaves when told to."""

import base64
import hashlib
import http.server
import json
import pathlib
import subprocess
import threading
import time
import urllib.parse


def encoded(content):
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


class Provider:
    def __init__(self, folder, port):
        self.folder = pathlib.Path(folder)
        self.issuer = f"http://127.0.0.1:{port}"
        self.behaviour = ""
        self.codes = {}
        self.number = 0
        self.claims = {"sub": "4711", "name": "Olga", "groups": ["editors"]}
        self.rotate()
        provider = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                provider.get(self)

            def do_POST(self):
                provider.post(self)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()

    def rotate(self):
        """Signs with another key from now on; the old one is published no longer."""
        self.number += 1
        self.key = self.folder / f"provider-{self.number}.pem"
        subprocess.run(
            ["openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", self.key],
            check=True, capture_output=True)

    def keys(self):
        text = subprocess.run(
            ["openssl", "rsa", "-in", self.key, "-modulus", "-noout"], check=True, capture_output=True, text=True
        ).stdout
        modulus = bytes.fromhex(text.split("=")[1].strip())
        return {"keys": [{"kty": "RSA", "alg": "RS256", "use": "sig", "kid": f"k{self.number}",
                          "n": encoded(modulus), "e": "AQAB"}]}

    def get(self, handler):
        address = urllib.parse.urlparse(handler.path)
        query = dict(urllib.parse.parse_qsl(address.query))
        if address.path == "/.well-known/openid-configuration":
            self.say(handler, {
                "issuer": self.issuer, "authorization_endpoint": self.issuer + "/authorize",
                "token_endpoint": self.issuer + "/token", "jwks_uri": self.issuer + "/keys"})
        elif address.path == "/keys":
            self.say(handler, self.keys())
        elif address.path == "/authorize":
            assert query["code_challenge_method"] == "S256" and query["response_type"] == "code"
            code = encoded(hashlib.sha256(query["state"].encode()).digest())
            self.codes[code] = query
            state = "another" if self.behaviour == "state" else query["state"]
            handler.send_response(302)
            handler.send_header("Location", query["redirect_uri"] + "?" + urllib.parse.urlencode(
                {"code": code, "state": state}))
            handler.end_headers()
        else:
            handler.send_error(404)

    def post(self, handler):
        form = dict(urllib.parse.parse_qsl(handler.rfile.read(int(handler.headers["Content-Length"])).decode()))
        asked = self.codes.pop(form["code"], None)
        if self.behaviour == "secret":
            self.say(handler, {"error": "invalid_client"}, 401)
            return
        verified = asked and encoded(hashlib.sha256(form["code_verifier"].encode()).digest())
        if not asked or verified != asked["code_challenge"] or form["client_secret"] != "hush":
            handler.send_error(400)
            return
        self.say(handler, {"id_token": self.token(asked), "token_type": "Bearer", "access_token": "x"})

    def token(self, asked):
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": "keiro", "iat": now, "exp": now + 300,
                  "nonce": asked["nonce"], **self.claims}
        changes = {
            "audience": {"aud": "somebody-else"}, "nonce": {"nonce": "old"},
            "expired": {"exp": now - 3600}, "issuer": {"iss": "http://127.0.0.1:1"},
        }
        claims.update(changes.get(self.behaviour, {}))
        algorithm = "none" if self.behaviour == "none" else "RS256"
        signed = ".".join(encoded(json.dumps(part).encode()) for part in (
            {"alg": algorithm, "kid": f"k{self.number}"}, claims))
        if self.behaviour == "none":
            return signed + "."
        signature = subprocess.run(
            ["openssl", "dgst", "-sha256", "-sign", self.key], input=signed.encode(), check=True, capture_output=True
        ).stdout
        if self.behaviour == "signature":
            signature = bytes([signature[0] ^ 1]) + signature[1:]
        return signed + "." + encoded(signature)

    @staticmethod
    def say(handler, document, status=200):
        content = json.dumps(document).encode()
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)
