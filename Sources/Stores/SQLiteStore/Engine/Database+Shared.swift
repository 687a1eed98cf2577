package import Links
package import LinkStorage
package import SQLStorage
import Synchronization
import WebSyntax

extension SQLiteStore: SQLStore {
  package typealias SharedConnection = Database

  package func reading<Answer>(
    _ body: (Database) throws(LinkStoreError) -> Answer
  ) throws(LinkStoreError) -> Answer {
    try readers.read(body)
  }

  package func writing<Answer: Sendable>(
    _ kind: SQLWrite, _ completion: @escaping StoreCompletion<Answer>,
    _ body: @escaping @Sendable (Database) throws(LinkStoreError) -> Answer
  ) {
    var isBulk = false
    if case .links(let count) = kind { isBulk = count > 100 }
    write(isBulk: isBulk, isDurable: kind != .fleeting, completion, body)
  }
}

extension Database: SQLConnection {
  package typealias Row = SQLiteRow
  package typealias Failure = LinkStoreError

  package static let dialect = SQLDialect.sqlite

  package func send(_ sql: String, _ values: [SQLValue]) throws(LinkStoreError) {
    try run(sql, values)
  }

  /// Runs once for each row. SQLite counts named placeholders as they come, but not numbered ones.
  package static func statement(
    _ sql: String, over rows: SQLRows
  ) -> (text: String, values: [[SQLValue]]) {
    let columns = rows.names.enumerated().map { "?\($0.offset + 1) AS \($0.element)" }
    let text = rows.placed("(SELECT \(columns.joined(separator: ", "))) AS n", in: sql)
    let hasNames = text.utf8.contains(UInt8(ascii: "$"))
    return (hasNames ? String(text.map { $0 == "$" ? "?" : $0 }) : text, rows.rows)
  }

  package static func link(_ row: SQLiteRow) throws(LinkStoreError) -> StoredLink {
    try LinkRow.stored(row)
  }

  package func forgetLaunches(before time: Timestamp) throws(LinkStoreError) -> Int {
    let count = try forget("launch_ids", "seen_at", before: time)
    try run("UPDATE rollup SET launch_ids = launch_ids - ?", [.int(count)])
    return count
  }

  /// Does nothing: only one transaction at a time writes to a file.
  package func lock(_ lock: SQLLock) -> Bool { true }
}

extension Database {
  package func forEachWaiting(
    _ links: WaitingLinks, isLabelled: Bool,
    _ body: (LinkKey, LinkClicks) throws(LinkStoreError) -> Void
  ) throws(LinkStoreError) {
    let state = try ClickLogState.read(self)
    var referrers = isLabelled ? ReferrerTable(self) : nil
    func pass(_ clicks: LinkClicks, ofHost host: String? = nil) throws(LinkStoreError) {
      // No key for a link that was forgotten.
      guard !clicks.sums.isEmpty, let key = try ClickScopes.key(of: clicks.link, in: self),
        host == nil || key.host == host
      else { return }
      try body(key, try referrers?.label(clicks, of: key) ?? clicks)
    }
    switch links {
    case .numbers(let links):
      for link in links { try pass(try WaitingClicks.of(link, state, in: self)) }
    case .range(let range):
      var waiting = try WaitingClicks(state, from: range.lowerBound, in: self)
      while let clicks = try waiting.next(), clicks.link <= range.upperBound { try pass(clicks) }
    case .all(let host):
      var waiting = try WaitingClicks(state, in: self)
      while let clicks = try waiting.next() { try pass(clicks, ofHost: host) }
    }
  }
}

/// Shared values and leases, in the table `meta`. Only one transaction at a time writes to a file, so
/// that what is read inside of one stays as it is.
extension Database {
  package func sharedValues(_ names: [String]) throws(LinkStoreError) -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for name in names {
      found[name] = try kept("shared " + name).flatMap { Hexadecimal.bytes($0.utf8[...]) }
    }
    return found
  }

  package func keepShared(_ name: String, _ value: [UInt8]) throws(LinkStoreError) {
    try keep(Hexadecimal.text(value), as: "shared " + name)
  }

  package func lease(
    _ name: String, owner: String, seconds: Int
  ) throws(LinkStoreError) -> Bool {
    let now = try milliseconds()
    let ends = now...now + Self.longestLease * 1000
    if let held = try held(name), held.owner != owner, ends.contains(held.end) { return false }
    try keep("\(now + seconds * 1000) \(owner)", as: Self.leaseMark + name)
    return true
  }

  package func renewLease(
    _ name: String, owner: String, seconds: Int
  ) throws(LinkStoreError) -> Bool {
    guard try held(name)?.owner == owner else { return false }
    return try lease(name, owner: owner, seconds: seconds)
  }

  package func endLease(_ name: String, owner: String) throws(LinkStoreError) {
    guard try held(name)?.owner == owner else { return }
    try run("DELETE FROM meta WHERE name = ?", [.text(Self.leaseMark + name)])
  }

  private static let leaseMark = "lease "

  private func held(_ name: String) throws(LinkStoreError) -> (end: Int, owner: String)? {
    let parts = try kept(Self.leaseMark + name)?.split(separator: " ", maxSplits: 1)
    guard let parts, parts.count == 2, let end = Int(parts[0]) else { return nil }
    return (end, String(parts[1]))
  }

  /// The time by the clock that all processes on the file share, in milliseconds since 1970.
  private func milliseconds() throws(LinkStoreError) -> Int {
    try first("SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)") {
      $0.int(0)
    } ?? 0
  }
}
