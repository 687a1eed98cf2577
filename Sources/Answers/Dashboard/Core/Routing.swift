import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service
import WebSyntax

extension PageContext {
  func route() throws(Problem) -> HTTPResponse {
    guard let path = PagePath(request.path) else {
      guard user != nil else { return signInFirst() }
      throw .notFound
    }
    if path.kind.isForAll { return try open(path) }
    guard user != nil else { return signInFirst() }
    return request.isChange ? try changed(at: path) : try shown(at: path)
  }

  /// Answers pages that need no session.
  private func open(_ path: PagePath) throws(Problem) -> HTTPResponse {
    switch path.kind {
    case .signIn: return request.isChange ? try signIn() : signInPage()
    case .signOut:
      guard request.isChange else { throw .methodNotAllowed(.get, allowed: "POST") }
      return try signOut()
    case .language: return try reading { () throws(Problem) in try choose(Language.self) }
    case .scheme: return try reading { () throws(Problem) in try choose(ColorScheme.self) }
    case .zone: return try reading(zonePage)
    case .join: return try reading(join)
    case .provider: return try reading { () throws(Problem) in try provider(path.name) }
    case .passkeySignIn: return try passkeyCall(Array(request.path.dropFirst()))
    default: throw .notFound
    }
  }

  private func shown(at path: PagePath) throws(Problem) -> HTTPResponse {
    switch path.kind {
    case .overview: try overview()
    case .tag, .campaign: try group(path)
    case .links: try links()
    case .export: try exportLinks()
    case .newLink: try newLink()
    case .pastedLinks: try pastedLinks()
    case .link: try link(path.key)
    case .importForm: try importForm()
    case .importStanding: try importStanding(path.name)
    case .sites: try sites()
    case .site: try site(path.name)
    case .chartData: try chartData()
    case .tokens: try tokens()
    case .people: try people()
    case .sessions: try sessions()
    case .webhooks: try webhooks()
    case .webhook: try webhook(path.name)
    case .audit: try audit()
    case .status: try statusPage()
    case .change: try plannedUndo(path.name)
    case .design: design()
    case .help: helpPage()
    case .templates: try templates()
    case .views: throw .methodNotAllowed(.get, allowed: "POST")
    case .passkeys: try passkeyCall(Array(request.path.dropFirst()))
    case .signIn, .signOut, .language, .scheme, .zone, .join, .provider, .passkeySignIn:
      throw .notFound
    }
  }

  private func changed(at path: PagePath) throws(Problem) -> HTTPResponse {
    switch path.kind {
    case .links: try bulk()
    case .newLink: try createLink()
    case .pastedLinks: try makePasted()
    case .link: try changeLink(path.key)
    case .importStanding: try applyImport(path.name)
    case .site: try examine(path.name)
    case .tokens: try changeTokens()
    case .people: try changePeople()
    case .sessions: try endSession()
    case .webhooks: try changeWebhooks()
    case .webhook: try changeWebhook(path.name)
    case .change: try undo(path.name)
    case .views: try changeViews()
    case .templates: try changeTemplates()
    case .passkeys: try passkeyCall(Array(request.path.dropFirst()))
    case .overview, .tag, .campaign, .export, .importForm, .sites, .chartData, .audit, .status,
      .design, .help:
      throw .methodNotAllowed(.post, allowed: "GET, HEAD")
    case .signIn, .signOut, .language, .scheme, .zone, .join, .provider, .passkeySignIn:
      throw .notFound
    }
  }

  /// Answers a page that accepts no forms.
  private func reading(
    _ page: () throws(Problem) -> HTTPResponse
  ) throws(Problem) -> HTTPResponse {
    guard !request.isChange else { throw .methodNotAllowed(.post, allowed: "GET, HEAD") }
    return try page()
  }

  /// Shows the sign-in, which leads back to the requested page and carries a form that was sent.
  private func signInFirst() -> HTTPResponse {
    if request.isChange, let address = Self.local(request.address) {
      return signInPage(keeping: KeptForm(form, to: address))
    }
    let isOverview = request.isChange || request.address == "/dashboard/"
    return signInFirst(isOverview ? nil : request.address)
  }

  /// Leads to the sign-in.
  ///
  /// - Parameter back: the page to which that leads; nil for the overview.
  func signInFirst(_ back: String?) -> HTTPResponse {
    .redirect(to: "/dashboard/sign-in" + PageQuery.text([("next", back)]))
  }

  /// Stores a choice of the reader in a cookie, and leads back.
  private func choose<Choice: ReaderChoice>(_ type: Choice.Type) throws(Problem) -> HTTPResponse {
    guard let choice = query["to"].flatMap(Choice.init(rawValue:)) else { throw .notFound }
    return keep(Choice.cookie, choice.rawValue, leadingTo: ownReferrer)
  }

  /// - Parameters:
  ///   - value: consists of characters allowed in a cookie.
  ///   - address: a path of the dashboard; nil for the overview.
  func keep(_ cookie: String, _ value: String, leadingTo address: String?) -> HTTPResponse {
    HTTPResponse.redirect(to: address ?? "/dashboard/").keeping(cookie, value)
  }

  /// The path of the dashboard page that led here; nil when the request came from elsewhere.
  var ownReferrer: String? {
    guard let referrer = request.request.fields["Referer"], let origin = request.origin,
      referrer.lowercased().hasPrefix(origin + "/")
    else { return nil }
    return Self.local(String(referrer.dropFirst(origin.utf8.count)))
  }

