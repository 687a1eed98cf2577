import Changes
import Deliveries
import JSONSyntax
import LinkImport
import LinkStorage
import Links
import Outgoing

/// A change that is made at the same time as another one. A refusal is an outcome, too.
struct PairedChange: Sendable {
  let name: String
  private let change: @Sendable (PairedWorld.Side) throws -> Void

  private init(_ name: String, _ change: @escaping @Sendable (PairedWorld.Side) throws -> Void) {
    self.name = name
    self.change = change
  }

  func make(_ side: PairedWorld.Side) throws {
    do {
      try change(side)
    } catch ChangeError.refused {
      return
    }
  }

  static func named(_ name: String) -> PairedChange? { all.first { $0.name == name } }

  /// Every change, to which new ones are added.
  static let all = people + accounts + links + files + history

  // MARK: - People

  private static let people: [PairedChange] = [
    PairedChange("invite") {
      _ = try $0.accounts.invite($0.world.person, origin: "https://k.example")
    },
    PairedChange("demote") { try $0.accounts.changePerson($0.world.person, role: .viewer) },
    PairedChange("make an editor") { try $0.accounts.changePerson($0.world.person, role: .editor) },
    PairedChange("remove a person") { try $0.accounts.removePerson($0.world.person) },
    PairedChange("join") { side in
      guard let person = try side.signIns.person(side.world.person) else { return }
      _ = try side.signIns.add(
        side.world.passkey(3), to: person, invitation: side.world.digest)
    },
    PairedChange("join with a passkey that is known") { side in
      guard let person = try side.signIns.person(side.world.person) else { return }
      _ = try side.signIns.add(
        side.world.passkey(1), to: person, invitation: side.world.digest)
    },
    PairedChange("remove a passkey") { try removePasskey(1, $0) },
    PairedChange("remove the other passkey") { try removePasskey(2, $0) },
    PairedChange("name a passkey") {
      try $0.accounts.namePasskey($0.world.passkey(1).id, of: $0.world.person, "phone")
    },
    PairedChange("rename as told") { try keep("T1", .viewer, $0) },
    PairedChange("rename as told otherwise") { try keep("T2", .admin, $0) },
    PairedChange("remove whom the provider told of") {
      try $0.accounts.removePerson($0.world.told)
    },
  ]

  private static func removePasskey(_ number: Int, _ side: PairedWorld.Side) throws {
    try side.accounts.removePasskey(side.world.passkey(number).id, of: side.world.person)
  }

  private static func keep(_ name: String, _ role: PersonRole, _ side: PairedWorld.Side) throws {
    _ = try side.accounts.keep(
      DashboardPerson(
        id: side.world.told, name: "\(name) \(side.world.id)", role: role, provider: "p",
        createdAt: time(9)))
  }

  // MARK: - Tokens and webhooks

  private static let accounts: [PairedChange] = [
    PairedChange("revoke") { try $0.accounts.revokeToken($0.world.token) },
    PairedChange("describe a webhook") { side in
      try change(side) { $0.description = "d" }
    },
    PairedChange("disable a webhook") { side in
      try change(side) { $0.isEnabled = false }
    },
    PairedChange("choose events") { side in
      try change(side) { $0.types = [.linkCreated] }
    },
    PairedChange("rotate") { _ = try $0.accounts.rotateWebhook($0.world.webhook) },
    PairedChange("delete a webhook") { try $0.accounts.deleteWebhook($0.world.webhook) },
  ]

  private static func change(
    _ side: PairedWorld.Side, _ set: (inout WebhookEdit) -> Void
  ) throws {
    var edit = WebhookEdit()
    set(&edit)
    _ = try side.accounts.changeWebhook(side.world.webhook, edit, OutgoingRules())
  }

  // MARK: - Links

  private static let links: [PairedChange] = [
    PairedChange("create") { try create("new", host: 0, $0) },
    PairedChange("create on the other host") { try create("new", host: 1, $0) },
    PairedChange("create where it was, elsewhere") { try create("gone", host: 1, $0) },
    PairedChange("find or create") { side in
      var link = ShortLink(host: side.world.hosts[0], slug: "", url: "https://e.example/like")
      link.name = "like"
      _ = try side.links.create(
        LinkDraft(link, host: link.host, slug: .random(RandomSlug()), findsExisting: true))
    },
    PairedChange("edit") { side in
      let description = JSONNode(.object([.init("url", .string("https://e.example/edited"))]))
      let key = side.world.key("kept")
      _ = try side.links.edit(key, LinkPatch(description, of: key, passwords: passwords))
    },
    PairedChange("tag") { try $0.links.change($0.world.key("kept"), .tag("a")) },
    PairedChange("tag otherwise") { try $0.links.change($0.world.key("kept"), .tag("b")) },
    PairedChange("archive in a list") { side in
      _ = try side.links.change([side.world.key("kept")], .archive)
    },
    PairedChange("delete") { try $0.links.delete($0.world.key("kept")) },
    PairedChange("delete in a list") { side in
      _ = try side.links.change([side.world.key("kept")], .delete)
    },
  ]

  private static func create(_ slug: String, host: Int, _ side: PairedWorld.Side) throws {
    let host = side.world.hosts[host]
    let link = ShortLink(host: host, slug: slug, url: "https://e.example/by-hand")
    _ = try side.links.create(LinkDraft(link, host: host, slug: .given(slug)))
  }

  private static let passwords = PasswordHasher(
    hash: { _ in nil }, verify: { _, _ in false }, fault: { _ in nil })

  // MARK: - Files

  private static let files: [PairedChange] = [
    PairedChange("apply a file") { try apply(["own", "one", "new"], host: 0, $0) },
    PairedChange("apply another file") { try apply(["own", "two", "both"], host: 0, $0) },
    PairedChange("apply a file of the other host") { try apply(["own", "new"], host: 1, $0) },
    PairedChange("apply the file of another owner") {
      try apply(["own", "going", "one", "three"], host: 0, of: "other", $0)
    },
    PairedChange("import") { try importing(["kept", "own", "new"], host: 0, $0) },
    PairedChange("import on the other host") { try importing(["new", "gone"], host: 1, $0) },
  ]

  private static func lines(_ slugs: [String], host: Int, _ side: PairedWorld.Side) -> [UInt8] {
    let rows = slugs.map { "\(side.world.hosts[host]),\($0),https://e.example/\(slugs.count)\n" }
    return Array(("host,slug,url\n" + rows.joined()).utf8)
  }

  private static func apply(
    _ slugs: [String], host: Int, of owner: String? = nil, _ side: PairedWorld.Side
  ) throws {
    var file = side.links.file(of: "\(owner ?? "")\(side.world.id)", .csv)
    file.feed(lines(slugs, host: host, side))
    file.finish()
    _ = try side.links.apply(file, ApplyingTerms(prunes: true), passwords: passwords)
  }

  private static func importing(_ slugs: [String], host: Int, _ side: PairedWorld.Side) throws {
    var run = try side.links.importing(
      ImportTerms(.csv, isDryRun: false, overwritesEdits: true), passwords: passwords)
    try run.feed(lines(slugs, host: host, side))
    _ = try run.finish()
  }

  // MARK: - History

  private static let history: [PairedChange] = [
    PairedChange("undo the deletion") { _ = try $0.links.undo($0.world.deletion, isDryRun: false) },
    PairedChange("bring back") { _ = try $0.links.restore($0.world.key("gone"), version: nil) },
    PairedChange("go back a version") {
      _ = try $0.links.restore($0.world.key("kept"), version: nil)
    },
  ]
}
