import HTTPCore
import Service
import WebSyntax

/// The names and values of a query or a form, in order.
struct WireForm {
  private(set) var items: [(name: String, value: String)] = []

  /// The maximum number of items, more than any client sends.
  private static let itemLimit = 200

  mutating func add(_ bytes: ArraySlice<UInt8>) throws(Problem) {
    for item in HTTPQuery(bytes) {
      guard items.count < Self.itemLimit else {
        throw Problem(
          .badRequest, "invalid-parameter", "expected at most \(Self.itemLimit) parameters")
      }
      items.append(item.texts)
    }
  }

  /// The last value of a name, as in PHP; nil when it is absent or empty.
  subscript(_ name: String) -> String? {
    items.last { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
  }

  /// Returns the values of a list, whose items are named `tags[]` or `tags[0]`.
  func list(_ name: String) -> [String] {
    items.filter { $0.name == name || $0.name.hasPrefix(name + "[") }.map(\.value)
  }

  /// Returns a number within bounds; nil when it is absent.
  func number(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = self[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .parameter(
        name,
        "'\(text.prefix(100))': expected a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
