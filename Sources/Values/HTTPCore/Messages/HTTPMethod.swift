/// A request method; case-sensitive (RFC 9110, section 9.1).
@usableFromInline package enum HTTPMethod: Hashable, Sendable {
  case get, head, query, post, put, patch, delete, options, trace, connect
  /// Any other token.
  case other(String)

  /// The method as it is written in a request line.
  package var name: String {
    switch self {
    case .get: "GET"
    case .head: "HEAD"
    case .query: "QUERY"
    case .post: "POST"
    case .put: "PUT"
    case .patch: "PATCH"
    case .delete: "DELETE"
    case .options: "OPTIONS"
    case .trace: "TRACE"
    case .connect: "CONNECT"
    case .other(let name): name
    }
  }
}
