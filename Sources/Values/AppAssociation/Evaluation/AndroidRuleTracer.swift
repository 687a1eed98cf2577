import WebSyntax

/// Compares a URL with a Dynamic App Links rule part by part, up to the first mismatch.
struct AndroidRuleTracer {
  let url: AndroidURL

  func trace(_ component: Component, path: String) -> RuleTrace {
    let parts = parts(of: component)
    let end = parts.firstIndex { $0.failure != nil } ?? parts.count
    return RuleTrace(rule: path, effective: component, parts: Array(parts.prefix(end + 1)))
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

/// The URL parts that Android compares with rules: decoded, in the UTF-16 units that `?` counts.
///
/// Source: the Android Open Source Project, `Uri`, `UriCodec` and `UriRelativeFilter`.
struct AndroidURL: Sendable {
  /// The path, empty or with its leading slash; an empty path is not `/`.
  let path: [UInt16]
  /// The query items as the system splits them, each with its name and `=`.
  let items: [ArraySlice<UInt16>]
  /// The fragment; nil when there is no `#`, in which case no fragment rule matches.
  let fragment: [UInt16]?

  init(_ url: WebURL) {
    path = Self.decoded(url.path)
    items = url.query.map { Self.items(Self.decoded($0)) } ?? []
    fragment = url.fragment.map(Self.decoded)
  }

  /// Splits a decoded query at `&`, or at `;` when that leaves it in one piece. Trailing empty
  /// items are dropped unless the query is not split.
  private static func items(_ query: [UInt16]) -> [ArraySlice<UInt16>] {
    let items = pieces(query, UInt16(UInt8(ascii: "&")))
    return items.count == 1 ? pieces(query, UInt16(UInt8(ascii: ";"))) : items
  }

  private static func pieces(_ query: [UInt16], _ separator: UInt16) -> [ArraySlice<UInt16>] {
    guard query.contains(separator) else { return [query[...]] }
    var pieces = query.split(separator: separator, omittingEmptySubsequences: false)
    while pieces.last?.isEmpty == true { pieces.removeLast() }
    return pieces
  }

  /// Resolves the escapes of a text. Invalid UTF-8 becomes U+FFFD, and so does an invalid escape,
  /// which also contributes the value of its digits so far as a character.
  static func decoded(_ text: String) -> [UInt16] {
    var decoded: [UInt16] = []
    var escaped: [UInt8] = []
    func flush() {
      decoded += Array(String(decoding: escaped, as: UTF8.self).utf16)
      escaped = []
    }
    let units = Array(text.utf16)
    var index = 0
    while index < units.count {
      let unit = units[index]
      index += 1
      guard unit == UInt16(UInt8(ascii: "%")) else {
        flush()
        decoded.append(unit)
        continue
      }
      var byte: UInt8 = 0
      for _ in 0..<2 {
        guard index < units.count else {
          flush()
          return decoded + [0xFFFD]
        }
        let digit = UInt8(exactly: units[index]).flatMap { Hexadecimal.value(of: $0) }
        index += 1
        guard let digit else {
          flush()
          decoded.append(0xFFFD)
          break
        }
        byte = byte << 4 | digit
      }
      escaped.append(byte)
    }
    flush()
    return decoded
  }
}
