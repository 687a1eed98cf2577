import TLS
import TLSClient
import Testing

/// A client that speaks TLS over a blocking connection.
final class SecureClient {
  /// The parameters of the handshake.
  struct Wish {
    var name: String?
    /// The only version that it speaks; nil for any.
    var version: Int32?
    var protocols: [String] = []
    /// The ciphers of its only version, in order of preference; nil for the library's default.
    var ciphers: String?
    var identity: TestIdentity?
    var isSlow = false
    var before: SecureClient?
  }

  let connection: TestClient
  private let client: OpaquePointer

  /// Nil when the handshake fails.
  init?(_ connection: TestClient, _ wish: Wish = Wish()) {
    var asked = keiro_client_wish()
    asked.descriptor = connection.descriptor
    asked.version = wish.version ?? 0
    asked.is_slow = wish.isSlow
    asked.before = wish.before?.client
    let protocols = wish.protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
    let client = Self.with(wish.name) { name in
      Self.with(wish.identity.map { String(decoding: $0.chain, as: UTF8.self) }) { chain in
        Self.with(wish.identity.map { String(decoding: $0.key, as: UTF8.self) }) { key in
          protocols.withUnsafeBufferPointer { protocols in
            asked.name = name
            asked.certificate = chain
            asked.key = key
            asked.protocols = protocols.isEmpty ? nil : protocols.baseAddress
            asked.protocol_bytes = protocols.count
            return Self.with(wish.ciphers) { ciphers in
              asked.ciphers = ciphers
              return keiro_client_connect(&asked)
            }
          }
        }
      }
    }
    guard let client else { return nil }
    self.connection = connection
    self.client = client
  }

  private static func with<Result>(
    _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
  ) -> Result {
    text.map { $0.withCString(body) } ?? body(nil)
  }

  deinit {
    keiro_client_free(client)
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = keiro_client_write(client, bytes, Int32(bytes.count))
  }

  /// Everything up to the announced end; nil if the connection breaks off instead.
  func readAll() -> [UInt8]? {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 20_000)
    while true {
      let count = keiro_client_read(client, &buffer, Int32(buffer.count))
      guard count > 0 else { return count == 0 ? text : nil }
      text += buffer.prefix(Int(count))
    }
  }

  /// Everything up to and including `end`.
  func read(until end: String) -> String {
    var text: [UInt8] = []
    var byte: UInt8 = 0
    while keiro_client_read(client, &byte, 1) == 1 {
      text.append(byte)
      if text.suffix(end.utf8.count).elementsEqual(end.utf8) { break }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The status of the answer to a request for `/` of a host.
  func status(host: String) -> String {
    send("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
    return String(read(until: "\r\n").dropFirst(9).prefix(3))
  }

  func endWriting() {
    keiro_client_end(client)
    connection.endWriting()
  }

  func renewKeys() -> Bool { keiro_client_renew(client) }

  var isResumed: Bool { keiro_client_is_resumed(client) }
  var version: Int32 { keiro_client_version(client) }
  var cipher: String { String(cString: keiro_client_cipher(client)) }
  var agreedProtocol: String { String(cString: keiro_client_protocol(client)) }
  /// The common name of the server's certificate.
  var peer: String { String(cString: keiro_client_peer(client)) }
}

/// A self-signed certificate and its key.
struct TestIdentity: Sendable {
  let chain: [UInt8]
  let key: [UInt8]

  init(_ commonName: String, names: String, isRSA: Bool = false, days: Int32 = 30) throws {
    var chain = [CChar](repeating: 0, count: 8192)
    var key = [CChar](repeating: 0, count: 8192)
    try #require(
      keiro_make_identity(
        commonName, names, isRSA, days, &chain, chain.count, &key, key.count))
    self.chain = chain.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    self.key = key.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
  }

  /// An identity for two hosts and 127.0.0.1.
  static let usual = Result {
    try TestIdentity("usual", names: "DNS:a.example,DNS:*.b.example,IP:127.0.0.1")
  }

  func identity() throws -> TLSIdentity {
    try #require(TLSIdentity(label: "test", chain: chain, key: key))
  }
}
