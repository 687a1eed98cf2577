import AppAssociation
@testable import Changes
import Cryptography
import Deliveries
import DirectRequests
import Doctor
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import SQLiteStore
import Outgoing
import Service
import SiteModel
import Telemetry
import Testing
import WebSyntax
import WireCalls

@testable import Dashboard
@testable import Management

/// A service with two hosts, `own.example` and `zebra.example`, and an example of everything on
/// each. Everything that belongs to the second host, or to both, contains the word quagga, or zebra
/// where the caller has to know it.
final class ReachFixture {
  static let own = "own.example"
  static let other = "zebra.example"
  /// A word that a caller of the first host must not see.
  static let secret = "quagga"

  let store: any LinkStore
  let handler: ManagementHandler
  private let pages: DashboardPages
  private(set) var ids: [String: String] = [:]
  private let now = 1_795_224_669.0
  private var timestamp: Timestamp { Timestamp(secondsSinceEpoch: Int(now)) }

  init() throws {
    store = try SQLiteStore(in: MemoryDatabase())
    let compilation = ServiceSnapshot.compile(try Self.definition())
    let snapshot = try #require(compilation.snapshot, "\(compilation.problems)")
    let directory = LinkDirectory(store: store, passwords: .plain)
    var services = ManagementServices()
    services.origin = "https://keiro.example"
    let records = Self.records()
    services.status = StatusBoard(doctor: records) {
      [
        StatusFact(.certificate, Self.other), StatusFact(.certificate, "quagga.example"),
        StatusFact(.nodeBehind, "quagga-node", count: 7),
      ]
    }
    let service = ManagementService(
      snapshot: snapshot, directory: directory, proxies: TrustedProxies(), services: services,
      doctor: HostDoctorAccess(records: records) { hosts, _ in
        .init(
          hosts: hosts.map {
            .init(
              host: $0, results: [], isReached: true, time: Timestamp(secondsSinceEpoch: 0))
          })
      })
    var settings = DashboardSettings()
    settings.origin = "https://keiro.example"
    let sources = DashboardSources(
      version: "1", uploadFolder: "/nonexistent",
      nodes: { [(name: "quagga-node", isInOrder: false, note: "quagga")] },
      findings: {
        [
          ("sites[0].routes", "the own finding"),
          ("sites[0].root", "leads to zebra.example: quagga"), ("sites[1].routes", "quagga"),
          ("store", "quagga"),
        ].map { (isError: true, path: $0, sentence: Sentence(english: $1)) }
      })
    pages = try #require(
      DashboardPages(
        service: service, directory: directory, proxies: TrustedProxies(), settings: settings,
        sources: sources, memory: DashboardMemory()))
    handler = ManagementHandler(
      sources: ManagementHandler.Sources(unreadiness: { nil }, scrape: { "keiro_up 1\n" }),
      service: service, access: ManagementAccess(names: [], addresses: nil, networks: []),
      metrics: WorkerMetrics(routeNames: RouteLabel.names),
      pages: [WireCalls(CompatibleService.allCases, of: service), pages])
    try fill()
  }

  // MARK: - What there is

  /// A doctor's examination of the other host with findings.
  private static func records() -> DoctorRecords {
    let records = DoctorRecords()
    _ = records.keep(
      HostReport(
        host: other, results: [CheckResult(.dns, .fail, secret, help: secret)], isReached: true,
        time: Timestamp(secondsSinceEpoch: 0)))
    return records
  }

  private static func definition() throws -> ServiceDefinition {
    func app(_ key: String, _ team: String) throws -> AppDefinition {
      AppDefinition(
        key: key, name: key,
        apple: .init(appIDs: [try #require(AppIdentifier("\(team).com.example.\(key)"))]))
    }
    func site(_ host: String, _ app: Int, _ title: String) throws -> SiteDefinition {
      var site = SiteDefinition(hosts: [try #require(HostPattern(host))])
      site.title = title
      let apps = host == own ? [app] : [app, app + 1]
      site.routes = [RouteDefinition(component: Component(path: "/item/{id}"), apps: apps)]
      site.routes[0].screen = title
      site.shortLinks = ShortLinksDefinition(
        prefix: "/s/", app: nil,
        links: [
          ShortLink(
            host: host, slug: (host == own ? "own" : "zebra") + "-fixed",
            url: "https://\(host)/item/7")
        ])
      site.destinationHosts = [host, title + "-inside.example"].compactMap { HostPattern($0) }
      return site
    }
    return ServiceDefinition(
      apps: [
        try app("ownapp", "AAAAAAAAAA"), try app("zebraapp", "BBBBBBBBBB"),
        try app("quaggaapp", "CCCCCCCCCC"),
      ],
      sites: [try site(own, 0, "own"), try site(other, 1, secret)])
  }

  private var all: StoreChanges {
    StoreChanges(by: .everything(as: .service), in: store, at: timestamp)
  }

  private func fill() throws {
    for (host, word) in [(Self.own, "own"), (Self.other, Self.secret)] {
      let slug = host == Self.own ? "own" : "zebra"
      var link = ShortLink(host: host, slug: slug, url: "https://\(host)/item/1")
      link.name = "\(word) name"
      // Links that expire soon need attention.
      link.expires = Timestamp(secondsSinceEpoch: Int(now) + 3600)
      try waitForAnswer {
        store.create(
          link, CreationTerms(), by: AuditActor(.token, id: word, name: word), now: timestamp,
          completion: $0)
      }
      let gone = ShortLink(host: host, slug: slug + "-gone", url: "https://\(host)/item/1")
      try waitForAnswer {
        store.create(gone, CreationTerms(), by: .service, now: timestamp, completion: $0)
      }
      try waitForAnswer {
        store.delete(gone.key, revision: nil, by: .service, now: timestamp, completion: $0)
      }
      let change = try store.versions(of: link.key).first?.change
      ids["\(host == Self.own ? "own" : "other") change"] = change.map { String($0.number) }
    }
    let clicks = [(Self.own, "own"), (Self.other, Self.secret)].map { host, word in
      ClickCount(
        key: LinkKey(host: host, slug: host == Self.own ? "own" : "zebra"), hour: Int(now) / 3600,
        platform: "iphone",
        referrerHost: word + "-referrer.example", outcome: "redirect", isBot: false, count: 7)
    }
    try waitForAnswer {
      store.count(
        CountBatch(writer: CountWriter(), sequence: 1, clicks: clicks, launches: []),
        now: timestamp, completion: $0)
    }
    let groups: [(name: String, word: String, hosts: [String])] = [
      ("own", "own", [Self.own]), ("other", Self.secret, [Self.other]),
      ("partly", Self.secret + "-partly", [Self.own, Self.other]),
      ("everywhere", Self.secret + "-everywhere", []),
    ]
    for group in groups { try fill(group) }
    // An event from a time when the webhook had more hosts.
    ids["stray delivery"] = try deliver(to: "own", Self.other, Self.secret)
  }

  private func fill(_ group: (name: String, word: String, hosts: [String])) throws {
    let token = try all.createToken(
      TokenDraft(name: group.word + " token", scopes: [.readLinks], hosts: group.hosts))
    ids["\(group.name) token"] = token.token.id
    let person = try all.addPerson(
      PersonDraft(name: group.word + " person", role: .viewer, hosts: group.hosts),
      origin: "https://keiro.example"
    ).person
    ids["\(group.name) person"] = person.id
    let digest = try #require(SHA256.digest(Array(group.name.utf8)))
    let session = Session(
      digest: digest, subject: token.token.subject, createdAt: timestamp,
      expires: Timestamp(secondsSinceEpoch: Int(now) + 3600))
    try waitForAnswer { store.createSession(session, completion: $0) }
    ids["\(group.name) session"] = SeenSession(session: session, name: "").id
    var edit = WebhookEdit()
    edit.url = "https://\(group.word).example/hook"
    edit.hosts = group.hosts
    ids["\(group.name) webhook"] = try all.createWebhook(edit, .init()).id
    ids["\(group.name) delivery"] = try deliver(
      to: group.name, group.name == "own" ? Self.own : Self.other, group.word)
  }

  private func deliver(to group: String, _ host: String, _ word: String) throws -> String {
    let event = WebhookEvent(
      .linkCreated, host: host, time: timestamp,
      data: .object([.init("host", .string(host)), .init("slug", .string(word))]))
    let delivery = NewDelivery(
      webhook: ids["\(group) webhook"] ?? "", message: word, type: .linkCreated,
      body: WebhookMessage.body(of: event), time: timestamp)
    return String(try waitForAnswer { store.addDelivery(delivery, completion: $0) })
  }

  /// Everything in the store that belongs to other hosts.
  func othersThings() throws -> OthersThings {
    let isOther = { (reach: HostReach) in reach.names != [Self.own] }
    var deliveries: [Delivery] = []
    for name in ["other", "partly", "everywhere"] {
      deliveries += try store.deliveries(
        of: ids["\(name) webhook"] ?? "", in: nil, before: nil, limit: 100
      ).filter { $0.new.type != .ping }
    }
    let others = Set(["other", "partly", "everywhere"].map { ids["\($0) session"] ?? "" })
    return OthersThings(
      links: try store.links(LinkFilter(host: Self.other), after: nil, limit: 100).links,
      tokens: try store.tokens().filter { isOther($0.reach) && $0.name != "caller" },
      people: try store.people().filter { isOther($0.reach) },
      webhooks: try store.webhooks().filter { isOther($0.reach) },
      deliveries: deliveries,
      sessions: try store.sessions(of: nil).filter {
        others.contains(SeenSession(session: $0, name: "").id)
      })
  }

  // MARK: - Asking

  /// A token for calls and for signing in.
  func caller(_ scopes: [TokenScope], isBound: Bool) throws -> String {
    guard !scopes.contains(.createLinks) else {
      // Such a token needs a site with destinations.
      let text = try #require(TokenText.generate())
      let token = APIToken(
        id: text.id, digest: text.digest, name: "caller", scopes: scopes.map(\.rawValue),
        reach: HostReach(stored: Self.own), createdAt: timestamp, making: LinkMaking())
      try waitForAnswer { store.createToken(token, by: .service, completion: $0) }
      return text.text
    }
    return try all.createToken(
      TokenDraft(name: "caller", scopes: scopes, hosts: isBound ? [Self.own] : [])
    ).text
  }

  /// The cookie of a session of the token; nil when the dashboard does not let it in.
  func cookie(of token: String) throws -> String? {
    let answer = try send("POST", "/dashboard/sign-in", "token=\(token)", isPage: true, fields: "")
    return answer.fields["Set-Cookie"].map { String($0.prefix { $0 != ";" }) }
  }

  func send(
    _ method: String, _ target: String, _ body: String, isPage: Bool, fields: String
  ) throws -> HTTPResponse {
    let page =
      isPage
      ? "Accept: text/html\r\nSec-Fetch-Site: same-origin\r\n"
        + "Content-Type: application/x-www-form-urlencoded\r\n" : ""
    let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
    let head = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(page)\(fields)\(length)\r\n"
    let bytes = Array((head + body).utf8)
    let request = try #require(HTTPRequest.decoded(bytes), "\(method) \(target)")
    let peer = HTTPPeer(address: IPAddress("127.0.0.1"))
    let instant = HTTPInstant(secondsSinceEpoch: now, steadySeconds: now)
    if !body.isEmpty {
      switch handler.intake(for: request, from: peer, at: instant).awaited {
      case .refuse(let response): return response
      case .stream(let sink): return sink.response(to: Array(body.utf8))
      case .collect, .collectSome, .unread: break
      }
    }
    return handler.answer(to: request, from: peer, at: instant).awaited
  }
}

/// What a caller of one host may neither see nor change.
struct OthersThings: Equatable {
  let links: [StoredLink]
  let tokens: [APIToken]
  let people: [DashboardPerson]
  let webhooks: [Webhook]
  let deliveries: [Delivery]
  let sessions: [Session]
}
