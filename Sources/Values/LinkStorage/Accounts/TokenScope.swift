/// A permission of a token of the management API.
package enum TokenScope: String, CaseIterable, Sendable {
  case readLinks = "links:read"
  case writeLinks = "links:write"
  case readStatistics = "stats:read"
  case writeLaunches = "launches:write"
  case writeNotifications = "notifications:write"
  case sendNotifications = "notifications:send"
  /// Everything.
  case admin
}

extension APIToken {
  /// Whether the token has a scope; a revoked one has none.
  package func allows(_ scope: TokenScope) -> Bool {
    revokedAt == nil
      && scopes.contains { $0 == scope.rawValue || $0 == TokenScope.admin.rawValue }
  }
}
