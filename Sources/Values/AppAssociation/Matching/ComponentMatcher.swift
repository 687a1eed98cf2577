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

  /// Whether the rule matches the parts of a URL.
  package func matches(path text: Span<UInt8>, query: Span<UInt8>, fragment: Span<UInt8>) -> Bool {
    matchesPath(text) && matchesQuery(query) && matchesFragment(fragment)
  }

  func matchesPath(_ text: Span<UInt8>) -> Bool {
    guard let path else { return true }
    return decodes ? PercentDecoding.with(text) { path.matches($0) } : path.matches(text)
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
