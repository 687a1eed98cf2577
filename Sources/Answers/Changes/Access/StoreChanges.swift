import JSONSyntax
package import LinkStorage
package import Links
package import SiteModel
package import WebSyntax

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
  /// The sites whose hosts may be granted; nil for any host.
  let sites: ServiceSnapshot?

  package init(
    by authority: Authority, in store: any Store, at now: Timestamp,
    of sites: ServiceSnapshot? = nil
  ) {
    self.sites = sites
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

extension StoreChanges {
  /// The hosts to grant: those of the caller's reach that a site serves, or that were granted before.
  func granting(_ hosts: [String], besides former: [String] = []) -> GrantedHosts {
    var granted = authority.granting(hosts)
    guard let sites, !hosts.isEmpty else { return granted }
    granted.faults += granted.hosts
      .filter { !former.contains($0.description) && !sites.serves($0) }
      .map { FieldFault("hosts", sites.unserved($0)) }
    return granted
  }
}

extension AccountFault {
  static func faults(ofName name: String?) -> [FieldFault] {
    guard let name, let fault = DashboardPerson.fault(ofName: name) else { return [] }
    return [FieldFault("name", AccountFault.notName(name, fault))]
  }
}

extension ServiceSnapshot {
  /// Whether a site serves a host, or a host of a wildcard.
  package func serves(_ host: HostPattern) -> Bool {
    hostNames.compactMap { HostPattern($0) }.contains {
      $0 == host || $0.matches(host.description) || host.matches($0.description)
    }
  }

  fileprivate func unserved(_ host: HostPattern) -> LinkFault {
    let nearest = nearestName(to: host.description, among: hostNames)
    let hint = nearest.map(LinkFault.UnservedHint.nearest) ?? .choices(hostNames)
    return .unserved(host.description, hint)
  }
}
