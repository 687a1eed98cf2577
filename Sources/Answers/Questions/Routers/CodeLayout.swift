/// A list of a program, which stands in one line where it fits, and otherwise one element a line, as the
/// formatters of TypeScript (Prettier), Kotlin (ktlint) and Swift (swift-format) leave it.
struct CodeLayout {
  /// What stands before and behind a list, and between its elements.
  struct Style {
    let open: String
    var close: String
    var isPadded = false
    var separator = ","
    /// Whether a separator also stands behind the last line.
    var hasLastSeparator = true
    /// Whether the only line counts as the last one; swift-format leaves it bare.
    var separatesSingle = true
    /// Whether the list never has several lists, or several objects, of several elements in one line.
    var breaksNested = false

    static let list = Self(open: "[", close: "]", separatesSingle: false)
    static let object = Self(open: "{", close: "}", isPadded: true)
    static let members = Self(open: "{", close: "}", isPadded: true, separator: ";")
  }

  private var prefix = ""
  private var text: String
  private var style: Style?
  private let elements: [CodeLayout]

  init(_ text: String) {
    self.text = text
    elements = []
  }

  init(_ style: Style, _ elements: [CodeLayout]) {
    text = ""
    self.style = style
    self.elements = elements
  }

  /// A call, or the declaration of what is called; without arguments, the name alone.
  static func call(_ name: String, _ arguments: [CodeLayout]) -> CodeLayout {
    guard !arguments.isEmpty else { return CodeLayout(name) }
    return CodeLayout(Style(open: name + "(", close: ")", hasLastSeparator: false), arguments)
  }

  /// The same behind a name, as in `path: […]`, and before an end.
  func named(_ prefix: String, end: String = "") -> CodeLayout {
    var copy = self
    copy.prefix = prefix + self.prefix
    copy.text += end
    copy.style?.close += end
    return copy
  }

  private var line: String {
    guard let style else { return prefix + text }
    let inner = elements.map(\.line).joined(separator: style.separator + " ")
    let padding = style.isPadded && !elements.isEmpty ? " " : ""
    return prefix + style.open + padding + inner + padding + style.close
  }

  private var isBroken: Bool {
    elements.contains(where: \.isBroken)
      || style?.breaksNested == true && elements.count > 1
        && (elements.allSatisfy { $0.isLong("[") } || elements.allSatisfy { $0.isLong("{") })
  }

  private func isLong(_ open: String) -> Bool { style?.open == open && elements.count > 1 }

  /// - Parameter suffix: what follows on the last line.
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
      let isBare =
        index == elements.count - 1
        && (!style.hasLastSeparator || index == 0 && !style.separatesSingle)
      return element.lines(
        width: width, step: step, indent: indent + step, suffix: isBare ? "" : style.separator)
    }
    return [margin + prefix + style.open] + inner + [margin + style.close + suffix]
  }
}
