package import Dispatch
package import Links
package import LinkStorage

/// The store as the service uses it: the parts that all workers and the management API share.
///
/// Changes of links go through the directory, which informs the workers before the answer is sent.
package final class LinkDirectory: Sendable {
  package let store: any LinkStore
  package let changes = LinkChanges()
  package let passwords: PasswordHasher
  package let limitedClicks: LimitedClicks
  package let guards = RequestGuards()
  package let queues = WorkQueues()
  package let tokenUses = TokenUses()
  /// For the reports of launches: a worker collects each of them whole.
  package let launchBodies = BodyBudget(bytes: 16 << 20, each: 4 << 20)
  /// For the calls of the management API, whose callers are known by then.
  package let callBodies = BodyBudget(bytes: 24 << 20, each: 12 << 20)
  /// For what the management listener takes of anybody, such as the form of the sign-in.
  package let openBodies = BodyBudget(bytes: 8 << 20, each: 2 << 20)

  /// Quick calls of the management API wait for the store here, concurrently.
  package let workQueue = DispatchQueue(label: "keiro.api", attributes: .concurrent)

  package init(store: any LinkStore, passwords: PasswordHasher) {
    self.store = store
    self.passwords = passwords
    limitedClicks = LimitedClicks(store)
  }

  package var limits: ServiceLimits { ServiceLimits(guards, queues) }

  // MARK: - Changing links

  /// Goes on with the answer to a change on a thread that may wait for the store again. A thread of the
  /// store must not: others' changes would wait with it.
  ///
  /// - Parameter queue: where the many answers of a batch wait, apart from those of calls.
  private func proceed(_ queue: WorkQueue?, _ work: @escaping @Sendable () -> Void) {
    if let queue, queue.submit(work) == .admitted { return }
    workQueue.async(execute: work)
  }

  /// - Parameter queue: where the answer is worked on; nil for the threads of quick calls.
  package func create(
    _ link: ShortLink, _ terms: CreationTerms, by actor: AuditActor, now: Timestamp,
    on queue: WorkQueue? = nil, completion: @escaping StoreCompletion<Creation>
  ) {
    store.acting(as: actor).create(link, terms, now: now) { [self] result in
      changes.note([link.key])
      proceed(queue) { completion(result) }
    }
  }

  package func update(
    _ link: ShortLink, revision: Int?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Update>
  ) {
    store.acting(as: actor).update(link, revision: revision, now: now) { [self] result in
      changes.note([link.key])
      proceed(nil) { completion(result) }
    }
  }

  package func delete(
    _ key: LinkKey, revision: Int?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Deletion>
  ) {
    store.acting(as: actor).delete(key, revision: revision, now: now) { [self] result in
      changes.note([key])
      if case .success(.deleted) = result { limitedClicks.forget(key) }
      proceed(nil) { completion(result) }
    }
  }
}
