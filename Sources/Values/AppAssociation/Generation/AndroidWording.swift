import WebSyntax

/// A route's pattern translated for Android, which compares decoded text.
///
/// Where Android has no equivalent pattern, an include uses a narrower one or none, and an exclude
/// a broader one.
struct AndroidWording {
  enum Part {
    case path, query, fragment
  }

  struct Settings {
    /// Whether `percentEncoded` is false.
    let decodes: Bool
    let ignoresCase: Bool

    init(_ component: Component) {
      decodes = component.percentEncoded == false
      ignoresCase = component.caseSensitive == false
    }
  }

  enum Element: Equatable {
    case unit(UInt16)
    /// A letter in either case.
    case letter(UInt16)
    case one
    case many
    case variable
    /// A character that separates pieces of this part; once decoded, an escaped one looks the same.
    case divider(UInt16)
    /// An escaped `*` or `?`, which no pattern can match literally.
    case wildcard
    /// A character that appears in URLs only as an escape, so the route matches no URL.
    case unsent(Unicode.Scalar)
    /// An escape that is not valid UTF-8, or an unclosed variable.
    case broken
  }

  let elements: [Element]

  init(_ pattern: String, _ part: Part, _ settings: Settings) {
    var reader = Reader(pattern, part, settings)
    // Android requires the `?` first.
    elements = reader.read().withStarsLast(.many, one: .one)
  }

  // MARK: - Traits

  /// Whether an absent part matches as well: the pattern has only `*` and variables.
  var coversAbsence: Bool {
    elements.allSatisfy { $0 == .many || $0 == .variable }
  }

  /// Whether `?` counts differently: characters of decoded text on Android, but of the URL as sent
  /// on Apple systems. `?*` means at least one on both, except for trailing slashes, which Apple
  /// systems ignore.
  func countsCharacters(in part: Part) -> Bool {
    let slash = Element.unit(UInt16(UInt8(ascii: "/")))
    // A final `/*` is optional, so what stands before it may be the end as well.
    let end = elements.count - (elements.suffix(2) == [slash, .many] ? 2 : 0)
    for (index, element) in elements.enumerated() where element == .one {
      let next = index + 1 < elements.count ? elements[index + 1] : nil
      let previous = index > 0 ? elements[index - 1] : nil
      if next != .many || previous == .one { return true }
      if part == .path, index + 2 >= end, previous != slash { return true }
    }
    return false
  }

  // MARK: - Includes

  /// The reason why no include can be written, after "whose rules do not support"; nil if one can.
  var obstacle: String? {
    elementObstacle ?? (hasLooseDot ? "a '.' beside '*' or '?'" : nil)
  }

  /// Whether the pattern is text with a final `?*`, and a dot is the only obstacle to an include. Android's
  /// glob would let the dot match any character; a prefix with an exception for the bare text is exact.
  var needsException: Bool {
    elements.suffix(2) == [.one, .many] && hasLooseDot && elementObstacle == nil
      && !elements.dropLast(2).contains { $0 == .one || $0 == .many }
  }

  private var elementObstacle: String? {
    for element in elements {
      switch element {
      case .variable: return "variables"
      case .divider(let unit): return "an escaped '\(String(decoding: [unit], as: UTF16.self))'"
      case .wildcard: return "an escaped '*' or '?'"
      case .broken: return "escapes that are not UTF-8"
      case .unit, .letter, .one, .many, .unsent: continue
      }
    }
    return elements.isEmpty ? "empty patterns" : nil
  }

  /// A character that never appears unescaped in a URL; nil when there is none.
  var unsentCharacter: Unicode.Scalar? {
    for case .unsent(let scalar) in elements { return scalar }
    return nil
  }

  /// Whether an include misses URLs in which the text after a `*` occurs more than once.
  var endsEarly: Bool { elements.dropLast().contains(.many) }

  /// Whether an include misses letters of the other case.
  var hasFoldedLetters: Bool {
    elements.contains { if case .letter = $0 { true } else { false } }
  }

  /// The pattern in Android's syntax; exact only when there is no obstacle.
  var text: String {
    String(decoding: elements.flatMap(Self.units), as: UTF16.self)
  }

  private static func units(_ element: Element) -> [UInt16] {
    switch element {
    case .unit(let unit), .letter(let unit), .divider(let unit): [unit]
    case .one, .wildcard: [AndroidPattern.mark]
    case .many, .variable, .broken: [AndroidPattern.star]
    case .unsent(let scalar): Array(String(Character(scalar)).utf16)
    }
  }

  /// Whether the pattern has a dot that Android treats as any character.
  private var hasLooseDot: Bool { AndroidPattern(text).hasLooseDot }

  // MARK: - Excludes

