import Testing

@testable import HTTPCore

/// Conversations whose reading must not depend on how the network cuts them.
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
func `reads the same whichever way the bytes are cut in two`(_ text: String) {
  let bytes = Array(text.utf8)
  let whole = decode([bytes[...]])
  for cut in 1..<bytes.count {
    #expect(decode([bytes[..<cut], bytes[cut...]]) == whole, "cut at \(cut)")
  }
}

@Test(arguments: conversations)
func `reads the same byte by byte`(_ text: String) {
  let bytes = Array(text.utf8)
  let single = bytes.indices.map { bytes[$0...$0] }
  #expect(decode(single) == decode([bytes[...]]))
}

@Test func `waits for the client that waits for 100 Continue`() {
  let head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n"
  #expect(decode(head).lines == ["continue", "unfinished"])
  #expect(decode(head + "ok").lines == ["continue", "POST / 1.1 @a keep body=ok"])
}

@Test func `tells how far a request has come`() {
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
