package import LinkStorage

/// An engine that speaks SQL. The roles that are alike in all of them are implemented in extensions of
/// this protocol; visits, counting, the feed and maintenance belong to each engine. A store that stands
/// before an engine, such as that of a node, hands both requests on to it.
package protocol SQLStore: AnyObject, Sendable {
  /// A connection of the engine.
  associatedtype SharedConnection: SQLConnection

  /// Tells this store's entries in the feed from those of others.
  var origin: Int { get }

  /// Reads on a connection of the engine.
  func reading<Answer>(
    _ body: (SharedConnection) throws(SharedConnection.Failure) -> Answer
  ) throws(LinkStoreError) -> Answer

  /// Does everything in `body` in one transaction, or nothing of it.
  ///
  /// - Parameters:
  ///   - isDurable: false for what may be lost with the power, as after a lease that has run out.
  ///   - completion: takes what `body` returns.
  ///   - body: may be called again when the transaction was in the way of another.
  func writing<Answer: Sendable>(
    isDurable: Bool, _ completion: @escaping StoreCompletion<Answer>,
    _ body: @escaping @Sendable (SharedConnection) throws(SharedConnection.Failure) -> Answer
  )
}

extension SQLStore {
  func writing<Answer: Sendable>(
    _ completion: @escaping StoreCompletion<Answer>,
    _ body: @escaping @Sendable (SharedConnection) throws(SharedConnection.Failure) -> Answer
  ) {
    writing(isDurable: true, completion, body)
  }

  /// Why the engine did not do what it was asked.
  package typealias Failure = SharedConnection.Failure
}
