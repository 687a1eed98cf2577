/// A list of rules of which the first match decides. Rules are indexed by the literal prefix of
/// their paths, so look-up time does not grow with their number.
package final class CompiledRules: Sendable {
  /// The rules, in the order of the file.
  package let matchers: [ComponentMatcher]
  private let index: PrefixIndex

  /// Prepares rules that are compiled already.
  package init(_ matchers: [ComponentMatcher]) {
    self.matchers = matchers
    index = PrefixIndex(matchers.map(Self.indexedPrefix))
  }

  /// The bytes that every accepted path begins with; empty when unknown.
  private static func indexedPrefix(_ matcher: ComponentMatcher) -> [UInt8] {
    guard let path = matcher.path, !matcher.ignoresCase, !matcher.decodes else { return [] }
    return path.pattern.literalPrefix
  }

  /// Returns the position of the first matching rule; nil when none matches.
  package func first(path: Span<UInt8>, query: Span<UInt8>, fragment: Span<UInt8>) -> Int? {
    index.first(path.extracting(PathPattern.trimmed(path))) { number in
      matchers[number].matches(path: path, query: query, fragment: fragment)
    }
  }
}
