extension String {
  /// The escapes of the text, as in `%C3`.
  var percentEscapes: [String] {
    let bytes = Array(utf8)
    return bytes.indices.compactMap { index in
      guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        bytes[(index + 1)...(index + 2)].allSatisfy(ByteClass.xdigit.contains)
      else { return nil }
      return String(decoding: bytes[index...(index + 2)], as: UTF8.self)
    }
  }

  /// The text with the letters of its escapes in capitals.
  var withCapitalEscapes: String {
    Set(percentEscapes).reduce(self) { $0.replacing($1, with: $1.uppercased()) }
  }

  /// The names of the variables that the text names; nil for one without its bracket.
  var variableNames: [String?] {
    var names: [String?] = []
    var rest = Substring(self)
    while let open = rest.firstRange(of: "$(") {
      rest = rest[open.upperBound...]
      guard let close = rest.firstIndex(of: ")") else { return names + [nil] }
      names.append(String(rest[..<close]))
      rest = rest[close...]
    }
    return names
  }

  /// The pattern as if it were a URL.
  var replacingWildcards: String { replacing("*", with: "x") }
}
