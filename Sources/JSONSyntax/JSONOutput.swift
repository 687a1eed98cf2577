/// A JSON value to be printed: members keep the order they are given in.
package indirect enum JSONOutput: Equatable, Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case string(String)
  case array([JSONOutput])
  case object([Member])

  package struct Member: Equatable, Sendable {
    package let name: String
    package let value: JSONOutput

    package init(_ name: String, _ value: JSONOutput) {
      self.name = name
      self.value = value
    }
  }
}

extension JSONOutput {
  /// The string, or null when there is none.
  package static func optional(_ text: String?) -> JSONOutput {
    text.map(JSONOutput.string) ?? .null
  }

  /// An array of strings.
  package static func strings(_ texts: some Sequence<String>) -> JSONOutput {
    .array(texts.map(JSONOutput.string))
  }

  /// The text in one line.
  package var compact: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// The text indented by two spaces a level; arrays and objects without content stay in one line.
  package var pretty: String {
    var text = ""
    write(to: &text, indent: 0)
    return text
  }

  private func write(to text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .int(let value): text += String(value)
    case .string(let value): Self.quote(value, into: &text)
    case .array(let elements):
      Self.writeList(elements, "[", "]", to: &text, indent: indent) { element, text, indent in
        element.write(to: &text, indent: indent)
      }
    case .object(let members):
      Self.writeList(members, "{", "}", to: &text, indent: indent) { member, text, indent in
        Self.quote(member.name, into: &text)
        text += indent == nil ? ":" : ": "
        member.value.write(to: &text, indent: indent)
      }
    }
  }

  private static func writeList<Element>(
    _ list: [Element], _ open: String, _ close: String, to text: inout String, indent: Int?,
    element: (Element, inout String, Int?) -> Void
  ) {
    let inner = list.isEmpty ? nil : indent.map { $0 + 2 }
    text += open
    for (index, item) in list.enumerated() {
      if index > 0 { text += "," }
      if let inner { text += "\n" + String(repeating: " ", count: inner) }
      element(item, &text, inner)
    }
    if inner != nil { text += "\n" + String(repeating: " ", count: indent ?? 0) }
    text += close
  }

  /// Appends a string with its quotation marks; U+2028 and U+2029 are escaped because JavaScript
  /// once took them for line ends, `<` because the text may land inside a page.
  package static func quote(_ value: String, into text: inout String) {
    text += "\""
    guard value.utf8.contains(where: mayNeedEscape) else {
      text += value
      text += "\""
      return
    }
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}", "<", "\u{2028}", "\u{2029}":
        let hexadecimal = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  /// Whether a byte may belong to something that is escaped; 0xE2 begins U+2028 and U+2029.
  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      || byte == UInt8(ascii: "<") || byte == 0x7F || byte == 0xE2
  }
}
