import Testing

@testable import HTTPCore

/// Requests that are rejected before, in or after their request line, with the method HEAD in its
/// place.
private let rejected = [
  "HEAD /" + String(repeating: "a", count: 80) + " HTTP/1.1\r\n",
  "HEAD /" + String(repeating: "a", count: 400), "HEAD / HTTP/1.1\nHost: a\n\n",
  "HEAD / HTTP/1.1\r\nHost: a\n", "HEAD a HTTP/1.1\r\n", "HEAD /\r\n", "HEAD\r\n", "HEAD\n",
  "HEAD\t/ HTTP/1.1\r\n", "HEAD  / HTTP/1.1\r\n", "HEAD / HTTP/2.0\r\n", "HEAD / HTTP/1\r\n",
  "HEAD / HTTP/1.1\r\n\r\n", "HEAD / HTTP/1.1\r\nHost: a b\r\n\r\n",
  "HEAD / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 200),
  "HEAD / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n",
  "HEAD / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
  "HEAD / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
  "\r\nHEAD / HTTP/1.1\n",
]

/// Whether the decoder knows a HEAD when it rejects the bytes; nil when it does not reject them.
private func knowsHead(_ pieces: [ArraySlice<UInt8>]) -> Bool? {
  var decoder = HTTPRequestDecoder(
    limits: HTTPLimits(targetBytes: 64, headerBytes: 128, headerFields: 8, bodyBytes: 8))
  for piece in pieces {
    let input = Array(piece)
    var offset = 0
    while offset < input.count {
      switch decoder.decode(input.span, offset: &offset) {
      case .failure: return decoder.isHead
      case .needsMore: break
      case .head: _ = decoder.beginBody(isStreamed: false)
      case .request: return nil
      }
    }
  }
  return nil
}

@Test(arguments: rejected)
func `knows a rejected HEAD wherever its bytes are cut`(_ text: String) {
  let bytes = Array(text.utf8)
  #expect(knowsHead([bytes[...]]) == true)
  #expect(knowsHead(bytes.indices.map { bytes[$0...$0] }) == true)
  for cut in 1..<bytes.count {
    #expect(knowsHead([bytes[..<cut], bytes[cut...]]) == true, "cut at \(cut)")
  }
}

@Test(arguments: ["GET", "HEADS", "HEAD1", "head", "HEA", "POST", "HEAD-"])
func `takes no other rejected method for HEAD`(_ method: String) {
  for rest in [" /" + String(repeating: "a", count: 80), " / HTTP/1.1\n", " a HTTP/1.1\r\n"] {
    let bytes = Array((method + rest + "\r\n").utf8)
    #expect(knowsHead([bytes[...]]) == false)
    #expect(knowsHead(bytes.indices.map { bytes[$0...$0] }) == false)
  }
}

@Test(arguments: [
  ("/dashboard/?q=" + String(repeating: "a", count: 80) + " HTTP/1.1", 414),
  ("/dashboard/ HTTP/1.1\r\nCookie: " + String(repeating: "a", count: 200), 431),
])
func `a head that is too long tells how it began`(_ rest: String, _ status: Int) {
  let bytes = Array("GET \(rest)\r\n".utf8)
  for step in [1, 7, bytes.count] {
    var decoder = HTTPRequestDecoder(limits: HTTPLimits(targetBytes: 64, headerBytes: 128))
    var failed: HTTPFailure?
    for start in stride(from: 0, to: bytes.count, by: step) where failed == nil {
      var offset = 0
      let piece = Array(bytes[start..<min(start + step, bytes.count)])
      while offset < piece.count, failed == nil {
        if case .failure(let failure) = decoder.decode(piece.span, offset: &offset) {
          failed = failure
        }
      }
    }
    #expect(failed?.status.code == status && failed?.start.hasPrefix("GET /dashboard/") == true)
  }
}

@Test func `forgets the HEAD of the request before`() {
  let bytes = Array("HEAD / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\n".utf8)
  var decoder = HTTPRequestDecoder(limits: HTTPLimits())
  var offset = 0
  var events = [decoder.decode(bytes.span, offset: &offset)]
  var knows = [decoder.isHead]
  events.append(decoder.decode(bytes.span, offset: &offset))
  knows.append(decoder.isHead)
  #expect(events.first == .request && events.last != .request)
  #expect(knows == [true, false])
}
