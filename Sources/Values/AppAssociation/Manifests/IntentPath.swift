import WebSyntax

/// An attribute of `<data>` in an app's manifest, which compares the decoded path of a URL.
///
/// Source: Android, "`<data>`"; the Android Open Source Project, `PatternMatcher`.
package struct IntentPath: Hashable, Sendable {
  package enum Attribute: String, CaseIterable, Sendable {
    /// The whole path.
    case path
    /// The beginning of the path.
    case pathPrefix
    /// A pattern in which `.` is any character, and `*` any number of the one before it.
    case pathPattern
    /// A pattern with sets of characters as well; from API level 31 on.
    case pathAdvancedPattern
    /// The end of the path; from API level 31 on.
    case pathSuffix
  }

  package let attribute: Attribute
  /// The text or pattern, as the system reads it from the manifest.
  package let value: String

  package init(_ attribute: Attribute, _ value: String) {
    self.attribute = attribute
    self.value = value
  }
}

extension IntentPath: CustomStringConvertible {
  /// The attribute as in `pathPrefix '/product/'`.
  package var description: String { "\(attribute.rawValue) '\(value)'" }
}

/// The paths of one rule in a manifest: at least those that open the app, and as few others as attributes
/// can say.
struct IntentPaths {
  private(set) var paths: [IntentPath] = []
  /// Whether other paths are among them.
  private(set) var isBroader = false

  private enum Token: Equatable {
    case unit(UInt16)
    /// A letter in either case.
    case letter(UInt16)
    case any
    /// Everything else, of at least this many characters.
    case rest(Int)
  }

  private static let slash = Token.unit(UInt16(UInt8(ascii: "/")))
  private static let dot = Token.unit(UInt16(UInt8(ascii: ".")))

  /// - Parameters:
  ///   - component: the rule, without captures.
  ///   - minSDK: the lowest API level that has to understand the attributes.
  init(_ component: Component, minSDK: Int) {
    let settings = AndroidWording.Settings(component)
    let path = AndroidPath(component.path ?? "*", settings)
    // A route with it matches no URL.
    guard path.wording.unsentCharacter == nil else { return }
    let isModern = minSDK >= 31
    if isModern, let end = Self.end(of: path.wording.elements) {
      paths = [end, Self.withSlash(end)].map { Self.attribute(.pathSuffix, $0) }
      return
    }
    let tokens = tokens(path.wording, settings, knowsLetters: isModern)
    for tokens in Self.variants(tokens, isRestOptional: path.isRestOptional) {
      paths.append(self.path(tokens, isModern))
    }
  }

  /// The paths of a rule, each as attributes that have to match together; empty if attributes cannot say
  /// them without others.
  static func exact(_ component: Component, minSDK: Int) -> [[IntentPath]] {
    let paths = IntentPaths(component, minSDK: minSDK)
    guard paths.isBroader else { return paths.paths.map { [$0] } }
    let path = AndroidPath(component.path ?? "*", AndroidWording.Settings(component))
    // A star between two texts.
    let elements = path.wording.elements
    guard let star = elements.firstIndex(of: .many), star > 0,
      let end = end(of: Array(elements[star...])), let start = text(elements[..<star])
    else { return [] }
    let overlap = (1...min(start.count, end.count)).contains { count in
      start.suffix(count) == end.prefix(count)
    }
    guard !overlap else { return [] }
    return [end, withSlash(end)].map { end in
      [attribute(.pathPrefix, start), attribute(.pathSuffix, end)]
    }
  }

  /// The text after a star at the beginning; nil when anything else is in the path.
  private static func end(of elements: [AndroidWording.Element]) -> [Token]? {
    guard elements.first == .many, elements.count > 1, !mayEndEscape(elements[1]) else {
      return nil
    }
    return text(elements.dropFirst())
  }

  /// The characters of elements; nil when one is anything else.
  private static func text(_ elements: ArraySlice<AndroidWording.Element>) -> [Token]? {
    let tokens = elements.compactMap { element -> Token? in
      if case .unit(let unit) = element { .unit(unit) } else { nil }
    }
    return tokens.count == elements.count ? tokens : nil
  }

