package import LinkStorage
import SQLStorage
import WebSyntax

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
    if let held = try held(name), held.owner != owner, held.end >= now { return false }
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
