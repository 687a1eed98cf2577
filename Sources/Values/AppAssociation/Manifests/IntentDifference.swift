/// Where an app's own intent filters take less or more than they should, however they are grouped.
package struct IntentDifference: Equatable, Sendable {
  /// The elements that should be there and that nothing covers.
  package let missing: [IntentElement]
  /// The elements that take more.
  package let extra: [IntentElement]

  /// - Parameters:
  ///   - declared: what the app declares.
  ///   - wanted: what it should declare.
  package init(declared: [IntentElement], wanted: [IntentElement]) {
    // A wildcard takes hosts of any depth, but is verified at a host of its own.
    missing = wanted.filter { element in
      !element.isTaken(by: declared.filter { $0.host == element.host })
    }
    extra = declared.filter { element in
      !element.isTaken(by: wanted.filter { $0.takes(element.host) })
    }
  }
}

extension IntentElement {
  /// Source: the Android Open Source Project, `IntentFilter.AuthorityEntry`.
  fileprivate func takes(_ host: String) -> Bool {
    self.host == host || self.host.hasPrefix("*") && host.hasSuffix(self.host.dropFirst())
  }
}

extension IntentElement {
  /// What groups declare on a host.
  static func elements(host: String, _ groups: [IntentFilters.Group]) -> [IntentElement] {
    var exceptions: [[IntentPath]] = []
    var elements: [IntentElement] = []
    for group in groups {
      guard group.isAllowed else {
        exceptions.append(group.paths)
        continue
      }
      let met = exceptions.filter { paths in
        paths.allSatisfy { one in
          group.paths.allSatisfy { PathReach($0).mayMeet(PathReach(one)) }
        }
      }
      elements.append(IntentElement(host: host, path: group.paths.first, exceptions: met))
    }
    return elements
  }

  /// Whether others take as much, and except no more.
  fileprivate func isTaken(by others: [IntentElement]) -> Bool {
    let wider = others.filter { $0.exceptions.allSatisfy(exceptions.contains) }
    return PathReach(path).isTaken(by: wider.map { PathReach($0.path) })
  }
}

/// The paths that an attribute takes. Patterns that are more than a text with an open end are only compared
/// with themselves.
private enum PathReach {
  case whole([UInt16])
  /// What begins with a text and has at least so many characters behind it.
  case open([UInt16], least: Int)
  case other(IntentPath, beginning: [UInt16])

  init(_ path: IntentPath?) {
    guard let path else {
      self = Self.beginning([], least: 0)
      return
    }
    switch path.attribute {
    case .path: self = .whole(Array(path.value.utf16))
    case .pathPrefix: self = Self.beginning(Array(path.value.utf16), least: 0)
    case .pathSuffix: self = .other(path, beginning: [])
    case .pathPattern: self = Self.pattern(path, special: ".*", escaped: "*\\")
    case .pathAdvancedPattern: self = Self.pattern(path, special: ".*+[]{}", escaped: ".*+[]{}\\")
    }
  }

  /// Every path begins with a slash.
  private static func beginning(_ text: [UInt16], least: Int) -> Self {
    text.isEmpty ? .open(Array("/".utf16), least: max(least - 1, 0)) : .open(text, least: least)
  }

  /// - Parameters:
  ///   - special: the characters that are more than themselves.
  ///   - escaped: those that are themselves behind a backslash.
  private static func pattern(_ path: IntentPath, special: String, escaped: String) -> Self {
    let repetitions = Array("*+{".utf16)
    var rest = Array(path.value.utf16)[...]
    var text: [UInt16] = []
    while let (unit, count) = literal(rest, special, escaped) {
      let behind = rest.dropFirst(count)
      if let next = behind.first, repetitions.contains(next) {
        return .other(path, beginning: text)
      }
      text.append(unit)
      rest = behind
    }
    if rest.isEmpty { return .whole(text) }
    let dots = rest.dropLast().allSatisfy { $0 == UInt16(UInt8(ascii: ".")) }
    let isOpen = dots && rest.count > 1 && rest.last == repetitions.first
    return isOpen ? beginning(text, least: rest.count - 2) : .other(path, beginning: text)
  }

  /// A character that stands for itself, and how many characters of the pattern it is.
  private static func literal(
    _ rest: ArraySlice<UInt16>, _ special: String, _ escaped: String
  ) -> (unit: UInt16, count: Int)? {
    guard let first = rest.first, !special.utf16.contains(first) else { return nil }
    guard first == UInt16(UInt8(ascii: "\\")) else { return (first, 1) }
    guard let next = rest.dropFirst().first, escaped.utf16.contains(next) else { return nil }
    return (next, 2)
  }

  func isTaken(by others: [PathReach]) -> Bool {
    switch self {
    case .whole(let text): others.contains { $0.takes(text) }
    case .open(let text, let least):
      others.contains { $0.takesAll(behind: text, least) }
        || least == 0 && Self.whole(text).isTaken(by: others)
          && Self.open(text, least: 1).isTaken(by: others)
    case .other(let path, let beginning):
      others.contains { other in
        if case .other(path, _) = other { return true }
        return other.takesAll(behind: beginning, 0)
      }
    }
  }

  /// False if no path is taken by both.
  func mayMeet(_ other: PathReach) -> Bool {
    let (one, two) = (beginning, other.beginning)
    return switch (self, other) {
    case (.whole, .whole): one == two
    case (.whole, _): one.starts(with: two)
    case (_, .whole): two.starts(with: one)
    default: one.starts(with: two) || two.starts(with: one)
    }
  }

  private var beginning: [UInt16] {
    switch self {
    case .whole(let text), .open(let text, _), .other(_, let text): text
    }
  }

  private func takes(_ path: [UInt16]) -> Bool {
    switch self {
    case .whole(let text): text == path
    case .open: takesAll(behind: path, 0)
    case .other(let other, _):
      other.attribute == .pathSuffix && path.reversed().starts(with: other.value.utf16.reversed())
    }
  }

  private func takesAll(behind path: [UInt16], _ count: Int) -> Bool {
    guard case .open(let text, let least) = self else { return false }
    return path.starts(with: text) && path.count + count >= text.count + least
  }
}
