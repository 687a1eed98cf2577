import WebSyntax

/// Decodes text of programs that escape it for HTML before they store it.
enum CharacterReferences {
  private static let names: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ",
  ]
  /// Longer than any of the names and any number.
  private static let longest = 10

  /// The text with its character references resolved; unknown ones stay as they are.
  static func decode(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "&") {
      result += rest[..<mark]
      let reference = rest[mark...].dropFirst().prefix(Self.longest)
      if let end = reference.firstIndex(of: ";"), let found = character(reference[..<end]) {
        result += found
        rest = rest[reference.index(after: end)...]
      } else {
        result += "&"
        rest = rest[mark...].dropFirst()
      }
    }
    return result + rest
  }

  private static func character(_ name: Substring) -> String? {
    guard name.first == "#" else { return names[String(name)] }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let number = UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
    return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
  }
}
