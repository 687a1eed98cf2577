package import Links

/// Links as their owners need them: lists, searches and changes, always from the database rather than
/// from a copy.
///
/// Each change also enters the feed and, while events are recorded, the outbox, in the same
/// transaction.
package protocol ManagedLinks: AnyObject, Sendable {
  // MARK: Reading

  /// The link at a host and slug as it is now, archived or not; nil when there is none.
  func currentLink(at key: LinkKey) throws(LinkStoreError) -> StoredLink?

  /// The links at those of the keys that have one now, in no particular order, with a single query.
  func currentLinks(at keys: [LinkKey]) throws(LinkStoreError) -> [StoredLink]

  /// The oldest link on the same host that differs only in slug and times; nil when there is none.
  func link(like link: ShortLink) throws(LinkStoreError) -> StoredLink?

  /// The answer to an earlier request with the key, `remembered` or `keyReused`; nil when the key stands
  /// for a new request.
  func creation(by key: IdempotencyKey, now: Timestamp) throws(LinkStoreError) -> Creation?

  /// One page of links, newest first.
  ///
  /// - Parameters:
  ///   - cursor: the `next` of the preceding page; nil for the first page.
  ///   - limit: the page size, clamped to 1...1000.
  func links(
    _ filter: LinkFilter, after cursor: LinkCursor?, limit: Int
  ) throws(LinkStoreError) -> LinkPage

  /// The clicks that all links within the reach have brought from other services.
  func importedClicks(within reach: HostReach) throws(LinkStoreError) -> Int

  /// A link of each campaign (`utm_campaign`), in the order of their names: the newest within the reach
  /// among the latest of the campaign, so that the answer takes as long among millions of links.
  ///
  /// - Parameter limit: the number of campaigns to look at.
  func newestLinkOfEachCampaign(
    within reach: HostReach, limit: Int
  ) throws(LinkStoreError) -> [StoredLink]

  /// The number of links that match, counted up to the limit.
  func count(_ filter: LinkFilter, upTo limit: Int) throws(LinkStoreError) -> Int

  /// Links in the order they were added to the store: to walk through everything in bounded memory
  /// without holding a transaction open.
  ///
  /// - Parameter id: the identifier of the last link of the preceding page; 0 for the first page.
  func links(afterID id: Int, limit: Int) throws(LinkStoreError) -> [StoredLink]

  // MARK: Changing

  /// Creates a link; times that it lacks are set to `now`.
  func create(
    _ link: ShortLink, _ terms: CreationTerms, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Creation>)

  /// Replaces the link with the same host and slug, as an edit. The creation time stays.
  ///
  /// - Parameter revision: the revision that the change is based on; nil to replace any.
  func update(
    _ link: ShortLink, revision: Int?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<LinkWrite>)

  /// Deletes a link with its limit. Its clicks stay in every sum, and come back with it.
  ///
  /// - Parameter revision: the revision to delete; nil for any.
  func delete(
    _ key: LinkKey, revision: Int?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<LinkWrite>)

  /// Makes the store agree with the links, all in one transaction; of several with the same host and
  /// slug the last one wins. The answer has the outcome for each link, in the order given.
  ///
  /// - Parameters:
  ///   - overwritesEdits: whether to replace links that were created by `create`, or changed by
  ///     `update` since `apply` wrote them.
  ///   - homes: where no link may be for one to be created.
  func apply(
    _ links: [ShortLink], overwritesEdits: Bool, homes: @escaping OtherHomes, by actor: AuditActor,
    now: Timestamp, completion: @escaping StoreCompletion<[AppliedChange]>)

  /// Makes the store agree with one owner's links and removes others of that owner, all in one
  /// transaction. Links that are not the owner's stay as they are.
  ///
  /// The answer has the outcome for each link, then for each key, in the order given; nil when another
  /// owner has taken the lease, and nothing was written.
  ///
  /// - Parameters:
  ///   - removing: the keys of links to delete, unless they no longer belong to the owner.
  ///   - homes: where no link may be for one to be created, once those to delete are gone.
  ///   - lease: keeps what the caller has read of the links as it is.
  func apply(
    _ links: [ShortLink], removing: [LinkKey], of owner: String, homes: @escaping OtherHomes,
    under lease: HeldLease, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<[AppliedChange]?>)

  /// Ends an import: an engine now does the work that it has deferred until all groups were
  /// applied.
  func endApplying(completion: @escaping StoreCompletion<Void>)
}

extension ManagedLinks {
  package func count(_ filter: LinkFilter) throws(LinkStoreError) -> Int {
    try count(filter, upTo: .max)
  }

  /// Makes the store agree with the links wherever they are: those of another store agree about their
  /// homes already.
  package func apply(
    _ links: [ShortLink], overwritesEdits: Bool, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<[AppliedChange]>
  ) {
    apply(
      links, overwritesEdits: overwritesEdits, homes: { _ in [] }, by: actor, now: now,
      completion: completion)
  }

  /// Succeeds at once: this engine defers nothing.
  package func endApplying(completion: @escaping StoreCompletion<Void>) {
    completion(.success(()))
  }

