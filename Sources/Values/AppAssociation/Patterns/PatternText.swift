extension Sequence where Element: Hashable {
  /// The elements in their order, each once.
  package var withoutRepeats: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension String {
  package func holds(_ other: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount)
    guard let first = wanted.first else { return true }
    var text = self
    return text.withUTF8 { bytes in
      var index = 0
      while index + wanted.count <= bytes.count {
        if bytes[index] == first, bytes[index..<index + wanted.count].elementsEqual(wanted) {
          return true
        }
        index += 1
      }
      return false
    }
  }

  /// Whether the text has an escape such as `%C3`.
  package var hasEscapes: Bool { holdsEscape { _ in true } }

  /// Whether the text has a lower-case escape such as `%c3`.
  package var hasSmallEscapes: Bool { holdsEscape { $0 >= 0x61 } }

  /// Whether a digit of an escape passes a test.
  private func holdsEscape(_ test: (UInt8) -> Bool) -> Bool {
    var text = self
    return text.withUTF8 { bytes in
      bytes.indices.contains {
        Self.isEscape(bytes, $0) && (test(bytes[$0 + 1]) || test(bytes[$0 + 2]))
      }
    }
  }

  private static func isEscape(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    bytes[index] == UInt8(ascii: "%") && index + 2 < bytes.count
      && ByteClass.xdigit.contains(bytes[index + 1]) && ByteClass.xdigit.contains(bytes[index + 2])
  }

  package var withCapitalEscapes: String {
    var bytes = Array(utf8)
    for index in bytes.indices {
      let isInEscape = (1...2).contains { back in
        index >= back && bytes.withUnsafeBufferPointer { Self.isEscape($0, index - back) }
      }
      if isInEscape, bytes[index] >= 0x61 { bytes[index] -= 0x20 }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  package var holdsVariable: Bool { holds("$(") }

  /// The names of the variables in the text; nil for an unclosed one.
  package var variableNames: [String?] {
    guard holdsVariable else { return [] }
    var names: [String?] = []
    _ = mappingVariables { name, text in
      names.append(name)
      return text
    }
    return names
  }

  /// The text with each `$(name)` replaced; an unclosed one has no name and reaches to the end.
  func mappingVariables(_ transform: (_ name: String?, _ text: String) -> String) -> String {
    var result = ""
    var rest = utf8[...]
    while let dollar = rest.firstIndex(of: UInt8(ascii: "$")) {
      let open = rest.index(after: dollar)
      guard rest[open...].first == UInt8(ascii: "(") else {
        result += Substring(rest[...dollar])
        rest = rest[open...]
        continue
      }
      let close = rest[open...].firstIndex(of: UInt8(ascii: ")"))
      let name = close.map { String(Substring(rest[rest.index(after: open)..<$0])) }
      let end = close.map { rest.index(after: $0) } ?? rest.endIndex
      result += Substring(rest[..<dollar])
      result += transform(name, String(Substring(rest[dollar..<end])))
      rest = rest[end...]
    }
    return result + Substring(rest)
  }

  /// Whether the text has `//` behind its first slashes.
  package var hasInnerSlashes: Bool { String(drop { $0 == "/" }).holds("//") }

  /// The pattern with wildcards replaced, to be parsed as a URL.
  package var replacingWildcards: String { String(map { $0 == "*" ? "x" : $0 }) }

  package var trimmingWhiteSpace: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The text with a mark replaced until it has none, as that of one star for two.
  package func replacingEvery(_ wanted: StaticString, with replacement: String) -> String {
    var text = self
    while text.holds(wanted) { text = text.replacingAll("\(wanted)", with: replacement) }
    return text
  }

  package func replacingAll(_ wanted: String, with replacement: String) -> String {
    var result = ""
    var rest = utf8[...]
    while let byte = rest.first {
      if rest.starts(with: wanted.utf8), !wanted.isEmpty {
        result += replacement
        rest = rest.dropFirst(wanted.utf8.count)
      } else {
        let end = rest.dropFirst().firstIndex { $0 & 0xC0 != 0x80 } ?? rest.endIndex
        result += String(Substring(byte < 0x80 ? rest.prefix(1) : rest[..<end]))
        rest = byte < 0x80 ? rest.dropFirst() : rest[end...]
      }
    }
    return result
  }
}
