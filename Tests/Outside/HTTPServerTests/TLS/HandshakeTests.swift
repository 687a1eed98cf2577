import Dispatch
import HTTPCore
import HTTPServer
import TLS
import TLSClient
import Telemetry
import Testing

/// Handshakes and their results.
struct HandshakeTests {
  private func server(
    _ identities: [TestIdentity]? = nil, minimum: TLSVersion = .tls12,
    configuration: HTTPServerConfiguration = HTTPServerConfiguration(),
    clientAuthorities: [UInt8]? = nil, challenges: TLSChallenges? = nil,
    makeHandler: @Sendable () -> any HTTPHandler = { EchoHandler() }
  ) throws -> TestServer {
    let identities = try identities ?? [TestIdentity.usual.get()]
    let context = try TLSContext(
      try identities.map { try $0.identity() }, minimum: minimum,
      clientAuthorities: clientAuthorities, challenges: challenges)
    return try TestServer(configuration, tls: context, makeHandler: makeHandler)
  }

  private func client(
    _ server: TestServer, _ wish: SecureClient.Wish = SecureClient.Wish()
  ) throws -> SecureClient? {
    SecureClient(try TestClient(port: server.securePort), wish)
  }

  private func failures(_ server: TestServer, _ reason: TLSFailure) -> Int {
    server.metrics[0].failures(reason.rawValue)
  }

  @Test(arguments: [
    (0x0303, TLSVersion.tls12, true), (0x0304, .tls12, true), (0x0301, .tls12, false),
    (0x0302, .tls12, false), (0x0303, .tls13, false), (0x0304, .tls13, true),
  ])
  func `speaks TLS 1.2 and 1.3 alone, or the newer of them`(
    version: Int32, minimum: TLSVersion, isSpoken: Bool
  ) throws {
    let server = try server(minimum: minimum)
    let client = try client(server, .init(version: version))
    #expect((client != nil) == isSpoken)
    if let client {
      #expect(client.version == version && client.status(host: "a.example") == "200")
    }
    try server.barrier()
    #expect(failures(server, .nothingShared) == (isSpoken ? 0 : 1))
  }

  private static let aes128 = "TLS_AES_128_GCM_SHA256"
  private static let aes256 = "TLS_AES_256_GCM_SHA384"
  private static let chaCha = "TLS_CHACHA20_POLY1305_SHA256"

  @Test(
    arguments: [
      (0x0304, nil, aes128), (0x0304, [aes256, aes128, chaCha], aes128), (0x0304, [aes256], aes256),
      (0x0304, [chaCha, aes256, aes128], chaCha), (0x0304, [chaCha, aes256], chaCha),
      (0x0303, nil, "ECDHE-ECDSA-AES128-GCM-SHA256"),
      (
        0x0303, ["ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-ECDSA-AES128-GCM-SHA256"],
        "ECDHE-ECDSA-CHACHA20-POLY1305"
      ),
      (0x0303, ["ECDHE-ECDSA-AES256-GCM-SHA384"], "ECDHE-ECDSA-AES256-GCM-SHA384"),
    ] as [(Int32, [String]?, String)])
  func `chooses the cheapest cipher, or ChaCha20 where the client prefers it`(
    version: Int32, offered: [String]?, chosen: String
  ) throws {
    let server = try server()
    let wish = SecureClient.Wish(version: version, ciphers: offered?.joined(separator: ":"))
    let client = try #require(try client(server, wish))
    #expect(client.cipher == chosen && client.status(host: "a.example") == "200")
  }

  /// The system sends bytes that wait for others after a fifth of a second, so one of several attempts
  /// has to do.
  ///
  /// - Parameter isAtOnce: whether the request arrives along with the end of the handshake.
  @Test(arguments: [(0x0304, true, 2), (0x0304, false, 3), (0x0303, false, 3)])
  func `the last response and the end are one segment, and a ticket that can wait`(
    version: Int32, isAtOnce: Bool, expected: Int32
  ) throws {
    let server = try server()
    let isReached = try (0..<20).contains { _ in
      let connection = try TestClient(port: server.securePort)
      connection.holdSegments(isAtOnce)
      let client = try #require(SecureClient(connection, .init(version: version)))
      // The server's part of the handshake, and the ticket that follows the client's.
      if version == 0x0304, !isAtOnce { connection.awaitSegments(2) }
      client.send("GET / HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n")
      connection.holdSegments(false)
      let answer = try #require(client.readAll())
      #expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 200"))
      return keiro_segments_received(connection.descriptor) == expected
    }
    #expect(isReached)
  }

