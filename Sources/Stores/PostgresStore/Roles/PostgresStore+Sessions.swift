package import LinkStorage
import Links
import SQLStorage
import System

extension PostgresStore {
  package func revokeSession(
    digest: [UInt8], completion: @escaping StoreCompletion<SessionChange>
  ) {
    change(completion) { [origin] connection throws(PostgresFailure) in
      let sql = SharedStatements(connection)
      let change = try sql.revokeSession(digest)
      if change == .done {
        // Nodes cache sessions just like tokens.
        try sql.notifyTokensChanged(
          by: origin, at: Timestamp(secondsSinceEpoch: Int(Clock.now())))
      }
      return change
    }
  }
}
