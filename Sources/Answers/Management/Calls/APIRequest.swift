package import Changes
import HTTPCore
package import JSONSyntax
package import LinkStorage
package import Links
package import Service
package import SiteModel
import WebSyntax

/// A call of the API as a client writes it: sent to a server, or answered within this process.
package struct APIRequest: Sendable {
  package typealias Item = (name: String, value: String)

  package let operation: APIOperation
  /// The values of the names in the path, escaped.
  let values: [String]
  private let query: [Item]
  /// The body; nil for a request without one.
  package var body: [UInt8]?
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

  package var method: String { operation.method.name }

  package var target: String {
    let path = PathTemplate(operation.path).path(values)
    return query.isEmpty ? path : path + "?" + queryText
  }

  var queryText: String {
    query.map { "\($0.name)=\(PercentCoding.encodeComponent($0.value))" }.joined(separator: "&")
  }

  /// Escapes a part of a path. Slashes are kept, since slugs may contain them, but for those that would
  /// make the rest another part of the path, or the path that of something else.
  private static func escaped(_ text: String) -> String {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      .map { PercentCoding.encodeComponent(String($0)) }
    let isPath = parts.last != "versions" && !parts.contains { dots.keys.contains($0) }
    let escaped = parts.joined(separator: isPath ? "/" : "%2F")
    return dots[escaped] ?? escaped
  }

  /// The names that clients resolve, with the escapes that keep libcurl from it.
  private static let dots = [".": "%2E", "..": "%2E%2E"]
}

/// The API of a store that this process has opened: the same calls with the same answers as those of a
/// server, without a listener, and in the name of whoever runs the process.
package struct LocalAPI: Sendable {
  private let snapshot: ServiceSnapshot
  private let directory: LinkDirectory
  private let authority: Authority
  private let services: ManagementServices
  private let now: HTTPInstant

  package init(
    _ snapshot: ServiceSnapshot, _ store: any LinkStore, by authority: Authority,
    services: ManagementServices, at now: Timestamp
  ) {
    self.snapshot = snapshot
    directory = LinkDirectory(store: store, passwords: .scrypt)
    self.authority = authority
    self.services = services
    let seconds = Double(now.secondsSinceEpoch)
    self.now = HTTPInstant(secondsSinceEpoch: seconds, steadySeconds: seconds)
  }

  /// The document of the answer; null for one without a document.
  package func document(_ request: APIRequest) throws(Problem) -> JSONOutput {
    guard let path = APIPath(request), let run = request.operation.row.run else {
      throw .notFound
    }
    var call = APICall(
      operation: request.operation, path: path, body: request.body ?? [], now: now,
      authority: authority, snapshot: snapshot, directory: directory, services: services)
    call.parameters = try APICall.parameters(Array(request.queryText.utf8)[...], of: call.operation)
    return try run(call)().document ?? .null
  }
}
