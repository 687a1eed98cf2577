/// The parsed request line (RFC 9112, section 3).
@usableFromInline
struct RequestHead: Sendable {
  static let methodBytes = 32
  /// The length of `HTTP/x.y`.
  static let versionBytes = 8

  @usableFromInline var method = HTTPMethod.get
  @usableFromInline var version = HTTPRequest.HTTPVersion.http11
  @usableFromInline var targetForm = HTTPRequest.TargetForm.origin
  @usableFromInline var target = 0..<0
  @usableFromInline var path = 0..<0
  @usableFromInline var query: Range<Int>?
  @usableFromInline var authority: Range<Int>?

  /// Parses `METHOD SP target SP HTTP/x.y`; nil on success.
  mutating func parse(
    _ bytes: Span<UInt8>, _ line: Range<Int>, _ limits: HTTPLimits
  ) -> HTTPFailure? {
    var mark: Int?
    return parseMethodAndTarget(bytes, line, limits, &mark)
      ?? parseVersion(bytes, (target.upperBound + 1)..<line.upperBound)
      ?? parseTarget(bytes, mark)
  }

  /// Parses `METHOD SP target SP`; nil on success.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the head.
  ///   - line: the request line, which may be longer.
  ///   - limits: the maximum length of a target.
  ///   - mark: the first `?` of the target; nil when there is none.
  @inline(__always)
  mutating func parseMethodAndTarget(
    _ bytes: Span<UInt8>, _ line: Range<Int>, _ limits: HTTPLimits, _ mark: inout Int?
  ) -> HTTPFailure? {
    var methodEnd = line.lowerBound &+ 3
    // True of nearly every request.
    if line.count > 4, ByteScan.isExactly(bytes, line.prefix(4), "GET ") {
      method = .get
    } else if let failure = parseMethod(bytes, line, &methodEnd) {
      return failure
    }
    let targetStart = methodEnd + 1
    let targetEnd: Int
    (targetEnd, mark) = Self.measureTarget(bytes, targetStart..<line.upperBound)
    guard targetEnd > targetStart, targetEnd < line.upperBound, bytes[targetEnd] == 0x20 else {
      return HTTPFailure(
        .badRequest, "the request target is not followed by a space and the version")
    }
    target = targetStart..<targetEnd
    guard target.count <= limits.targetBytes else {
      return HTTPFailure(
        .uriTooLong, "the request target is longer than \(limits.targetBytes) bytes")
    }
    return nil
  }

  private mutating func parseMethod(
    _ bytes: Span<UInt8>, _ line: Range<Int>, _ end: inout Int
  ) -> HTTPFailure? {
    end = ByteScan.tokenEnd(in: bytes, line)
    guard end > line.lowerBound, end < line.upperBound, bytes[end] == 0x20
    else { return HTTPFailure(.badRequest, "the request line does not begin with a method") }
    guard end - line.lowerBound <= Self.methodBytes else { return Self.methodTooLong }
    method = Self.method(bytes, line.lowerBound..<end)
    return nil
  }

  /// The end of the target and the start of its query.
  @inline(__always)
  private static func measureTarget(
    _ bytes: Span<UInt8>, _ range: Range<Int>
  ) -> (end: Int, mark: Int?) {
    let end = ByteScan.first(in: bytes, range) {
      isOutsideTarget($0) .| ($0 .== ByteScan.every(UInt8(ascii: "?")))
    }
    guard end < range.upperBound, bytes[end] == UInt8(ascii: "?") else { return (end, nil) }
    return (ByteScan.first(in: bytes, end..<range.upperBound, where: isOutsideTarget), end)
  }

  /// Marks all bytes except visible ASCII without `#`. RFC 3986 allows fewer, but browsers send quotes,
  /// bars and braces unescaped. A fragment, however, is never sent, and a server that read one as part of
  /// the path would disagree with every proxy.
  @inline(__always)
  private static func isOutsideTarget(_ block: ByteScan.Block) -> ByteScan.Marks {
    (block &- ByteScan.every(0x21) .>= ByteScan.every(0x7F - 0x21))
      .| (block .== ByteScan.every(UInt8(ascii: "#")))
  }

  /// The failure for a method longer than any supported one (RFC 9112, section 3).
  static let methodTooLong = HTTPFailure(
    .notImplemented, "the method is longer than \(methodBytes) bytes")

  private static func method(_ bytes: Span<UInt8>, _ range: Range<Int>) -> HTTPMethod {
    func matches(_ text: StaticString) -> Bool { ByteScan.isExactly(bytes, range, text) }
    switch range.count {
    case 3: return matches("GET") ? .get : matches("PUT") ? .put : other(bytes, range)
    case 4: return matches("HEAD") ? .head : matches("POST") ? .post : other(bytes, range)
    case 5:
      return matches("PATCH")
        ? .patch : matches("TRACE") ? .trace : matches("QUERY") ? .query : other(bytes, range)
    case 6: return matches("DELETE") ? .delete : other(bytes, range)
    case 7:
      return matches("OPTIONS") ? .options : matches("CONNECT") ? .connect : other(bytes, range)
    default: return other(bytes, range)
    }
  }

