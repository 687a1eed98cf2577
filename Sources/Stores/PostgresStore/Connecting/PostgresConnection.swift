import CPostgres
import Glibc
import LinkStorage
package import SQLStorage
import WebSyntax

/// A connection to the server in pipeline mode: queued statements are sent with the next one whose
/// result is awaited, so that a transaction takes two or three round trips however many statements it
/// has.
package final class PostgresConnection: @unchecked Sendable {
  // Unchecked, because it is a C handle: the pool lets only one thread at a time use it, which `use`
  // checks.

  let library: PostgresLibrary
  private let handle: OpaquePointer
  private let use = SoleUse()
  /// Whether there is a pooler in between, which assigns each transaction to another connection: then
  /// statements are not named, and no setting outlives its transaction.
  let isPooled: Bool
  /// The server's timeline when the connection was opened; nil behind a pooler.
  let timeline: Timeline?
  private var prepared: Set<String> = []
  private var queued: [Queued] = []
  /// Whether the commit of the current transaction was sent.
  private var isCommitting = false
  private(set) var isBroken = false
  /// The number that the connection has locked, see `Replication.holdName`.
  var claim: Int?
  /// The identity of the server, once it was queried.
  private var epoch: String?

  fileprivate enum Queued {
    case preparation(String)
    case statement(String)
  }

  /// The maximum wait for results, in milliseconds; nil for no limit.
  private let patience: Int?

  var functions: keiro_libpq { _read { yield library.functions } }

  /// - Parameters:
  ///   - name: the name of the connection in the server's lists and logs.
  ///   - timeout: the time limit for a statement, in milliseconds.
  ///   - isPatient: whether statements have no time limit, except for those that set limits in the
  ///     server.
  init(
    _ string: ConnectionString, name: String, timeout: Int = 10_000, isPatient: Bool = false,
    _ library: PostgresLibrary
  ) throws(PostgresFailure) {
    self.library = library
    // The server itself cancels a statement that takes too long, unless the server has stopped.
    patience = isPatient ? nil : max(30_000, timeout * 3)
    let handle = try Self.open(string, name: name, library)
    do throws(PostgresFailure) {
      (isPooled, timeline) = try Self.prepare(handle, timeout: timeout, library)
    } catch {
      library.functions.finish(handle)
      throw error
    }
    self.handle = handle
  }

  deinit {
    functions.finish(handle)
  }

  /// The message of the last error of a connection.
  static func message(of handle: OpaquePointer, _ library: PostgresLibrary) -> String {
    let message = library.functions.errorMessage(handle).map { String(cString: $0) } ?? ""
    return message.isEmpty ? "the connection was lost" : ConnectionString.oneLine(message)
  }

  /// The failure that a result reports; nil for a success.
  static func failure(
    of result: OpaquePointer, _ sql: String, _ library: PostgresLibrary
  ) -> PostgresFailure? {
    switch library.functions.resultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_COPY_IN, PGRES_PIPELINE_SYNC:
      return nil
    default:
      func field(_ field: Int32) -> String? {
        library.functions.resultErrorField(result, field).map { String(cString: $0) }
      }
      guard let state = field(KEIRO_PG_SQLSTATE.number) else {
        let message = library.functions.resultErrorMessage(result).map { String(cString: $0) } ?? ""
        return PostgresFailure(
          connection: ConnectionString.oneLine(message), operation: sql)
      }
      return PostgresFailure(
        state: state, message: field(KEIRO_PG_MESSAGE_PRIMARY.number) ?? "", operation: sql)
    }
  }

  /// The version as a number, such as 150018 for 15.18.
  var serverVersion: Int { Int(functions.serverVersion(handle)) }

  /// The host name or socket folder of the connected server, and its port.
  var server: String {
    func text(_ characters: UnsafeMutablePointer<CChar>?) -> String {
      characters.map { String(cString: $0) } ?? ""
    }
    return "\(text(functions.host(handle))):\(text(functions.port(handle)))"
  }

  var socket: Int32 { functions.socket(handle) }

  // MARK: - Statements

  /// Queues a statement of which only an error matters; the next statement whose result is awaited
  /// throws it.
  package func send(_ sql: String, _ values: [SQLValue] = []) throws(PostgresFailure) {
    guard !isBroken else {
      throw PostgresFailure(connection: "the connection was lost", operation: sql)
    }
    try use.check { () throws(PostgresFailure) in try sendSolely(sql, values) }
  }

  private func sendSolely(
    _ sql: String, _ values: [SQLValue]
  ) throws(PostgresFailure) {
    let name = Self.name(of: sql)
    let isNamed = !isPooled && !values.isEmpty
    var sent: Int32 = 1
    if isNamed, !prepared.contains(name) {
      let types = values.map(\.type)
      sent = functions.sendPrepare(handle, name, sql, Int32(clamping: types.count), types)
      prepared.insert(name)
      queued.append(.preparation(name))
    }
    if sent == 1 { sent = enqueue(sql, isNamed ? name : nil, values) }
    queued.append(.statement(sql))
    guard sent == 1 else { throw broken(sql) }
  }

  private func enqueue(_ sql: String, _ name: String?, _ values: [SQLValue]) -> Int32 {
    var bytes: [UInt8] = []
    var offsets: [Int?] = []
    var lengths: [Int32] = []
    for value in values {
      let start = bytes.count
      value.append(to: &bytes)
      offsets.append(value.isNull ? nil : start)
      lengths.append(Int32(clamping: bytes.count - start))
    }
    // An empty value still needs an address: without one it would be null.
    bytes.append(0)
    let formats = [Int32](repeating: 1, count: values.count)
    return bytes.withUnsafeBytes { buffer in
      let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      let pointers = offsets.map { offset in offset.flatMap { base?.advanced(by: $0) } }
      let count = Int32(clamping: values.count)
      if let name {
        return functions.sendQueryPrepared(handle, name, count, pointers, lengths, formats, 1)
      }
      return functions.sendQueryParams(
        handle, sql, count, values.map(\.type), pointers, lengths, formats, 1)
    }
  }

  /// A name unique to the statement's text, the same on every connection.
  private static func name(of sql: String) -> String {
    "keiro_" + String(FNV1a(sql.utf8).hash, radix: 16)
  }

  /// Runs queued statements and one without results.
  @discardableResult
  package func run(_ sql: String, _ values: [SQLValue] = []) throws(PostgresFailure) -> Int {
    try send(sql, values)
    return try answer { result throws(PostgresFailure) in
      functions.cmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    } ?? 0
  }

  /// Sends the queued statements and waits for all results.
  ///
  /// - Returns: the result of `body` for the last one.
  func answer<Answer>(
    _ body: (OpaquePointer) throws(PostgresFailure) -> Answer
  ) throws(PostgresFailure) -> Answer? {
    try use.check { () throws(PostgresFailure) in try answerSolely(body) }
  }

  private func answerSolely<Answer>(
    _ body: (OpaquePointer) throws(PostgresFailure) -> Answer
  ) throws(PostgresFailure) -> Answer? {
    let statements = queued
    queued.removeAll(keepingCapacity: true)
    let wait = library.silence.begin(socket, milliseconds: patience)
    defer { library.silence.end(wait) }
    guard functions.pipelineSync(handle) == 1 else { throw broken("send") }
    var failure: PostgresFailure?
    var answer: Answer?
    for (index, statement) in statements.enumerated() {
      guard let result = functions.getResult(handle) else { throw broken(statement.text) }
      defer { functions.clear(result) }
      do throws(PostgresFailure) {
        try check(result, statement, after: failure)
        if index == statements.count - 1, failure == nil { answer = try body(result) }
      } catch {
        failure = failure ?? error
      }
      // The results of two statements are separated by a null.
      while let rest = functions.getResult(handle) {
        functions.clear(rest)
        if functions.status(handle) != CONNECTION_OK { break }
      }
      // The server announces that it ends the connection before it does so.
      guard functions.status(handle) == CONNECTION_OK,
        failure?.endsConnection != true
      else { throw broken(statement.text, failure) }
    }
    guard let end = functions.getResult(handle) else { throw broken("send", failure) }
    functions.clear(end)
    if let failure { throw failure }
    return answer
  }

  private func check(
    _ result: OpaquePointer, _ statement: Queued, after earlier: PostgresFailure?
  ) throws(PostgresFailure) {
    if functions.resultStatus(result) == PGRES_PIPELINE_ABORTED {
      if case .preparation(let name) = statement { prepared.remove(name) }
      return
    }
    guard let failure = Self.failure(of: result, statement.text, library) else { return }
    if case .preparation(let name) = statement { prepared.remove(name) }
    if failure.state == "26000" { prepared.removeAll() }
    throw failure
  }

  private func broken(_ operation: String, _ earlier: PostgresFailure? = nil) -> PostgresFailure {
    isBroken = true
    var failure =
      earlier
      ?? PostgresFailure(connection: Self.message(of: handle, library), operation: operation)
    failure.isDisconnected = true
    failure.isOutcomeUnknown = isCommitting
    return failure
  }

  /// Identifies the server and its start, see `FeedReader.epoch`: commits may have been lost when it
  /// differs from before. It stays the same on a connection without a pooler.
  func serverEpoch() throws(PostgresFailure) -> String {
    if let epoch, !isPooled { return epoch }
    let now = try first("SELECT \(FeedReader.epoch)") { $0.text(0) } ?? ""
    epoch = now
    return now
  }

  // MARK: - Transactions

  /// Performs `body` in a transaction, completely or not at all.
  ///
  /// - Parameter isSnapshot: whether to read from a single snapshot, without writing.
  func transaction<Answer>(
    isSnapshot: Bool = false, _ body: () throws(PostgresFailure) -> Answer
  ) throws(PostgresFailure) -> Answer {
    try send(
      isSnapshot
        ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        : "BEGIN ISOLATION LEVEL READ COMMITTED")
    defer { isCommitting = false }
    do throws(PostgresFailure) {
      let answer = try body()
      isCommitting = !isSnapshot
      try run("COMMIT")
      return answer
    } catch {
      isCommitting = false
      if !isBroken { _ = try? run("ROLLBACK") }
      throw error
    }
  }

  // MARK: - Copying

  /// Sends rows in the binary format of COPY, within a transaction.
  ///
  /// - Parameter table: the table with its columns.
  func copy(into table: String, _ rows: [UInt8]) throws(PostgresFailure) {
    // COPY does not work in pipeline mode, so queued statements are sent first.
    if !queued.isEmpty { _ = try answer { _ throws(PostgresFailure) in 0 } }
    let wait = library.silence.begin(socket, milliseconds: patience)
    defer { library.silence.end(wait) }
    let sql = "COPY \(table) FROM STDIN (FORMAT binary)"
    guard functions.exitPipelineMode(handle) == 1 else { throw broken(sql) }
    var failure = copyRows(sql, rows)
    while let result = functions.getResult(handle) {
      failure = failure ?? Self.failure(of: result, sql, library)
      functions.clear(result)
      if functions.status(handle) != CONNECTION_OK { break }
    }
    guard functions.status(handle) == CONNECTION_OK,
      functions.enterPipelineMode(handle) == 1
    else { throw broken(sql, failure) }
    if let failure { throw failure }
  }

  private func copyRows(_ sql: String, _ rows: [UInt8]) -> PostgresFailure? {
    guard let start = functions.exec(handle, sql) else {
      return PostgresFailure(connection: Self.message(of: handle, library), operation: sql)
    }
    defer { functions.clear(start) }
    if let failure = Self.failure(of: start, sql, library) { return failure }
    // The signature, no flags, no extension; after the rows, the end marker.
    let head: [UInt8] =
      Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)
    for part in [head, rows, [0xFF, 0xFF]] {
      let isSent = part.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return true }
        return functions.putCopyData(handle, base, Int32(clamping: bytes.count)) == 1
      }
      guard isSent else {
        return PostgresFailure(connection: Self.message(of: handle, library), operation: sql)
      }
    }
    _ = functions.putCopyEnd(handle, nil)
    return nil
  }

  // MARK: - Notifications

  /// Waits until the server sends a notification or time is up, and discards what was sent.
  /// Notifications received together with earlier results count, too.
  ///
  /// - Parameter other: a descriptor that also ends the wait when it becomes readable.
  func waitForNotification(milliseconds: Int32, orFor other: Int32) {
    guard !use.check({ forgetNotifications() }) else { return }
    var descriptors = [
      pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
      pollfd(fd: other, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&descriptors, 2, milliseconds) > 0, descriptors[0].revents != 0 else { return }
    use.check {
      if functions.consumeInput(handle) != 1 { isBroken = true }
      _ = forgetNotifications()
    }
  }

  /// - Returns: whether there were any.
  private func forgetNotifications() -> Bool {
    var hasFound = false
    while let notification = functions.notifies(handle) {
      functions.freemem(notification)
      hasFound = true
    }
    return hasFound
  }
}

extension PostgresConnection.Queued {
  fileprivate var text: String {
    switch self {
    case .preparation(let name): "prepare \(name)"
    case .statement(let sql): sql
    }
  }
}

/// Cases of C's unnamed enumerations are imported as integers of different widths.
extension BinaryInteger {
  fileprivate var number: Int32 { Int32(truncatingIfNeeded: self) }
}
