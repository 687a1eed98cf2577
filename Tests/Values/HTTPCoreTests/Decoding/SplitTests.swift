import Testing

@testable import HTTPCore

/// Conversations whose result must not depend on how the network splits them.
private let conversations = [
  "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
  "GET /a?b=c HTTP/1.1\r\nHost: a:80\r\nAccept: */*\r\n\r\nHEAD /b HTTP/1.0\r\n\r\n",
  "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhelloGET /x HTTP/1.1\r\nHost: b\r\n\r\n",
  "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    + "3;a=\"b;\\\"c\";d\r\nabc\r\nA\r\n0123456789\r\n0\r\nT: v\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
  "\r\nOPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: Keep-Alive, Close\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
  "GET / HTTP/1.1\nHost: a\n\n",
]

@Test(arguments: conversations)
func `gives the same result wherever the bytes are cut in two, and byte by byte`(_ text: String) {
  let bytes = Array(text.utf8)
  let whole = decode([bytes[...]])
  for cut in 1..<bytes.count {
    #expect(decode([bytes[..<cut], bytes[cut...]]) == whole, "cut at \(cut)")
  }
  #expect(decode(bytes.indices.map { bytes[$0...$0] }) == whole)
}

@Test func `reports the progress of a request`() {
  var decoder = HTTPRequestDecoder(limits: HTTPLimits())
  func feed(_ text: String) -> HTTPRequestDecoder.Event {
    var offset = 0
    return decoder.decode(Array(text.utf8).span, offset: &offset)
  }
  #expect(decoder.phase == .idle)
  #expect(feed("GET") == .needsMore)
  #expect(decoder.phase == .head)
  #expect(feed(" / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n") == .head)
  #expect(decoder.phase == .body)
  #expect(feed("x") == .request)
  #expect(decoder.phase == .idle)
}

@Test(arguments: 0...60) func `rejects an overlong head the same way however it arrives`(
  _ room: Int
) {
  let bytes = Array("GET /abcdef HTTP/1.1\r\nHost: a\r\nA: b\r\nC: defghijklmno\r\n\r\n".utf8)
  let single = bytes.indices.map { bytes[$0...$0] }
  for limits in [
    HTTPLimits(targetBytes: room), HTTPLimits(headerBytes: room), HTTPLimits(headerFields: room),
  ] {
    #expect(decode(single, limits: limits) == decode([bytes[...]], limits: limits))
  }
}

@Test func `does not change a request that is still referenced`() {
  var decoder = HTTPRequestDecoder(limits: HTTPLimits())
  var kept: [HTTPRequest] = []
  for number in 0..<3 {
    let bytes = Array(
      "POST /\(number) HTTP/1.1\r\nHost: h\(number)\r\nContent-Length: 1\r\n\r\n\(number)".utf8)
    var offset = 0
    #expect(decoder.decode(bytes.span, offset: &offset) == .head)
    let head = decoder.request
    #expect(decoder.decode(bytes.span, offset: &offset) == .request)
    #expect(head.body.isEmpty)
    kept.append(decoder.request)
  }
  for (number, request) in kept.enumerated() {
    #expect(request.text(request.target) == "/\(number)")
    #expect(request.fields["Host"] == "h\(number)")
    #expect(request.body == Array("\(number)".utf8))
    #expect(Array(request.bytes(request.methodRange)) == Array("POST".utf8))
  }
}
