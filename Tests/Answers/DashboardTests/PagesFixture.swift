import Changes
import Deliveries
import DirectRequests
import Doctor
import HTTPCore
import JSONSyntax
import LinkImport
import LinkStorage
import Links
import Management
import Outgoing
import SQLiteStore
import Service
import SiteModel
import System
import Testing
import WebSyntax

@testable import Dashboard

/// The pages of a dashboard with a provider, called as by the server.
final class PagesFixture: Sendable {
  let store: any LinkStore
  let memory: DashboardMemory
  let pages: DashboardPages
  let now = HTTPInstant(secondsSinceEpoch: 1_795_224_669, steadySeconds: 1000)

  static let origin = "https://keiro.example.com"
  static let issuer = "https://login.example.com"

  /// - Parameters:
  ///   - apps: the apps of the configuration.
  ///   - routes: the routes of its only site.
  ///   - site: that site without short links; nil for one of the host `a.example`.
  ///   - examined: the last examinations of hosts from outside.
  ///   - findings: those in the configuration.
  ///   - roles: the roles that the provider gives, by groups.
  init(
    fetch: @escaping ProviderFetch = { _, _ in nil }, apps: [AppDefinition] = [],
    routes: [RouteDefinition] = [], site: SiteDefinition? = nil, examined: [HostReport] = [],
    findings: [DashboardSources.Finding] = [], roles: [String: PersonRole] = ["staff": .viewer]
  ) throws {
    store = try SQLiteStore(in: MemoryDatabase())
    memory = DashboardMemory()
    let directory = LinkDirectory(store: store, passwords: .plain)
    var site = try site ?? SiteDefinition(hosts: [#require(HostPattern("a.example"))])
    site.shortLinks = ShortLinksDefinition(prefix: "/s/", app: nil, links: [])
    site.routes += routes
    let snapshot = try #require(
      ServiceSnapshot.compile(ServiceDefinition(apps: apps, sites: [site])).snapshot)
    let records = DoctorRecords()
    for report in examined { _ = records.keep(report) }
    var settings = DashboardSettings()
    settings.origin = Self.origin
    var provider = DashboardSettings.Provider()
    (provider.name, provider.issuer, provider.roleClaim) = ("Login", Self.issuer, "groups")
    (provider.clientID, provider.clientSecret) = ("keiro", "hush")
    provider.roles = roles
    settings.providers = [provider]
    pages = try #require(
      DashboardPages(
        service: ManagementService(
          snapshot: snapshot, directory: directory, proxies: TrustedProxies(),
          doctor: HostDoctorAccess(records: records) { _, _ in .init(hosts: examined) }),
        directory: directory, proxies: TrustedProxies(), settings: settings,
        sources: DashboardSources(
          version: "1", uploadFolder: "/tmp", findings: { findings }, fetch: fetch),
        memory: memory))
  }

  var timestamp: Timestamp { Timestamp(secondsSinceEpoch: Int(now.secondsSinceEpoch)) }

  /// Changes by a user who reaches everything.
  var everything: StoreChanges {
    StoreChanges(by: .everything(as: .service), in: store, at: timestamp)
  }

  /// Changes of links by that user.
  var editor: LinkEditor {
    pages.directory.editor(
      by: .everything(as: .service), of: pages.service.snapshot, at: timestamp)
  }

  /// The cookie of a session with a new token.
  func cookie(_ scopes: [TokenScope] = [.admin]) throws -> String {
    let token = try everything.createToken(TokenDraft(name: "Session token", scopes: scopes)).text
    let answer = try ask("/dashboard/sign-in", method: "POST", body: "token=\(token)")
    let cookie = try #require(answer.fields["Set-Cookie"])
    return "Cookie: \(cookie.prefix { $0 != ";" })\r\n"
  }

  static let metadata = Array(
    """
    {"issuer":"\(issuer)","authorization_endpoint":"\(issuer)/authorize",
     "token_endpoint":"\(issuer)/token","jwks_uri":"\(issuer)/keys"}
    """.utf8)

  /// Begins a request; the answer arrives on any thread.
  func begin(
    _ target: String, method: String = "GET", fields: String = "", body: String = "",
    client: String = "192.0.2.1", _ completion: @escaping @Sendable (HTTPResponse) -> Void
  ) throws {
    let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
    let bytes = Array(
      "\(method) \(target) HTTP/1.1\r\nHost: keiro.example.com\r\nOrigin: \(Self.origin)\r\n\(fields)\(length)\r\n\(body)"
        .utf8)
    let request = try #require(HTTPRequest.decoded(bytes))
    let peer = HTTPPeer(address: IPAddress(client), isSecure: true)
    let answer = pages.answer(to: request, from: peer, at: now)
    switch answer {
    case .ready(let response): completion(response)
    case .deferred(let work): work { completion($0) }
    case .unread: completion(answer.awaited)
    }
  }

  /// A page for a visitor who has not signed in.
  func context() throws -> PageContext {
    let bytes = Array("GET /dashboard/ HTTP/1.1\r\nHost: keiro.example.com\r\n\r\n".utf8)
    let request = try #require(HTTPRequest.decoded(bytes))
    let page = try PageRequest(request, from: HTTPPeer(address: nil), proxies: .init())
    return PageContext(pages, page, user: nil, at: now)
  }

