import Testing

@testable import HTTPCore

/// The result of decoding each text, and the clause that requires it.
private let cases: [(clause: String, text: String, expected: String)] = [
  ("9112 3", "GET  / HTTP/1.1\r\n", "400"), ("9112 3", " GET / HTTP/1.1\r\n", "400"),
  ("9112 3", "GET /\r\n", "400"), ("9112 3", "GET / HTTP/1.1 \r\n", "400"),
  ("9112 3", "GET\t/ HTTP/1.1\r\n", "400"), ("9112 3", "G@T / HTTP/1.1\r\n", "400"),
  ("9112 3", "GET / http/1.1\r\n", "400"), ("9112 3", "GET / HTTP/11\r\n", "400"),
  ("9112 2.2", "\r\n\r\n\r\n", "400"), ("9112 2.2", "GET / HTTP/1.1\n", "400"),
  ("9112 2.2", "GET / HTTP/1.1\r\r\n", "400"), ("9110 2.5", "GET / HTTP/2.0\r\n", "505"),
  ("9110 2.5", "GET / HTTP/0.9\r\n", "505"), ("9112 3.2", "GET /a#b HTTP/1.1\r\n", "400"),
  ("9112 3.2", "GET a HTTP/1.1\r\n", "400"), ("9112 3.2", "GET * HTTP/1.1\r\n", "400"),
  ("9112 3.2", "GET /\u{e9} HTTP/1.1\r\n", "400"), ("9112 3.2", "GET /\u{0} HTTP/1.1\r\n", "400"),
  ("9112 3.2.2", "GET ftp://a/ HTTP/1.1\r\n", "400"),
  ("9112 3.2.2", "GET http:/// HTTP/1.1\r\n", "400"),
  ("9112 3.2.2", "GET http://u@a/ HTTP/1.1\r\n", "400"),
  ("9112 3.2.3", "CONNECT / HTTP/1.1\r\n", "400"),
  ("9112 3.2", "GET / HTTP/1.1\r\n\r\n", "400"),
  ("9112 3.2", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", "400"),
  ("9112 3.2", "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", "400"),
  ("9110 4.2.1", "GET / HTTP/1.1\r\nHost:\r\n\r\n", "400"),
  ("9110 4.2.1", "GET / HTTP/1.0\r\nHost: \r\n\r\n", "400"),
  ("9110 4.2.1", "OPTIONS * HTTP/1.1\r\nHost:\r\n\r\n", "400"),
  ("9112 3.2", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", "400"),
  ("9112 3.2", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", "400"),
  ("9112 3.2", "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", "400"),
  ("9112 3.2", "GET / HTTP/1.1\r\nHost: a:b\r\n\r\n", "400"),
  ("9112 3.2", "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", "400"),
  ("9112 3.2", "GET / HTTP/1.1\r\nHost: \"><b>\r\n\r\n", "400"),
  ("9112 5.1", "GET / HTTP/1.1\r\nHost : a\r\n\r\n", "400"),
  ("9112 5.1", "GET / HTTP/1.1\r\n: a\r\n\r\n", "400"),
  ("9112 5.1", "GET / HTTP/1.1\r\nHost\r\n\r\n", "400"),
  ("9112 5.2", "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", "400"),
  ("9112 5.2", "GET / HTTP/1.1\r\n Host: a\r\n\r\n", "400"),
  ("9110 5.5", "GET / HTTP/1.1\r\nHost: a\r\nX: a\u{0}b\r\n\r\n", "400"),
  ("9110 5.5", "GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n", "400"),
  ("9110 5.5", "GET / HTTP/1.1\r\nHost: a\r\nX: \u{7f}\r\n\r\n", "400"),
  ("9110 5.5", "GET / HTTP/1.1\r\nHost: a\r\nX: a\n\r\n", "400"),
  ("9110 10.1.1", "GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n", "417"),
  ("9112 6.3", post("Content-Length: 1\r\nContent-Length: 1"), "400"),
  ("9112 6.3", post("Content-Length: 1, 1"), "400"),
  ("9112 6.3", post("Content-Length: +1"), "400"),
  ("9112 6.3", post("Content-Length: -1"), "400"), ("9112 6.3", post("Content-Length: 0x1"), "400"),
  ("9112 6.3", post("Content-Length: 1 1"), "400"), ("9112 6.3", post("Content-Length:"), "400"),
  ("9112 6.3", post("Content-Length: 99999999999999999999"), "400"),
  ("9112 6.3", post("Content-Length: 1\r\nTransfer-Encoding: chunked"), "400"),
  ("9112 6.3", post("Transfer-Encoding: chunked\r\nContent-Length: 1"), "400"),
  ("9112 6.1", post("Transfer-Encoding: gzip"), "400"),
  ("9112 6.1", post("Transfer-Encoding: gzip, chunked"), "501"),
  ("9112 6.1", post("Transfer-Encoding: identity"), "400"),
  ("9112 6.1", post("Transfer-Encoding: xchunked"), "400"),
  ("9112 6.1", post("Transfer-Encoding: chunked, chunked"), "400"),
  ("9112 6.1", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"), "400"),
  ("9110 5.3", post("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked"), "501"),
  ("9110 5.3", post("Transfer-Encoding: gzip\r\nX: 1\r\nTransfer-Encoding: x, chunked"), "501"),
  ("9110 5.3", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip"), "400"),
  ("9110 5.3", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip, chunked"), "400"),
  ("9110 5.3", post("Transfer-Encoding: chunked\r\nTransfer-Encoding:"), "400"),
  ("9110 5.3", post("Transfer-Encoding:\r\nTransfer-Encoding: chunked"), "400"),
  ("9110 5.3", post("Transfer-Encoding: gzip, chunked\r\nContent-Length: 1"), "400"),
  ("9112 6.1", post("Transfer-Encoding:"), "400"),
  ("9112 6.1", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", "400"),
  ("9112 7.1", chunked("x\r\n"), "400"), ("9112 7.1", chunked("\r\n"), "400"),
  ("9112 7.1", chunked(" 1\r\na\r\n"), "400"), ("9112 7.1", chunked("1 \r\na\r\n"), "400"),
  ("9112 7.1", chunked("-1\r\n"), "400"), ("9112 7.1", chunked("0x1\r\n"), "400"),
  ("9112 7.1", chunked("1\na\r\n"), "400"), ("9112 7.1", chunked("1\r\nab\r\n"), "400"),
  ("9112 7.1", chunked("1\r\na\n"), "400"), ("9112 7.1", chunked("ffffffffffffffff\r\n"), "400"),
  ("9112 7.1", chunked("fffffffffff\r\n"), "413"), ("9112 7.1.1", chunked("1;\r\na\r\n"), "400"),
  ("9112 7.1.1", chunked("1;a=\r\na\r\n"), "400"), ("9112 7.1.1", chunked("1; a\r\na\r\n"), "400"),
  ("9112 7.1.1", chunked("1;a=\"b\r\na\r\n"), "400"),
  ("9112 7.1.2", chunked("0\r\nT : v\r\n\r\n"), "400"),
  ("9112 7.1.2", chunked("0\r\n T\r\n"), "400"),
]

private func post(_ fields: String) -> String {
  "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n"
}

private func chunked(_ body: String) -> String {
  post("Transfer-Encoding: chunked") + body
}

@Test(arguments: cases)
func `rejects ambiguous requests`(clause: String, text: String, expected: String) {
  let lines = decode(text).lines
  #expect(lines.count == 1 && lines[0].hasPrefix(expected + " "), "RFC \(clause): \(lines)")
}

private let accepted: [(String, [String])] = [
  ("GET /|{}\"<>\\^` HTTP/1.1\r\nHost: a\r\n\r\n", ["GET /|{}\"<>\\^` 1.1 @a keep"]),
  ("GET / HTTP/1.9\r\nHost: [::1]:8080\r\n\r\n", ["GET / 1.1 @[::1]:8080 keep"]),
  ("GET http://B/x HTTP/1.1\r\nHost: a\r\n\r\n", ["GET http://B/x 1.1 @B keep"]),
  ("CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", ["CONNECT a:443 1.1 @a:443 keep"]),
  ("get / HTTP/1.1\r\nHost:b\r\n\r\n", ["get / 1.1 @b keep"]),
  ("GET http://a/ HTTP/1.1\r\nHost:\r\n\r\n", ["GET http://a/ 1.1 @a keep"]),
  ("GET / HTTP/1.0\r\n\r\n", ["GET / 1.0 close"]),
  ("GET / HTTP/1.1\r\nHost:\t a \t\r\nConnection: x, CLOSE\r\n\r\n", ["GET / 1.1 @a close"]),
  (
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n01;a=\"b\\\"\";c\r\na\r\n0\r\n\r\n",
    ["POST / 1.1 @a keep body=a"]
  ),
]

@Test(arguments: accepted)
func `accepts valid requests`(_ text: String, _ expected: [String]) {
  #expect(decode(text).lines == expected)
}

@Test func `bounds every part of a request`() {
  let limits = HTTPLimits(targetBytes: 10, headerBytes: 60, headerFields: 3, bodyBytes: 4)
  func status(_ text: String) -> String {
    String(decode(text, limits: limits).lines.last?.prefix(3) ?? "")
  }
  #expect(status("GET /123456789 HTTP/1.1\r\nHost: a\r\n\r\n") == "GET")
  #expect(status("GET /1234567890 HTTP/1.1\r\n") == "414")
  #expect(status("GET /" + String(repeating: "a", count: 100)) == "414")
  #expect(status("GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\nY: 2\r\n\r\n") == "GET")
  #expect(status("GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\nY: 2\r\nZ: 3\r\n") == "431")
  #expect(status("GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "a", count: 100)) == "431")
  #expect(status(post("Content-Length: 4") + "abcd") == "POS")
  #expect(status(post("Content-Length: 5")) == "413")
  #expect(status(chunked("2\r\nab\r\n3\r\n")) == "413")
}
