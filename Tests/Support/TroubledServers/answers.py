"""What the servers of the lab answer with, right and wrong."""
import json

FINGERPRINT = ":".join(["AB"] * 32)
OTHER = ":".join(["CD"] * 32)
APPLE = "/.well-known/apple-app-site-association"
APPLE_ROOT = "/apple-app-site-association"
GOOGLE = "/.well-known/assetlinks.json"


def association(*paths):
    rules = [{"/": path} for path in paths]
    details = [{"appIDs": ["94VJUJ8B7P.jp.asajikan.www"], "components": rules}]
    return json.dumps({"applinks": {"details": details}}).encode()


def statements(fingerprint):
    target = {"namespace": "android_app", "package_name": "jp.asajikan",
              "sha256_cert_fingerprints": [fingerprint]}
    relation = ["delegate_permission/common.handle_all_urls"]
    return json.dumps([{"relation": relation, "target": target}]).encode()


AASA = association("/article/*")
LINKS = statements(FINGERPRINT)
FILES = {APPLE: AASA, GOOGLE: LINKS}


class Answer(Exception):
    """What a server says in the place of the usual.

    length: what Content-Length names in the place of the body's own; none for no such field.
    send: what writes the body in the place of the usual.
    tears: whether the connection ends without the end of TLS.
    """

    OWN = object()

    def __init__(self, status, body=b"", content_type="application/json", fields=(), send=None,
                 length=OWN, transport="max-age=63072000", tears=False):
        super().__init__()
        self.status, self.body, self.type = status, body, content_type
        self.fields, self.send = list(fields), send
        self.length = len(body) if length is Answer.OWN else length
        self.transport, self.tears = transport, tears

    @property
    def is_framed(self):
        """Whether the connection can go on behind the body."""
        return self.length == len(self.body) and not self.send
