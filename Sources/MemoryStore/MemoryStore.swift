package import Links
package import LinkStorage
import Synchronization

/// The store in memory: for trials, for tests, and for configurations without a database.
///
/// Nothing outlives the process. Everything is *local*, and completions run on the caller's thread.
package final class MemoryStore: LinkStore {
  private let contents: SharedContents
  let author: MemoryContents.Author
  private let life: Life
  private let activity: CountingActivity

  private final class SharedContents: Sendable {
    let value = Mutex(MemoryContents())
  }

  private final class Life: Sendable {
    let isOver = Atomic<Bool>(false)
  }

  package convenience init() {
    self.init(SharedContents())
  }

  /// Another store on the same contents, like a second process with the same file.
  package convenience init(sharing other: MemoryStore) {
    self.init(other.contents)
  }

  private init(_ contents: SharedContents) {
    self.contents = contents
    author = MemoryContents.Author(
      origin: contents.value.withLock { $0.newOrigin() }, actor: .service)
    life = Life()
    activity = CountingActivity()
  }

  private init(_ other: MemoryStore, actingAs actor: AuditActor) {
    contents = other.contents
    author = MemoryContents.Author(origin: other.author.origin, actor: actor)
    life = other.life
    activity = other.activity
  }

  func read<Answer: Sendable>(
    _ body: (MemoryContents) -> Answer
  ) throws(LinkStoreError) -> Answer {
    guard !life.isOver.load(ordering: .relaxed) else { throw .closed }
    return contents.value.withLock { body($0) }
  }

  func write<Answer: Sendable>(
    _ completion: StoreCompletion<Answer>, _ body: (inout MemoryContents) -> Answer
  ) {
    guard !life.isOver.load(ordering: .relaxed) else { return completion(.failure(.closed)) }
    completion(.success(contents.value.withLock { body(&$0) }))
  }
}

// MARK: - Links

extension MemoryStore {
  package func link(at key: LinkKey) throws(LinkStoreError) -> StoredLink? {
    try read { $0.links[key] }
  }

  package func links(at keys: [LinkKey]) throws(LinkStoreError) -> [StoredLink] {
    try read { contents in keys.compactMap { contents.links[$0] } }
  }

  package func currentLink(at key: LinkKey) throws(LinkStoreError) -> StoredLink? {
    try link(at: key)
  }

  package func link(like link: ShortLink) throws(LinkStoreError) -> StoredLink? {
    try read { $0.link(like: link) }
  }

  package func links(
    _ filter: LinkFilter, after cursor: LinkCursor?, limit: Int
  ) throws(LinkStoreError) -> LinkPage {
    try read { $0.links(filter, after: cursor, limit: limit) }
  }

  package func links(afterID id: Int, limit: Int) throws(LinkStoreError) -> [StoredLink] {
    try read { contents in
      let later = contents.links.values.filter { $0.id > id }.sorted { $0.id < $1.id }
      return Array(later.prefix(max(limit, 1)))
    }
  }

  package func links(beforeID id: Int, limit: Int) throws(LinkStoreError) -> [StoredLink] {
    try read { contents in
      let earlier = contents.links.values.filter { $0.id < id }.sorted { $0.id > $1.id }
      return Array(earlier.prefix(max(limit, 1)))
    }
  }

  package func create(
    _ link: ShortLink, _ terms: CreationTerms, now: Timestamp,
    completion: @escaping StoreCompletion<Creation>
  ) {
    write(completion) { $0.create(link, terms, now, by: author) }
  }

  package func update(
    _ link: ShortLink, revision: Int?, now: Timestamp,
    completion: @escaping StoreCompletion<Update>
  ) {
    write(completion) { $0.update(link, revision, now, by: author) }
  }

  package func delete(
    _ key: LinkKey, revision: Int?, now: Timestamp,
    completion: @escaping StoreCompletion<Deletion>
  ) {
    write(completion) { $0.delete(key, revision, now, by: author) }
  }

  package func apply(
    _ links: [ShortLink], overwritesEdits: Bool, now: Timestamp,
    completion: @escaping StoreCompletion<[AppliedChange]>
  ) {
    write(completion) { $0.apply(links, overwritesEdits: overwritesEdits, now, by: author) }
  }
}

// MARK: - Counting

extension MemoryStore {
  package func count(
    _ batch: CountBatch, now: Timestamp, completion: @escaping StoreCompletion<BatchAnswer>
  ) {
    write(completion) { contents in
      let (answer, capped) = contents.count(batch, now)
      activity.note(capped: capped)
      return answer
    }
  }

