/// Compares a URL with a Dynamic App Links rule part by part, up to the first mismatch.
struct AndroidRuleTracer {
  let url: AndroidURL

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
    if let path = component.path { parts.append(part("/", path, url.path)) }
    if case .items(let items) = component.query { parts += items.map(queryPart) }
    if let fragment = component.fragment { parts.append(fragmentPart(fragment)) }
    return parts
  }

  private func part(
    _ key: String, _ source: String, _ text: [UInt16], name: String? = nil
  ) -> RuleTrace.Part {
    let pattern = AndroidPattern(source)
    let agreement = pattern.agreement(with: text)
    return RuleTrace.Part(
      key: key, name: name, pattern: source, text: String(decoding: text, as: UTF16.self),
      failure: agreement.isMatch ? nil : pattern.difference(from: text),
      agreement: String(decoding: text[..<agreement.text], as: UTF16.self).utf8.count)
  }

  /// Unlike on Apple systems, an item absent from the URL never matches, and one match suffices
  /// when several items have the same name.
  private func queryPart(_ item: Component.Query.Item) -> RuleTrace.Part {
    let pattern = AndroidPattern(item.pattern)
    let values = url.items.compactMap { Self.value(of: item.name, in: $0, pattern) }
    guard let value = values.first(where: pattern.matches) ?? values.first else {
      return absence("?", item.pattern, name: item.name, "the URL has no '\(item.name)='")
    }
    return part("?", item.pattern, Array(value), name: item.name)
  }

  /// Returns the text after the name and `=`; nil when the name differs. In a glob, a dot in the
  /// name matches any character as well.
  private static func value(
    of name: String, in item: ArraySlice<UInt16>, _ pattern: AndroidPattern
  ) -> ArraySlice<UInt16>? {
    let name = Array((name + "=").utf16)
    guard item.count >= name.count else { return nil }
    let isName = zip(name, item).allSatisfy { wanted, unit in
      wanted == unit || pattern.isGlob && wanted == AndroidPattern.dot
    }
    return isName ? item.dropFirst(name.count) : nil
  }

  private func fragmentPart(_ pattern: String) -> RuleTrace.Part {
    guard let fragment = url.fragment else {
      return absence("#", pattern, name: nil, "the URL has no fragment")
    }
    return part("#", pattern, fragment)
  }

  private func absence(
    _ key: String, _ pattern: String, name: String?, _ reason: String
  ) -> RuleTrace.Part {
    RuleTrace.Part(
      key: key, name: name, pattern: pattern, text: "", failure: reason, agreement: 0)
  }
}
