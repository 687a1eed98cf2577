extension Unicode.Scalar {
  /// Whether terminals and editors act on the character instead of showing it: a control, the end of a
  /// line or paragraph, or a format character, of which some turn the direction of text around and
  /// others have no width.
  package var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Whether the character is a control, or ends a line or paragraph.
  package var isControl: Bool { isHidden && properties.generalCategory != .format }

  /// Whether the character changes the direction of text (Bidi_Control, UAX 9, section 2), so that a
  /// name may look like another.
  package var turnsText: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The character as escapes of JSON, TypeScript and Kotlin.
  package var utf16Escapes: String {
    UTF16.encode(self)?.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined() ?? ""
  }
}

extension String {
  /// The text on one line for a terminal or a log, its hidden characters written as `\u{1b}`.
  package var onOneLine: String { escapingHidden { "\\u{\(String($0.value, radix: 16))}" } }

  /// The text of a JSON document with its hidden characters, which only its strings contain, written as
  /// `\u001b`; line feeds between its values stay.
  package var escapingHiddenInJSON: String { escapingHidden(but: "\n", \.utf16Escapes) }

  private func escapingHidden(
    but kept: Unicode.Scalar? = nil, _ escape: (Unicode.Scalar) -> String
  ) -> String {
    let isShown: (UInt8) -> Bool = { (0x20...0x7E).contains($0) || Unicode.Scalar($0) == kept }
    guard !utf8.allSatisfy(isShown) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isHidden, scalar != kept {
        text += escape(scalar)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The text without white space at either end.
  package var trimmed: String {
    let isPlain = { (byte: UInt8?) in byte.map { (0x21...0x7E).contains($0) } ?? true }
    let bytes = self[...].utf8
    if isPlain(bytes.first), isPlain(bytes.last) { return String(self) }
    var scalars = self[...].unicodeScalars
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    return String(Substring(scalars))
  }
}