  @inline(never)
  private static func other(_ bytes: Span<UInt8>, _ range: Range<Int>) -> HTTPMethod {
    .other(bytes.extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
  }

  /// Parses `HTTP/x.y`; nil on success.
  @inline(__always)
  mutating func parseVersion(_ bytes: Span<UInt8>, _ range: Range<Int>) -> HTTPFailure? {
    // True of nearly every request.
    if ByteScan.isExactly(bytes, range, "HTTP/1.1") {
      version = .http11
      return nil
    }
    return parseRareVersion(bytes, range)
  }

  private mutating func parseRareVersion(
    _ bytes: Span<UInt8>, _ range: Range<Int>
  ) -> HTTPFailure? {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard range.count == Self.versionBytes, ByteScan.isExactly(bytes, range.prefix(5), "HTTP/"),
      digits.contains(bytes[range.lowerBound + 5]), bytes[range.lowerBound + 6] == 0x2E,
      digits.contains(bytes[range.lowerBound + 7])
    else { return HTTPFailure(.badRequest, "the request line does not end in an HTTP version") }
    guard bytes[range.lowerBound + 5] == UInt8(ascii: "1") else {
      return HTTPFailure(.httpVersionNotSupported, "the HTTP version is not 1.0 or 1.1")
    }
    version = bytes[range.lowerBound + 7] == UInt8(ascii: "0") ? .http10 : .http11
    return nil
  }

  /// Parses the target; nil on success.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the head.
  ///   - mark: the first `?` of the target; nil when there is none.
  @inline(__always)
  mutating func parseTarget(_ bytes: Span<UInt8>, _ mark: Int?) -> HTTPFailure? {
    guard bytes[target.lowerBound] == UInt8(ascii: "/"), method != .connect else {
      return parseRareTarget(bytes, mark)
    }
    targetForm = .origin
    split(from: target.lowerBound, at: mark)
    return nil
  }

  private mutating func parseRareTarget(_ bytes: Span<UInt8>, _ mark: Int?) -> HTTPFailure? {
    if method == .connect { return parseAuthorityForm(bytes) }
    let first = bytes[target.lowerBound]
    if first == UInt8(ascii: "*"), target.count == 1, method == .options {
      targetForm = .asterisk
      return nil
    }
    return parseAbsoluteForm(bytes, mark)
  }

  private mutating func parseAuthorityForm(_ bytes: Span<UInt8>) -> HTTPFailure? {
    // An empty or absent port must be rejected (RFC 9110, section 9.3.6).
    guard let port = AuthorityGrammar.port(bytes, target), port > 0 else {
      return HTTPFailure(.badRequest, "the target of CONNECT is not a host and port")
    }
    targetForm = .authority
    authority = target
    return nil
  }

  private mutating func parseAbsoluteForm(_ bytes: Span<UInt8>, _ mark: Int?) -> HTTPFailure? {
    let schemeLength =
      ByteScan.equals(bytes, target.prefix(7), "http://")
      ? 7
      : ByteScan.equals(bytes, target.prefix(8), "https://") ? 8 : 0
    let start = target.lowerBound + schemeLength
    var end = start
    while end < target.upperBound, bytes[end] != UInt8(ascii: "/"), bytes[end] != UInt8(ascii: "?")
    { end += 1 }
    guard schemeLength > 0, end > start, AuthorityGrammar.isValid(bytes, start..<end) else {
      return HTTPFailure(
        .badRequest, "the request target is neither a path nor an http or https URL")
    }
    targetForm = .absolute
    authority = start..<end
    split(from: end, at: mark)
    return nil
  }

  /// - Parameter mark: the first `?` of the target; schemes and authorities do not contain any.
  private mutating func split(from start: Int, at mark: Int?) {
    path = start..<(mark ?? target.upperBound)
    query = mark.map { ($0 + 1)..<target.upperBound }
  }

  /// Checks the Host field and takes the authority from it unless the target has one (RFC 9112, sections
  /// 3.2 and 3.2.2). An empty field would give a URL without a host, which must be rejected (RFC 9110,
  /// section 4.2.1).
  mutating func checkHost(_ bytes: Span<UInt8>, hostFields: HostFields) -> HTTPFailure? {
    switch hostFields {
    case .none:
      return version == .http10
        ? nil : HTTPFailure(.badRequest, "the Host field is missing, which HTTP/1.1 requires")
    case .several: return HTTPFailure(.badRequest, "there are several Host fields")
    case .one(let value):
      guard AuthorityGrammar.isValid(bytes, value) || value.isEmpty && authority != nil else {
        return HTTPFailure(.badRequest, "the Host field is not a host with an optional port")
      }
      if authority == nil { authority = value }
      return nil
    }
  }
}

enum HostFields: Sendable {
  case none
  case one(Range<Int>)
  case several
}

/// One field line of a head or a trailer section (RFC 9112, section 5).
enum FieldLine {
  /// The ranges of name and value, without white space around the value.
  static func parse(
    _ bytes: Span<UInt8>, _ line: Range<Int>
  ) -> Result<HTTPFields.Entry, HTTPFailure> {
    guard !HTTPSyntax.isSpace(bytes[line.lowerBound]) else {
      return .failure(HTTPFailure(.badRequest, "a field line is folded over several lines"))
    }
    let nameEnd = ByteScan.tokenEnd(in: bytes, line)
    guard nameEnd > line.lowerBound, nameEnd < line.upperBound else {
      return .failure(HTTPFailure(.badRequest, "a field line has no name and colon"))
    }
    guard bytes[nameEnd] == UInt8(ascii: ":") else {
      return .failure(
        HTTPFailure(.badRequest, "a field name is not directly followed by its colon"))
    }
    let value = ByteScan.trimmed(bytes, (nameEnd + 1)..<line.upperBound)
    guard ByteScan.valueEnd(in: bytes, value) == value.upperBound else {
      return .failure(HTTPFailure(.badRequest, "a field value contains a control character"))
    }
    return .success(HTTPFields.Entry(name: line.lowerBound..<nameEnd, value: value))
  }
}
