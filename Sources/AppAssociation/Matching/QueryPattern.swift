/// Both forms of the pattern of a query.
enum QueryPattern: Sendable {
  case string(Pattern)
  case items([Item])

  struct Item: Sendable {
    let name: [UInt8]
    let pattern: Pattern
  }

  init(_ query: Component.Query, variables: SubstitutionVariables, ignoresCase: Bool) {
    func pattern(_ text: String) -> Pattern {
      Pattern(PatternParser.nodes(text, variables), ignoresCase: ignoresCase)
    }
    switch query {
    case .string(let text): self = .string(pattern(text))
    case .items(let items):
      self = .items(items.map { Item(name: Array($0.name.utf8), pattern: pattern($0.pattern)) })
    }
  }

  /// A string covers the whole query. Of items every occurrence of each name has to match; an
  /// absent name has the empty value, as has one without `=` (WWDC19, session 717).
  func matches(_ query: Span<UInt8>, ignoresCase: Bool, decodes: Bool) -> Bool {
    switch self {
    case .string(let pattern):
      return matches(pattern, query, decodes)
    case .items(let items):
      for item in items where !item.matches(query, ignoresCase: ignoresCase, decodes: decodes) {
        return false
      }
      return true
    }
  }

  private func matches(_ pattern: Pattern, _ text: Span<UInt8>, _ decodes: Bool) -> Bool {
    decodes ? pattern.matches(PercentDecoding.decoded(text).span) : pattern.matches(text)
  }
}

extension QueryPattern.Item {
  fileprivate func matches(_ query: Span<UInt8>, ignoresCase: Bool, decodes: Bool) -> Bool {
    var isPresent = false
    var start = 0
    while start <= query.count {
      var end = start
      var equals: Int?
      while end < query.count, query[end] != UInt8(ascii: "&") {
        if query[end] == UInt8(ascii: "="), equals == nil { equals = end }
        end += 1
      }
      let nameEnd = equals ?? end
      if end > start, isName(query, start..<nameEnd, ignoresCase) {
        isPresent = true
        let value = query.extracting((equals.map { $0 + 1 } ?? end)..<end)
        let matches =
          decodes ? pattern.matches(PercentDecoding.decoded(value).span) : pattern.matches(value)
        guard matches else { return false }
      }
      start = end + 1
    }
    let absent: [UInt8] = []
    return isPresent || pattern.matches(absent.span)
  }

  private func isName(_ query: Span<UInt8>, _ range: Range<Int>, _ ignoresCase: Bool) -> Bool {
    guard range.count == name.count else { return false }
    for (wanted, index) in zip(name, range) {
      let byte = query[index]
      let agrees = ignoresCase ? ASCII.folded(wanted) == ASCII.folded(byte) : wanted == byte
      if !agrees { return false }
    }
    return true
  }
}

/// Percent-decoding as `percentEncoded: false` asks for it: what is no escape stays as written.
enum PercentDecoding {
  static func decoded(_ text: Span<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "%"), index + 2 < text.count,
        let high = hexadecimal(text[index + 1]), let low = hexadecimal(text[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
