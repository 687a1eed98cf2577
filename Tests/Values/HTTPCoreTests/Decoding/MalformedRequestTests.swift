import Testing

@testable import HTTPCore

/// The result of decoding each text, and the clause that requires it, as far as the conversations of
/// `ConformanceTests` do not have it.
private let cases: [(clause: String, text: String, expected: String)] = [
  ("9112 3.2", "GET /\u{e9} HTTP/1.1\r\n", "400"), ("9112 3.2", "GET a HTTP/1.1\r\n", "400"),
  ("9110 4.2.1", "GET / HTTP/1.0\r\nHost: \r\n\r\n", "400"),
  ("9110 4.2.1", "OPTIONS * HTTP/1.1\r\nHost:\r\n\r\n", "400"),
  ("9110 5.3", post("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked"), "501"),
  ("9110 5.3", post("Transfer-Encoding: gzip\r\nX: 1\r\nTransfer-Encoding: x, chunked"), "501"),
  ("9110 5.3", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip"), "400"),
  ("9110 5.3", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip, chunked"), "400"),
  ("9110 5.3", post("Transfer-Encoding: chunked\r\nTransfer-Encoding:"), "400"),
  ("9110 5.3", post("Transfer-Encoding:\r\nTransfer-Encoding: chunked"), "400"),
  ("9110 5.3", post("Transfer-Encoding: gzip, chunked\r\nContent-Length: 1"), "400"),
  ("9112 6.1", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", "400"),
  ("9112 7.1.1", chunked("1; a\r\na\r\n"), "400"), ("9112 7.1.2", chunked("0\r\n T\r\n"), "400"),
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
  ("CONNECT a:443 HTTP/1.1\r\nHost: b\r\n\r\n", ["CONNECT a:443 1.1 @a:443 keep"]),
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