  /// Walks through every link in bounded memory; links that are added meanwhile may be included.
  ///
  /// - Parameter body: returns false to stop.
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

/// Links as visitors need them: by known keys alone.
///
/// An engine over a network answers from its own copy, which the feed keeps fresh: redirects keep
/// working without the network, and a worker never waits for it.
package protocol VisitedLinks: AnyObject, Sendable {
  /// The link at a host and slug, archived or not; nil when there is none. *Local.*
  ///
  /// A change made through this store is visible as soon as its completion runs; one made elsewhere,
  /// once the feed has reported it.
  ///
  /// - Throws: an error when even the copy cannot be read.
  func link(at key: LinkKey) throws(LinkStoreError) -> StoredLink?

  /// The links at those of the keys that have one, in the order of the keys, with a single query.
  /// *Local.*
  ///
  /// - Parameter keys: the keys, without duplicates.
  /// - Throws: as `link(at:)`; also when it is unknown whether a key before the first link has one.
  func links(at keys: [LinkKey]) throws(LinkStoreError) -> [StoredLink]

  /// Links from the newest to the oldest, to cache them before the first visit. *Local.*
  ///
  /// - Parameters:
  ///   - id: the identifier of the last link of the preceding page; `Int.max` for the first page.
  ///   - limit: the page size, at least 1.
  func links(beforeID id: Int, limit: Int) throws(LinkStoreError) -> [StoredLink]
}

extension [StoredLink] {
  package func ordered(by keys: [LinkKey]) -> [StoredLink] {
    let stored = [LinkKey: StoredLink](map { ($0.link.key, $0) }) { first, _ in first }
    return keys.compactMap { stored[$0] }
  }
}

package struct CreationTerms: Equatable, Sendable {
  /// Whether to return an existing link that differs only in slug and times, instead of creating one.
  package var findsExisting: Bool
  /// Makes repeating the request safe; nil when the caller sent none.
  package var idempotencyKey: IdempotencyKey?
  /// The keys under which no link may be when this one is created, see `OtherHomes`.
  package var otherHomes: [LinkKey]

  package init(
    findsExisting: Bool = false, idempotencyKey: IdempotencyKey? = nil, otherHomes: [LinkKey] = []
  ) {
    self.findsExisting = findsExisting
    self.idempotencyKey = idempotencyKey
    self.otherHomes = otherHomes
  }
}

/// Returns the keys with the same slug on the other hosts of a site, which share one set of links: a link
/// under one of them keeps a new one from being created.
package typealias OtherHomes = @Sendable (LinkKey) -> [LinkKey]

/// A key with which a caller can repeat a request whose answer was lost
/// (draft-ietf-httpapi-idempotency-key-header).
package struct IdempotencyKey: Equatable, Sendable {
  /// The caller's key, by convention preceded by the token's identifier.
  package var text: String
  /// The digest of the request: the same key with a different request is a mistake.
  package var digest: [UInt8]
  /// The seconds after which the key stands for a new request; nil for one that is valid until the store
  /// forgets it.
  package var seconds: Int?
  /// A further key of the request, if it has one: the first key that is known decides.
  package var next: [IdempotencyKey] = []

  package init(text: String, digest: [UInt8], seconds: Int? = nil) {
    self.text = text
    self.digest = digest
    self.seconds = seconds
  }
}

/// Answers to requests that make no link, for those that are repeated with the same idempotency key.
package protocol AnswerKeeping: AnyObject, Sendable {
  /// Takes a key for a new request, which is carried out only when it is `taken`.
  func takeKey(
    _ key: IdempotencyKey, now: Timestamp, completion: @escaping StoreCompletion<KeyUse>)

  /// Keeps the answer to the request that took a key; an empty one forgets it. Nil frees the key, for a
  /// request that had no effect.
  func keepAnswer(
    _ answer: String?, to key: IdempotencyKey, completion: @escaping StoreCompletion<Void>)
}

package enum KeyUse: Equatable, Sendable {
  case taken
  /// The same request took the key at a time, and has no answer: it is in progress, was cut off, or so
  /// many others came after it that its answer was forgotten.
  case unanswered(since: Timestamp)
  /// Holds the answer to the same request.
  case answered(String)
  /// The key was used for a different request.
  case reused
}

package enum Creation: Equatable, Sendable {
  case created(StoredLink)
  /// Another link has that host and slug.
  case taken
  /// A link under one of the `otherHomes` has that slug.
  case takenElsewhere(LinkKey)
  /// The answer with `findsExisting` if an existing link is already as requested.
  case found(StoredLink)
  /// The key was used for the same request before. Holds the link that it created; nil when that is
  /// gone.
  case remembered(StoredLink?)
  /// The key was used for a different request.
  case keyReused
}

package enum LinkWrite: Equatable, Sendable {
  /// Holds the link after the change, or before its deletion.
  case done(StoredLink)
  case missing
  /// The link has another revision; holds its current state.
  case overtaken(StoredLink)
}

package enum AppliedChange: Equatable, Sendable {
  case created, updated, unchanged, removed
  /// The link was not created, since there is one in another of its homes.
  case takenElsewhere(LinkKey)
  /// The link was left as it is, by the rule of the change.
  case kept
}
