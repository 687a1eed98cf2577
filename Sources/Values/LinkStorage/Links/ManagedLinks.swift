package import Links

/// Links as their owners need them: lists, searches and changes, always of the truth rather than
/// of a copy.
///
/// Each change also goes into the feed and, while events are recorded, into the outbox, in the same
/// transaction.
package protocol ManagedLinks: AnyObject, Sendable {
  // MARK: Reading

  /// The link at a place as it is now, archived or not; nil when there is none.
  func currentLink(at key: LinkKey) throws(LinkStoreError) -> StoredLink?

  /// The link on the same host that differs in nothing but its slug and its times; of several the
  /// oldest.
  func link(like link: ShortLink) throws(LinkStoreError) -> StoredLink?

  /// A part of the links, newest first.
  ///
  /// - Parameters:
  ///   - cursor: `next` of the part before; nil for the beginning.
  ///   - limit: the length of the part, bounded to 1...1000.
  func links(
    _ filter: LinkFilter, after cursor: LinkCursor?, limit: Int
  ) throws(LinkStoreError) -> LinkPage

  /// How many links a list has; one that has more than the limit is counted up to there.
  func count(_ filter: LinkFilter, upTo limit: Int) throws(LinkStoreError) -> Int

  /// Links in the order in which they came into the store: to walk through everything in bounded
  /// memory, without holding a transaction open.
  ///
  /// - Parameter id: of the last link of the part before; 0 for the beginning.
  func links(afterID id: Int, limit: Int) throws(LinkStoreError) -> [StoredLink]

  // MARK: Changing

  /// Makes a link; its times are `now` where it has none of its own.
  func create(
    _ link: ShortLink, _ terms: CreationTerms, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Creation>)

  /// Puts a link in the place of the one with the same host and slug, as an edit. The creation time
  /// stays.
  ///
  /// - Parameter revision: of the link that the change is based on; nil to change any.
  func update(
    _ link: ShortLink, revision: Int?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Update>)

  /// Deletes a link with its clicks and its limit.
  ///
  /// - Parameter revision: of the link that is meant; nil to delete any.
  func delete(
    _ key: LinkKey, revision: Int?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Deletion>)

  /// Makes the store agree with each of the links, all in one transaction. Later ones of the same
  /// place win. The answer says what became of each, in the order given.
  ///
  /// - Parameter overwritesEdits: whether links give way that `create` has made, or `update` changed
  ///   since `apply` wrote them.
  func apply(
    _ links: [ShortLink], overwritesEdits: Bool, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<[AppliedChange]>)

  /// Makes the store agree with links of one owner, and takes others of that owner away, all in one
  /// transaction. Links that are not the owner's stay as they are.
  ///
  /// The answer says what became of each link, then of each key, in the order given.
  ///
  /// - Parameter removing: places whose links go, unless they are no longer the owner's.
  func apply(
    _ links: [ShortLink], removing: [LinkKey], of owner: String, by actor: AuditActor,
    now: Timestamp, completion: @escaping StoreCompletion<[AppliedChange]>)

  /// Says that the groups of an import have all been applied: what an engine has put off until then
  /// is done now.
  func endApplying(completion: @escaping StoreCompletion<Void>)
}

extension ManagedLinks {
  /// How many links a list has.
  package func count(_ filter: LinkFilter) throws(LinkStoreError) -> Int {
    try count(filter, upTo: .max)
  }

  /// For engines that put nothing off.
  package func endApplying(completion: @escaping StoreCompletion<Void>) {
    completion(.success(()))
  }

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
