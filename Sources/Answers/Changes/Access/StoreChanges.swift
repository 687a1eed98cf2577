import JSONSyntax
package import LinkStorage
package import Links

/// The reading and changing of tokens, people, sessions and webhooks. Each change is one
/// function: a decision on the existing data, then one write in the caller's name.
///
/// Calls wait for the store, so they belong on threads that may block.
package struct StoreChanges: Sendable, StoreCaller {
  /// The roles of a store that these changes need.
  package typealias Store = TokenKeeping & PeopleKeeping & SessionKeeping & WebhookKeeping

  package let authority: Authority
  let store: any Store
  let now: Timestamp

  package init(by authority: Authority, in store: any Store, at now: Timestamp) {
    self.authority = authority
    self.store = store
    self.now = now
  }

  var actor: AuditActor { authority.actor }

  /// The items of a list that lie within the caller's reach; for admins only.
  func seen<Item>(
    _ reach: (Item) -> HostReach, _ list: (any Store) throws(LinkStoreError) -> [Item]
  ) throws(ChangeError) -> [Item] {
    try authority.require(.admin)
    return try read(list).filter { authority.covers(reach($0)) }
  }
}

/// Changes that call a store and wait for its answer. Errors of the store become those of changes.
protocol StoreCaller {
  /// The roles of the store that the changes need.
  associatedtype Roles: Sendable

  var store: Roles { get }
}

extension StoreCaller {
  func read<Value>(
    _ body: (Roles) throws(LinkStoreError) -> Value
  ) throws(ChangeError) -> Value {
    do throws(LinkStoreError) {
      return try body(store)
    } catch {
      throw .failed(error)
    }
  }

  func written<Answer: Sendable>(
    _ begin: (Roles, @escaping StoreCompletion<Answer>) -> Void
  ) throws(ChangeError) -> Answer {
    try read { store throws(LinkStoreError) in try waitForAnswer { begin(store, $0) } }
  }
}

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
  /// The name and hosts to grant to a token or person, with their faults.
  func grants(
    _ hosts: [String], to name: String?
  ) -> (reach: HostReach, faults: [FieldFault]) {
    let granted = granting(hosts)
    let fault = name.flatMap { name in
      DashboardPerson.fault(ofName: name).map {
        FieldFault("name", AccountFault.notName(name, $0))
      }
    }
    return (granted.reach, granted.faults + [fault].compactMap(\.self))
  }
}
