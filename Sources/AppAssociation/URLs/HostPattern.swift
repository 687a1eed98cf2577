/// A host name, or `*.` and a host name for any host exactly one label deeper.
///
/// Names are held in lower case and without a trailing dot; internationalised names are expected
/// in their Punycode form, as entitlements and certificates have them.
public struct HostPattern: Hashable, Sendable {
  /// The name without the wildcard.
  public let name: String
  /// Whether `*.` stands before the name.
  public let isWildcard: Bool

  /// Nil unless the text is a DNS name of letters, digits, hyphens and underscores, of at most 253
  /// characters and labels of at most 63, with `*` at most as its whole first label.
  public init?(_ text: String) {
    var name = text.lowercased()
    if name.hasSuffix("."), name.count > 1 { name.removeLast() }
    isWildcard = name.hasPrefix("*.")
    if isWildcard { name.removeFirst(2) }
    guard !name.isEmpty, name.utf8.count <= 253 else { return nil }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.allSatisfy(HostPattern.isLabel) else { return nil }
    self.name = name
  }

  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
      && label.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F
      }
  }

  /// Whether the pattern covers a host, case of letters and a trailing dot aside.
  public func matches(_ host: String) -> Bool {
    var host = host.lowercased()
    if host.hasSuffix(".") { host.removeLast() }
    guard isWildcard else { return host == name }
    guard let dot = host.firstIndex(of: "."), dot != host.startIndex else { return false }
    return host[host.index(after: dot)...] == name
  }
}

extension HostPattern: CustomStringConvertible {
  /// The pattern as it is written.
  public var description: String { isWildcard ? "*." + name : name }
}
