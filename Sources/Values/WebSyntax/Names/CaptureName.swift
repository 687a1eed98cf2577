/// Names of the parts that a route captures, such as `id` in `/article/{id}`.
package enum CaptureName {
  /// Whether the text has only letters, digits and underscores and does not begin with a digit.
  package static func isValid(_ name: Substring) -> Bool {
    guard let first = name.utf8.first, !ASCII.isDigit(first) else { return false }
    return name.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
  }
}
