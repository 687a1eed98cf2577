import AppAssociation
import CCurl
import WebSyntax

/// Asks other servers, within the rules. Redirects are answers and not followed.
///
/// `send` waits for the answer: it belongs on a thread that may. Any number of threads may call it.
package struct OutgoingClient: Sendable {
  private let rules: OutgoingRules
  private let curl: keiro_curl

  /// Loaded once, by the first client of the process.
  static let library: keiro_curl? = {
    var curl = keiro_curl()
    return keiro_curl_load(&curl) ? curl : nil
  }()

  /// - Throws: `unavailable`.
  package init(_ rules: OutgoingRules) throws(OutgoingError) {
    guard let library = Self.library else { throw .unavailable }
    self.rules = rules
    curl = library
  }

  package func send(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingAnswer {
    if let error = Self.fault(of: request, by: rules) { throw error }
    let exchange = Exchange(rules, bodyLimit: request.bodyLimit)
    var status = 0
    let code = withExtendedLifetime(exchange) { perform(request, exchange, &status) }
    guard code == 0 else { throw exchange.error(code, curl) }
    return OutgoingAnswer(status: status, fields: exchange.fields, body: exchange.body)
  }

  /// Why the rules forbid a request before anything is asked; nil when they do not.
  static func fault(of request: OutgoingRequest, by rules: OutgoingRules) -> OutgoingError? {
    guard let url = WebURL(request.url), URLScheme.isWeb(url.scheme), url.userInfo == nil else {
      return .notAddress(request.url)
    }
    return url.scheme == "https" || rules.allowPlainHTTP ? nil : .plainHTTP
  }

  private func perform(
    _ request: OutgoingRequest, _ exchange: Exchange, _ status: inout Int
  ) -> Int32 {
    var curl = curl
    return Self.withRequest(request, rules, exchange) { asked in
      keiro_curl_perform(&curl, &asked, &status)
    }
  }

  /// The request as C takes it, for as long as `body` runs; the exchange has to live on until the
  /// end of the transfer.
  static func withRequest<Result>(
    _ request: OutgoingRequest, _ rules: OutgoingRules, _ exchange: Exchange,
    _ body: (inout keiro_curl_request) -> Result
  ) -> Result {
    // No `Expect`: its answer would be waited for.
    let lines = (request.fields.map { "\($0.name): \($0.value)" } + ["Expect:"]).map { line in
      // A line end would begin another field.
      line.filter { !$0.isNewline && $0 != "\0" }
    }
    let milliseconds = request.timeout.multipliedReportingOverflow(by: 1000)
    let limit = milliseconds.overflow ? Int.max : milliseconds.partialValue
    return withTexts([request.url, request.method, rules.proxy, rules.authorities] + lines) {
      texts in
      var fields = Array(texts.dropFirst(4))
      return (request.body ?? []).withUnsafeBytes { content in
        fields.withUnsafeMutableBufferPointer { fields in
          var asked = keiro_curl_request()
          asked.url = texts[0]
          asked.method = texts[1]
          asked.proxy = texts[2]
          asked.authorities = texts[3]
          asked.has_body = request.body != nil
          asked.body = content.baseAddress
          asked.body_size = content.count
          asked.fields = UnsafePointer(fields.baseAddress)
          asked.field_count = fields.count
          asked.allows_plain = rules.allowPlainHTTP
          asked.connect_milliseconds = min(limit, 10_000)
          asked.milliseconds = limit
          asked.context = Unmanaged.passUnretained(exchange).toOpaque()
          asked.admits = { Exchange.of($0)?.admits($1) ?? false }
          asked.take_field = { Exchange.of($0)?.takeField($1, $2) ?? false }
          asked.take_body = { Exchange.of($0)?.takeBody($1, $2) ?? false }
          return body(&asked)
        }
      }
    }
  }

  /// Texts that end in a zero, for as long as `body` runs.
  static func withTexts<Result>(
    _ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { text -> UnsafeMutableBufferPointer<CChar>? in
      guard let text else { return nil }
      let bytes = text.utf8CString
      let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
      _ = copy.initialize(from: bytes)
      return copy
    }
    defer { copies.forEach { $0?.deallocate() } }
    return body(copies.map { copy in copy?.baseAddress.map { UnsafePointer($0) } })
  }
}

/// What comes about during a request; only the thread of its `send` uses it.
final class Exchange {
  private let rules: OutgoingRules
  private let bodyLimit: Int
  private(set) var fields: [(name: String, value: String)] = []
  private(set) var body: [UInt8] = []
  private var refused: IPAddress?
  private var hasAdmitted = false
  private var isTooLong = false

  private static let fieldLimit = 256

  init(_ rules: OutgoingRules, bodyLimit: Int) {
    self.rules = rules
    self.bodyLimit = bodyLimit
  }

  static func of(_ context: UnsafeMutableRawPointer?) -> Exchange? {
    context.map { Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue() }
  }

  func admits(_ address: UnsafePointer<sockaddr>?) -> Bool {
    guard let address, let place = SocketAddress(address) else { return false }
    guard rules.admits(place.address, port: place.port) else {
      refused = place.address
      return false
    }
    hasAdmitted = true
    return true
  }

  func takeField(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> Bool {
    let line = text(bytes, count)
    if line.hasPrefix("HTTP/") {
      // Another answer of the same exchange, such as 103.
      fields = []
      return true
    }
    guard let colon = line.firstIndex(of: ":") else { return true }
    guard fields.count < Self.fieldLimit else { return false }
    let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    fields.append((line[..<colon].lowercased(), String(value)))
    return true
  }

  func takeBody(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> Bool {
    guard body.count + count <= bodyLimit, let bytes else {
      isTooLong = true
      return false
    }
    body += UnsafeRawBufferPointer(start: bytes, count: count)
    return true
  }

  private func text(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> String {
    guard let bytes else { return "" }
    let all = UnsafeRawBufferPointer(start: bytes, count: count)
    return String(decoding: all.filter { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
  }

  func error(_ code: Int32, _ curl: keiro_curl) -> OutgoingError {
    if isTooLong { return .tooLong }
    if let refused, !hasAdmitted { return .closedAddress("\(refused)") }
    guard code != 28 else { return .timeout }
    let message = curl.easy_strerror(code).map { String(cString: $0) } ?? "error \(code)"
    return .failed(code: Int(code), message: message)
  }
}

/// The address and port that a connection is opened to.
private struct SocketAddress {
  let address: IPAddress
  let port: Int

  init?(_ pointer: UnsafePointer<sockaddr>) {
    let raw = UnsafeRawPointer(pointer)
    switch Int32(pointer.pointee.sa_family) {
    case AF_INET:
      let v4 = raw.loadUnaligned(as: sockaddr_in.self)
      address = IPAddress(v4: UInt32(bigEndian: v4.sin_addr.s_addr))
      port = Int(UInt16(bigEndian: v4.sin_port))
    case AF_INET6:
      let v6 = raw.loadUnaligned(as: sockaddr_in6.self)
      address = withUnsafeBytes(of: v6.sin6_addr) { bytes in
        IPAddress(
          high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
          low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
      }
      port = Int(UInt16(bigEndian: v6.sin6_port))
    default: return nil
    }
  }
}
