/// What the API says, in the language of a reader.
///
/// The API speaks English; a table has its sentences in another language, with `{}` in the places
/// of values. A value may be a sentence of its own, and is looked up then.
struct Messages: Sendable {
  private let patterns: [Pattern]

  private struct Pattern: Sendable {
    /// What stands between the values.
    let literals: [String]
    let translation: String
  }

  /// - Parameter table: English sentences with `{}` for values, and their translations with `{1}`,
  ///   `{2}` and so on; of several that fit the first counts.
  init(_ table: [(english: String, translation: String)]) {
    patterns = table.map { entry in
      Pattern(literals: Self.split(entry.english), translation: entry.translation)
    }
  }

  /// Cuts a sentence at its values.
  static func split(_ text: String) -> [String] {
    var parts = [""]
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      parts[parts.count - 1] += rest[..<open]
      rest = rest[open...].dropFirst()
      guard rest.first == "}" else {
        parts[parts.count - 1] += "{"
        continue
      }
      rest = rest.dropFirst()
      parts.append("")
    }
    parts[parts.count - 1] += rest
    return parts
  }

  /// The translation of a message; nil where the table has none.
  subscript(_ message: String) -> String? { translation(of: message, depth: 0) }

  /// Sentences stand in sentences no deeper than this.
  private static let depthLimit = 3
  /// A longer message than any.
  private static let lengthLimit = 8192

  private func translation(of message: String, depth: Int) -> String? {
    guard depth < Self.depthLimit, message.utf8.count <= Self.lengthLimit else { return nil }
    for pattern in patterns {
      guard let values = Self.values(in: message, between: pattern.literals) else { continue }
      // What stands between quotation marks is somebody's own text.
      let told = zip(values, pattern.literals).map { value, before in
        before.hasSuffix("'") ? value : translation(of: value, depth: depth + 1) ?? value
      }
      return Self.filled(pattern.translation, told)
    }
    return nil
  }

  /// The values of a sentence; nil when it is another one.
  private static func values(in message: String, between literals: [String]) -> [String]? {
    guard let first = literals.first, message.hasPrefix(first) else { return nil }
    guard literals.count > 1, let last = literals.last else {
      return message == first ? [] : nil
    }
    var rest = message.dropFirst(first.count)
    var values: [String] = []
    for literal in literals.dropFirst().dropLast() {
      guard let place = Self.place(of: literal, in: rest) else { return nil }
      values.append(String(rest[..<place]))
      rest = rest[place...].dropFirst(literal.count)
    }
    guard rest.hasSuffix(last) else { return nil }
    values.append(String(rest.dropLast(last.count)))
    return values
  }

  private static func place(of literal: String, in text: Substring) -> Substring.Index? {
    guard !literal.isEmpty else { return nil }
    var place = text.startIndex
    while place < text.endIndex {
      if text[place...].hasPrefix(literal) { return place }
      place = text.index(after: place)
    }
    return nil
  }

  private static func filled(_ text: String, _ values: [String]) -> String {
    var filled = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      filled += rest[..<open]
      let number = Int(rest[rest.index(after: open)..<close]) ?? 0
      filled += values.indices.contains(number - 1) ? values[number - 1] : ""
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest
  }
}

extension Words {
  /// What the API says, as far as the reader's language has it; English otherwise.
  func message(_ text: String) -> String {
    switch language {
    case .english: text
    case .japanese: Messages.japanese[text] ?? text
    }
  }
}

extension PageContext {
  /// What the API says, as a sentence in the reader's language.
  func said(_ message: String) -> String { layout.sentence(words.message(message)) }
}
