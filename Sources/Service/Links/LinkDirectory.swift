package import Dispatch
package import Links
package import LinkStorage

/// The store as the service uses it: what all workers and the management API have in common.
package final class LinkDirectory: Sendable {
  package let store: any LinkStore
  package let changes = LinkChanges()
  package let passwords: PasswordHasher
  package let limitedClicks = LimitedClicks()
  package let guards = RequestGuards()
  /// Comparing a password takes much time and memory on purpose: one at a time, and never on a
  /// worker.
  package let passwordQueue = DispatchQueue(label: "keiro.passwords")

  /// Calls of the management API wait for the store here, beside each other.
  package let workQueue = DispatchQueue(label: "keiro.api", attributes: .concurrent)

  package init(store: any LinkStore, passwords: PasswordHasher) {
    self.store = store
    self.passwords = passwords
  }

  /// Writes, and lets the workers know before the answer goes out.
  package func submit(
    _ write: LinkWrite, touching keys: [LinkKey], completion: @escaping LinkWriteCompletion
  ) {
    store.submit(write) { [changes, limitedClicks] result in
      changes.note(keys)
      if case .success(.deleted) = result { keys.forEach(limitedClicks.forget) }
      completion(result)
    }
  }
}
