/// A field line whose name is a token and whose value has no control characters (RFC 9110, sections
/// 5.1 and 5.5).
package struct HTTPField: Equatable, Sendable {
  /// The name in its original case; comparisons ignore case.
  package let name: String
  /// The value without surrounding white space.
  package let value: String

  /// Creates a field; nil if the name is not a token, or the value has a control character other than a
  /// tab, or begins or ends with white space.
  package init?(_ name: String, _ value: String) {
    guard !name.isEmpty, name.utf8.allSatisfy(HTTPSyntax.isToken) else { return nil }
    guard value.utf8.allSatisfy(HTTPSyntax.isFieldValue) else { return nil }
    if let first = value.utf8.first, HTTPSyntax.isSpace(first) { return nil }
    if let last = value.utf8.last, HTTPSyntax.isSpace(last) { return nil }
    self.name = name
    self.value = value
  }
}
