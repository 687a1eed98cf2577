import JSONSyntax
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

  /// What of a list lies within the caller's reach; for admins alone.
  func seen<Item>(
    _ reach: (Item) -> HostReach, _ list: (any LinkStore) throws(LinkStoreError) -> [Item]
  ) throws(ChangeError) -> [Item] {
    try authority.require(.admin)
    return try read(list).filter { authority.covers(reach($0)) }
  }

  func read<Value>(
    _ body: (any LinkStore) throws(LinkStoreError) -> Value
  ) throws(ChangeError) -> Value {
    try stored { () throws(LinkStoreError) in try body(store) }
  }

  func written<Answer: Sendable>(
    _ begin: (any LinkStore, @escaping StoreCompletion<Answer>) -> Void
  ) throws(ChangeError) -> Answer {
    try stored { () throws(LinkStoreError) in try waitForAnswer { begin(store, $0) } }
  }
}

/// The answer of a store to a change.
func stored<Value>(
  _ body: () throws(LinkStoreError) -> Value
) throws(ChangeError) -> Value {
  do throws(LinkStoreError) {
    return try body()
  } catch {
    throw .failed(error)
  }
}

/// What a decision comes to.
func decided<Value>(
  _ decide: () throws(ChangeRefusal) -> Value
) throws(ChangeError) -> Value {
  do throws(ChangeRefusal) {
    return try decide()
  } catch {
    throw .refused(error)
  }
}

extension Authority {
  /// What is wrong with the name and the hosts of a token or a person, which are granted here.
  func grants(
    _ hosts: [String], to name: String?
  ) -> (reach: HostReach, faults: [FieldFault]) {
    let granted = granting(hosts)
    let fault = name.flatMap { name in
      Person.fault(ofName: name).map {
        FieldFault("name", AccountFault.notName(name, $0))
      }
    }
    return (granted.reach, granted.faults + [fault].compactMap(\.self))
  }
}