  package func report(
    _ launches: [LaunchReport], now: Timestamp, completion: @escaping StoreCompletion<Int>
  ) {
    write(completion) { contents in
      let (counted, capped) = contents.report(launches, now)
      activity.note(capped: capped)
      return counted
    }
  }

  package func clicks(of key: LinkKey) throws(LinkStoreError) -> Int {
    try read { $0.totals[key] ?? 0 }
  }

  package func statistics(_ query: StatisticsQuery) throws(LinkStoreError) -> Statistics {
    try read { $0.statistics(query) }
  }

  package func reservedClicks(of life: LinkLife) throws(LinkStoreError) -> Int {
    try read { $0.reservedClicks(of: life) }
  }

  package func currentReservedClicks(of life: LinkLife) throws(LinkStoreError) -> Int {
    try reservedClicks(of: life)
  }

  package func reserve(
    _ wanted: Int, of life: LinkLife, limit: Int,
    completion: @escaping StoreCompletion<Reservation>
  ) {
    write(completion) { $0.reserve(wanted, life, limit: limit) }
  }

  package func giveBack(
    _ count: Int, of life: LinkLife, completion: @escaping StoreCompletion<Void>
  ) {
    write(completion) { $0.giveBack(count, life) }
  }
}

// MARK: - Tokens and sessions

extension MemoryStore {
  package func token(digest: [UInt8]) throws(LinkStoreError) -> APIToken? {
    try read { $0.tokens.first { $0.digest == digest } }
  }

  package func tokens() throws(LinkStoreError) -> [APIToken] {
    try read { $0.tokens }
  }

  package func createToken(
    _ token: APIToken, completion: @escaping StoreCompletion<TokenCreation>
  ) {
    write(completion) { $0.create(token, by: author) }
  }

  package func revokeToken(
    id: String, now: Timestamp, completion: @escaping StoreCompletion<TokenRevocation>
  ) {
    write(completion) { $0.revokeToken(id, now, by: author) }
  }

  package func noteUses(_ uses: [TokenUse], completion: @escaping StoreCompletion<Void>) {
    write(completion) { $0.note(uses) }
  }

  package func keepClaim(
    _ claim: Claim, now: Timestamp, completion: @escaping StoreCompletion<ClaimCreation>
  ) {
    write(completion) { $0.keep(claim, now) }
  }

  package func takeClaim(
    digest: [UInt8], now: Timestamp, completion: @escaping StoreCompletion<Claim?>
  ) {
    write(completion) { $0.takeClaim(digest, now) }
  }

  package func session(digest: [UInt8]) throws(LinkStoreError) -> Session? {
    try read { $0.sessions.first { $0.digest == digest } }
  }

  package func sessions(of subject: String?) throws(LinkStoreError) -> [Session] {
    try read { $0.sessions.filter { subject == nil || $0.subject == subject } }
  }

  package func createSession(
    _ session: Session, completion: @escaping StoreCompletion<SessionCreation>
  ) {
    write(completion) { $0.create(session) }
  }

  package func touchSession(
    digest: [UInt8], now: Timestamp, expires: Timestamp,
    completion: @escaping StoreCompletion<SessionChange>
  ) {
    write(completion) { $0.touchSession(digest, now, expires: expires) }
  }

  package func revokeSession(
    digest: [UInt8], completion: @escaping StoreCompletion<SessionChange>
  ) {
    write(completion) { $0.revokeSession(digest) }
  }
}

// MARK: - Audit log

extension MemoryStore {
  package func acting(as actor: AuditActor) -> any LinkStore {
    MemoryStore(self, actingAs: actor)
  }

  package func audit(_ query: AuditQuery) throws(LinkStoreError) -> AuditPage {
    try read { $0.auditLog.page(query) }
  }

  package func note(
    _ action: AuditAction, now: Timestamp, completion: @escaping StoreCompletion<Void>
  ) {
    write(completion) { $0.auditLog.append([AuditEntry(action, by: author.actor, at: now)]) }
  }
}

// MARK: - Feed, maintenance

extension MemoryStore {
  package func changes(since cursor: FeedCursor?) throws(LinkStoreError) -> FeedChanges {
    try read { $0.feed.changes(since: cursor, seenBy: author.origin) }
  }

  package func check() throws(LinkStoreError) {
    try read { _ in }
  }

  package func troubles() -> [StoreTrouble] { [] }

