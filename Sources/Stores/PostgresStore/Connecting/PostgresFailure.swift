import LinkStorage

/// Passes the failures of `body` on as callers of the store expect them.
func reporting<Answer>(
  _ body: () throws(PostgresFailure) -> Answer
) throws(LinkStoreError) -> Answer {
  do throws(PostgresFailure) {
    return try body()
  } catch {
    throw error.reported
  }
}

/// A failed operation of the server, with everything that determines the next step.
package struct PostgresFailure: Error, Equatable {
  let error: LinkStoreError
  /// The five characters of SQLSTATE; empty when the connection itself failed.
  let state: String
  var isDisconnected = false
  /// Whether the connection was lost during a commit, so that it is unknown whether it succeeded.
  var isOutcomeUnknown = false
  /// Whether the server is one that a promotion has made outdated.
  var isOvertaken = false

  init(_ error: LinkStoreError, state: String = "", isDisconnected: Bool = false) {
    self.error = error
    self.state = state
    self.isDisconnected = isDisconnected
  }

  /// An error of the store itself.
  init(_ kind: LinkStoreError.Kind, _ message: String, operation: String) {
    self.init(LinkStoreError(kind, message, operation: operation))
  }

  /// An error that the server reports.
  init(state: String, message: String, operation: String) {
    let kind: LinkStoreError.Kind =
      switch state {
      case "53100", "53200", "54000": .full
      case "25006", "42501": .readOnly
      case "40001", "40P01", "55P03", "57014": .locked
      case "XX001", "XX002": .corrupt
      case "42P01", "3F000", "42703": .foreign
      case let code where ["08", "53", "57"].contains(String(code.prefix(2))): .unreachable
      default: .failed
      }
    self.init(
      LinkStoreError(
        kind: kind, code: Int32(state, radix: 36) ?? 0, message: "\(message) (\(state))",
        operation: operation),
      state: state)
  }

  init(connection message: String, operation: String) {
    self.init(
      LinkStoreError(.unreachable, message, operation: operation),
      isDisconnected: true)
  }

  /// Whether the same transaction may succeed when it is repeated.
  var isWorthRepeating: Bool {
    guard !isOutcomeUnknown else { return false }
    // Behind a pooler, a statement prepared on another connection is unknown on this one. Where another
    // transaction was the first to take a name, the statement sees it the second time.
    return isDisconnected || isViolatedConstraint || ["40001", "40P01", "26000"].contains(state)
  }

  /// Whether the server said why it ends the connection.
  var endsConnection: Bool { state.hasPrefix("57P0") || state.hasPrefix("08") }

  /// Whether a unique constraint was violated, which decides who was first.
  var isViolatedConstraint: Bool { state == "23505" }

  /// The error for the caller of the store.
  var reported: LinkStoreError {
    guard isOutcomeUnknown else { return error }
    return LinkStoreError(
      kind: error.kind, code: error.code,
      message: "the connection was lost while the change was being committed, so it may have been "
        + "made or not: \(error.message)",
      operation: error.operation)
  }
}