  /// Returns a pattern that covers at least as much, and whether it covers more.
  func covering() -> (pattern: String, isBroader: Bool) {
    var units: [UInt16] = []
    var isBroader = false
    var index = 0
    loop: while index < elements.count {
      let element = elements[index]
      switch element {
      case .unit(let unit): units.append(unit)
      case .one:
        let count = elements[index...].prefix { $0 == .one }.count
        let isOpen = index + count < elements.count && elements[index + count] == .many
        // An escape has at least three characters, so up to two `?` only match unescaped ones.
        if isOpen || count > 2 {
          units += [AndroidPattern.mark, AndroidPattern.star]
          isBroader = isBroader || count > 1 || index + 2 < elements.count
          break loop
        }
        units += Array(repeating: AndroidPattern.mark, count: count)
        index += count - 1
      case .many, .variable, .broken:
        units.append(AndroidPattern.star)
        isBroader = isBroader || element != .many || index + 1 < elements.count
        break loop
      case .letter:
        units.append(AndroidPattern.mark)
        isBroader = true
      case .divider, .wildcard, .unsent:
        units += Self.units(element)
        isBroader = true
      }
      index += 1
    }
    let pattern = String(decoding: units, as: UTF16.self)
    return (pattern, isBroader || AndroidPattern(pattern).hasLooseDot)
  }

  /// Whether the pattern contains a character that separates pieces of its URL part.
  var holdsDivider: Bool {
    elements.contains { if case .divider = $0 { true } else { false } }
  }
}

extension AndroidWording {
  private struct Reader {
    private let bytes: [UInt8]
    private let part: Part
    private let settings: Settings
    private var index = 0
    private var elements: [Element] = []

    init(_ pattern: String, _ part: Part, _ settings: Settings) {
      bytes = Array(pattern.utf8)
      self.part = part
      self.settings = settings
    }

    mutating func read() -> [Element] {
      while index < bytes.count {
        switch bytes[index] {
        case UInt8(ascii: "*"): take(.many)
        case UInt8(ascii: "?"): take(.one)
        case UInt8(ascii: "$") where bytes[index...].starts(with: "$(".utf8): readVariable()
        case UInt8(ascii: "%") where !settings.decodes: readEscapes()
        default: readCharacters()
        }
      }
      return elements
    }

    private mutating func take(_ element: Element) {
      elements.append(element)
      index += 1
    }

    /// Reads a variable; an unclosed one matches nothing on Apple systems.
    private mutating func readVariable() {
      let close = bytes[index...].firstIndex(of: UInt8(ascii: ")"))
      elements.append(close == nil ? .broken : .variable)
      index = close.map { $0 + 1 } ?? bytes.count
    }

    /// Reads a run of escapes, which are decoded together.
    private mutating func readEscapes() {
      var decoded: [UInt8] = []
      let bytes = bytes[...]
      while index < bytes.count, bytes[index] == UInt8(ascii: "%"),
        let byte = PercentCoding.escapedByte(bytes.span, at: index + 1)
      {
        decoded.append(byte)
        index += 3
      }
      let text = String(decoding: decoded, as: UTF8.self)
      guard !decoded.isEmpty else { return take(.broken) }
      guard text.utf8.elementsEqual(decoded) else { return elements.append(.broken) }
      for scalar in text.unicodeScalars { append(scalar, isEscaped: true) }
    }

    /// Reads literal characters up to the next special one.
    private mutating func readCharacters() {
      let end = bytes[(index + 1)...].firstIndex { "*?$%".utf8.contains($0) } ?? bytes.count
      for scalar in String(decoding: bytes[index..<end], as: UTF8.self).unicodeScalars {
        append(scalar, isEscaped: false)
      }
      index = end
    }

    private mutating func append(_ scalar: Unicode.Scalar, isEscaped: Bool) {
      let units = Array(String(Character(scalar)).utf16)
      guard scalar.isASCII, let byte = UInt8(exactly: scalar.value), let unit = units.first else {
        let isUnsent = !isEscaped && !settings.decodes
        return elements += isUnsent ? [.unsent(scalar)] : units.map(Element.unit)
      }
      let isDivider =
        switch part {
        case .path: isEscaped && scalar == "/"
        case .query: scalar == "&" || scalar == ";"
        case .fragment: false
        }
      if isDivider {
        elements.append(.divider(unit))
      } else if isEscaped, AndroidPattern.isWildcard(unit) {
        elements.append(.wildcard)
      } else if !isEscaped, !settings.decodes,
        PercentCoding.isUnsafe(byte) || scalar == "#"
      {
        elements.append(.unsent(scalar))
      } else if settings.ignoresCase, ASCII.isLetter(byte) {
        elements.append(.letter(unit))
      } else {
        elements.append(.unit(unit))
      }
    }
  }
}