  package func examine(after place: Int, limit: Int) throws(LinkStoreError) -> Int { 0 }

  package func probe(completion: @escaping StoreCompletion<Void>) {
    write(completion) { _ in }
  }

  package func forget(
    _ entries: Forgettable, before time: Timestamp, completion: @escaping StoreCompletion<Int>
  ) {
    write(completion) { $0.forget(entries, before: time) }
  }

  package func rollUp(
    _ retention: StatisticsRetention, limit: Int, now: Timestamp,
    completion: @escaping StoreCompletion<RollUpStep>
  ) {
    write(completion) { contents in
      let step = contents.rollUp(retention, limit: limit, now)
      activity.note(step)
      return step
    }
  }

  package func measures() throws(LinkStoreError) -> StoreMeasures {
    var measures = try read { $0.measures() }
    activity.add(to: &measures)
    return measures
  }

  package func close() {
    life.isOver.store(true, ordering: .relaxed)
  }
}

// MARK: - Outbox and webhooks

extension MemoryStore {
  package func recordedTypes() throws(LinkStoreError) -> Set<WebhookEventType> {
    try read { $0.outbox.types }
  }

  package func emit(_ events: [WebhookEvent], completion: @escaping StoreCompletion<Void>) {
    write(completion) { $0.outbox.record(events) }
  }

  package func gatherEvents(now: Timestamp, completion: @escaping StoreCompletion<Int>) {
    write(completion) { $0.gatherEvents(now) }
  }

  package func leaseEvents(
    _ limit: Int, owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[RecordedEvent]>
  ) {
    write(completion) { $0.outbox.lease(limit, owner: owner, until: time, now: now) }
  }

  package func settleEvents(
    _ events: [RoutedEvent], owner: String, completion: @escaping StoreCompletion<Int>
  ) {
    write(completion) { contents in
      let settled = contents.outbox.settle(events, owner: owner)
      for delivery in settled.flatMap(\.deliveries) { _ = contents.webhooks.add(delivery) }
      return settled.count
    }
  }

  package func openEvents() throws(LinkStoreError) -> Int {
    try read { $0.outbox.count }
  }

  package func webhooks() throws(LinkStoreError) -> [Webhook] {
    try read { $0.webhooks.all }
  }

  package func createWebhook(
    _ webhook: Webhook, now: Timestamp, completion: @escaping StoreCompletion<WebhookChange>
  ) {
    write(completion) { contents in
      contents.changeWebhooks(.webhookCreated, of: webhook.id, by: author, now) {
        $0.create(webhook)
      }
    }
  }

  package func changeWebhook(
    _ webhook: Webhook, telling events: [WebhookEvent], isAudited: Bool, now: Timestamp,
    completion: @escaping StoreCompletion<WebhookChange>
  ) {
    write(completion) { contents in
      let action = isAudited ? AuditAction.webhookUpdated : nil
      let change = contents.changeWebhooks(action, of: webhook.id, by: author, now) {
        $0.change(webhook)
      }
      if change == .done { contents.outbox.record(events) }
      return change
    }
  }

  package func deleteWebhook(
    id: String, now: Timestamp, completion: @escaping StoreCompletion<WebhookChange>
  ) {
    write(completion) { contents in
      contents.changeWebhooks(.webhookDeleted, of: id, by: author, now) { $0.delete(id) }
    }
  }

  package func addDelivery(
    _ delivery: NewDelivery, completion: @escaping StoreCompletion<Int>
  ) {
    write(completion) { $0.webhooks.add(delivery) }
  }

  package func leaseDeliveries(
    _ rooms: [DeliveryRoom], owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[Delivery]>
  ) {
    write(completion) { $0.webhooks.lease(rooms, owner: owner, until: time, now: now) }
  }

  package func settleDeliveries(
    _ deliveries: [Delivery], owner: String, completion: @escaping StoreCompletion<Int>
  ) {
    write(completion) { $0.webhooks.settle(deliveries, owner: owner) }
  }

  package func deliveries(
    of id: String, before number: Int?, limit: Int
  ) throws(LinkStoreError) -> [Delivery] {
    try read { $0.webhooks.deliveries(of: id, before: number, limit: limit) }
  }

  package func retryDelivery(
    _ number: Int, of id: String, now: Timestamp,
    completion: @escaping StoreCompletion<WebhookChange>
  ) {
    write(completion) { $0.webhooks.retry(number, of: id, now) }
  }
}
