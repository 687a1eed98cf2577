import HTTPCore
import HTTPServer
import TLS
import Testing

struct ConformanceTests {
  private static let context = Result {
    try TLSContext([try TestIdentity.usual.get().identity()], servesAnyHost: true)
  }

  @Test(arguments: ConformanceCase.all)
  func `conforms to the clause, also over TLS`(item: ConformanceCase) throws {
    let server = try TestServer(
      HTTPServerConfiguration(limits: HTTPServerLimits(requests: Self.limits)),
      tls: try Self.context.get()
    ) { ConformanceHandler() }
    let transcripts = [
      try server.converse(item.segments), try server.converseSecurely(item.segments),
    ]
    for transcript in transcripts {
      #expect(transcript.summary == item.expected)
      checkFields(transcript, item)
    }
  }

  /// A request, one with a body, one whose body is in chunks, and the last one.
  private static let conversation =
    "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"
    + "POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
    + "POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n"
    + "HEAD /d HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

  @Test func `answers alike wherever the bytes of a conversation are cut`() throws {
    let server = try TestServer { ConformanceHandler() }
    let whole = try server.converse([Self.conversation])
    #expect(whole.answers.map(\.status) == ["200", "200", "200", "200"])
    let bytes = Array(Self.conversation.utf8)
    for cut in 1..<bytes.count {
      let segments = [bytes[..<cut], bytes[cut...]].map { String(decoding: $0, as: UTF8.self) }
      #expect(try server.converse(segments).summary == whole.summary, "cut at \(cut)")
    }
  }

  /// Checks that apply to every response.
  private func checkFields(_ transcript: Transcript, _ item: ConformanceCase) {
    for (index, answer) in transcript.answers.enumerated() where answer.status != "100" {
      // An origin server with a clock sends a date (RFC 9110, section 6.6.1).
      #expect(answer.field("Date")?.hasSuffix(" GMT") == true)
      // RFC 9110, section 8.6; a 304 may have a length, but that of the body it does not send.
      let mayHaveLength = answer.status != "204" && answer.status != "304"
      #expect((answer.field("Content-Length") != nil) == mayHaveLength)
      let isLast = index == transcript.answers.count - 1
      if !isLast { #expect(answer.field("Connection") != "close") }
    }
    if let last = transcript.answers.last, last.status != "100" {
      let expectsMore = item.expected.hasSuffix(".") && last.field("Connection") == nil
      #expect(expectsMore || last.field("Connection") == "close")
    }
  }

  @Test func `case names are unique`() {
    let names = ConformanceCase.all.map(\.testDescription)
    #expect(names.count >= 350)
    #expect(Set(names).count == names.count)
  }

  /// Small limits, so that the cases that exceed them are short.
  static let limits = HTTPLimits(
    targetBytes: 64, headerBytes: 512, headerFields: 8, bodyBytes: 32)
}

extension TestServer {
  /// Sends the segments so that each is read separately, the last one together with the marker, and reads
  /// to the end. A marker of its own may come when the connection is being closed, and would take the
  /// answer along.
  func converse(
    _ segments: [String], marker: String = ConformanceCase.marker
  ) throws -> Transcript {
    let talker = try client()
    for segment in segments.dropLast() {
      talker.send(segment)
      talker.awaitReading()
      // Once a later request on another connection is answered, what was read has been handled.
      try barrier()
    }
    talker.send((segments.last ?? "") + marker)
    talker.endWriting()
    return Transcript(talker.readAllBytes(), methods: Self.methods(segments))
  }

  /// The same over TLS, where each segment is a record of its own.
  fileprivate func converseSecurely(_ segments: [String]) throws -> Transcript {
    let talker = try #require(SecureClient(try TestClient(port: securePort)))
    for segment in segments {
      talker.send(segment)
      if segments.count > 1 { try barrier() }
    }
    talker.send(ConformanceCase.marker)
    talker.endWriting()
    return Transcript(try #require(talker.readAll()), methods: Self.methods(segments))
  }

  private static func methods(_ segments: [String]) -> [String] {
    segments.joined().split(separator: "\r\n").filter { $0.contains(" HTTP/") }
      .map { String($0.prefix { $0 != " " }) }
  }
}
