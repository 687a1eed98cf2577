/// The framing of a request's body and the persistence of its connection, from its fields (RFC
/// 9112, sections 6 and 9).
struct BodyFraming: Sendable {
  enum Length: Equatable {
    case none, chunked
    case sized(Int)
  }

  private(set) var hostFields = HostFields.none
  private(set) var expectsContinue = false
  private var contentLength: Int?
  /// The number of Transfer-Encoding fields, of their codings, and of those that are `chunked`.
  private var transferEncodings = 0
  private var codings = 0
  private var chunkings = 0
  private var endsChunked = false
  /// Whether the last field is exactly `chunked`.
  private var isPlainlyChunked = false
  private var saysClose = false
  private var saysKeepAlive = false

  /// Whether `note` may use a field, by the length of its name and its first byte; false is certain.
  @inline(__always)
  static func mayHeed(_ length: Int, _ first: UInt8) -> Bool {
    switch length {
    case 4: first | 0x20 == UInt8(ascii: "h")
    case 6: first | 0x20 == UInt8(ascii: "e")
    case 10, 14: first | 0x20 == UInt8(ascii: "c")
    case 17: first | 0x20 == UInt8(ascii: "t")
    default: false
    }
  }

  /// Records a relevant field; returns a failure if it is invalid.
  mutating func note(_ bytes: Span<UInt8>, _ entry: HTTPFields.Entry) -> HTTPFailure? {
    switch entry.name.count {
    case 4 where ByteScan.equals(bytes, entry.name, "Host"): return noteHost(entry.value)
    case 6 where ByteScan.equals(bytes, entry.name, "Expect"):
      return noteExpect(bytes, entry.value)
    case 10 where ByteScan.equals(bytes, entry.name, "Connection"):
      noteConnection(bytes, entry.value)
    case 14 where ByteScan.equals(bytes, entry.name, "Content-Length"):
      return noteContentLength(bytes, entry.value)
    case 17 where ByteScan.equals(bytes, entry.name, "Transfer-Encoding"):
      noteTransferEncoding(bytes, entry.value)
    default: break
    }
    return nil
  }

  private mutating func noteHost(_ value: Range<Int>) -> HTTPFailure? {
    if case .none = hostFields { hostFields = .one(value) } else { hostFields = .several }
    return nil
  }

  private mutating func noteExpect(_ bytes: Span<UInt8>, _ value: Range<Int>) -> HTTPFailure? {
    guard ByteScan.equals(bytes, value, "100-continue") else {
      return HTTPFailure(.expectationFailed, "the only supported expectation is 100-continue")
    }
    expectsContinue = true
    return nil
  }

  private mutating func noteConnection(_ bytes: Span<UInt8>, _ value: Range<Int>) {
    // The value that most clients send.
    if ByteScan.equals(bytes, value, "keep-alive") {
      saysKeepAlive = true
      return
    }
    var rest = value
    while let option = ByteScan.nextElement(in: bytes, &rest) {
      if ByteScan.equals(bytes, option, "close") { saysClose = true }
      if ByteScan.equals(bytes, option, "keep-alive") { saysKeepAlive = true }
    }
  }

  /// A list of equal lengths could be accepted, but two readers may disagree about it.
  private mutating func noteContentLength(
    _ bytes: Span<UInt8>, _ value: Range<Int>
  ) -> HTTPFailure? {
    guard contentLength == nil else {
      return HTTPFailure(.badRequest, "there are several Content-Length fields")
    }
    var length = 0
    for index in value {
      let digit = Int(bytes[index]) - 0x30
      guard (0...9).contains(digit) else {
        return HTTPFailure(.badRequest, "the Content-Length is not a plain decimal number")
      }
      let (product, overflow) = length.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(digit)
      guard !overflow, !carry else {
        return HTTPFailure(.badRequest, "the Content-Length is too large")
      }
      length = sum
    }
    guard !value.isEmpty else { return HTTPFailure(.badRequest, "the Content-Length is empty") }
    contentLength = length
    return nil
  }

  /// Collects the codings of all fields, which form one list (RFC 9110, section 5.3).
  private mutating func noteTransferEncoding(_ bytes: Span<UInt8>, _ value: Range<Int>) {
    transferEncodings += 1
    var rest = value
    endsChunked = false
    while let coding = ByteScan.nextElement(in: bytes, &rest) {
      endsChunked = ByteScan.equals(bytes, coding, "chunked")
      codings += 1
      if endsChunked { chunkings += 1 }
    }
    isPlainlyChunked = ByteScan.equals(bytes, value, "chunked")
  }

  /// Whether `length` must be called: false for nearly every request.
  var announcesBody: Bool { transferEncodings > 0 || contentLength != nil }

  /// The length of the body (RFC 9112, section 6.3). Both framings at once are an attack or a mistake.
  func length(version: HTTPRequest.HTTPVersion) -> Result<Length, HTTPFailure> {
    guard transferEncodings > 0 else {
      return .success(contentLength.map(Length.sized) ?? .none)
    }
    if let failure = codingFailure(version) { return .failure(failure) }
    return .success(.chunked)
  }

  /// The end of a body is unknown unless `chunked` is applied last and once, which requires 400 (RFC
  /// 9112, sections 6.1 and 6.3); other codings before it are merely unsupported (section 6.1). An
  /// empty element could be ignored, but two readers may disagree about it.
  private func codingFailure(_ version: HTTPRequest.HTTPVersion) -> HTTPFailure? {
    guard contentLength == nil else {
      return HTTPFailure(.badRequest, "there are both a Content-Length and a Transfer-Encoding")
    }
    guard version == .http11 else {
      return HTTPFailure(.badRequest, "HTTP/1.0 does not support Transfer-Encoding")
    }
    if isPlainlyChunked, transferEncodings == 1 { return nil }
    guard endsChunked, chunkings == 1, codings > 1 else {
      return HTTPFailure(.badRequest, "the Transfer-Encoding does not end in a plain 'chunked'")
    }
    return HTTPFailure(
      .notImplemented, "the only supported transfer coding is a plain 'chunked'")
  }

  func keepsConnection(_ version: HTTPRequest.HTTPVersion) -> Bool {
    !saysClose && (version == .http11 || saysKeepAlive)
  }
}
