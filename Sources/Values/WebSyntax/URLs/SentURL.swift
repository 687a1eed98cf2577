/// The URL that a browser sends for a text in its address bar (URL Standard, section 4.4): scheme and
/// host in lower case, the host in ASCII, and percent-encoded what a URL may not hold.
///
/// Escapes and `+` stay byte for byte, and so do dots in paths, which every browser resolves itself.
package struct SentURL: Equatable, Sendable {
  /// The URL in ASCII.
  package let text: String
  /// Whether a `%` without two hexadecimal digits became `%25`.
  package private(set) var escapesPercent = false
  /// Whether a `\` became the `/` as which browsers read it.
  package private(set) var turnsBackslash = false

  /// Why a browser sends nothing.
  package enum Fault: Error, Equatable {
    /// No scheme, no `//`, no host, white space at an end, or a control character.
    case notURL
    /// A host with an empty label, or an address that is none, as typed.
    case impossibleHost(String)
    /// A port that is no number from 1 to 65535, as typed.
    case impossiblePort(String)
  }

  /// A URL that is known to be what browsers send.
  package init(plain text: String) {
    self.text = text
  }

  /// - Parameters:
  ///   - isStored: whether the URL is kept as a destination. Browsers send a `%` without two digits as it
  ///     is, which is no URI (RFC 3986, section 2.1).
  ///   - isValue: whether a text in braces is the name of a value that others fill in, so that its braces
  ///     stay. Other braces are encoded.
  package init(
    _ typed: String, isStored: Bool = true, isValue: (Substring) -> Bool = { _ in false }
  ) throws(Fault) {
    let bytes = Array(typed.utf8)
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }), bytes.last != 0x20,
      let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      URLScheme.isValid(String(decoding: bytes[..<colon], as: UTF8.self)),
      bytes[(colon + 1)...].starts(with: "//".utf8)
    else { throw .notURL }
    let authority = bytes[(colon + 3)...].prefix { !"/?#\\".utf8.contains($0) }
    let sent = try Self.sent(authority)
    var after = bytes[authority.endIndex...]
    let path = after.prefix { !"?#".utf8.contains($0) }
    if path.contains(UInt8(ascii: "\\")) {
      turnsBackslash = true
      for index in path.indices where after[index] == UInt8(ascii: "\\") {
        after[index] = UInt8(ascii: "/")
      }
    }
    let values = Self.values(in: after, isValue)
    var encoded = bytes[..<(colon + 3)].map(ASCII.lowercased) + sent.utf8
    var index = after.startIndex
    for value in values + [after.endIndex..<after.endIndex] {
      let part = after[index..<value.lowerBound]
      escapesPercent = Self.encode(part, isStored, into: &encoded) || escapesPercent
      encoded += after[value]
      index = value.upperBound
    }
    text = String(decoding: encoded, as: UTF8.self)
  }

  /// Whether a text in braces is meant as the name of a value, even of one that is not known.
  package static func isName(_ text: Substring) -> Bool {
    text.utf8.first.map(ASCII.isLetter) == true
      && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "._-".utf8.contains($0) }
  }

  /// - Returns: whether a `%` was escaped.
  private static func encode(
    _ part: ArraySlice<UInt8>, _ isStored: Bool, into encoded: inout [UInt8]
  ) -> Bool {
    let text = part.span
    var escapesPercent = false
    for index in 0..<text.count {
      let byte = text[index]
      let isStray =
        isStored && byte == UInt8(ascii: "%")
        && PercentCoding.escapedByte(text, at: index + 1) == nil
      escapesPercent = escapesPercent || isStray
      if isStray || PercentCoding.isUnsafe(byte) {
        encoded.append(UInt8(ascii: "%"))
        encoded += [Hexadecimal.upperDigit(byte >> 4), Hexadecimal.upperDigit(byte & 0xF)]
      } else {
        encoded.append(byte)
      }
    }
    return escapesPercent
  }

  /// Where values stand with their braces.
  private static func values(
    in text: ArraySlice<UInt8>, _ isValue: (Substring) -> Bool
  ) -> [Range<Int>] {
    var values: [Range<Int>] = []
    var rest = text
    while let open = rest.firstIndex(of: UInt8(ascii: "{")) {
      rest = rest[(open + 1)...]
      let name = rest.prefix { !"{}".utf8.contains($0) }
      guard name.endIndex < rest.endIndex, rest[name.endIndex] == UInt8(ascii: "}"),
        isValue(Substring(decoding: name, as: UTF8.self))
      else { continue }
      values.append(open..<(name.endIndex + 1))
      rest = rest[(name.endIndex + 1)...]
    }
    return values
  }

  private static func sent(_ authority: ArraySlice<UInt8>) throws(Fault) -> String {
    guard let typed = WebURL.Authority(authority) else { throw .notURL }
    guard let host = HostName.sent(typed.host) else { throw .impossibleHost(typed.host) }
    if let port = typed.port, !port.isEmpty {
      let number = DecimalDigits.number(port.utf8)
      guard number.map((1...65_535).contains) == true else { throw .impossiblePort(port) }
    }
    let userInfo = typed.userInfo.map { PercentCoding.encodeUnsafe($0.utf8) + "@" }
    return (userInfo ?? "") + host + (typed.port.map { ":" + $0 } ?? "")
  }
}

extension WebURL {
  /// The URL that a browser sends for a text; nil unless it is an http or https URL without a user name.
  package init?(sentFor typed: String) {
    guard let sent = try? SentURL(typed), let url = WebURL(sent.text), URLScheme.isWeb(url.scheme),
      url.userInfo == nil
    else { return nil }
    self = url
  }

  /// The URL without its path; nil if there is more to it than a slash.
  package var origin: String? {
    guard path.isEmpty || path == "/", query == nil, fragment == nil else { return nil }
    return "\(scheme)://\(host)" + (port.map { ":" + $0 } ?? "")
  }
}

extension HostName {
  /// The host that a browser asks for: an address, or a name in ASCII and lower case.
  ///
  /// Nil for what no browser asks for: an empty label, a label that is a hyphen, an address that is none.
  package static func sent(_ typed: String) -> String? {
    if typed.utf8.first == UInt8(ascii: "[") {
      return typed.utf8.last == UInt8(ascii: "]") && IPAddress(typed.dropFirst().dropLast()) != nil
        ? typed.lowercased() : nil
    }
    guard let decoded = PercentCoding.decode(Array(typed.utf8)[...]) else { return nil }
    let name = String(decoding: decoded, as: UTF8.self)
    guard name.utf8.elementsEqual(decoded), let ascii = inPunycode(name)?.lowercased(),
      !ascii.utf8.contains(where: { PercentCoding.isUnsafe($0) || "#%/:?@[]".utf8.contains($0) })
    else { return nil }
    var labels = ascii.split(separator: ".", omittingEmptySubsequences: false)
    if labels.last?.isEmpty == true { labels.removeLast() }
    guard !labels.isEmpty, labels.allSatisfy({ !$0.isEmpty && $0 != "-" }) else { return nil }
    return endsInNumber(ascii)
      ? IPAddress.number(inParts: ascii).map { IPAddress(v4: $0).description } : ascii
  }

  /// Whether browsers read a name in lower case as an address (URL Standard, section 3.5, "ends in a
  /// number").
  static func endsInNumber(_ name: String) -> Bool {
    guard let label = name.split(separator: ".").last else { return false }
    return label.utf8.allSatisfy(ASCII.isDigit)
      || label.hasPrefix("0x")
        && label.utf8.dropFirst(2).allSatisfy { Hexadecimal.value(of: $0) != nil }
  }
}