  func ask(
    _ target: String, method: String = "GET", fields: String = "", body: String = "",
    client: String = "192.0.2.1"
  ) throws -> HTTPResponse {
    let slot = AnswerSlot<HTTPResponse>()
    try begin(
      target, method: method, fields: fields, body: body, client: client, slot.fill)
    return slot.wait()
  }
}

extension HTTPResponse {
  var text: String { String(decoding: wholeBody, as: UTF8.self) }
}

/// A dashboard with an example of everything, and a user with all permissions.
struct Pages {
  let fixture: PagesFixture
  let cookie: String
  var webhook = ""
  var store: any LinkStore { fixture.store }

  /// - Parameter fixture: the dashboard; nil for one of a site without routes.
  init(_ fixture: PagesFixture? = nil) throws {
    self.fixture = try fixture ?? PagesFixture()
    cookie = try self.fixture.cookie()
    for (slug, clicks, bots) in [("often", 9, 0), ("seldom", 2, 40)] {
      var link = ShortLink(host: "a.example", slug: slug, url: "https://b.example/\(slug)")
      link.name = "The \(slug) link"
      link.tags = ["spring"]
      try add(link)
      try count(slug, clicks, bots)
    }
    var edit = WebhookEdit()
    edit.url = "https://hooks.example.com/keiro"
    webhook = try self.fixture.everything.createWebhook(edit, .init()).id
    _ = try self.fixture.everything.testWebhook(webhook)
    _ = try self.fixture.everything.addPerson(
      PersonDraft(name: "Hanako", role: .editor), origin: PagesFixture.origin)
  }

  /// A link of `a.example`.
  func add(
    _ slug: String, url: String = "https://b.example/",
    _ change: (inout ShortLink) -> Void = { _ in }
  ) throws {
    var link = ShortLink(host: "a.example", slug: slug, url: url)
    change(&link)
    try add(link)
  }

  func add(_ link: ShortLink) throws {
    let (store, now) = (self.store, fixture.timestamp)
    let made = try waitForAnswer {
      store.create(link, CreationTerms(), by: .service, now: now, completion: $0)
    }
    guard case .created = made else { throw Unexpected() }
  }

  struct Unexpected: Error {}

  /// Adds many links at once.
  func add(_ links: [ShortLink]) throws {
    let (store, now) = (self.store, fixture.timestamp)
    _ = try waitForAnswer {
      store.apply(links, overwritesEdits: false, by: .service, now: now, completion: $0)
    }
  }

  /// Clicks on a link of `a.example`.
  ///
  /// - Parameter hour: counted since 1970; nil for the present one.
  func clicks(
    _ slug: String, _ count: Int, hour: Int? = nil, platform: String = "iphone",
    from referrer: String = "", outcome: String = "redirect", isBot: Bool = false,
    traits: ClickTraits = ClickTraits()
  ) -> ClickCount {
    ClickCount(
      key: LinkKey(host: "a.example", slug: slug),
      hour: hour ?? fixture.timestamp.secondsSinceEpoch / 3600, platform: platform,
      referrerHost: referrer, outcome: outcome, isBot: isBot, traits: traits, count: count)
  }

