import WebSyntax

/// A list of rules of which the first match decides. Rules are indexed by the literal prefix of
/// their paths, so look-up time does not grow with their number.
package final class CompiledRules: Sendable {
  package let matchers: [ComponentMatcher]
  private let index: PrefixIndex

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

  /// Returns the position of the first rule below a limit that passes a test, of those whose paths may
  /// begin as that of a URL.
  package func first(_ url: EvaluatedURL, below limit: Int, where passes: (Int) -> Bool) -> Int? {
    let path = url.path[...]
    return index.first(
      path.span.extracting(PathPattern.trimmed(path.span)), below: limit, where: passes)
  }

  /// Returns the position of the first matching rule; nil when none matches, and when the budget ends.
  package func first(_ url: EvaluatedURL, _ budget: inout WorkBudget) -> Int? {
    let position = first(url, below: .max) { number in
      // Once the budget is spent, the first candidate ends the search.
      !budget.spend(matchers[number].steps(url)) || matchers[number].accepts(url)
    }
    return budget.isExceeded ? nil : position
  }
}

/// A component with its settings resolved and its patterns compiled; a class, so that look-ups do
/// not copy it.
package final class ComponentMatcher: Sendable {
  /// The path pattern; nil accepts everything, like an absent key.
  let path: PathPattern?
  let query: QueryPattern?
  let fragment: Pattern?
  /// Whether matching URLs stay in the browser.
  package let isExclude: Bool
  let ignoresCase: Bool
  /// Whether the URL is percent-decoded before it is compared.
  let decodes: Bool

  /// - Parameters:
  ///   - component: the rule.
  ///   - variables: the values of `$(name)`; nil treats it as literal text, as iOS before 13.5
  ///     does.
  ///   - captures: the path of one of the server's own routes.
  ///   - variation: alternative readings of undocumented cases.
  package init(
    _ component: Component, variables: SubstitutionVariables?, captures: CapturePattern? = nil,
    variation: MatchingVariation = []
  ) {
    let ignoresCase = component.caseSensitive == false
    let decodes = component.percentEncoded == false
    self.ignoresCase = ignoresCase
    self.decodes = decodes
    let countsCharacters = decodes && !variation.contains(.oneIsByte)
    isExclude = component.exclude == true
    path = component.path.map {
      PathPattern(
        $0, variables: variables, ignoresCase: ignoresCase, captures: captures,
        countsCharacters: countsCharacters, variation: variation)
    }
    query = component.query.map {
      QueryPattern(
        $0, variables: variables, ignoresCase: ignoresCase, countsCharacters: countsCharacters,
        variation: variation)
    }
    fragment = component.fragment.map {
      let nodes = PatternParser.nodes($0, variables)
      return Pattern(
        countsCharacters ? nodes.countingCharacters : nodes, ignoresCase: ignoresCase)
    }
  }

  package func matches(path text: Span<UInt8>, query: Span<UInt8>, fragment: Span<UInt8>) -> Bool {
    matchesPath(text) && matchesQuery(query) && matchesFragment(fragment)
  }

  package func accepts(_ url: EvaluatedURL) -> Bool {
    url.withSpans { matches(path: $0, query: $1, fragment: $2) }
  }

  /// The work of a comparison with a URL, at most, in steps of a budget.
  package func steps(_ url: EvaluatedURL) -> Int {
    let decoding = decodes ? (url.path.count + url.query.count) / 16 : 0
    return 1 + decoding + (path?.pattern.steps(url.path.count) ?? 0)
      + (query?.steps(url.query.count) ?? 0) + (fragment?.steps(url.fragment.count) ?? 0)
  }

  func matchesPath(_ text: Span<UInt8>) -> Bool {
    guard let path else { return true }
    return decodes ? PercentDecoding.with(text) { path.matches($0) } : path.matches(text)
  }

  /// Returns the ranges of the captures in the path as written; nil when it does not match.
  func captures(in path: Span<UInt8>) -> CaptureRanges? {
    guard let pattern = self.path else { return nil }
    guard decodes else { return pattern.captures(in: path) }
    var (decoded, offsets): ([UInt8], [Int]) = ([], [])
    var index = 0
    while index < path.count {
      offsets.append(index)
      let escaped =
        path[index] == UInt8(ascii: "%") ? PercentCoding.escapedByte(path, at: index + 1) : nil
      decoded.append(escaped ?? path[index])
      index += escaped == nil ? 1 : 3
    }
    offsets.append(path.count)
    guard var ranges = decoded.withSpan({ pattern.captures(in: $0) }) else { return nil }
    for number in 0..<ranges.count {
      let range = ranges[number]
      ranges[number] = offsets[range.lowerBound]..<offsets[range.upperBound]
    }
    return ranges
  }

  func matchesQuery(_ text: Span<UInt8>) -> Bool {
    guard let query else { return true }
    return query.matches(text, ignoresCase: ignoresCase, decodes: decodes)
  }

  func matchesFragment(_ text: Span<UInt8>) -> Bool {
    guard let fragment else { return true }
    return decodes ? PercentDecoding.with(text) { fragment.matches($0) } : fragment.matches(text)
  }
}

