import Dispatch
package import ShortLinks

/// The store as the service uses it: what all workers and the management API have in common.
package final class LinkDirectory: Sendable {
  package let store: any LinkStore
  package let changes = LinkChanges()
  let passwords: PasswordHasher
  let limitedClicks = LimitedClicks()
  let guards = RequestGuards()
  /// Comparing a password takes much time and memory on purpose: one at a time, and never on a
  /// worker.
  let passwordQueue = DispatchQueue(label: "keiro.passwords")

  /// Calls of the management API wait for the store here, beside each other.
  let workQueue = DispatchQueue(label: "keiro.api", attributes: .concurrent)

  package init(store: any LinkStore, passwords: PasswordHasher) {
    self.store = store
    self.passwords = passwords
  }

  /// Writes, and lets the workers know before the answer goes out.
  func submit(
    _ write: LinkWrite, touching keys: [LinkKey], completion: @escaping LinkWriteCompletion
  ) {
    store.submit(write) { [changes, limitedClicks] result in
      changes.note(keys)
      if case .success(.deleted) = result { keys.forEach(limitedClicks.forget) }
      completion(result)
    }
  }
}
