package import LinkStorage
package import Links

/// What somebody sees and changes of tokens, people, sessions and webhooks: each change is one
/// function, a decision over what is there, then one write in the caller's name.
///
/// It waits for the store, so it belongs on threads that may.
package struct StoreChanges: Sendable {
  package let authority: Authority
  let store: any LinkStore
  let now: Timestamp

  package init(by authority: Authority, in store: any LinkStore, at now: Timestamp) {
    self.authority = authority
    self.store = store.acting(as: authority.actor)
    self.now = now
  }

  func stored<Value>(
    _ read: (any LinkStore) throws(LinkStoreError) -> Value
  ) throws(ChangeError) -> Value {
    do throws(LinkStoreError) {
      return try read(store)
    } catch {
      throw .failed(error)
    }
  }

  func written<Answer: Sendable>(
    _ begin: (any LinkStore, @escaping StoreCompletion<Answer>) -> Void
  ) throws(ChangeError) -> Answer {
    try stored { store throws(LinkStoreError) in
      try waitForAnswer { begin(store, $0) }
    }
  }
}

/// Names of tokens and people.
enum AccountName {
  /// In bytes.
  static let limit = Person.nameBytes

  /// The fault of a name; nil for a good one.
  static func fault(of name: String) -> ChangeFault? {
    Person.fault(ofName: name).map {
      ChangeFault("name", "'\(name.prefix(100))' is not a name: \($0)")
    }
  }
}