/// Alternative readings of a rule in cases that the sources leave open, each the opposite of the
/// default. A verdict that changes under one of them carries the corresponding doubt.
package struct MatchingVariation: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Slashes are compared literally; only an empty path equals `/`.
  static let plainSlashes = MatchingVariation(rawValue: 1 << 0)
  /// `/foo/*/` does not cover `/foo`.
  static let starBetweenSlashesIsKept = MatchingVariation(rawValue: 1 << 1)
  /// `*/c` does not cover `/c`.
  static let leadingStarIsNotEmpty = MatchingVariation(rawValue: 1 << 2)
  /// The case of query item names matters even where that of values does not.
  static let queryNamesKeepCase = MatchingVariation(rawValue: 1 << 3)
  /// Query item names are percent-decoded if values are.
  static let queryNamesAreDecoded = MatchingVariation(rawValue: 1 << 4)
  /// `?` matches one byte of decoded text.
  static let oneIsByte = MatchingVariation(rawValue: 1 << 6)
  /// A query matched as one string is never percent-decoded.
  static let queryStringIsKept = MatchingVariation(rawValue: 1 << 5)
}

extension [UInt8] {
  /// Provides a span of the bytes: the span of an array requires iOS 26, that of a slice does not.
  package func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    let slice = self[...]
    return body(slice.span)
  }
}

extension EvaluatedURL {
  package func withSpans<Result>(
    _ body: (_ path: Span<UInt8>, _ query: Span<UInt8>, _ fragment: Span<UInt8>) -> Result
  ) -> Result {
    let (path, query, fragment) = (path[...], query[...], fragment[...])
    return body(path.span, query.span, fragment.span)
  }
}

/// Percent-decoding for `percentEncoded: false`; anything other than an escape is left as written.
package enum PercentDecoding {
  /// Calls the body with the decoded text; short texts stay on the stack.
  static func with(_ text: Span<UInt8>, _ body: (Span<UInt8>) -> Bool) -> Bool {
    guard holdsPercent(text) else { return body(text) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { buffer in
      var count = 0
      PercentCoding.decodeValidEscapes(text) { byte in
        buffer.initializeElement(at: count, to: byte)
        count += 1
      }
      return body(UnsafeBufferPointer(rebasing: buffer[..<count]).span)
    }
  }

  package static func decoded(_ text: Span<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    PercentCoding.decodeValidEscapes(text) { result.append($0) }
    return result
  }

  /// Returns whether some `%` does not begin an escape, a case that is not documented.
  package static func hasStrayPercent(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] == UInt8(ascii: "%") {
      if PercentCoding.escapedByte(text, at: index + 1) == nil { return true }
    }
    return false
  }

  private static func holdsPercent(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] == UInt8(ascii: "%") { return true }
    return false
  }
}
