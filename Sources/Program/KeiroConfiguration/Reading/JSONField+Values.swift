import JSONSyntax

extension JSONField {
  /// A non-empty string without line breaks.
  func text() -> String? {
    guard let text = string() else { return nil }
    guard !text.isEmpty else {
      report("the text is empty: expected at least one character")
      return nil
    }
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      report("the text contains a control character: expected none")
      return nil
    }
    return text
  }

  /// A string for which `problem` returns nil.
  func text(_ problem: (String) -> String?) -> String? {
    guard let text = text() else { return nil }
    if let message = problem(text) {
      report(message)
      return nil
    }
    return text
  }

  /// A string that `parse` converts; `expectation` describes what is accepted.
  func value<Value>(
    _ parse: (String) -> Value?, isNot expectation: @autoclosure () -> String
  ) -> Value? {
    guard let text = text() else { return nil }
    if let value = parse(text) { return value }
    report("'\(text)' is not \(expectation())")
    return nil
  }

  /// The readable elements of an array, without duplicates, which are reported.
  func distinct<Value: Hashable>(_ read: (JSONField) -> Value?) -> [Value] {
    var paths: [Value: String] = [:]
    return (elements() ?? []).compactMap { element in
      guard let value = read(element) else { return nil }
      if let first = paths[value] {
        element.report("'\(value)' is already listed at \(first): expected it once")
        return nil
      }
      paths[value] = element.path
      return value
    }
  }
}

/// Readers for members that have defaults.
extension JSONObjectReader {
  func set<Value>(_ target: inout Value, _ name: String, _ read: (JSONField) -> Value?) {
    if let value = optional(name).flatMap(read) { target = value }
  }
}
