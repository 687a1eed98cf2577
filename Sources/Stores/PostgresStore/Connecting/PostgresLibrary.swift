import CPostgres
import LinkStorage

/// libpq, loaded when the first store needs it: a process without PostgreSQL starts without the library
/// and its dependencies.
final class PostgresLibrary: Sendable {
  let functions: keiro_libpq
  /// Ends the waits of all connections for a server that has stopped.
  let silence = SilenceWatch()

  private init(_ functions: keiro_libpq) {
    self.functions = functions
  }

  private static let loaded: Result<PostgresLibrary, PostgresFailure> = {
    withUnsafeTemporaryAllocation(of: keiro_libpq.self, capacity: 1) { table in
      guard let functions = table.baseAddress else { return .failure(failure("no memory")) }
      if let message = keiro_load_libpq(functions) {
        return .failure(failure(String(cString: message)))
      }
      return .success(PostgresLibrary(functions.pointee))
    }
  }()

  private static func failure(_ message: String) -> PostgresFailure {
    PostgresFailure(
      .failed,
      "PostgreSQL's client library cannot be loaded (\(message)): "
        + "expected the package libpq5", operation: "load libpq.so.5")
  }

  /// - Throws: an error if the library or one of its functions is missing.
  static func load() throws(PostgresFailure) -> PostgresLibrary { try loaded.get() }

  /// The version as a number, such as 150018 for 15.18.
  var version: Int { Int(functions.libVersion()) }
}
