/// A host name, or `*.` and a host name, which matches any host exactly one label deeper.
///
/// Names are stored in lower case without a trailing dot; internationalised names must be in
/// Punycode, as in entitlements and certificates.
public struct HostPattern: Hashable, Sendable {
  /// The name without the wildcard.
  public let name: String
  /// Whether the name is preceded by `*.`.
  public let isWildcard: Bool

  /// Parses a pattern; nil unless it is a DNS name of letters, digits, hyphens and underscores,
  /// with at most 253 characters and labels of at most 63. `*` is allowed only as the whole first
  /// label.
  public init?(_ text: String) {
    var name = text.lowercased()
    if name.hasSuffix("."), name.count > 1 { name.removeLast() }
    isWildcard = name.hasPrefix("*.")
    if isWildcard { name.removeFirst(2) }
    guard HostName.isValid(name) else { return nil }
    self.name = name
  }

  /// Parses a pattern that may have non-ASCII letters, which are converted to Punycode.
  package static func international(_ text: String) -> HostPattern? {
    HostName.inPunycode(text).flatMap { HostPattern($0) }
  }

  /// Returns whether the pattern matches a host, ignoring case and a trailing dot; non-ASCII hosts
  /// are compared in Punycode.
  public func matches(_ host: String) -> Bool {
    if !host.utf8.allSatisfy({ $0 < 0x80 }) {
      return HostName.inPunycode(host).map(matches) ?? false
    }
    let dot = UInt8(ascii: ".")
    var host = host.utf8[...]
    if host.last == dot { host.removeLast() }
    if isWildcard {
      guard let first = host.firstIndex(of: dot), first != host.startIndex else { return false }
      host = host[host.index(after: first)...]
    }
    return host.elementsEqual(name.utf8) { byte, wanted in
      ASCII.lowercased(byte) == wanted
    }
  }
}

extension HostPattern: CustomStringConvertible {
  /// The normalised pattern.
  public var description: String { isWildcard ? "*." + name : name }
}
