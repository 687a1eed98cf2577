package import WebSyntax

/// The hosts whose links a caller may see and change.
package struct HostReach: Equatable, Sendable {
  /// Nil for every host.
  package let patterns: [HostPattern]?

  package static let everywhere = HostReach(patterns: nil)

  private init(patterns: [HostPattern]?) {
    self.patterns = patterns
  }

  /// - Parameter patterns: none for every host.
  package init(_ patterns: [HostPattern]) {
    self.init(patterns: patterns.isEmpty ? nil : patterns)
  }

  /// Whether links of a host lie within. The links that a configuration has under a wildcard have
  /// the wildcard as their host.
  package func covers(_ host: String) -> Bool {
    patterns?.contains { $0.matches(host) } ?? true
  }

  /// Whether all of another reach lies within. What reaches everything lies within everything alone,
  /// as does what nobody can read; a wildcard lies within itself, never within single hosts.
  package func covers(_ other: HostReach) -> Bool {
    guard patterns != nil else { return true }
    guard let others = other.patterns, !others.isEmpty else { return false }
    return others.allSatisfy { covers($0.description) }
  }

  package var isBounded: Bool { patterns != nil }
}

extension HostReach {
  /// Reads the text that `stored` gives. A text without a readable host reaches nothing, rather
  /// than everything.
  package init(stored text: String) {
    self.init(
      patterns: text.isEmpty
        ? nil : text.split(separator: " ").compactMap { HostPattern(String($0)) })
  }

  /// The hosts in one line; empty for every host.
  package var stored: String { names.joined(separator: " ") }

  /// The hosts as texts; empty for every host.
  package var names: [String] { (patterns ?? []).map(\.description) }
}
