/// Where an app's own intent filters take less or more than they should, however they are grouped.
package struct IntentDifference: Equatable, Sendable {
  /// The elements that should be there and that nothing covers.
  package let missing: [IntentElement]
  /// The elements that take more.
  package let extra: [IntentElement]

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

/// The paths that an attribute takes: a text, or what begins with one. Patterns that are more than that are
/// only compared with themselves.
private struct PathReach {
  /// What all of the paths begin with.
  private var text: [UInt16] = []
  /// At least so many characters are behind the text; nil when none may be.
  private var least: Int?
  /// Another pattern, which takes some of what begins with the text.
  private var pattern: IntentPath?

  init(_ path: IntentPath?) {
    let value = Array((path?.value ?? "").utf16)
    switch path?.attribute {
    case .path: text = value
    case .pathPrefix, nil: (text, least) = (value, 0)
    case .pathSuffix: (least, pattern) = (0, path)
    case .pathPattern: read(value, special: ".*", escaped: "*\\", of: path)
    case .pathAdvancedPattern: read(value, special: ".*+[]{}", escaped: ".*+[]{}\\", of: path)
    }
    // Every path begins with a slash.
    if text.isEmpty, let count = least {
      (text, least) = (Array("/".utf16), max(count - 1, 0))
    }
  }

  /// - Parameters:
  ///   - special: the characters that are more than themselves.
  ///   - escaped: those that are themselves behind a backslash.
  private mutating func read(
    _ value: [UInt16], special: String, escaped: String, of path: IntentPath?
  ) {
    var rest = value[...]
    while let (unit, count) = Self.literal(rest, special, escaped) {
      rest = rest.dropFirst(count)
      if let next = rest.first, "*+{".utf16.contains(next) {
        (least, pattern) = (0, path)
        return
      }
      text.append(unit)
    }
    guard !rest.isEmpty else { return }
    let isOpen =
      rest.last == "*".utf16.first && rest.dropLast().allSatisfy { $0 == ".".utf16.first }
    least = isOpen ? max(rest.count - 2, 0) : 0
    if !isOpen || rest.count == 1 { pattern = path }
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
    if let pattern {
      return others.contains { $0.pattern == pattern || $0.takesAll(behind: text, 0) }
    }
    guard let least else { return others.contains { $0.takes(text) } }
    return others.contains { $0.takesAll(behind: text, least) }
      || least == 0 && others.contains { $0.takes(text) }
        && others.contains { $0.takesAll(behind: text, 1) }
  }

  /// False if no path is taken by both.
  func mayMeet(_ other: PathReach) -> Bool {
    let (short, long) = text.count < other.text.count ? (self, other) : (other, self)
    let isOpen = short.least != nil || short.text.count == long.text.count
    return isOpen && long.text.starts(with: short.text)
  }

  private func takes(_ path: [UInt16]) -> Bool {
    if let pattern {
      return pattern.attribute == .pathSuffix
        && path.reversed().starts(with: pattern.value.utf16.reversed())
    }
    return least == nil ? path == text : takesAll(behind: path, 0)
  }

  private func takesAll(behind path: [UInt16], _ count: Int) -> Bool {
    guard pattern == nil, let least else { return false }
    return path.starts(with: text) && path.count + count >= text.count + least
  }
}
