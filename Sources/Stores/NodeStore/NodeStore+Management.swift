package import LinkStorage
package import Links

/// What owners need: always the database.
extension NodeStore {
  package func currentLink(at key: LinkKey) throws(LinkStoreError) -> StoredLink? {
    try truth.currentLink(at: key)
  }

  package func link(like link: ShortLink) throws(LinkStoreError) -> StoredLink? {
    try truth.link(like: link)
  }

  package func links(
    _ filter: LinkFilter, after cursor: LinkCursor?, limit: Int
  ) throws(LinkStoreError) -> LinkPage {
    try truth.links(filter, after: cursor, limit: limit)
  }

  package func links(afterID id: Int, limit: Int) throws(LinkStoreError) -> [StoredLink] {
    try truth.links(afterID: id, limit: limit)
  }

  package func create(
    _ link: ShortLink, _ terms: CreationTerms, now: Timestamp,
    completion: @escaping StoreCompletion<Creation>
  ) {
    truth.create(link, terms, now: now, completion: afterCopying(completion))
  }

  package func update(
    _ link: ShortLink, revision: Int?, now: Timestamp,
    completion: @escaping StoreCompletion<Update>
  ) {
    truth.update(link, revision: revision, now: now, completion: afterCopying(completion))
  }

  package func delete(
    _ key: LinkKey, revision: Int?, now: Timestamp,
    completion: @escaping StoreCompletion<Deletion>
  ) {
    truth.delete(key, revision: revision, now: now, completion: afterCopying(completion))
  }

  package func apply(
    _ links: [ShortLink], overwritesEdits: Bool, now: Timestamp,
    completion: @escaping StoreCompletion<[AppliedChange]>
  ) {
    truth.apply(
      links, overwritesEdits: overwritesEdits, now: now, completion: afterCopying(completion))
  }

  // MARK: - Tokens

  package func tokens() throws(LinkStoreError) -> [APIToken] { try truth.tokens() }

  package func createToken(
    _ token: APIToken, completion: @escaping StoreCompletion<TokenCreation>
  ) {
    truth.createToken(token, completion: afterCopying(completion))
  }

  package func revokeToken(
    id: String, now: Timestamp, completion: @escaping StoreCompletion<TokenRevocation>
  ) {
    truth.revokeToken(id: id, now: now, completion: afterCopying(completion))
  }

  package func noteUses(_ uses: [TokenUse], completion: @escaping StoreCompletion<Void>) {
    truth.noteUses(uses, completion: completion)
  }

  // MARK: - Claims

  package func keepClaim(
    _ claim: Claim, now: Timestamp, completion: @escaping StoreCompletion<ClaimCreation>
  ) {
    truth.keepClaim(claim, now: now, completion: completion)
  }

  package func takeClaim(
    digest: [UInt8], now: Timestamp, completion: @escaping StoreCompletion<Claim?>
  ) {
    truth.takeClaim(digest: digest, now: now, completion: completion)
  }

  // MARK: - Sessions

  package func session(digest: [UInt8]) throws(LinkStoreError) -> Session? {
    try core.sessions.session(digest: digest, isVouched: standing.vouches) {
      () throws(LinkStoreError) in
      try truth.session(digest: digest)
    }
  }

  package func sessions(of subject: String?) throws(LinkStoreError) -> [Session] {
    try truth.sessions(of: subject)
  }

  package func createSession(
    _ session: Session, completion: @escaping StoreCompletion<SessionCreation>
  ) {
    truth.createSession(session, completion: completion)
  }

  package func touchSession(
    digest: [UInt8], now: Timestamp, expires: Timestamp,
    completion: @escaping StoreCompletion<SessionChange>
  ) {
    truth.touchSession(
      digest: digest, now: now, expires: expires, completion: forgetting(digest, completion))
  }

  package func revokeSession(
    digest: [UInt8], completion: @escaping StoreCompletion<SessionChange>
  ) {
    truth.revokeSession(digest: digest, completion: forgetting(digest, completion))
  }

  private func forgetting(
    _ digest: [UInt8], _ completion: @escaping StoreCompletion<SessionChange>
  ) -> StoreCompletion<SessionChange> {
    { [core] result in
      core.sessions.forget(digest: digest)
      completion(result)
    }
  }

  // MARK: - Audit and feed

  package func audit(_ query: AuditQuery) throws(LinkStoreError) -> AuditPage {
    try truth.audit(query)
  }

  package func note(
    _ action: AuditAction, now: Timestamp, completion: @escaping StoreCompletion<Void>
  ) {
    truth.note(action, now: now, completion: completion)
  }

  /// What the copy has taken in: caches before it follow the copy, not the database.
  package func changes(since cursor: FeedCursor?) throws(LinkStoreError) -> FeedChanges {
    core.follower.applied(since: cursor)
  }

  package func onChanges(_ body: @escaping @Sendable () -> Void) {
    core.follower.onApplied(body)
  }

  package func awaitCopies(
    milliseconds: Int, completion: @escaping @Sendable ([String]) -> Void
  ) {
    core.follower.awaitNodes(milliseconds: milliseconds, completion: completion)
  }
}
