import CPostgres
import Glibc
import LinkStorage

/// Finding a server, and agreeing with it on what a connection needs.
extension PostgresConnection {
  /// Connects to the first suitable server.
  ///
  /// libpq offers the first server that takes changes, and so does one that a promotion has made
  /// outdated: then each of the servers is asked by itself. So it is at the first connection of a
  /// process that knows of no promotion.
  ///
  /// - Parameters:
  ///   - name: the name of the connection in the server's lists and logs.
  ///   - timelines: tells an outdated server.
  /// - Throws: that the server is outdated, if no other one is better.
  static func current(
    _ string: ConnectionString, name: String, timeout: Int = 10_000, isPatient: Bool = false,
    _ timelines: NewestTimeline, _ library: PostgresLibrary
  ) throws(PostgresFailure) -> PostgresConnection {
    func connect(_ string: ConnectionString) throws(PostgresFailure) -> PostgresConnection {
      let connection = try PostgresConnection(
        string, name: name, timeout: timeout, isPatient: isPatient, library)
      guard timelines.admits(connection.timeline) else { throw overtaken(connection, timelines) }
      return connection
    }
    if timelines.isToBeSought() {
      for server in string.each { _ = try? connect(server) }
    }
    do throws(PostgresFailure) {
      return try connect(string)
    } catch {
      guard error.isOvertaken else { throw error }
      for server in string.each {
        if let connection = try? connect(server) { return connection }
      }
      throw error
    }
  }

  private static func overtaken(
    _ connection: PostgresConnection, _ timelines: NewestTimeline
  ) -> PostgresFailure {
    func number(_ timeline: Timeline?) -> String { timeline.map { String($0.number) } ?? "unknown" }
    var failure = PostgresFailure(
      connection:
        "the server '\(connection.server)' is at timeline \(number(connection.timeline)) and was "
        + "overtaken by one that was promoted, at timeline \(number(timelines.value)): expected "
        + "that it gives way", operation: "connect")
    failure.isOvertaken = true
    return failure
  }

  /// Opens a connection that writes.
  static func open(
    _ string: ConnectionString, name: String, _ library: PostgresLibrary
  ) throws(PostgresFailure) -> OpaquePointer {
    // Later ones win: those before the name of the database are our defaults, the others are required.
    var parameters = [
      ("connect_timeout", "3"), ("tcp_user_timeout", "5000"), ("keepalives_idle", "10"),
      ("keepalives_interval", "5"), ("keepalives_count", "2"),
      ("target_session_attrs", "read-write"), ("fallback_application_name", name),
      ("dbname", string.text), ("client_encoding", "UTF8"),
    ]
    if let server = string.server {
      parameters += [
        ("host", server.host), ("hostaddr", server.address), ("port", server.port),
      ]
    }
    let keywords = parameters.map { strdup($0.0) }
    let values = parameters.map { strdup($0.1) }
    defer { (keywords + values).forEach { free($0) } }
    let handle = library.functions.connectdbParams(
      keywords.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
    guard let handle else {
      throw PostgresFailure(connection: "no memory", operation: "connect")
    }
    guard library.functions.status(handle) == CONNECTION_OK else {
      let message = message(of: handle, library)
      library.functions.finish(handle)
      throw PostgresFailure(connection: message, operation: "connect")
    }
    return handle
  }

  /// - Returns: whether there is a pooler in between, and otherwise the server's timeline.
  static func prepare(
    _ handle: OpaquePointer, timeout: Int, _ library: PostgresLibrary
  ) throws(PostgresFailure) -> (Bool, Timeline?) {
    let functions = library.functions
    // Notices are for people at a terminal.
    _ = functions.setNoticeReceiver(handle, { _, _ in }, nil)
    let version = Int(functions.serverVersion(handle))
    guard version >= 150_000 else {
      throw refusal("the server has PostgreSQL \(version / 10_000): expected 15 or later")
    }
    let encoding = functions.parameterStatus(handle, "server_encoding").map { String(cString: $0) }
    guard encoding == "UTF8" else {
      throw refusal("the database has the encoding '\(encoding ?? "")': expected UTF8")
    }
    // A pooler reports process numbers of its own.
    let backend = try scalar("SELECT pg_backend_pid()", on: handle, library)
    let isPooled = backend != String(functions.backendPID(handle))
    var timeline: Timeline?
    if !isPooled {
      let text = try scalar(
        "SET statement_timeout = \(timeout); SET lock_timeout = \(timeout / 2); "
          + "SET idle_in_transaction_session_timeout = 15000; SET search_path = pg_catalog; "
          + "SET default_transaction_isolation = 'read committed'; \(Timeline.query)",
        on: handle, library)
      timeline = Timeline(text)
    }
    guard functions.enterPipelineMode(handle) == 1 else {
      throw refusal("the client library has no pipeline mode: expected the one of PostgreSQL 15")
    }
    return (isPooled, timeline)
  }

  private static func scalar(
    _ sql: String, on handle: OpaquePointer, _ library: PostgresLibrary
  ) throws(PostgresFailure) -> String {
    guard let result = library.functions.exec(handle, sql) else {
      throw PostgresFailure(connection: message(of: handle, library), operation: sql)
    }
    defer { library.functions.clear(result) }
    if let failure = failure(of: result, sql, library) { throw failure }
    guard library.functions.ntuples(result) == 1 else { return "" }
    return library.functions.getvalue(result, 0, 0).map { String(cString: $0) } ?? ""
  }

  private static func refusal(_ message: String) -> PostgresFailure {
    PostgresFailure(.foreign, message, operation: "connect")
  }
}
