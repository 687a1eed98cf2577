/// A component with its settings resolved and its patterns compiled.
struct ComponentMatcher: Sendable {
  /// Nil accepts everything, as an absent key does.
  let path: PathPattern?
  private let query: QueryPattern?
  private let fragment: Pattern?
  let isExclude: Bool
  let ignoresCase: Bool
  /// Whether the URL is percent-decoded before it is compared.
  let decodes: Bool

  init(
    _ component: Component, variables: SubstitutionVariables, captures: CapturePattern? = nil
  ) {
    let ignoresCase = component.caseSensitive == false
    self.ignoresCase = ignoresCase
    decodes = component.percentEncoded == false
    isExclude = component.exclude == true
    path = component.path.map {
      PathPattern($0, variables: variables, ignoresCase: ignoresCase, captures: captures)
    }
    query = component.query.map {
      QueryPattern($0, variables: variables, ignoresCase: ignoresCase)
    }
    fragment = component.fragment.map {
      Pattern(PatternParser.nodes($0, variables), ignoresCase: ignoresCase)
    }
  }

  func matches(path text: Span<UInt8>, query: Span<UInt8>, fragment: Span<UInt8>) -> Bool {
    if let path {
      let matches =
        decodes ? path.matches(PercentDecoding.decoded(text).span) : path.matches(text)
      guard matches else { return false }
    }
    return matchesRest(query: query, fragment: fragment)
  }

  private func matchesRest(query text: Span<UInt8>, fragment fragmentText: Span<UInt8>) -> Bool {
    if let query, !query.matches(text, ignoresCase: ignoresCase, decodes: decodes) { return false }
    guard let fragment else { return true }
    return decodes
      ? fragment.matches(PercentDecoding.decoded(fragmentText).span)
      : fragment.matches(fragmentText)
  }
}
