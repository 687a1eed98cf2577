import Testing

@testable import HTTPCore

/// Bytes of which each is examined by a comparison of its own: white space, controls, the ends of
/// names, values and targets, a letter, a digit, a mark of tokens, obsolete text.
private let odd: [UInt8] = [
  0x00, 0x08, 0x09, 0x0A, 0x0D, 0x1F, 0x20, 0x21, 0x23, 0x2D, 0x2E, 0x30, 0x3A, 0x3F, 0x40, 0x41,
  0x5A, 0x5B, 0x5F, 0x61, 0x7A, 0x7B, 0x7E, 0x7F, 0x80, 0xFF,
]

/// Whether some bytes give the same result in one piece and byte by byte; the result.
@discardableResult
private func decodeBothWays(_ bytes: [UInt8], _ comment: Comment) -> Transcript {
  let whole = decode([bytes[...]])
  #expect(decode(bytes.indices.map { bytes[$0...$0] }) == whole, comment)
  return whole
}

private func head(
  target: String = "/", name: String = "X", value: String = "y", more: String = ""
) -> [UInt8] {
  Array("GET \(target) HTTP/1.1\r\nHost: a\r\n\(name): \(value)\r\n\(more)\r\n".utf8)
}

@Test(arguments: 0...70)
func `reads names, values and targets of every length`(_ length: Int) {
  let text = String(repeating: "abc-", count: 18).prefix(length)
  let named = decodeBothWays(head(name: String(text)), "name of \(length)")
  #expect(named.fields == (length == 0 ? [] : [["Host:a", "\(text):y"]]))
  let valued = decodeBothWays(head(value: String(text)), "value of \(length)")
  #expect(valued.fields == [["Host:a", "X:\(text)"]])
  let asked = decodeBothWays(head(target: "/" + text), "target of \(length)")
  #expect(asked.lines == ["GET /\(text) 1.1 @a keep"])
}

@Test(arguments: odd)
func `finds an odd byte at every index of a vector`(_ byte: UInt8) {
  let text = "abcdefghijklmnopqrstuvwxyzabcdefghijkl"
  for index in 0..<text.utf8.count {
    var long = Array(text.utf8)
    long[index] = byte
    for (before, after) in [
      ("GET /a HTTP/1.1\r\nHost: a\r\n", ": y\r\n\r\n"),
      ("GET /a HTTP/1.1\r\nHost: a\r\nX: ", "\r\n\r\n"),
      ("GET /", " HTTP/1.1\r\nHost: a\r\n\r\n"), ("GET / HTTP/1.1\r\nHost: ", "\r\n\r\n"),
      ("", " / HTTP/1.1\r\nHost: a\r\n\r\n"),
    ] {
      decodeBothWays(Array(before.utf8) + long + Array(after.utf8), "\(byte) at \(index)")
    }
  }
  // The same wherever the byte replaces another one or comes between two.
  let plain = Array(
    "GET /a?b HTTP/1.1\r\nHost: a.example:80\r\nUser-Agent: a (b; c)\r\nAccept:*/* \r\n\r\nGET /"
      .utf8)
  for index in plain.indices {
    for rest in [plain[index...], plain[index...].dropFirst()] {
      decodeBothWays(plain[..<index] + [byte] + rest, "\(byte) at \(index) of a head")
    }
  }
}

@Test(arguments: 0...34)
func `reads a head wherever it begins and ends in its piece`(_ length: Int) {
  let before = head(value: String(repeating: "v", count: length))
  let plain = head(target: "/a?b", name: "User-Agent", value: "c (d; e)")
  for following in 0..<plain.count {
    let transcript = decodeBothWays(
      before + plain + plain[..<following], "after \(length), before \(following)")
    #expect(
      transcript.fields == [
        ["Host:a", "X:" + String(repeating: "v", count: length)],
        ["Host:a", "User-Agent:c (d; e)"],
      ])
  }
}

@Test func `finds the query at every position of a target`() {
  for length in 0..<40 {
    for mark in 0...length {
      let path = "/" + String(repeating: "p", count: mark)
      let query = String(repeating: "?", count: length - mark)
      var decoder = HTTPRequestDecoder(limits: HTTPLimits())
      var offset = 0
      let bytes = head(target: path + "?" + query)
      #expect(decoder.decode(bytes.span, offset: &offset) == .request)
      #expect(decoder.request.text(decoder.request.path) == path)
      #expect(decoder.request.query.map(decoder.request.text) == query)
    }
  }
}

@Test(arguments: [1, 31, 32, 33, 98, 99])
func `reads as many fields as the limit allows`(_ count: Int) {
  let more = (1..<count).map { "N\($0): v\($0)\r\n" }.joined()
  let transcript = decodeBothWays(head(more: more), "\(count) fields")
  #expect(
    transcript.fields == [["Host:a", "X:y"] + (1..<count).map { "N\($0):v\($0)" }])
}

@Test func `keeps nothing of the request before`() {
  let long = head(
    target: "/long?query", value: String(repeating: "v", count: 100), more: "A: b\r\nC: d\r\n")
  let transcript = decodeBothWays(
    long + head() + Array("\r\n".utf8) + head(name: "Odd_1") + head(value: "\u{e9}") + long,
    "five requests")
  #expect(
    transcript.lines == [
      "GET /long?query 1.1 @a keep", "GET / 1.1 @a keep", "GET / 1.1 @a keep", "GET / 1.1 @a keep",
      "GET /long?query 1.1 @a keep",
    ])
  #expect(transcript.fields.map(\.count) == [4, 2, 2, 2, 4])
  #expect(transcript.fields[2] == ["Host:a", "Odd_1:y"])
}

@Test(arguments: ["Host", "Expect", "Connection", "Content-Length", "Transfer-Encoding"])
func `heeds a field in any case`(_ name: String) {
  let value = name == "Host" ? "b" : name == "Connection" ? "close" : "nonsense"
  let results = [name, name.lowercased(), name.uppercased()].map {
    decodeBothWays(head(name: $0, value: value), Comment(rawValue: $0)).lines
  }
  #expect(results[0] != ["GET / 1.1 @a keep"])
  #expect(Set(results).count == 1)
}
