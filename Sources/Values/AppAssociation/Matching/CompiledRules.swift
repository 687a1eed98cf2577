/// A list of rules of which the first match decides. Rules are found by the literal beginning of
/// their paths, so the time of a look-up does not grow with their number.
final class CompiledRules: Sendable {
  let matchers: [ComponentMatcher]
  private let index: PrefixIndex

  init(_ matchers: [ComponentMatcher]) {
    self.matchers = matchers
    index = PrefixIndex(matchers.map(Self.indexedPrefix))
  }

  /// The bytes with which every accepted path begins; empty when unknown.
  private static func indexedPrefix(_ matcher: ComponentMatcher) -> [UInt8] {
    guard let path = matcher.path, !matcher.ignoresCase, !matcher.decodes else { return [] }
    return path.pattern.literalPrefix
  }

  /// The position of the first rule that matches; nil when none does.
  func first(path: Span<UInt8>, query: Span<UInt8>, fragment: Span<UInt8>) -> Int? {
    index.first(path.extracting(PathPattern.trimmed(path))) { number in
      matchers[number].matches(path: path, query: query, fragment: fragment)
    }
  }
}
