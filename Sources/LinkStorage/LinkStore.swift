package import Links

/// Where links live that are made while the service runs, with their clicks and the API's tokens.
///
/// The engines behave alike; one suite of tests runs over all of them. The contract is drawn so
/// that a database server can serve several processes:
///
/// - Reads run on the caller's thread and never wait for writes. Any number may run at once. Each
///   sees whole transactions only.
/// - Writes wait in one queue and many of them share a transaction, since what costs is the disk.
///   An answer means that the write has reached the disk. Each write is done whole or not at all,
///   and one that fails takes no other with it.
/// - Constraints of the engine decide who was first, never a look before the write.
/// - Errors are thrown for what is broken; what is missing, taken or overtaken is an answer.
/// - The store has no clock: times are given.
package protocol LinkStore: AnyObject, Sendable {
  // MARK: Reading

  /// Whether the store answers.
  ///
  /// - Throws: why it does not.
  func check() throws(LinkStoreError)

  /// The link at a place, archived or not; nil when there is none.
  func link(at key: LinkKey) throws(LinkStoreError) -> StoredLink?

  /// The link on the same host that differs in nothing but its slug and its times; of several the
  /// oldest.
  func link(like link: ShortLink) throws(LinkStoreError) -> StoredLink?

  /// A part of the links, newest first.
  ///
  /// - Parameters:
  ///   - cursor: `next` of the part before; nil for the beginning.
  ///   - limit: the length of the part; 1 to 1000, bounded to it.
  func links(
    _ filter: LinkFilter, after cursor: LinkCursor?, limit: Int
  ) throws(LinkStoreError) -> LinkPage

  /// Links in the order in which they came into the store: to walk through everything in bounded
  /// memory, without holding a transaction open.
  ///
  /// - Parameter id: of the last link of the part before; 0 for the beginning.
  func links(afterID id: Int, limit: Int) throws(LinkStoreError) -> [StoredLink]

  /// The clicks of people that a link has had; those of bots are not among them.
  func clicks(of key: LinkKey) throws(LinkStoreError) -> Int

  func statistics(_ query: StatisticsQuery) throws(LinkStoreError) -> Statistics

  /// The token with that SHA-256 digest, revoked or not; nil when there is none.
  func token(digest: [UInt8]) throws(LinkStoreError) -> APIToken?

  /// Every token, in the order of making.
  func tokens() throws(LinkStoreError) -> [APIToken]

  /// A number that is another one whenever links or tokens have changed, by whatever process.
  /// Clicks do not count. It costs little: ask it often, and throw caches away when it differs.
  func changeCounter() throws(LinkStoreError) -> Int

  /// A number that is another one whenever somebody else has changed links or tokens: another
  /// process, or another store on the same file. It may be another one without that, too.
  func foreignChangeCounter() throws(LinkStoreError) -> Int

  // MARK: Writing

  /// Puts a write into the queue.
  ///
  /// - Parameter completion: called once, on a thread of the store, after the write has reached the
  ///   disk or failed. It must not wait for another write.
  func submit(_ write: LinkWrite, completion: @escaping LinkWriteCompletion)

  /// Writes and waits for the answer; not to be called from a completion.
  func perform(_ write: LinkWrite) throws(LinkStoreError) -> LinkWriteAnswer

  /// Waits for the writes that are under way and lets go of the store; what is asked afterwards
  /// fails as `closed`.
  func close()
}

package typealias LinkWriteCompletion =
  @Sendable (Result<LinkWriteAnswer, LinkStoreError>) -> Void

extension LinkStore {
  /// Walks through every link in bounded memory; what is added meanwhile may come along.
  ///
  /// - Parameter body: false ends the walk.
  package func forEachLink(
    batch: Int = 500, _ body: (StoredLink) -> Bool
  ) throws(LinkStoreError) {
    var last = 0
    while true {
      let links = try links(afterID: last, limit: batch)
      guard let end = links.last else { return }
      for link in links {
        guard body(link) else { return }
      }
      last = end.id
    }
  }
}
