import JSONSyntax
import LinkStorage
import Links
import RandomCases
import SiteModel
import Testing

/// The same change of a link by a call of another service and by the API gives the same link, the same
/// problem and the same entry in the audit log.
@Suite struct WireChangeTests {
  @Test func `Shlink's and Bitly's calls and YOURLS's change links as the API does`() throws {
    let counts = ChangeCounts(
      of: ["shlink", "bitly"].flatMap { ["\($0) POST", "\($0) PATCH", "\($0) DELETE"] }
        + ["yourls POST"])
    try ChangeRounds.run(name: "links by other services' calls", until: counts.hasBoth) {
      changes, benches in
      let change = changes.wireChange()
      let wire = try benches.command.wire(change.method, change.target, change.body)
      let target = try change.ownTarget(in: benches.api)
      let api = try benches.api.api(change.own.method, target, change.own.body)
      let isDone = api.status < 300
      counts.note("\(change.service) \(change.own.method)", isDone: isDone)
      let isSame = change.isDone(wire) == isDone && (isDone || change.gives(wire, the: api))
      return try benches.difference(isSame, "\(change.service) \(wire)\n\(api)")
    }
    counts.expectBoth()
  }
}

/// A change as another service's call, and as a call of the API.
private struct WireChangeCase {
  enum Service: String, CaseIterable {
    case shlink, bitly, yourls
  }

  let service: Service
  let method: String
  let target: String
  var body: [UInt8] = []
  /// The link to change; nil for a new one.
  var key: LinkKey?
  let own: (method: String, body: [UInt8])

  /// The API's address of the link: other services name a link by any host of its site.
  func ownTarget(in bench: QuestionBench) throws -> String {
    guard let key else { return "/v1/links" }
    let keys = [key] + RandomChanges.wireHosts.map { LinkKey(host: $0, slug: key.slug) }
    let home = try keys.first { key in
      try bench.snapshot.configuredLink(key) != nil || bench.store.currentLink(at: key) != nil
    }
    return "/v1/links/\(home?.host ?? key.host)/\(key.slug)"
  }

  func isDone(_ answer: QuestionBench.APIAnswer) -> Bool {
    guard service == .yourls else { return answer.status < 300 }
    // YOURLS says in the body that a slug is taken; a link that is found counts as made.
    let code = answer.root?.member("code")?.string
    return answer.status == 200 && (code == nil || code == "error:url")
  }

  /// Whether a refusal gives the reasons of the API's. YOURLS has sentences of its own for most, and a
  /// link that is not found is found by neither.
  func gives(_ answer: QuestionBench.APIAnswer, the api: QuestionBench.APIAnswer) -> Bool {
    guard api.status != 404 else { return answer.status == 404 }
    guard service != .yourls, api.problem?.code != "slug-taken" else { return true }
    let text = answer.root?.member(service == .shlink ? "detail" : "description")?.string
    return api.details.allSatisfy { text?.contains($0) == true }
  }
}

extension RandomChanges {
  /// The hosts that every world has; the first is the one that YOURLS means.
  fileprivate static let wireHosts = ["a.example", "www.a.example"]

  fileprivate mutating func wireChange() -> WireChangeCase {
    let service = dice.pick(WireChangeCase.Service.allCases)
    guard service != .yourls else { return yourlsCreation() }
    switch dice.roll(0...9) {
    case 0...4: return creation(by: service)
    case 5...8: return edition(by: service)
    default:
      let key = existing()
      return WireChangeCase(
        service: service, method: "DELETE", target: Self.target(service, key), key: key,
        own: ("DELETE", []))
    }
  }

  private mutating func existing() -> LinkKey {
    LinkKey(host: dice.pick(Self.wireHosts), slug: dice.pick(Self.slugs + ["none"]))
  }

  private static func target(_ service: WireChangeCase.Service, _ key: LinkKey) -> String {
    service == .shlink
      ? "/rest/v3/short-urls/\(key.slug)?domain=\(key.host)"
      : "/v4/bitlinks/\(key.host)/s/\(key.slug)"
  }

  private mutating func creation(by service: WireChangeCase.Service) -> WireChangeCase {
    let host = dice.pick(Self.hosts + ["nosuch.example"])
    let slug = dice.pick(dice.once(in: 6) ? ["a b", "/x", "é"] : Self.slugs + Self.newSlugs)
    var (theirs, ours) = content()
    theirs += [
      ("domain", .string(host)), (service == .shlink ? "customSlug" : "keyword", .string(slug)),
    ]
    let own = service == .shlink ? String(slug.map { $0 == " " ? "-" : $0 }) : slug
    ours += [("host", .string(host)), ("slug", .string(own))]
    // Shlink passes a visitor's query on; Bitly returns the link that is there.
    ours.append(service == .shlink ? ("query", .string("visitor")) : ("findExisting", .bool(true)))
    return WireChangeCase(
      service: service, method: "POST",
      target: service == .shlink ? "/rest/v3/short-urls" : "/v4/bitlinks",
      body: Self.text(theirs, service), own: ("POST", Self.text(ours)))
  }

  private mutating func edition(by service: WireChangeCase.Service) -> WireChangeCase {
    let key = existing()
    let (theirs, ours) = content()
    return WireChangeCase(
      service: service, method: "PATCH", target: Self.target(service, key),
      body: Self.text(theirs, service), key: key, own: ("PATCH", Self.text(ours)))
  }

  private mutating func yourlsCreation() -> WireChangeCase {
    let slug = dice.pick(dice.once(in: 6) ? ["a b", "/x", "é"] : Self.slugs + Self.newSlugs)
    let url = dice.pick(Self.urls + ["ftp://e.example/"])
    let form = "action=shorturl&format=json&signature=TOKEN"
    let fields = [("keyword", slug), ("url", url)].map { name, value in
      "&\(name)=" + QuestionBench.encoded(value)
    }
    let ours: [(String, JSONOutput)] = [
      ("host", .string(Self.wireHosts[0])), ("slug", .string(slug.filter { $0 != " " })),
      ("url", .string(url)),
      ("findExisting", .bool(true)),
    ]
    return WireChangeCase(
      service: .yourls, method: "POST", target: "/yourls-api.php",
      body: Array((form + fields.joined()).utf8), own: ("POST", Self.text(ours)))
  }

  /// Destination, name and tags, in another service's words and in those of the API.
  private mutating func content() -> (
    theirs: [(String, JSONOutput)], ours: [(String, JSONOutput)]
  ) {
    let url = JSONOutput.string(
      dice.pick(Self.urls + ["ftp://e.example/", "https://e.example/a b"]))
    var (theirs, ours) = ([("url", url)], [("url", url)])
    if dice.once(in: 2) {
      let name = JSONOutput.string(dice.pick(["N", "Néw", "bell\u{7}"]))
      theirs.append(("title", name))
      ours.append(("name", name))
    }
    if dice.once(in: 3) {
      let tags = JSONOutput.strings(dice.some(["t", "u", "spring"]))
      theirs.append(("tags", tags))
      ours.append(("tags", tags))
    }
    return (theirs, ours)
  }

  private static func text(
    _ members: [(String, JSONOutput)], _ service: WireChangeCase.Service? = nil
  ) -> [UInt8] {
    let members = members.map { name, value in
      switch (name, service) {
      case ("url", .shlink?): JSONOutput.Member("longUrl", value)
      case ("url", .bitly?): JSONOutput.Member("long_url", value)
      default: JSONOutput.Member(name, value)
      }
    }
    return Array(JSONOutput.object(members).compact.utf8)
  }
}
