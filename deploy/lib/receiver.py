"""An endpoint of webhooks for tests: receiver.py PORT LOG [STATUS]

Verifies every request as Standard Webhooks 1.0 says, by the published library where Python has it
(pip install standardwebhooks), and writes a line of JSON for each to LOG: its identifier, whether it is
signed by the secret in the environment's SECRET, when it came, and its body. Answers STATUS, 204 by default.
"""
import base64, hashlib, hmac, http.server, json, os, sys, threading, time

try:
    from standardwebhooks.webhooks import Webhook
except ImportError:
    Webhook = None

port, path = int(sys.argv[1]), sys.argv[2]
status = int(sys.argv[3]) if len(sys.argv) > 3 else 204
log, lock = open(path, "a", buffering=1), threading.Lock()


def is_signed(headers, body):
    with open(os.environ["SECRET"]) as file:
        secret = file.read().strip()
    if Webhook:
        try:
            Webhook(secret).verify(body, {k.lower(): v for k, v in headers.items()})
            return True
        except Exception:
            return False
    if abs(time.time() - int(headers["webhook-timestamp"])) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    text = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    code = base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
    return f"v1,{code}" in headers["webhook-signature"].split(" ")


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        entry = {"id": self.headers["webhook-id"], "signed": is_signed(self.headers, body),
                 "by": "library" if Webhook else "hand", "at": time.time(), "body": json.loads(body)}
        with lock:
            log.write(json.dumps(entry) + "\n")
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


http.server.ThreadingHTTPServer.request_queue_size = 256
http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
