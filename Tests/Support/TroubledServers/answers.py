"""What the servers of the lab answer with, right and wrong."""
import json

FINGERPRINT = ("56:41:42:3D:7F:E0:D3:ED:EF:75:FD:53:AA:A3:A7:EB:"
               "F1:76:8E:9D:40:F2:29:DA:AD:9B:CE:96:C3:6B:70:85")
OTHER = ("7B:A4:93:31:44:88:B4:D0:DD:88:AA:8D:53:84:65:53:"
         "76:1F:56:D0:63:F9:FF:CF:7E:24:87:81:75:73:D0:DD")
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