  /// A path of the dashboard to which a redirect is safe; nil for anything else.
  static func local(_ path: String?) -> String? {
    guard let path, path.hasPrefix("/dashboard/"), path.utf8.count <= 4096,
      path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
    else { return nil }
    return path
  }
}

enum PageKind: CaseIterable {
  case overview, tag, campaign, links, export, newLink, pastedLinks, link, importForm
  case importStanding, sites, site, chartData
  case tokens, people, sessions, webhooks, webhook, audit, change, passkeys, design, help, views
  case status, templates
  case signIn, signOut, language, scheme, zone, join, provider, passkeySignIn

  /// Whether a page needs no session.
  var isForAll: Bool {
    switch self {
    case .signIn, .signOut, .language, .scheme, .zone, .join, .provider, .passkeySignIn: true
    default: false
    }
  }
}

struct PagePath: Equatable {
  let kind: PageKind
  /// The parts of the path after the page's own name.
  private let rest: [String]
  /// The link of a page about one; empty for other pages.
  let key: LinkKey

  /// Nil when there is no such page.
  ///
  /// - Parameter path: the parts after `/dashboard/`.
  init?(_ path: [String]) {
    guard let first = path.first else { return nil }
    let rest = Array(path.dropFirst())
    self.rest = rest
    let key = rest.first.flatMap { LinkKey(named: $0, rest.dropFirst().joined(separator: "/")) }
    self.key = key ?? LinkKey(host: "", slug: "")
    switch (first, rest.count) {
    case ("", 0): kind = .overview
    case ("tags", 1...) where rest != [""]: kind = .tag
    case ("campaigns", 1...) where rest != [""]: kind = .campaign
    case ("links", 0): kind = .links
    case ("links", 1) where rest == ["export"]: kind = .export
    case ("links", 1) where rest == ["new"]: kind = .newLink
    case ("links", 1) where rest == ["paste"]: kind = .pastedLinks
    case ("links", 2...) where key != nil: kind = .link
    case ("import", 0): kind = .importForm
    case ("import", 1): kind = .importStanding
    case ("sites", 0): kind = .sites
    case ("sites", 1): kind = .site
    case ("chart.csv", 0): kind = .chartData
    case ("tokens", 0): kind = .tokens
    case ("people", 0): kind = .people
    case ("sessions", 0): kind = .sessions
    case ("webhooks", 0): kind = .webhooks
    case ("webhooks", 1): kind = .webhook
    case ("audit", 0): kind = .audit
    case ("status", 0): kind = .status
    case ("changes", 1): kind = .change
    case ("design", 0): kind = .design
    case ("help", 0): kind = .help
    case ("views", 0): kind = .views
    case ("templates", 0): kind = .templates
    case ("passkeys", 1) where Self.passkeysForAll.contains(rest[0]): kind = .passkeySignIn
    case ("passkeys", _): kind = .passkeys
    case ("sign-in", 0): kind = .signIn
    case ("sign-out", 0): kind = .signOut
    case ("language", 0): kind = .language
    case ("scheme", 0): kind = .scheme
    case ("zone", 0): kind = .zone
    case ("join", 0): kind = .join
    case ("oidc", 1): kind = .provider
    default: return nil
    }
  }

  private static let passkeysForAll = ["sign-in-options", "sign-in", "join-options", "join"]

  /// A tag or a campaign, which may have slashes.
  var group: String { rest.joined(separator: "/") }

  /// A host, an identifier or a name; empty for pages without one.
  var name: String { rest.first ?? "" }
}

enum PageAddresses {
  /// The address of the page about a change of links.
  static func change(_ number: Int) -> String { "/dashboard/changes/\(number)" }

  static func links(_ filter: [(name: String, value: String?)]) -> String {
    "/dashboard/links" + PageQuery.text(filter)
  }

  static func tag(_ name: String) -> String { "/dashboard/tags/" + component(name) }
  static func campaign(_ name: String) -> String { "/dashboard/campaigns/" + component(name) }

  /// The page with all sums of the links of a list.
  static func figures(_ listing: LinkListing) -> String {
    var rest = listing
    if let tag = listing.tag {
      rest.tag = nil
      return self.tag(tag) + PageQuery.text(rest.chosenItems)
    }
    guard let campaign = listing.campaign else {
      return "/dashboard/" + PageQuery.text(listing.chosenItems)
    }
    rest.campaign = nil
    return self.campaign(campaign) + PageQuery.text(rest.chosenItems)
  }

  /// The address of a page with more items in its query, such as the outcome that it tells.
  static func page(_ address: String, _ items: [(name: String, value: String?)]) -> String {
    let more = PageQuery.text(items)
    guard address.contains("?"), !more.isEmpty else { return address + more }
    return address + "&" + more.dropFirst()
  }

  /// The page of imports after a file that could not be received, since the session had ended.
  static let importWithoutFile = "/dashboard/import?done=ended"

  static func component(_ text: String) -> String { PercentCoding.encodeComponent(text) }

  static func link(_ key: LinkKey) -> String {
    let parts = key.slug.split(separator: "/", omittingEmptySubsequences: false)
    let slug = parts.map { component(String($0)) }.joined(separator: "/")
    return "/dashboard/links/" + component(key.host) + "/" + slug
  }
}
