package import LinkStorage

/// What a node keeps beside its copy, for commands that look from outside.
package enum NodeFiles {
  /// The clicks and launches that wait in the spool of a copy.
  package static func unsent(copy: String) throws(LinkStoreError) -> Int {
    try Spool(path: copy + "-spool").count
  }
}
