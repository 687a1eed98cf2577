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
  /// Comparing a password takes much time and memory by design: one at a time, and never on a
  /// worker.
  package let passwordQueue = DispatchQueue(label: "keiro.passwords")
  /// Explanations for visitors take milliseconds and query the store.
  package let explanationQueue = BoundedQueue(label: "keiro.explanations", room: 32)
  /// Drawing a QR code takes milliseconds.
  package let pictureQueue = BoundedQueue(label: "keiro.pictures", room: 64)
  /// For the reports of launches: a worker collects each of them whole.
  package let launchBodies = BodyBudget(bytes: 16 << 20)

  /// Calls of the management API wait for the store here, concurrently.
  package let workQueue = DispatchQueue(label: "keiro.api", attributes: .concurrent)

  package init(store: any LinkStore, passwords: PasswordHasher) {
    self.store = store
    self.passwords = passwords
    limitedClicks = LimitedClicks(store)
  }

  // MARK: - Changing links

  package func create(
    _ link: ShortLink, _ terms: CreationTerms, now: Timestamp,
    completion: @escaping StoreCompletion<Creation>
  ) {
    store.create(link, terms, now: now) { [self] result in
      changes.note([link.key])
      completion(result)
    }
  }

  package func update(
    _ link: ShortLink, revision: Int?, now: Timestamp,
    completion: @escaping StoreCompletion<Update>
  ) {
    store.update(link, revision: revision, now: now) { [self] result in
      changes.note([link.key])
      completion(result)
    }
  }

  package func delete(
    _ key: LinkKey, revision: Int?, now: Timestamp,
    completion: @escaping StoreCompletion<Deletion>
  ) {
    store.delete(key, revision: revision, now: now) { [self] result in
      changes.note([key])
      if case .success(.deleted) = result { limitedClicks.forget(key) }
      completion(result)
    }
  }
}
