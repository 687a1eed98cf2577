import LinkStorage
import Service

extension Authentication {
  /// The caller's token, if it allows the operation; nil for operations that need none.
  func token(for operation: APIOperation) throws(Problem) -> APIToken? {
    guard !operation.scopes.isEmpty else { return nil }
    return try token(allowing: operation.scopes, keyInQuery: operation.isFirebase)
  }
}
