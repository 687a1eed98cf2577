/// A JSON value for output, with its members in order.
package enum JSONOutput: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int)
  /// A number as written, such as `0.5`.
  case number(String)
  case string(String)
  case array([JSONOutput])
  case object([Member])

  /// A name and its value in an object; members are printed in their order.
  package struct Member: Hashable, Sendable {
    /// The name, unescaped.
    package let name: String
    package let value: JSONOutput

    package init(_ name: String, _ value: JSONOutput) {
      self.name = name
      self.value = value
    }
  }
}

extension JSONOutput: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral number: Int) { self = .int(number) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral elements: JSONOutput...) { self = .array(elements) }
  package init(dictionaryLiteral members: (String, JSONOutput)...) {
    self = .object(members.map { .init($0, $1) })
  }
}

extension JSONOutput {
  package static func optional(_ text: String?) -> JSONOutput {
    text.map(JSONOutput.string) ?? .null
  }

  package static func optional(_ number: Int?) -> JSONOutput {
    number.map(JSONOutput.int) ?? .null
  }

  package static func strings(_ texts: some Sequence<String>) -> JSONOutput {
    .array(texts.map(JSONOutput.string))
  }

  /// Two objects as one; an object within both is joined as well.
  package static func + (left: JSONOutput, right: JSONOutput) -> JSONOutput {
    var members = left.members
    for member in right.members {
      guard let index = members.firstIndex(where: { $0.name == member.name }) else {
        members.append(member)
        continue
      }
      if case (.object, .object) = (members[index].value, member.value) {
        members[index] = .init(member.name, members[index].value + member.value)
      } else {
        members[index] = member
      }
    }
    return .object(members)
  }

  package var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }

  package var withoutNulls: JSONOutput { .object(members.filter { $0.value != .null }) }

  package var compact: String { text(indent: nil) }

  /// The text indented by two spaces per level; empty arrays and objects stay on one line.
  package var pretty: String { text(indent: 0) }

  private func text(indent: Int?) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256)
    write(to: &bytes, indent: indent)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(to text: inout [UInt8], indent: Int?) {
    switch self {
    case .null: text += "null".utf8
    case .bool(let value): text += (value ? "true" : "false").utf8
    case .int(let value): text += String(value).utf8
    case .number(let digits): text += digits.utf8
    case .string(let value): Self.quote(value, into: &text)
    case .array(let elements):
      Self.writeList(elements, "[", "]", to: &text, indent: indent) { element, text, indent in
        element.write(to: &text, indent: indent)
      }
    case .object(let members):
      Self.writeList(members, "{", "}", to: &text, indent: indent) { member, text, indent in
        Self.quote(member.name, into: &text)
        text.append(UInt8(ascii: ":"))
        if indent != nil { text.append(UInt8(ascii: " ")) }
        member.value.write(to: &text, indent: indent)
      }
    }
  }

  private static func writeList<Element>(
    _ list: [Element], _ open: Unicode.Scalar, _ close: Unicode.Scalar, to text: inout [UInt8],
    indent: Int?, element: (Element, inout [UInt8], Int?) -> Void
  ) {
    let inner = list.isEmpty ? nil : indent.map { $0 + 2 }
    text.append(UInt8(ascii: open))
    for (index, item) in list.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      if let inner { breakLine(&text, inner) }
      element(item, &text, inner)
    }
    if inner != nil { breakLine(&text, indent ?? 0) }
    text.append(UInt8(ascii: close))
  }

  private static func breakLine(_ text: inout [UInt8], _ indent: Int) {
    text.append(0x0A)
    text += repeatElement(0x20, count: indent)
  }

  /// Appends a string in quotation marks. U+2028 and U+2029 are escaped because older JavaScript
  /// treats them as line ends, and `<` because the text may be embedded in a page.
  package static func quote(_ value: String, into text: inout String) {
    var bytes: [UInt8] = []
    quote(value, into: &bytes)
    text += String(decoding: bytes, as: UTF8.self)
  }

  private static func quote(_ value: String, into text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    if value.utf8.contains(where: mayNeedEscape) {
      for scalar in value.unicodeScalars { escape(scalar, into: &text) }
    } else {
      text += value.utf8
    }
    text.append(UInt8(ascii: "\""))
  }

  private static func escape(_ scalar: Unicode.Scalar, into text: inout [UInt8]) {
    switch scalar {
    case "\"": text += "\\\"".utf8
    case "\\": text += "\\\\".utf8
    case "\n": text += "\\n".utf8
    case "\r": text += "\\r".utf8
    case "\t": text += "\\t".utf8
    case "\u{0}"..<"\u{20}", "\u{7F}", "<", "\u{2028}", "\u{2029}":
      let hexadecimal = String(scalar.value, radix: 16)
      text += "\\u".utf8
      text += repeatElement(UInt8(ascii: "0"), count: 4 - hexadecimal.utf8.count)
      text += hexadecimal.utf8
    default: text += UTF8.encode(scalar) ?? .init()
    }
  }

  /// Whether a byte may belong to a character that is escaped; 0xE2 begins U+2028 and U+2029.
  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      || byte == UInt8(ascii: "<") || byte == 0x7F || byte == 0xE2
  }
}
