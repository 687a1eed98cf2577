import Changes
import Deliveries
import LinkStorage
import Links
import Outgoing
import SiteModel
import WebSyntax

/// Links, people, a token and a webhook of their own among those of other worlds in the same store.
struct PairedWorld {
  /// One of the two processes.
  struct Side {
    let store: any LinkStore
    let world: PairedWorld.Names
    let links: LinkEditor
    let accounts: StoreChanges
    let signIns: SignIns
  }

  /// What the world's things are called.
  struct Names {
    let id: String
    /// The deletion of the link 'gone'.
    var deletion = 0
    var token = ""
    var webhook = ""

    var hosts: [String] { ["m1-\(id).example", "m2-\(id).example"] }
    var person: String { "p-\(id)" }
    var told: String { "t-\(id)" }
    var actor: AuditActor { AuditActor(.token, id: "a-\(id)", name: "a-\(id)") }
    var digest: [UInt8] { Array(("invitation " + id).utf8) }

    func key(_ slug: String, host: Int = 0) -> LinkKey { LinkKey(host: hosts[host], slug: slug) }
    func credential(_ number: Int) -> [UInt8] { Array("\(number) \(id)".utf8) }
    func passkey(_ number: Int) -> Passkey {
      Passkey(
        credential: credential(number), person: person, key: [1], counter: 0, createdAt: time(0),
        name: "\(number)")
    }
  }

  let sides: (Side, Side)
  private var names: Names { sides.0.world }

  init(_ id: String, in one: any LinkStore, _ other: any LinkStore) throws {
    var names = Names(id: id)
    var site = SiteDefinition(hosts: names.hosts.compactMap { HostPattern($0) })
    site.shortLinks = ShortLinksDefinition(prefix: "/", app: nil, links: [])
    let compilation = ServiceSnapshot.compile(ServiceDefinition(apps: [], sites: [site]))
    guard let sites = compilation.snapshot else { throw Unexpected(answer: id) }
    func side(_ store: any LinkStore) -> Side {
      let authority = Authority.everything(as: names.actor)
      return Side(
        store: store, world: names,
        links: LinkEditor(by: authority, in: store, of: sites, at: time(9)),
        accounts: StoreChanges(by: authority, in: store, at: time(9)),
        signIns: SignIns(in: store, at: time(9)))
    }
    try Self.fill(side(one), &names)
    sides = (side(one), side(other))
  }

  private static func fill(_ side: Side, _ names: inout Names) throws {
    let store = side.store
    let person = DashboardPerson(
      id: names.person, name: "P " + names.id, role: .admin, createdAt: time(0),
      invitation: DashboardPerson.Invitation(digest: names.digest, expires: time(100)))
    _ = try waitForAnswer { store.createPerson(person, by: .service, completion: $0) }
    for number in 1...2 {
      let passkey = names.passkey(number)
      _ = try waitForAnswer {
        store.addPasskey(passkey, invitation: nil, by: .service, now: time(0), completion: $0)
      }
    }
    names.token = try side.accounts.createToken(
      TokenDraft(name: names.id, scopes: [.readLinks])
    ).token.id
    var edit = WebhookEdit()
    edit.url = "https://hooks.example/"
    edit.hosts = names.hosts
    names.webhook = try side.accounts.createWebhook(edit, OutgoingRules()).id
    for (slug, owner) in [("kept", nil), ("own", names.id), ("going", names.id), ("gone", nil)] {
      var link = ShortLink(host: names.hosts[0], slug: slug, url: "https://e.example/" + slug)
      link.owner = owner
      try store.make(link)
    }
    try side.links.delete(names.key("gone"))
    let versions = try store.versions(of: names.key("gone"))
    guard let number = versions.first?.change?.number else { throw Unexpected(answer: "gone") }
    names.deletion = number
  }

  // MARK: - State

  /// Everything of the world, without what is random or its own.
  func state() throws -> [String] {
    let store = sides.0.store
    let lines =
      try people(store) + links(store) + webhooks(store)
      + store.tokens().filter { $0.id == names.token }.map { "token \($0.revokedAt == nil)" }
    return (lines + (try audit(store))).map { $0.replacing(names.id, with: "#") }.sorted()
  }

  private func people(_ store: any LinkStore) throws -> [String] {
    let own = [names.person, names.told]
    return try store.people().filter { own.contains($0.id) }.map { person in
      let invitation = person.invitation.map { $0.digest == names.digest ? "old" : "new" }
      let passkeys = try store.passkeys(of: person.id).map { $0.name ?? "" }.sorted()
      return "person \(person.name) \(person.role) \(invitation ?? "none") \(passkeys)"
    }
      + (1...3).filter { try store.passkey(credential: names.credential($0)) != nil }
      .map { "passkey \($0)" }
  }

  private func links(_ store: any LinkStore) throws -> [String] {
    try names.hosts.flatMap { host in
      try store.links(LinkFilter(host: host), after: nil, limit: 1000).links.map(\.link)
    }.map { link in
      let slug = link.name == "like" ? "random" : link.slug
      return "link \(link.host)/\(slug) \(link.url) \(link.tags.sorted()) \(link.archived) "
        + "\(link.owner ?? "none") \(link.isEdited)"
    }
  }

  private func webhooks(_ store: any LinkStore) throws -> [String] {
    try store.webhooks().filter { $0.id == names.webhook }.map { hook in
      "webhook \(hook.types.map(\.rawValue).sorted()) \(hook.description ?? "none") "
        + "\(hook.isEnabled) \(hook.secrets.count)"
    }
  }

  private func audit(_ store: any LinkStore) throws -> [String] {
    var lines: [String] = []
    for actor in [names.actor.id, names.person] {
      var query = AuditQuery()
      (query.actor, query.limit) = (actor, 1000)
      lines += try store.audit(query).entries.map { entry in
        "audit \(entry.entry.action.rawValue) \(entry.entry.slug ?? "")"
      }
    }
    return lines.map { $0.hasPrefix("audit link.created") ? "audit link.created" : $0 }
  }
}