  @Test func `answers a client whose own end has arrived unread`() throws {
    let gate = DispatchSemaphore(value: 0)
    let server = try server {
      AnsweringHandler { _ in
        .later { completion in
          DispatchQueue.global().async {
            gate.wait()
            completion(HTTPResponse(.ok, body: Array("late".utf8)))
          }
        }
      }
    }
    let client = try #require(try client(server))
    client.send("GET /later HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n")
    client.connection.deliver()
    try server.barrier()
    client.endWriting()
    client.connection.deliver()
    gate.signal()
    let answer = try #require(client.readAll())
    #expect(String(decoding: answer, as: UTF8.self).hasSuffix("late"))
  }

  @Test func `tells browsers to come back with TLS, over TLS alone`() throws {
    var configuration = HTTPServerConfiguration(strictTransportSecurity: "max-age=300")
    let server = try server(configuration: configuration)
    let line = "\r\nStrict-Transport-Security: max-age=300\r\n"
    let secure = try #require(try client(server))
    for sent in ["GET / HTTP/1.1\r\nHost: a.example\r\n\r\n", "BAD\r\n\r\n"] {
      secure.send(sent)
      #expect(secure.read(until: "\r\n\r\n").contains(line))
    }
    let answer = try server.client(sending: request("GET /", "Connection: close")).readAll()
    #expect(answer.hasPrefix("HTTP/1.1 200") && !answer.contains("Strict-Transport"))
    configuration.strictTransportSecurity = nil
    server.server.replaceHandlers(configuration) { _ in EchoHandler() }
    try server.barrier()
    let other = try #require(try client(server))
    other.send("GET / HTTP/1.1\r\nHost: a.example\r\n\r\n")
    #expect(!other.read(until: "\r\n\r\n").contains("Strict-Transport"))
  }

  @Test(arguments: [
    ("a.example", "one"), ("A.EXAMPLE", "one"), ("www.b.example", "one"), ("b.example", "one"),
    ("c.example", "two"), ("x.y.b.example", "one"), ("unknown.example", "one"), (nil, "one"),
    ("c.example.", "two"), ("x.d.example.", "two"), (".", "one"),
  ])
  func `shows the certificate of the name that is asked for`(name: String?, peer: String) throws {
    let server = try server([
      try TestIdentity("one", names: "DNS:a.example,DNS:*.b.example"),
      try TestIdentity("two", names: "DNS:c.example,DNS:*.d.example"),
    ])
    #expect(try client(server, .init(name: name))?.peer == peer)
  }

  @Test func `shows clients that take turns the certificate of each one's name, and resumes both`()
    throws
  {
    let server = try server([
      try TestIdentity("one", names: "DNS:a.example"),
      try TestIdentity("two", names: "DNS:c.example"),
    ])
    var wishes = ["a.example", "c.example"].map { SecureClient.Wish(name: $0) }
    for round in 0..<3 {
      for (index, peer) in ["one", "two"].enumerated() {
        let client = try #require(try client(server, wishes[index]))
        #expect(client.isResumed == (round > 0))
        #expect(client.peer == peer && client.status(host: wishes[index].name ?? "") == "200")
        wishes[index].before = client
      }
    }
  }

  @Test(arguments: [
    ("a.example", "ec"), ("b.example", "rsa"), ("c.example", "ec"), (nil, "ec"),
  ])
  func `shows certificates of both kinds of keys for the names that they share`(
    name: String?, peer: String
  ) throws {
    let server = try server([
      try TestIdentity("rsa", names: "DNS:a.example,DNS:b.example", isRSA: true),
      try TestIdentity("ec", names: "DNS:c.example,DNS:a.example"),
      try TestIdentity("unused", names: "DNS:b.example", isRSA: true),
    ])
    #expect(try client(server, .init(name: name))?.peer == peer)
  }

  @Test(arguments: [
    (["http/1.1"], "http/1.1"), (["h2", "http/1.1"], "http/1.1"), ([], ""), (["h2"], nil),
    (["acme-tls/1"], nil), (["acme-tls/1", "http/1.1"], "http/1.1"),
  ])
  func `agrees on HTTP/1.1`(offered: [String], agreed: String?) throws {
    let server = try server()
    #expect(try client(server, .init(protocols: offered))?.agreedProtocol == agreed)
  }

