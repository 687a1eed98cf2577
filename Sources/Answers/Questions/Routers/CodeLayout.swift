import AppAssociation

/// A list of a program, which stands in one line where it fits, and otherwise one element a line, as the
/// formatters of TypeScript (Prettier), Kotlin (ktlint) and Swift (swift-format) leave it.
struct CodeLayout {
  /// What stands before and behind a list, and between its elements.
  struct Style {
    let open: String
    let close: String
    var isPadded = false
    var separator = ","
    /// Whether a separator also stands behind the last line.
    var hasLastSeparator = true

    static let array = Self(open: "[", close: "]")
    static let object = Self(open: "{", close: "}", isPadded: true)
    static let members = Self(open: "{", close: "}", isPadded: true, separator: ";")

    /// A call, or the parameters of a function.
    static func call(_ name: String, hasLastSeparator: Bool) -> Self {
      Self(open: name + "(", close: ")", hasLastSeparator: hasLastSeparator)
    }
  }

  private var prefix = ""
  private let text: String
  private let style: Style?
  private let elements: [CodeLayout]

  init(_ text: String) {
    self.text = text
    style = nil
    elements = []
  }

  init(_ style: Style, _ elements: [CodeLayout]) {
    text = ""
    self.style = style
    self.elements = elements
  }

  /// The same behind a name, as in `path: […]`.
  func named(_ prefix: String) -> CodeLayout {
    var copy = self
    copy.prefix = prefix + self.prefix
    return copy
  }

  private var line: String {
    guard let style else { return prefix + text }
    let inner = elements.map(\.line).joined(separator: style.separator + " ")
    let padding = style.isPadded && !elements.isEmpty ? " " : ""
    return prefix + style.open + padding + inner + padding + style.close
  }

  /// Prettier never leaves several lists, or several objects, of several elements in one line.
  private var isBroken: Bool {
    elements.contains(where: \.isBroken)
      || style?.open == "[" && elements.count > 1
        && (elements.allSatisfy { $0.isLong("[") } || elements.allSatisfy { $0.isLong("{") })
  }

  private func isLong(_ open: String) -> Bool { style?.open == open && elements.count > 1 }

  /// - Parameters:
  ///   - width: the columns of a line.
  ///   - step: the columns of an indentation.
  ///   - indent: the columns before the first line.
  ///   - suffix: what follows on the last line.
  func lines(width: Int, step: Int, indent: Int = 0, suffix: String = "") -> [String] {
    let margin = String(repeating: " ", count: indent)
    let line = margin + line + suffix
    guard isBroken || line.count > width else { return [line] }
    guard let style, !elements.isEmpty else {
      // Prettier moves a text that is too long behind the name of its member.
      guard prefix.hasSuffix(": "), text.hasPrefix("\"") || text.hasPrefix("'") else {
        return [line]
      }
      return [
        margin + prefix.dropLast(), margin + String(repeating: " ", count: step) + text + suffix,
      ]
    }
    let inner = elements.enumerated().flatMap { index, element -> [String] in
      let isLast = index == elements.count - 1
      return element.lines(
        width: width, step: step, indent: indent + step,
        suffix: isLast && !style.hasLastSeparator ? "" : style.separator)
    }
    return [margin + prefix + style.open] + inner + [margin + style.close + suffix]
  }
}

extension [PatternToken] {
  /// The text of a pattern without wildcards; nil for any other.
  fileprivate var onlyText: String? {
    guard count == 1, case .text(let text) = first else { return nil }
    return text
  }
}

extension [[PatternToken]] {
  /// The values of a variable with spaces between them; nil if some cannot stand so.
  var words: String? {
    let texts = compactMap(\.onlyText)
    guard texts.count == count, count > 1, !texts.contains(where: { $0.contains(" ") }) else {
      return nil
    }
    return texts.joined(separator: " ")
  }
}
