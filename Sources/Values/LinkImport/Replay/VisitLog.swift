import WebSyntax

/// Reads the requests of an access log, line by line: nginx's and Apache's `common` and `combined`,
/// also with a leading host, CloudFront's standard log, and lists of URLs.
package struct VisitLog {
  package enum Entry: Equatable, Sendable {
    case visit(LoggedVisit)
    case passed(PassedLine)
  }

  /// The bytes of the longest target; short URLs are never longer.
  private static let targetLimit = 2048
  /// The bytes after which values are truncated.
  private static let valueLimit = 512

  private var lines = LineDecoder()
  /// The columns of CloudFront; empty for other logs.
  private var columns: [String: Int] = [:]

  package init() {}

  /// Reads the next piece of the log and passes on the lines that it completes.
  package mutating func feed(_ bytes: [UInt8], _ emit: (Entry) -> Void) {
    for line in lines.feed(bytes) { take(line, emit) }
  }

  package mutating func finish(_ emit: (Entry) -> Void) {
    for line in lines.finish() { take(line, emit) }
  }

  private mutating func take(_ line: LineDecoder.Line, _ emit: (Entry) -> Void) {
    guard var bytes = line.bytes else { return emit(.passed(.unreadable)) }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    if bytes.first == UInt8(ascii: "#") { return takeDirective(bytes) }
    if !columns.isEmpty { return emit(cloudFront(bytes)) }
    guard let start = bytes.firstIndex(of: UInt8(ascii: "\"")),
      bytes[..<start].contains(UInt8(ascii: "["))
    else { return emit(listed(bytes)) }
    emit(combined(bytes[..<start], bytes[start...]))
  }

  // MARK: - Lists

  private func listed(_ bytes: [UInt8]) -> Entry {
    guard let url = AddressList.url(AddressList.firstField(bytes)), let parts = WebURL(url) else {
      return .passed(.unreadable)
    }
    let target = parts.path + (parts.query.map { "?" + $0 } ?? "")
    return entry("GET", target, LoggedVisit(host: parts.host.lowercased(), target: ""))
  }

  // MARK: - CloudFront

  /// Reads the column names in `#Fields:`, separated by spaces.
  private mutating func takeDirective(_ bytes: [UInt8]) {
    guard bytes.starts(with: "#Fields:".utf8) else { return }
    let names = bytes.dropFirst(8).split { $0 == 0x20 || $0 == 0x09 }
    columns = Dictionary(
      names.enumerated().map { (Self.text($1), $0) }, uniquingKeysWith: { first, _ in first })
  }

  private func cloudFront(_ bytes: [UInt8]) -> Entry {
    let fields = bytes.split(separator: 0x09, omittingEmptySubsequences: false)
    // Values are escaped once more than they were when sent.
    func value(_ name: String) -> ArraySlice<UInt8>? {
      guard let column = columns[name], fields.indices.contains(column) else { return nil }
      let field = fields[column]
      guard !field.elementsEqual("-".utf8), !field.isEmpty else { return nil }
      return (PercentCoding.decode(field) ?? Array(field))[...]
    }
    guard let method = value("cs-method"), let stem = value("cs-uri-stem") else {
      return .passed(.unreadable)
    }
    var target = PercentCoding.encodeUnsafe(stem)
    if let query = value("cs-uri-query") { target += "?" + PercentCoding.encodeUnsafe(query) }
    return entry(
      Self.text(method), target,
      LoggedVisit(
        host: (value("x-host-header") ?? value("cs(Host)")).flatMap(Self.host), target: "",
        agent: Self.text(value("cs(User-Agent)")), address: Self.text(value("c-ip"))))
  }

  // MARK: - nginx and Apache

  /// - Parameters:
  ///   - head: the part before the request: host, address, user, time.
  ///   - rest: the request and what follows it, starting at its quotation mark.
  private func combined(_ head: ArraySlice<UInt8>, _ rest: ArraySlice<UInt8>) -> Entry {
    let words = head.split(separator: 0x20).prefix(2).map { String(decoding: $0, as: UTF8.self) }
    let quoted = Self.quoted(rest)
    guard let request = quoted.first else { return .passed(.unreadable) }
    let parts = request.split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].starts(with: "HTTP/".utf8) else {
      return .passed(.unreadable)
    }
    var visit = LoggedVisit(target: "")
    if let first = words.first, IPAddress(first) != nil {
      visit.address = first
    } else if words.count == 2, IPAddress(words[1]) != nil {
      visit.host = Self.host(Array(words[0].utf8)[...])
      visit.address = words[1]
    }
    if quoted.count > 2 { visit.agent = Self.text(quoted[2][...]) }
    if visit.agent == "-" { visit.agent = "" }
    return entry(
      Self.text(parts[0]), PercentCoding.encodeUnsafe(parts[1]), visit)
  }

  /// The quoted values of a line, without the escapes of nginx (`\xHH`) and Apache (also `\"`).
  private static func quoted(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
    var values: [[UInt8]] = []
    var value: [UInt8]?
    var rest = bytes
    while let byte = rest.popFirst(), values.count < 3 {
      switch byte {
      case UInt8(ascii: "\""):
        if let whole = value { values.append(whole) }
        value = value == nil ? [] : nil
      case UInt8(ascii: "\\") where value != nil:
        guard let next = rest.popFirst() else { break }
        let digits = rest.prefix(2)
        if next == UInt8(ascii: "x"), digits.count == 2,
          let escaped = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
        {
          rest = rest.dropFirst(2)
          value?.append(escaped)
        } else {
          value?.append(next)
        }
      default: value?.append(byte)
      }
    }
    return values
  }

  // MARK: - Parts

  private func entry(_ method: String, _ target: String, _ visit: LoggedVisit) -> Entry {
    guard target.utf8.first == UInt8(ascii: "/"), target.utf8.count <= Self.targetLimit,
      target.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return .passed(.unreadable) }
    guard method == "GET" || method == "HEAD" else { return .passed(.otherMethod) }
    guard !Self.isOwnFile(target) else { return .passed(.ownFile) }
    var visit = visit
    visit.target = target
    return .visit(visit)
  }

  private static func isOwnFile(_ target: String) -> Bool {
    let path = target.prefix { $0 != "?" }
    return ["/robots.txt", "/favicon.ico", "/apple-app-site-association"].contains(path)
      || ["/.well-known/", "/apple-touch-icon"].contains { path.hasPrefix($0) }
  }

  /// A host in lower case; nil for anything else.
  private static func host(_ bytes: ArraySlice<UInt8>) -> String? {
    let name = String(decoding: bytes.prefix(valueLimit), as: UTF8.self).lowercased()
    guard let url = WebURL("https://\(name)/"), url.userInfo == nil, url.path == "/" else {
      return nil
    }
    return HostPattern(url.host).flatMap { $0.isWildcard ? nil : $0.description }
  }

  /// A value restricted to what a request field can contain.
  private static func text(_ bytes: ArraySlice<UInt8>?) -> String {
    let printable = (bytes ?? []).prefix(valueLimit).filter { (0x20...0x7E).contains($0) }
    return String(decoding: printable, as: UTF8.self)
  }
}

/// A request for a short URL, from a log or a list.
package struct LoggedVisit: Equatable, Sendable {
  /// The host in lower case and without a port; nil when the line has none.
  package var host: String?
  package var target: String
  /// The user agent; empty when the line does not have it.
  package var agent = ""
  /// The value of `Accept-Language`; empty when the line does not have it.
  package var language = ""
  /// The visitor's address; empty when the line does not have it.
  package var address = ""
}

/// The reason that a line of a log is not replayed.
package enum PassedLine: String, CaseIterable, Sendable {
  case unreadable
  case otherMethod
  /// It asks for a file that services generate themselves, such as `/robots.txt`.
  case ownFile
}