  @Test(arguments: [0x0303, 0x0304] as [Int32])
  func `resumes sessions, also with certificates that were read again`(version: Int32) throws {
    let identity = try TestIdentity.usual.get().identity()
    let context = try TLSContext([identity])
    let server = try TestServer(tls: context) { EchoHandler() }
    let wish = SecureClient.Wish(name: "a.example", version: version)
    let first = try #require(try client(server, wish))
    #expect(!first.isResumed && first.status(host: "a.example") == "200")
    var again = wish
    again.before = first
    let second = try #require(try client(server, again))
    #expect(second.isResumed && second.status(host: "a.example") == "200")
    // A client uses a ticket of TLS 1.3 only once (RFC 8446, appendix C.4).
    again.before = second
    server.server.replaceTLS(try TLSContext([identity], resuming: context))
    let third = try #require(try client(server, again))
    #expect(third.isResumed && third.status(host: "a.example") == "200")
    again.before = third
    server.server.replaceTLS(try TLSContext([identity]))
    // A worker adopts the new context between two turns of its loop.
    var fresh = try #require(try client(server, again))
    for _ in 0..<1000 where fresh.isResumed { fresh = try #require(try client(server, again)) }
    #expect(!fresh.isResumed && fresh.status(host: "a.example") == "200")
  }

  @Test func `refuses requests for hosts that the certificate is not valid for`() throws {
    let server = try server()
    for (host, status) in [
      ("a.example", "200"), ("A.Example:443", "200"), ("x.b.example", "200"),
      ("127.0.0.1:8443", "200"), ("b.example", "421"), ("x.y.b.example", "421"),
      ("other.example", "421"), ("127.0.0.2", "421"), ("[::1]", "421"),
    ] {
      let client = try #require(try client(server, .init(name: "a.example")))
      #expect(client.status(host: host) == status, "\(host)")
    }
    let curious = try #require(try client(server))
    curious.send("HEAD / HTTP/1.1\r\nHost: b.example\r\n\r\n")
    let head = curious.read(until: "the end")
    #expect(head.hasPrefix("HTTP/1.1 421 ") && head.hasSuffix("\r\n\r\n"), "\(head)")
    let client = try #require(try client(server))
    #expect(client.status(host: "a.example") == "200")
    #expect(client.read(until: "GET /").hasSuffix("GET /"))
    #expect(client.status(host: "b.example") == "421")
  }

  @Test func `gives other keys to a client that asks, and no second handshake`() throws {
    let server = try server()
    let new = try #require(try client(server, .init(version: 0x0304)))
    for _ in 0..<3 {
      #expect(new.renewKeys() && new.status(host: "a.example") == "200")
      _ = new.read(until: "GET /")
    }
    let old = try #require(try client(server, .init(version: 0x0303)))
    #expect(!old.renewKeys())
  }

  @Test func `understands clients that send each byte by itself`() throws {
    let server = try server()
    for version in [0x0303, 0x0304] as [Int32] {
      let client = try #require(try client(server, .init(version: version, isSlow: true)))
      #expect(client.status(host: "a.example") == "200")
    }
  }

  @Test func `answers many requests that arrive at once`() throws {
    let server = try server()
    let client = try #require(try client(server))
    let count = 1200
    let request = "GET /\(String(repeating: "x", count: 40)) HTTP/1.1\r\nHost: a.example\r\n\r\n"
    client.send(String(repeating: request, count: count))
    client.endWriting()
    let text = String(decoding: try #require(client.readAll()), as: UTF8.self)
    #expect(statuses(text).count == count)
  }

  @Test func `sends large responses to slow readers`() throws {
    let body = [UInt8](repeating: UInt8(ascii: "z"), count: 3_000_000)
    let server = try server { EchoHandler(body: body) }
    let client = try #require(try client(server))
    client.send("GET / HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n")
    // Meanwhile the server has to wait for this client.
    try server.barrier(prefix: "HTTP/1.1 200")
    #expect(client.readAll()?.count(where: { $0 == UInt8(ascii: "z") }) == body.count)
  }

  @Test func `cuts clients that do not finish their handshake in time`() throws {
    let limits = HTTPServerLimits(headerTimeout: 10)
    let server = try server(configuration: HTTPServerConfiguration(limits: limits))
    let silent = try TestClient(port: server.securePort)
    let half = try TestClient(port: server.securePort)
    half.send("\u{16}\u{03}\u{01}")
    try server.advance(seconds: 11)
    #expect(silent.isClosedByServer() && half.isClosedByServer())
    #expect(failures(server, .timeout) == 2)
    #expect(server.metrics[0].connectionsTimedOut.value == 2)
    #expect(server.metrics[0].connectionsOpen.value <= 1)
  }

  @Test func `thousands of half handshakes keep nobody out`() throws {
    let limits = HTTPServerLimits(connections: 64, connectionsPerAddress: 0)
    let server = try server(configuration: HTTPServerConfiguration(limits: limits))
    var half: [TestClient] = []
    for number in 0..<2000 {
      let client = try TestClient(port: server.securePort)
      if number.isMultiple(of: 2) { client.send("\u{16}\u{03}\u{01}\u{02}") }
      half.append(client)
      if half.count > 500 { half.removeFirst() }
      guard number.isMultiple(of: 200) else { continue }
      #expect(try self.client(server)?.status(host: "a.example") == "200")
    }
    #expect(server.metrics[0].connectionsEvicted.value > 1000)
  }

  @Test(arguments: ["GET / HTTP/1.1\r\nHost: a\r\n\r\n", "\0\0\0\0\0\0\0\0", "SSH-2.0-x\r\n"])
  func `closes connections that do not speak TLS`(text: String) throws {
    let server = try server()
    let client = try TestClient(port: server.securePort)
    client.send(text)
    #expect(!client.readAll().hasPrefix("HTTP"))
    #expect(failures(server, .other) + failures(server, .nothingShared) == 1)
  }

  @Test func `lets in clients with a certificate of the authorities alone`() throws {
    let friend = try TestIdentity("friend", names: "DNS:f")
    let stranger = try TestIdentity("stranger", names: "DNS:s")
    let server = try server(clientAuthorities: friend.chain)
    for version in [0x0303, 0x0304] as [Int32] {
      func status(_ identity: TestIdentity?) throws -> String? {
        try client(server, .init(version: version, identity: identity))?.status(host: "a.example")
      }
      #expect(try status(friend) == "200")
      #expect(try status(stranger) ?? "" == "")
      #expect(try status(nil) ?? "" == "")
    }
    try server.barrier()
    #expect(failures(server, .clientCertificate) == 4)
  }

  @Test func `shows authorities the certificate of their challenge`() throws {
    let challenges = TLSChallenges()
    let answer = try TestIdentity("challenge", names: "DNS:a.example")
    challenges.replace(["a.example": try answer.identity()])
    let server = try server(challenges: challenges)
    let authority = try #require(
      try client(server, .init(name: "a.example", protocols: ["acme-tls/1"])))
    #expect(authority.peer == "challenge" && authority.agreedProtocol == "acme-tls/1")
    #expect(authority.readAll() == [])
    #expect(try client(server, .init(name: "b.example", protocols: ["acme-tls/1"])) == nil)
    #expect(try client(server, .init(name: "a.example"))?.peer == "usual")
    try server.barrier()
    #expect(failures(server, .name) == 1)
    // Without certificates challenges are answered alone.
    let bare = try self.server([], challenges: challenges)
    #expect(
      try client(bare, .init(name: "a.example", protocols: ["acme-tls/1"]))?.peer == "challenge")
    #expect(try client(bare, .init(name: "a.example")) == nil)
  }

  @Test func `drops nobody while certificates change`() throws {
    let server = try server()
    let kept = try #require(try client(server))
    #expect(kept.status(host: "a.example") == "200")
    for number in 0..<40 {
      let next = try TestIdentity("n\(number)", names: "DNS:a.example")
      let begun = try TestClient(port: server.securePort)
      server.server.replaceTLS(try TLSContext([try next.identity()]))
      #expect(SecureClient(begun)?.status(host: "a.example") == "200")
      #expect(try client(server)?.peer == "n\(number)")
      _ = kept.read(until: "GET /")
      #expect(kept.status(host: "a.example") == "200")
    }
    #expect(kept.peer == "usual")
  }
}
