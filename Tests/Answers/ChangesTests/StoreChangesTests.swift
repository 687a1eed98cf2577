import Changes
import Deliveries
import JSONSyntax
import LinkStorage
import Links
import SQLiteStore
import Outgoing
import Testing
import WebSyntax

/// Changes to a store with things of two hosts, of both, and of every host.
@Suite struct StoreChangesTests {
  private let store: any LinkStore
  private static let reaches = [["a.example"], ["b.example"], ["a.example", "b.example"], []]

  init() throws {
    store = try SQLiteStore(in: MemoryDatabase())
  }

  private func changes(_ hosts: [String], _ scopes: [TokenScope] = [.admin]) -> StoreChanges {
    StoreChanges(by: caller(scopes, on: hosts), in: store, at: now)
  }

  private var all: StoreChanges {
    StoreChanges(by: .everything(as: .service), in: store, at: now)
  }

  private func edit(_ hosts: [String]? = nil) -> WebhookEdit {
    var edit = WebhookEdit()
    edit.url = "https://hooks.example/"
    edit.hosts = hosts
    return edit
  }

  @Test func `keeps the hosts of somebody whom a provider tells of`() throws {
    var told = DashboardPerson(
      id: "oidc-1", name: "O", role: .viewer, provider: "p", createdAt: now)
    told.reach = HostReach([try #require(HostPattern("a.example"))])
    #expect(try all.keep(told) == told)
    told.reach = .everywhere
    told.role = .admin
    let kept = try #require(try all.keep(told))
    #expect(kept.role == .admin && kept.reach.names == ["a.example"])
    #expect(try store.person(id: "oidc-1") == kept)
    // A provider determines the roles of its people.
    let refused = refusal(try all.changePerson("oidc-1", role: .viewer))
    #expect(refused?.kind == .missing)
    // Who reaches one host would else come back with every one.
    let removal = refusal(try changes(["a.example"]).removePerson("oidc-1"))
    #expect(removal == .comesBackUnbounded("O", provider: "p"))
    #expect(try all.removePerson("oidc-1") == kept)
  }

  @Test func `shows and ends sessions within the reach, and one's own`() throws {
    let tokens = try Self.reaches.map { hosts in
      try all.createToken(TokenDraft(scopes: [.admin], hosts: hosts)).token
    }
    for (index, subject) in (tokens.map(\.subject) + ["person:gone"]).enumerated() {
      let session = Session(
        digest: Array(repeating: UInt8(index), count: 32), subject: subject, createdAt: now,
        expires: Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + 60))
      try waitForAnswer { store.createSession(session, completion: $0) }
    }
    func seen(_ changes: StoreChanges, _ own: Int) throws -> [UInt8] {
      try changes.sessions(own: tokens[own].subject).compactMap(\.session.digest.first)
    }
    #expect(try seen(changes(["a.example"]), 0) == [0])
    #expect(try seen(changes(["a.example"], [.readLinks]), 0) == [0])
    #expect(try seen(changes(["a.example", "b.example"]), 2) == [0, 1, 2])
    // A session whose person is gone has ended.
    #expect(try seen(changes([]), 3) == [0, 1, 2, 3])
    let ids = try all.sessions(own: "").map(\.id)
    let bound = changes(["a.example"])
    for id in ids.dropFirst() {
      let refused = refusal(try bound.endSession(id, own: tokens[0].subject))
      #expect(refused?.kind == .missing)
    }
    try bound.endSession(ids[0], own: tokens[0].subject)
    #expect(try store.sessions(of: nil).count == 4)
    #expect(try seen(changes([]), 3) == [1, 2, 3])
    try all.revokeToken(tokens[1].id)
    #expect(try seen(changes([]), 3) == [2, 3])
  }

  @Test func `a webhook without hosts has those of its author, and never others`() throws {
    let bound = changes(["a.example"])
    let made = try bound.createWebhook(edit(), OutgoingRules())
    #expect(made.hosts == ["a.example"])
    #expect(try bound.changeWebhook(made.id, edit([]), OutgoingRules()).hosts == ["a.example"])
    for hosts in [["b.example"], ["a.example", "b.example"], ["*.example"]] {
      let refused = refusal(try bound.changeWebhook(made.id, edit(hosts), OutgoingRules()))
      #expect(refused?.faults.map(\.field) == ["hosts"], "\(hosts)")
    }
  }

  @Test func `makes as many webhooks as there may be, and no more`() throws {
    let made = waitForAnswers(to: Array(1..<Webhook.countLimit)) { number, completion in
      let webhook = Webhook(
        id: "w\(number)", url: "https://hooks.example/", secret: "whsec_x", now: now)
      store.createWebhook(webhook, by: .service, now: now, completion: completion)
    }
    #expect(try made.allSatisfy { try $0.get() == .created })
    _ = try all.createWebhook(edit(), OutgoingRules())
    let refused = refusal(try all.createWebhook(edit(), OutgoingRules()))
    #expect(refused == .tooManyWebhooks(limit: Webhook.countLimit))
  }

  @Test func `shows and repeats deliveries of the reach alone`() throws {
    let webhook = try all.createWebhook(edit(["a.example"]), OutgoingRules())
    func deliver(_ data: JSONOutput, _ type: WebhookEventType = .linkCreated) throws -> Int {
      let event = WebhookEvent(type, host: nil, time: now, data: data)
      let delivery = NewDelivery(
        webhook: webhook.id, message: "m", type: type, body: WebhookMessage.body(of: event),
        time: now)
      return try waitForAnswer { store.addDelivery(delivery, completion: $0) }
    }
    func host(_ name: String) -> JSONOutput { .object([.init("host", .string(name))]) }
    let own = try deliver(host("a.example"))
    let other = try deliver(host("b.example"))
    let sums = try deliver(
      .object([.init("links", .array([host("a.example"), host("b.example")]))]), .clicksSummed)
    let silent = try deliver(.object([]), .launchesSummed)
    let bound = changes(["a.example"])
    let seen = try bound.deliveries(of: webhook.id, before: nil, limit: 10)
    #expect(seen.deliveries.map(\.number) == [own])
    #expect(try all.deliveries(of: webhook.id, before: nil, limit: 10).deliveries.count == 4)
    #expect(try bound.retryDelivery(own, of: webhook.id).number == own)
    for number in [other, sums, silent, 99, .max] {
      let refused = refusal(try bound.retryDelivery(number, of: webhook.id))
      #expect(refused?.code == "delivery-not-found")
    }
    var off = WebhookEdit()
    off.isEnabled = false
    _ = try bound.changeWebhook(webhook.id, off, OutgoingRules())
    let refusals = [
      refusal(try bound.retryDelivery(own, of: webhook.id)),
      refusal(try bound.retryFailedDeliveries(of: webhook.id)),
      refusal(try bound.testWebhook(webhook.id)),
    ]
    #expect(refusals.allSatisfy { $0?.code == "webhook-disabled" })
  }

  @Test func `enters each change once, in the caller's name`() throws {
    let bound = changes(["a.example"])
    let token = try bound.createToken(TokenDraft(scopes: [.readLinks])).token
    let draft = PersonDraft(name: "Ann", role: .viewer)
    let person = try bound.addPerson(draft, origin: "https://k.example").person
    let webhook = try bound.createWebhook(edit(), OutgoingRules())
    var described = edit()
    described.description = "d"
    // What is as it was is no change.
    for _ in 0..<2 {
      try bound.revokeToken(token.id)
      try bound.changePerson(person.id, role: .editor, hosts: ["a.example"])
      _ = try bound.changeWebhook(webhook.id, described, OutgoingRules())
    }
    let entries = try store.audit(AuditQuery()).entries.map(\.entry)
    let actions: [AuditAction] = [
      .webhookUpdated, .personChanged, .tokenRevoked, .webhookCreated, .personAdded, .tokenCreated,
    ]
    #expect(entries.map(\.action) == actions)
    #expect(entries.allSatisfy { $0.actor == AuditActor(.token, id: "me", name: "me") })
  }
}
