import LinkStorage
import Links
import Service
import WebSyntax

/// Parameters shared by several operations.
extension APICall {
  static func limit(_ text: String?) throws(Problem) -> Int {
    guard let text else { return 100 }
    guard let limit = Int(text), (1...1000).contains(limit) else {
      throw .parameter(
        "limit", "'\(text.prefix(100))' is out of range: expected a number from 1 to 1000")
    }
    return limit
  }

  static func order(_ text: String?) throws(Problem) -> LinkOrder {
    guard let text, !text.isEmpty else { return .created }
    guard let order = LinkOrder(rawValue: text) else {
      let names = LinkOrder.allCases.map(\.rawValue).joined(separator: ", ")
      throw .parameter("sort", "'\(text.prefix(100))': expected one of \(names)")
    }
    return order
  }

  /// Reads a flag; its name alone means true, too.
  static func flag(_ name: String, _ value: String?) throws(Problem) -> Bool {
    switch value {
    case nil, "false": return false
    case "true", "": return true
    case .some(let text):
      throw .parameter(name, "'\(text.prefix(100))': expected true or false")
    }
  }

  func host(_ text: String?) throws(Problem) -> HostPattern? {
    guard let text else { return nil }
    guard let host = HostPattern(text) else {
      throw .parameter(
        "host", "'\(text.prefix(100))' is not a host: expected one such as www.example.com")
    }
    return host
  }

  func time(_ name: String, _ values: [String: String]) throws(Problem) -> PointInTime? {
    guard let text = values[name] else { return nil }
    guard let time = PointInTime(text) else {
      throw .parameter(
        name,
        "'\(text.prefix(100))' is not a time: expected one such as 2026-11-21, "
          + "2026-11-21T00:00:00Z or 7d")
    }
    return time
  }
}

extension Problem {
  static func notCursor(_ text: String) -> Problem {
    .parameter("cursor", "'\(text.prefix(100))' is not a cursor: expected 'next' of a page")
  }
}
