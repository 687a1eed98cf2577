package import WebSyntax

/// The hosts whose links a caller may see and change.
package struct HostReach: Equatable, Sendable {
  /// The patterns of the hosts; nil for every host.
  package let patterns: [HostPattern]?

  package static let everywhere = HostReach(patterns: nil)

  private init(patterns: [HostPattern]?) {
    self.patterns = patterns
  }

  /// - Parameter patterns: the patterns of the hosts; empty for every host.
  package init(_ patterns: [HostPattern]) {
    self.init(patterns: patterns.isEmpty ? nil : patterns)
  }

  /// Whether the reach contains a host. The host of links that are configured under a wildcard is the
  /// wildcard itself.
  package func covers(_ host: String) -> Bool {
    patterns?.contains { $0.matches(host) } ?? true
  }

  /// Whether the reach contains all of another. An unbounded reach lies only within an unbounded one,
  /// as does an unreadable one; a wildcard lies within itself, never within single hosts.
  package func covers(_ other: HostReach) -> Bool {
    guard patterns != nil else { return true }
    guard let others = other.patterns, !others.isEmpty else { return false }
    return others.allSatisfy { covers($0.description) }
  }

  /// The host, if the reach is a single one.
  package var soleHost: String? {
    guard let host = patterns?.first, patterns?.count == 1, !host.isWildcard else { return nil }
    return host.name
  }

  /// Whether the reach excludes any host.
  package var isBounded: Bool { patterns != nil }
}

extension HostReach {
  /// Reads the text of `stored`. A text without a readable host reaches nothing rather than everything.
  package init(stored text: String) {
    self.init(
      patterns: text.isEmpty
        ? nil : text.split(separator: " ").compactMap { HostPattern(String($0)) })
  }

  /// The hosts on one line; empty for every host.
  package var stored: String { names.joined(separator: " ") }

  /// The hosts as texts; empty for every host.
  package var names: [String] { (patterns ?? []).map(\.description) }
}
