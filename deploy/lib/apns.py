"""A server that behaves as Apple describes APNs, for tests: needs Debian's python3-h2.

    apns.py PORT CERTIFICATE KEY PUBLICKEY LOG

One stream a connection until the first good request, then a thousand. Signature, headers and path
of every request are checked; the first four digits of a device's token say what becomes of it:
dead (410), bad0 (400), fa11 (403), 5030 (503 once), e0e0 (403 ExpiredProviderToken once),
90a1 (GOAWAY behind the answer), 60a0 (at the 25th of them GOAWAY, once: those before are answered, those
behind it never looked at), c105 (the connection breaks), anything else 200. A line of
JSON for every connection, fault and result goes to LOG.
"""
import base64, json, re, socket, ssl, subprocess, sys, tempfile, threading
import h2.config, h2.connection, h2.events, h2.exceptions, h2.settings
import hyperframe.frame

port, certificate, key, public_key, log_path = sys.argv[1:6]
log_lock = threading.Lock()
log_file = open(log_path, "a", buffering=1)
seen_once, verified = set(), {}


def log(**entry):
    with log_lock:
        log_file.write(json.dumps(entry) + "\n")


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def der(number):
    number = number.lstrip(b"\0") or b"\0"
    if number[0] & 0x80:
        number = b"\0" + number
    return bytes([2, len(number)]) + number


def is_signed(token):
    """Whether a token is ES256 by the key; each is looked at once."""
    if token in verified:
        return verified[token]
    good = False
    try:
        head, claims, signature = token.split(".")
        raw = decoded(signature)
        body = der(raw[:32]) + der(raw[32:])
        with tempfile.NamedTemporaryFile() as file:
            file.write(bytes([0x30, len(body)]) + body)
            file.flush()
            good = len(raw) == 64 and subprocess.run(
                ["openssl", "dgst", "-sha256", "-verify", public_key, "-signature", file.name],
                input=f"{head}.{claims}".encode(), capture_output=True).returncode == 0
        head, claims = json.loads(decoded(head)), json.loads(decoded(claims))
        good = good and head == {"alg": "ES256", "kid": "KEY1234567"} \
            and claims["iss"] == "TEAM123456" and isinstance(claims["iat"], int)
    except Exception as error:
        log(fault="token", error=repr(error))
    verified[token] = good
    return good


def fault(headers, body):
    """What is wrong with a request; None for a good one."""
    if headers.get(":method") != "POST":
        return 405, "MethodNotAllowed"
    if not re.fullmatch(r"/3/device/[0-9a-fA-F]+", headers.get(":path", "")):
        return 404, "BadPath"
    if not re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", headers.get("apns-id", "")):
        return 400, "BadMessageId"
    if headers.get("apns-topic") != "com.example.shop":
        return 400, "BadTopic"
    if headers.get("apns-push-type") not in ("alert", "background"):
        return 400, "InvalidPushType"
    if headers.get("apns-priority") not in ("10", "5", "1"):
        return 400, "BadPriority"
    if "content-type" in headers or "expect" in headers:
        return 400, "UnwantedHeader"
    authorization = headers.get("authorization", "")
    if not authorization.startswith("bearer ") or not is_signed(authorization[7:]):
        return 403, "InvalidProviderToken"
    if not body or len(body) > 4096 or "aps" not in json.loads(body):
        return 400, "PayloadEmpty"
    return None


def once(token):
    with log_lock:
        new = token not in seen_once
        seen_once.add(token)
    return new


def verdict(headers, body):
    wrong = fault(headers, body)
    token = headers.get(":path", "").rsplit("/", 1)[-1]
    if wrong:
        return wrong[0], {"reason": wrong[1]}
    start = token[:4]
    if start == "dead":
        return 410, {"reason": "Unregistered", "timestamp": 1700000000123}
    if start == "bad0":
        return 400, {"reason": "BadDeviceToken"}
    if start == "fa11":
        return 403, {"reason": "InvalidProviderToken"}
    if start == "5030" and once(token):
        return 503, {"reason": "ServiceUnavailable"}
    if start == "e0e0" and once(token):
        return 403, {"reason": "ExpiredProviderToken"}
    return 200, None


def serve(connection, number):
    connection.settimeout(120)
    http = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
    http.local_settings = h2.settings.Settings(client=False, initial_values={
        h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS: 1,
        h2.settings.SettingCodes.INITIAL_WINDOW_SIZE: 65535})
    http.initiate_connection()
    connection.sendall(http.data_to_send())
    requests, is_open, last, come = {}, False, None, 0
    while True:
        data = connection.recv(65536)
        if not data:
            return
        try:
            events = http.receive_data(data)
        except h2.exceptions.TooManyStreamsError:
            log(fault="streams", connection=number)
            raise
        for event in events:
            # Behind GOAWAY nothing is looked at.
            if last is not None and getattr(event, "stream_id", 0) > last:
                continue
            if isinstance(event, h2.events.RequestReceived):
                requests[event.stream_id] = [
                    {k.decode() if isinstance(k, bytes) else k: v.decode() if isinstance(v, bytes) else v
                     for k, v in event.headers}, b""]
            elif isinstance(event, h2.events.DataReceived):
                requests[event.stream_id][1] += event.data
                http.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            elif isinstance(event, h2.events.StreamEnded):
                headers, body = requests.pop(event.stream_id)
                token = headers.get(":path", "").rsplit("/", 1)[-1]
                come += token[:4] == "60a0"
                if come == 25 and once("60a0"):
                    # The library would let nothing follow.
                    last = event.stream_id
                    log(connection=number, last=last)
                    connection.sendall(hyperframe.frame.GoAwayFrame(last_stream_id=last).serialize())
                if token[:4] == "c105" and once(token):
                    log(connection=number, broken=token)
                    connection.close()
                    return
                status, answer = verdict(headers, body)
                fields = [(":status", str(status)), ("apns-id", headers.get("apns-id", "").upper())]
                content = json.dumps(answer).encode() if answer else b""
                http.send_headers(event.stream_id, fields, end_stream=not content)
                if content:
                    http.send_data(event.stream_id, content, end_stream=True)
                log(connection=number, device=token, status=status, id=headers.get("apns-id"),
                    reason=(answer or {}).get("reason"))
                if status == 200 and not is_open:
                    is_open = True
                    http.update_settings({h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS: 1000})
                if token[:4] == "90a1" and once(token):
                    http.close_connection()
                    connection.sendall(http.data_to_send())
                    connection.close()
                    return
        connection.sendall(http.data_to_send())


def run(connection, number):
    try:
        connection = context.wrap_socket(connection, server_side=True)
        if connection.selected_alpn_protocol() != "h2":
            log(fault="protocol", connection=number)
        log(connection=number)
        serve(connection, number)
    except Exception as error:
        log(connection=number, ended=repr(error))
    finally:
        connection.close()


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.minimum_version = ssl.TLSVersion.TLSv1_2
context.load_cert_chain(certificate, key)
context.set_alpn_protocols(["h2"])
listener = socket.create_server(("127.0.0.1", int(port)), backlog=128)
print("ready", flush=True)
count = 0
while True:
    connection, _ = listener.accept()
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    count += 1
    threading.Thread(target=run, args=(connection, count), daemon=True).start()
