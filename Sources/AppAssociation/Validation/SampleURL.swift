/// A URL that a rule accepts, made from its patterns.
struct SampleURL {
  let parts: EvaluatedURL
  /// Path, query and fragment.
  let text: String

  /// Nil when no URL can be made, for example because of an undefined variable.
  ///
  /// - Parameter seed: selects the text used for `*` and for variables.
  init?(_ component: Component, variables: SubstitutionVariables?, seed: Int) {
    func sample(_ pattern: String) -> String? {
      Self.text(PatternParser.nodes(pattern, variables), seed: seed)
    }
    guard var path = sample(component.path ?? "/*") else { return nil }
    if !path.hasPrefix("/") { path = "/" + path }
    var query: String?
    switch component.query {
    case .string(let pattern): query = sample(pattern)
    case .items(let items):
      let texts = items.compactMap { item in sample(item.pattern).map { "\(item.name)=\($0)" } }
      guard texts.count == items.count else { return nil }
      query = texts.isEmpty ? nil : texts.joined(separator: "&")
    case nil: break
    }
    let fragment = component.fragment.flatMap(sample).flatMap { $0.isEmpty ? nil : $0 }
    text = path + (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "")
    guard text.utf8.count <= Self.longest, let url = WebURL("https://example.com" + text) else {
      return nil
    }
    parts = EvaluatedURL(url)
  }

  /// Browsers and servers reject much longer URLs, and matching them would take long.
  private static let longest = 4096
  private static let anything = ["x", "", "a/b", "42"]

  private static func text(_ nodes: [PatternNode], seed: Int) -> String? {
    var bytes: [UInt8] = []
    for node in nodes {
      switch node {
      case .byte(let byte): bytes.append(byte)
      case .one: bytes.append(UInt8(ascii: "x"))
      case .many: bytes += Array(anything[seed % anything.count].utf8)
      case .byteClass(let byteClass):
        guard let byte = (0x30...0x7A).first(where: byteClass.contains) else { return nil }
        bytes.append(byte)
      case .choice(let values):
        let choices = values.sequences
        guard !choices.isEmpty,
          let text = text(choices[seed % choices.count], seed: seed)
        else { return nil }
        bytes += Array(text.utf8)
      case .nothing: return nil
      case .captureStart, .captureEnd, .optionalRest: break
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension CompiledRules {
  /// Whether the first rule that matches opens the app.
  func opens(_ url: EvaluatedURL) -> Bool {
    let rule = url.withSpans { first(path: $0, query: $1, fragment: $2) }
    return rule.map { !matchers[$0].isExclude } ?? false
  }
}
