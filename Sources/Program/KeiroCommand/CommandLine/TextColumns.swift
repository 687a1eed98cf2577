extension String {
  /// The text with spaces behind it, up to a width in characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(width - count, 0))
  }

  /// The text with spaces before it, up to a width in characters.
  func indented(to width: Int) -> String {
    String(repeating: " ", count: Swift.max(width - count, 0)) + self
  }

  /// The text in lines of a width; a word that is too long stands alone.
  func wrapped(to width: Int) -> [String] {
    split(separator: " ").map(String.init).wrapped(to: width)
  }
}

extension [String] {
  /// The words in lines of a width; one that is too long stands alone.
  ///
  /// - Parameter first: the width of the first line; nil for that of the others.
  func wrapped(to width: Int, first: Int? = nil) -> [String] {
    reduce(into: []) { lines, word in
      let room = lines.count > 1 ? width : first ?? width
      if let last = lines.last, last.count + 1 + word.count <= room {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(word)
      }
    }
  }
}

extension Int {
  /// The number of things: `1 link`, `2 links`.
  func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
