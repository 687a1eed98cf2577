import HTTPCore
package import JSONSyntax
import WebSyntax

/// A call of the API as a client writes it: sent to a server, or answered within this process.
package struct APIRequest: Sendable {
  /// A parameter of the query with its value.
  package typealias Item = (name: String, value: String)

  /// The operation that the call asks for.
  package let operation: APIOperation
  /// The values of the names in the path, escaped.
  let values: [String]
  private let query: [Item]
  /// The body; nil for a request without one.
  package var body: [UInt8]?
  /// Further header fields.
  package var fields: [Item] = []
  /// The seconds within which the answer must be complete.
  package var timeout = 60

  /// - Parameters:
  ///   - values: the values of the names in the path.
  ///   - query: parameters; those that are nil are left out.
  package init(
    _ operation: APIOperation, _ values: String..., query: [Item?] = [], body: JSONOutput? = nil
  ) {
    self.init(operation, at: values, query: query, body: body)
  }

  init(
    _ operation: APIOperation, at values: [String], query: [Item?] = [], body: JSONOutput? = nil
  ) {
    self.operation = operation
    self.values = values.map(Self.escaped)
    self.query = query.compactMap(\.self)
    if let body {
      self.body = Array(body.compact.utf8)
      fields = [("Content-Type", "application/json")]
    } else if operation.method == .post {
      self.body = []
    }
  }

  /// A call that sends a file.
  package init(_ operation: APIOperation, query: [Item?], file: [UInt8]) {
    self.init(operation, query: query)
    // An empty array would mean a request without a body.
    body = file.isEmpty ? [UInt8(ascii: "\n")] : file
    fields = [("Content-Type", "application/octet-stream")]
  }

  /// The name of the method.
  package var method: String { operation.method.name }

  /// The path and the query.
  package var target: String {
    let path = PathTemplate(operation.path).path(values)
    guard !query.isEmpty else { return path }
    return path + "?" + queryText
  }

  /// The text after the question mark.
  var queryText: String {
    query.map { "\($0.name)=\(PercentCoding.encodeComponent($0.value))" }.joined(separator: "&")
  }

  /// Escapes a part of a path. Slashes are kept, since slugs may contain them, but for the one that
  /// would make the rest another part of the path.
  private static func escaped(_ text: String) -> String {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      .map { PercentCoding.encodeComponent(String($0)) }
    guard parts.count > 1, parts.last == "versions" else { return parts.joined(separator: "/") }
    return parts.dropLast().joined(separator: "/") + "%2Fversions"
  }
}
