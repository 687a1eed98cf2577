/// Compares a URL with a rule of Dynamic App Links part by part, up to the first mismatch.
struct AndroidRuleTracer {
  let url: EvaluatedURL

  func trace(_ component: Component, path: String) -> RuleTrace {
    var parts: [RuleTrace.Part] = []
    for part in self.parts(of: component) {
      parts.append(part)
      if part.failure != nil { break }
    }
    return RuleTrace(rule: path, effective: component, parts: parts)
  }

  private func parts(of component: Component) -> [RuleTrace.Part] {
    var parts: [RuleTrace.Part] = []
    if let path = component.path {
      parts.append(part("/", path, url.path.isEmpty ? [UInt8(ascii: "/")] : url.path))
    }
    if case .items(let items) = component.query { parts += items.map(queryPart) }
    if let fragment = component.fragment { parts.append(part("#", fragment, url.fragment)) }
    return parts
  }

  private func part(
    _ key: String, _ pattern: String, _ text: [UInt8], name: String? = nil
  ) -> RuleTrace.Part {
    let glob = AndroidGlob(pattern)
    return RuleTrace.Part(
      key: key, name: name, pattern: pattern, text: String(decoding: text, as: UTF8.self),
      failure: glob.matches(text) ? nil : glob.difference(from: text),
      agreement: glob.agreement(with: text).text)
  }

  /// Unlike on Apple systems, an item absent from the URL never matches.
  private func queryPart(_ item: Component.Query.Item) -> RuleTrace.Part {
    let values = QueryItems(url.query).values(of: item.name, ignoresCase: false)
    let glob = AndroidGlob(item.pattern)
    guard let value = values.first(where: glob.matches) ?? values.first else {
      return RuleTrace.Part(
        key: "?", name: item.name, pattern: item.pattern, text: "",
        failure: "the URL has no '\(item.name)'", agreement: 0)
    }
    return part("?", item.pattern, value, name: item.name)
  }
}