  /// Settles as many deliveries of the webhook, each as it is after a change.
  func settle(_ count: Int, _ change: (Delivery) throws -> Delivery) throws -> Int {
    let (store, now) = (self.store, fixture.timestamp)
    let room = [DeliveryRoom(webhook: webhook, count: count)]
    let until = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + 60)
    let leased = try waitForAnswer {
      store.leaseDeliveries(room, owner: "a", until: until, now: now, completion: $0)
    }
    let settled = try leased.map(change)
    return try waitForAnswer { store.settleDeliveries(settled, owner: "a", completion: $0) }
  }

  private func count(_ slug: String, _ clicks: Int, _ bots: Int) throws {
    try self.count(
      [(clicks, false), (bots, true)].map { count, isBot in
        self.clicks(slug, count, from: "news.example", isBot: isBot)
      })
    let (store, now) = (self.store, fixture.timestamp)
    // The order by clicks uses sums, which wait for a merge.
    let later = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + 3600)
    try waitForAnswer {
      store.rollUp(StatisticsRetention(), limit: 100, now: later, completion: $0)
    }
  }

  func count(_ clicks: [ClickCount], _ launches: [LaunchCount] = []) throws {
    let batch = CountBatch(writer: CountWriter(), sequence: 1, clicks: clicks, launches: launches)
    let (store, now) = (self.store, fixture.timestamp)
    try waitForAnswer { store.count(batch, now: now, completion: $0) }
  }

  /// - Parameter form: the body of a POST; nil for a GET.
  func ask(
    _ path: String, _ form: String? = nil, in language: Language = .english
  ) throws -> HTTPResponse {
    try fixture.ask(
      "/dashboard/" + path, method: form == nil ? "GET" : "POST",
      fields: cookie + "Accept: text/html\r\nAccept-Language: \(language.rawValue)\r\n",
      body: form ?? "")
  }

  /// The page without the places where addresses may break.
  ///
  /// - Parameter status: what the answer must have; nil for any.
  func text(
    _ path: String, _ form: String? = nil, in language: Language = .english,
    status: HTTPStatus? = nil
  ) throws -> String {
    let answer = try ask(path, form, in: language)
    #expect(answer.status == status ?? answer.status)
    return answer.text.replacing("<wbr>", with: "")
  }

  /// Asks for a page or sends a form, and returns where it leads, below `/dashboard/`.
  func lead(_ path: String, _ form: String? = nil) throws -> String {
    let answer = try ask(path, form)
    #expect(answer.status == .seeOther)
    return String(try #require(answer.fields["Location"]).dropFirst("/dashboard/".count))
  }

  /// Sends a form, and returns the page to which it leads.
  func followed(
    _ path: String, _ form: String, in language: Language = .english
  ) throws -> String {
    try text(lead(path, form), in: language)
  }

  func link(_ slug: String) throws -> ShortLink? {
    try store.currentLink(at: LinkKey(host: "a.example", slug: slug))?.link
  }

  /// Puts a file that was uploaded by the reader at `import/report`.
  ///
  /// - Parameter table: the beginning of the file.
  func shelve(_ stage: Upload.Stage, table: String = "") throws {
    let owner = try #require(try store.sessions(of: nil).first?.subject)
    let shelf = fixture.memory.uploads
    let slot = try #require(shelf.begin(owner, at: fixture.now))
    let file = try TemporaryFile(
      in: Process.temporaryFolder, name: "keiro-report-\(UInt64.random(in: 0 ... .max))")
    let upload = Upload(
      id: "report", owner: owner, fileName: "links.csv", file: file, size: 1,
      terms: .init(.auto, isDryRun: true),
      columns: FileColumn.columns(of: Array(table.utf8), isWhole: true),
      time: fixture.now.steadySeconds)
    upload.enter(stage)
    shelf.put(upload, in: slot)
  }

  /// The change that the first Undo of a page reverts.
  static func change(_ html: String) -> Int? {
    guard let form = html.firstRange(of: "action=\"/dashboard/changes/") else { return nil }
    return Int(html[form.upperBound...].prefix { $0.isNumber })
  }

  /// Presses the first Undo of a page, and returns where it leads, below `/dashboard/`.
  func undo(_ html: String) throws -> String {
    let change = try #require(Self.change(html))
    let back = try #require(html.firstRange(of: "name=\"back\" value=\""))
    let address = html[back.upperBound...].prefix { $0 != "\"" }
    return try lead("changes/\(change)", "back=\(address)")
  }

  var linkCount: Int {
    get throws { try store.links(LinkFilter(), after: nil, limit: 1000).links.count }
  }
}

extension Phrase {
  /// The row of `words.txt` of a section.
  static func row(_ section: String, _ name: String, _ count: Int? = nil) -> Phrase {
    let row = count.map { Phrase(section, name, $0) } ?? Phrase(section, name)
    #expect(row != nil, "there is no row \(section).\(name)")
    return row ?? Phrase(.failedTitle)
  }
}

/// The contents that a page must show in every language.
struct PageRow: CustomTestStringConvertible {
  let path: String
  let word: Phrase
  let values: [String]

  var testDescription: String { path }

  init(_ path: String, _ word: Word, _ values: String...) {
    (self.path, self.word, self.values) = (path, Phrase(word), values)
  }

  init(_ path: String, action: AuditAction, _ values: String...) {
    (self.path, self.word, self.values) = (path, action.word, values)
  }

  static let all = [
    PageRow("", .topLinks, "a.example/s/often", "news.example", "iPhone"),
    PageRow("links", .withSelectedLinks, "a.example/s/often", "The often link", "spring"),
    PageRow("links?state=archived", .noLinkFound),
    PageRow("links?sort=clicks", .mostClicksFirst, ">9<", ">2<"),
    PageRow("links/new", .createLink, "name=\"once\"", "a.example"),
    PageRow(
      "links/a.example/often", .visitorsTitle, "https://b.example/often", "The often link", "302"),
    PageRow("import", .importTry, "Firebase Dynamic Links", "NDJSON"),
    PageRow("sites", .noFindings, "a.example"),
    PageRow("sites/a.example", .notExamined, "iOS 26"),
    PageRow(
      "sites/a.example?url=https://a.example/s/often", .explanationTitle, "https://b.example/often"),
    PageRow("tokens", .tokensIntroduction, "Session token", "links:read"),
    PageRow("people", .rolesHint, "Hanako"),
    PageRow("sessions", .ownSession, "Session token"),
    PageRow("webhooks", .webhooksIntroduction, "https://hooks.example.com/keiro"),
    PageRow("audit", action: .tokenRevoked, "a.example/often"),
    PageRow("audit?host=no+host", .auditLog, "no host"),
    PageRow("help", .helpTitle, "id=\"statistics\"", "commands.md"),
    PageRow("nothing", .notFound),
  ]
}
