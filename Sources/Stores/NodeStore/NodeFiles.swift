package import LinkStorage
import SQLiteStore
import System

/// The files that a node keeps next to its copy, for commands that inspect them.
package enum NodeFiles {
  /// The number of clicks and launches in the spool of a copy, which a running node may be using.
  package static func unsent(copy: String) throws(LinkStoreError) -> Int {
    try SpoolSums(copy + "-spool").visits
  }

  /// The newest timeline of the database that the node has seen; nil without a copy that knows one.
  package static func timeline(copy: String) -> String? {
    guard fileExists(copy) else { return nil }
    var options = SQLiteStore.Options()
    options.isReadOnly = true
    // Problems with the file are reported where the copy itself is needed.
    guard let store = try? SQLiteStore(path: copy, options: options) else { return nil }
    defer { store.close() }
    return try? store.copyTimeline()
  }
}
