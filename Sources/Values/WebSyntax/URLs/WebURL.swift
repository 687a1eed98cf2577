/// An absolute URL with an authority, split by hand to keep every part as written.
///
/// `URLComponents` re-encodes its input, but association rules compare the text of a URL, in which
/// `%2F` and `/` differ. Nothing is decoded, folded or normalised here except the scheme, which is
/// case-insensitive (RFC 3986, section 3.1).
public struct WebURL: Hashable, Sendable {
  /// The scheme in lower case, without the colon.
  public let scheme: String
  /// The text before `@` in the authority; nil when there is no `@`.
  public let userInfo: String?
  /// The host as written; an IPv6 address includes its brackets.
  public let host: String
  /// The digits after the host's colon; nil when there is no colon.
  public let port: String?
  /// The path, empty or with its leading slash.
  public let path: String
  /// The text between `?` and `#`; nil when there is no `?`.
  public let query: String?
  /// The text after `#`; nil when there is no `#`.
  public let fragment: String?

  /// Splits `scheme://authority/path?query#fragment` (RFC 3986, appendix B).
  ///
  /// Nil when the scheme or `//` is missing, the host is empty, the port is not a number, or the
  /// text contains a control character or has white space at its ends.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
    guard bytes.first != 0x20, bytes.last != 0x20 else { return nil }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      let scheme = WebURL.scheme(bytes[..<colon]),
      bytes[(colon + 1)...].starts(with: "//".utf8)
    else { return nil }
    let authorityStart = colon + 3
    let rest = bytes[authorityStart...]
    let authorityEnd = rest.firstIndex { WebURL.endsAuthority.contains($0) } ?? bytes.endIndex
    guard let authority = Authority(bytes[authorityStart..<authorityEnd]),
      authority.port?.utf8.allSatisfy(ASCII.isDigit) ?? true
    else { return nil }
    let hash = bytes[authorityEnd...].firstIndex(of: UInt8(ascii: "#"))
    let beforeFragment = bytes[authorityEnd..<(hash ?? bytes.endIndex)]
    let mark = beforeFragment.firstIndex(of: UInt8(ascii: "?"))
    self.scheme = scheme
    self.userInfo = authority.userInfo
    self.host = authority.host
    self.port = authority.port
    self.path = WebURL.string(beforeFragment[..<(mark ?? beforeFragment.endIndex)])
    self.query = mark.map { WebURL.string(beforeFragment[($0 + 1)...]) }
    self.fragment = hash.map { WebURL.string(bytes[($0 + 1)...]) }
  }

  private static let endsAuthority = Set("/?#".utf8)

  private static func scheme(_ bytes: ArraySlice<UInt8>) -> String? {
    let scheme = string(bytes.map(ASCII.lowercased)[...])
    return URLScheme.isValid(scheme) ? scheme : nil
  }

  private static func string(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// What stands between `//` and the path, as written.
  struct Authority {
    let userInfo: String?
    let host: String
    /// The text after the host's colon, which need not be a number.
    let port: String?

    /// Nil without a host.
    init?(_ bytes: ArraySlice<UInt8>) {
      let at = bytes.lastIndex(of: UInt8(ascii: "@"))
      let hostAndPort = bytes[(at.map { $0 + 1 } ?? bytes.startIndex)...]
      let afterAddress = hostAndPort.lastIndex(of: UInt8(ascii: "]")) ?? hostAndPort.startIndex
      let colon = hostAndPort[afterAddress...].firstIndex(of: UInt8(ascii: ":"))
      let host = hostAndPort[..<(colon ?? hostAndPort.endIndex)]
      let port = colon.map { hostAndPort[($0 + 1)...] }
      guard !host.isEmpty else { return nil }
      self.userInfo = at.map { WebURL.string(bytes[..<$0]) }
      self.host = WebURL.string(host)
      self.port = port.map(WebURL.string)
    }
  }
}

extension WebURL {
  package var comparedHost: String { HostName.compared(host) }

  /// Whether the port is absent or a valid number from 1 to 65535.
  package var hasPossiblePort: Bool {
    guard let port else { return true }
    return DecimalDigits.number(port.utf8).map((1...65_535).contains) ?? false
  }
}

extension WebURL: CustomStringConvertible {
  /// The URL as written, except for the case of the scheme.
  public var description: String {
    var text = scheme + "://"
    if let userInfo { text += userInfo + "@" }
    text += host
    if let port { text += ":" + port }
    text += path
    if let query { text += "?" + query }
    if let fragment { text += "#" + fragment }
    return text
  }
}

extension WebURL {
  /// Resolves a `Location` field, which may be relative (RFC 9110, section 10.2.2).
  ///
  /// - Parameter url: the URL whose response has the field.
  /// - Returns: the absolute URL; nil when it is not a web URL.
  package static func absolute(_ location: String, from url: String) -> String? {
    let encoded = PercentCoding.encodeUnsafe(location.utf8)
    if let target = WebURL(encoded) { return URLScheme.isWeb(target.scheme) ? encoded : nil }
    guard let base = WebURL(url) else { return nil }
    let origin = "\(base.scheme)://\(base.host)" + (base.port.map { ":" + $0 } ?? "")
    let path = base.path.isEmpty ? "/" : base.path
    let target: String
    // A query or a fragment alone belongs to the same path (RFC 3986, section 5.2.2).
    switch encoded.first {
    case "/": target = encoded.hasPrefix("//") ? base.scheme + ":" + encoded : origin + encoded
    case "?": target = origin + path + encoded
    case "#": target = origin + path + (base.query.map { "?" + $0 } ?? "") + encoded
    default:
      // A colon in the first segment ends a scheme (section 4.2).
      guard !encoded.isEmpty, !encoded.prefix(while: { !"/?#".contains($0) }).contains(":") else {
        return nil
      }
      target = origin + (path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/") + encoded
    }
    return WebURL(target) == nil ? nil : target
  }
}