  /// Whether a character may be the digit of an escape that a wildcard before it has begun: Apple systems
  /// compare escapes as they are sent.
  private static func mayEndEscape(_ element: AndroidWording.Element) -> Bool {
    switch element {
    case .unit(let unit), .letter(let unit):
      UInt8(exactly: unit).map { Hexadecimal.value(of: $0) != nil } ?? false
    default: false
    }
  }

  /// Patterns are compared without trying again, so that nothing may follow a star.
  private mutating func tokens(
    _ wording: AndroidWording, _ settings: AndroidWording.Settings, knowsLetters: Bool
  ) -> [Token] {
    let elements = wording.elements
    isBroader = wording.countsCharacters(in: .path)
    var tokens: [Token] = []
    for (index, element) in elements.enumerated() {
      switch element {
      case .unit(let unit), .divider(let unit):
        isBroader = isBroader || element != .unit(unit)
        tokens.append(.unit(unit))
      case .letter(let unit):
        isBroader = isBroader || !knowsLetters
        tokens.append(knowsLetters ? .letter(unit) : .any)
      case .wildcard:
        isBroader = true
        tokens.append(.any)
      case .unsent: continue
      case .one:
        let count = elements[index...].prefix { $0 == .one }.count
        let next = index + count < elements.count ? elements[index + count] : nil
        let isOpen = next == .many
        // Three characters may be one as they are sent, and one may be two units of UTF-16.
        if isOpen || count > 2 || settings.decodes || next.map(Self.mayEndEscape) == true {
          isBroader = isBroader || !isOpen || count > 1 || index + 2 < elements.count
          return tokens + [.rest(1)]
        }
        tokens.append(.any)
      case .many, .variable, .broken:
        isBroader = isBroader || element != .many || index + 1 < elements.count
        return tokens + [.rest(0)]
      }
    }
    return tokens
  }

  /// Apple systems ignore a slash at the end, and `/a/*` covers `/a`.
  private static func variants(_ tokens: [Token], isRestOptional: Bool) -> [[Token]] {
    if isRestOptional, tokens.count > 2, tokens.suffix(2) == [slash, .rest(0)] {
      return [tokens.dropLast(2), tokens]
    }
    if case .rest = tokens.last { return [tokens] }
    return tokens == [slash] || tokens.isEmpty ? [[slash]] : [tokens, withSlash(tokens)]
  }

  private static func withSlash(_ tokens: [Token]) -> [Token] { tokens + [slash] }

  private mutating func path(_ tokens: [Token], _ isModern: Bool) -> IntentPath {
    let isText = tokens.allSatisfy { if case .unit = $0 { true } else { false } }
    if isText { return Self.attribute(.path, tokens) }
    let bare = tokens.dropLast()
    let isBeginning = bare.allSatisfy { if case .unit = $0 { true } else { false } }
    if isBeginning, tokens.last == .rest(0) {
      // Every path begins with a slash.
      return Self.attribute(.pathPrefix, bare.isEmpty ? [Self.slash] : Array(bare))
    }
    let hasLetters = tokens.contains { if case .letter = $0 { true } else { false } }
    // A simple pattern takes any character for a dot, even for an escaped one.
    let hasDot = tokens.contains(Self.dot)
    let isAdvanced = hasLetters || hasDot && isModern
    isBroader = isBroader || hasDot && !isAdvanced
    return Self.attribute(isAdvanced ? .pathAdvancedPattern : .pathPattern, tokens)
  }

  private static func attribute(_ attribute: IntentPath.Attribute, _ tokens: [Token]) -> IntentPath
  {
    let special: [UInt16] =
      switch attribute {
      case .path, .pathPrefix, .pathSuffix: []
      case .pathPattern: Array("\\.*".utf16)
      case .pathAdvancedPattern: Array("\\.*+[]{}".utf16)
      }
    var units: [UInt16] = []
    for token in tokens {
      switch token {
      case .unit(let unit):
        if special.contains(unit) { units.append(UInt16(UInt8(ascii: "\\"))) }
        units.append(unit)
      case .letter(let unit):
        let letter = String(decoding: [unit], as: UTF16.self)
        units += Array("[\(letter.lowercased())\(letter.uppercased())]".utf16)
      case .any: units += Array(".".utf16)
      case .rest(let least): units += Array((least > 0 ? "..*" : ".*").utf16)
      }
    }
    return IntentPath(attribute, String(decoding: units, as: UTF16.self))
  }
}
