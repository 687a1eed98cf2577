package import LinkStorage

/// An engine that speaks SQL. The roles that are alike in all of them are implemented in extensions of
/// this protocol; visits, counting, the feed and maintenance belong to each engine.
package protocol SQLStore: AnyObject, Sendable {
  associatedtype SharedConnection: SQLConnection

  /// In whose name changes are made.
  var actor: AuditActor { get }
  /// Tells this store's entries in the feed from those of others.
  var origin: Int { get }

  /// Reads on a connection of the engine.
  func reading<Answer>(
    _ body: (SharedConnection) throws(SharedConnection.Failure) -> Answer
  ) throws(LinkStoreError) -> Answer

  /// Does everything in `body` in one transaction, or nothing of it.
  func writing<Answer: Sendable>(
    _ completion: @escaping StoreCompletion<Answer>,
    _ body: @escaping @Sendable (SharedConnection) throws(SharedConnection.Failure) -> Answer
  )
}

extension SQLStore {
  package typealias Failure = SharedConnection.Failure
}
