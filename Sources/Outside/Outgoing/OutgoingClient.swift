import CCurl
import WebSyntax

/// Sends requests to other servers, within the rules. Redirects are answers and are not followed.
///
/// `send` waits for the answer, so it belongs on a thread that may block. Any number of threads may
/// call it.
package struct OutgoingClient: Sendable {
  private let rules: OutgoingRules

  /// Whether libcurl is available; the first client of the process loads it.
  static let hasLibrary = keiro_curl_load()

  /// - Throws: `unavailable` without libcurl.
  package init(_ rules: OutgoingRules) throws(OutgoingError) {
    guard Self.hasLibrary else { throw .unavailable }
    self.rules = rules
  }

  package func send(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingAnswer {
    let seen = inspect(OutgoingInspection(request))
    if let failure = seen.failure { throw failure.error }
    return OutgoingAnswer(status: seen.status ?? 0, fields: seen.fields, body: seen.body)
  }

  /// Sends a request to learn about the server, whether it answers well or not.
  package func inspect(_ inspection: OutgoingInspection) -> OutgoingObservation {
    let request = inspection.request
    let exchange = Exchange(rules, bodyLimit: request.bodyLimit)
    var facts = keiro_curl_facts()
    var observation = OutgoingObservation()
    do throws(OutgoingError) {
      let url = try Self.check(request, rules)
      let code = withExtendedLifetime(exchange) {
        Self.withRequest(inspection, url, rules, exchange) { keiro_curl_perform(&$0, &facts) }
      }
      if facts.status != 0 { observation.status = facts.status }
      observation.isConnected = facts.connected != 0
      observation.milliseconds = Int(facts.ended) / 1000
      if code != CURLE_OK {
        observation.failure = OutgoingFailure(
          error: exchange.error(code, status: facts.status),
          phase: OutgoingFailure.Phase(facts, isSecure: url.scheme == "https"),
          detail: text(of: facts), verification: facts.verification,
          systemError: Int32(clamping: facts.system_error))
      }
    } catch {
      observation.failure = OutgoingFailure(error: error, phase: .connect, detail: error.message)
    }
    observation.fields = exchange.fields
    observation.body = exchange.body
    observation.certificates = exchange.certificates
    return observation
  }

  /// Checks a request before anything is sent.
  ///
  /// - Throws: why the rules forbid it.
  static func check(
    _ request: OutgoingRequest, _ rules: OutgoingRules
  ) throws(OutgoingError) -> WebURL {
    guard let url = WebURL(request.url), URLScheme.isWeb(url.scheme), url.userInfo == nil else {
      throw .notAddress(request.url)
    }
    guard url.scheme == "https" || rules.allowPlainHTTP else { throw .plainHTTP }
    return url
  }

  private func text(of facts: keiro_curl_facts) -> String {
    withUnsafeBytes(of: facts.error) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// Calls `body` with the request in C's form, valid only during the call; the exchange must outlive
  /// the transfer.
  static func withRequest<Result>(
    _ inspection: OutgoingInspection, _ url: WebURL, _ rules: OutgoingRules, _ exchange: Exchange,
    _ body: (inout keiro_curl_request) -> Result
  ) -> Result {
    let request = inspection.request
    // Without `Expect`, whose answer would be waited for.
    let lines = (request.fields.map { "\($0.name): \($0.value)" } + ["Expect:"]).map { line in
      // A line end would begin another field.
      line.filter { !$0.isNewline && $0 != "\0" }
    }
    let milliseconds = request.timeout.multipliedReportingOverflow(by: 1000)
    let limit = milliseconds.overflow ? Int.max : milliseconds.partialValue
    let resolved = inspection.endpoint.map { endpoint in
      let port = url.port ?? (url.scheme == "https" ? "443" : "80")
      let address = endpoint.address.v4 == nil ? "[\(endpoint.address)]" : "\(endpoint.address)"
      return "\(url.host):\(port):\(address):\(endpoint.port)"
    }
    return withTexts(
      [
        request.url, request.method, rules.proxy, rules.authorities, resolved,
        inspection.unixSocket,
      ] + lines
    ) { texts in
      var fields = Array(texts.dropFirst(6))
      return (request.body ?? []).withUnsafeBytes { content in
        fields.withUnsafeMutableBufferPointer { fields in
          var asked = keiro_curl_request()
          asked.url = texts[0]
          asked.method = texts[1]
          asked.proxy = texts[2]
          asked.authorities = texts[3]
          asked.connect_to = texts[4]
          asked.unix_socket = texts[5]
          asked.unverified = inspection.acceptsAnyCertificate
          asked.only_old_tls = inspection.speaksOldTLSOnly
          asked.unpacks = inspection.unpacks
          asked.has_body = request.body != nil
          asked.body = content.baseAddress
          asked.body_size = content.count
          asked.fields = UnsafePointer(fields.baseAddress)
          asked.field_count = fields.count
          asked.allows_plain = rules.allowPlainHTTP
          asked.connect_milliseconds = min(limit, inspection.connectTimeout * 1000)
          asked.milliseconds = limit
          asked.context = Unmanaged.passUnretained(exchange).toOpaque()
          asked.admits = { Exchange.of($0)?.admits($1) ?? false }
          asked.take_field = { Exchange.of($0)?.takeField($1, $2) ?? false }
          asked.take_body = { Exchange.of($0)?.takeBody($1, $2) ?? false }
          if inspection.wantsCertificates {
            asked.take_certificate = { Exchange.of($0)?.takeCertificate($1) }
          }
          return body(&asked)
        }
      }
    }
  }

  /// Calls `body` with NUL-terminated texts, valid only during the call.
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

/// The data received during a request; only the thread of its `send` uses it.
final class Exchange {
  private let rules: OutgoingRules
  private let bodyLimit: Int
  private(set) var fields: [(name: String, value: String)] = []
  private(set) var body: [UInt8] = []
  /// The certificates as PEM, the server's own first.
  private(set) var certificates: [String] = []
  private var refused: IPAddress?
  private var hasAdmitted = false
  private var isTooLong = false
  /// The status of the last answer that began, of a proxy's too.
  private var begun: Int?

  private static let fieldLimit = 256
  /// Longer fields are left out: libcurl takes 100,000 bytes, of which combining marks would occupy a
  /// processor for minutes when they are compared.
  private static let lineLimit = 8192

  init(_ rules: OutgoingRules, bodyLimit: Int) {
    self.rules = rules
    self.bodyLimit = bodyLimit
  }

  static func of(_ context: UnsafeMutableRawPointer?) -> Exchange? {
    context.map { Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue() }
  }

  func admits(_ address: UnsafePointer<sockaddr>?) -> Bool {
    guard let address, let endpoint = Endpoint(address) else { return false }
    guard rules.admits(endpoint.address, port: endpoint.port) else {
      refused = endpoint.address
      return false
    }
    hasAdmitted = true
    return true
  }

  func takeField(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> Bool {
    let line = UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count)
      .filter { $0 != 0x0D && $0 != 0x0A }
    if line.starts(with: "HTTP/".utf8) {
      // Another answer of the same exchange, such as 103.
      fields = []
      begun = DecimalDigits.number(line.drop { $0 != 0x20 }.dropFirst().prefix(3))
      return true
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), line.count <= Self.lineLimit else {
      return true
    }
    guard fields.count < Self.fieldLimit else { return false }
    let value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
    let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    fields.append((name, String(decoding: value, as: UTF8.self)))
    return true
  }

  func takeBody(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> Bool {
    guard let bytes else { return false }
    let taken = min(count, bodyLimit - body.count)
    body += UnsafeRawBufferPointer(start: bytes, count: taken)
    isTooLong = taken < count
    return !isTooLong
  }

  func takeCertificate(_ text: UnsafePointer<CChar>?) {
    if let text { certificates.append(String(cString: text)) }
  }

  /// - Parameter status: the status of the server's answer; 0 when none began.
  func error(_ code: CURLcode, status: Int) -> OutgoingError {
    if isTooLong { return .tooLong }
    if let refused, !hasAdmitted { return .closedAddress("\(refused)") }
    guard code != CURLE_OPERATION_TIMEDOUT else { return .timeout }
    var message = keiro_curl_message(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
    if status == 0, rules.proxy != nil, let begun, begun >= 300 {
      message = "the proxy answered \(begun): expected one that lets requests through"
    }
    return .failed(code: Int(code.rawValue), message: message)
  }
}
