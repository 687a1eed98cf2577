import Deliveries
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service
import WebSyntax

extension PageContext {
  func route() throws(Problem) -> HTTPResponse {
    let path = PagePath(request.path)
    guard user != nil || path?.kind.isForAll == true else { return signInFirst() }
    guard let path else { throw .notFound }
    // Any other page than the one asked for would pass for it.
    for (name, choices) in path.kind.choices { try query.requireChoice(name, of: choices) }
    return try answer(at: path)
  }

  private func answer(at path: PagePath) throws(Problem) -> HTTPResponse {
    switch (path.kind, request.isChange) {
    case (.overview, false): try overview()
    case (.tag, false), (.campaign, false): try group(path)
    case (.links, false): try links()
    case (.links, true): try bulk()
    case (.export, false): try exportLinks()
    case (.newLink, false): try newLink()
    case (.newLink, true): try createLink()
    case (.pastedLinks, false): try pastedLinks()
    case (.pastedLinks, true): try makePasted()
    case (.link, false): try link(path.key)
    case (.link, true): try changeLink(path.key)
    case (.importForm, false): try importForm()
    case (.importStanding, false): try importStanding(path.name)
    case (.importStanding, true): try applyImport(path.name)
    case (.sites, false): try sites()
    case (.site, false): try site(path.host)
    case (.site, true): try examine(path.host)
    case (.chartData, false): try chartData()
    case (.tokens, false): try tokens()
    case (.tokens, true): try changeTokens()
    case (.people, false): try people()
    case (.people, true): try changePeople()
    case (.sessions, false): try sessions()
    case (.sessions, true): try endSession()
    case (.webhooks, false): try webhooks()
    case (.webhooks, true): try changeWebhooks()
    case (.webhook, false): try webhook(path.name)
    case (.webhook, true): try changeWebhook(path.name)
    case (.audit, false): try audit()
    case (.status, false): try statusPage()
    case (.change, false): try plannedUndo(path.name)
    case (.change, true): try undo(path.name)
    case (.design, false): design()
    case (.help, false): helpPage()
    case (.templates, false): try templates()
    case (.templates, true): try changeTemplates()
    case (.views, true): try changeViews()
    case (.passkeys, _), (.passkeySignIn, _): try passkeyCall(Array(request.path.dropFirst()))
    case (.signIn, false): signInPage()
    case (.signIn, true): try signIn()
    case (.signOut, true): try signOut()
    case (.language, false): try choose(Language.self)
    case (.scheme, false): try choose(ColorScheme.self)
    case (.zone, false): try zonePage()
    case (.join, false): try join()
    case (.provider, false): try provider(path.name)
    default: throw request.methodNotAllowed
    }
  }

  /// Shows the sign-in, which leads back to the requested page and carries a form that was sent.
  private func signInFirst() -> HTTPResponse {
    if request.isChange, let address = Self.local(request.address) {
      return signInPage(keeping: KeptForm(form, to: address))
    }
    let isOverview = request.isChange || request.address == "/dashboard/"
    return signInFirst(isOverview ? nil : Self.local(request.address))
  }

  /// Leads to the sign-in.
  ///
  /// - Parameter back: the page to which that leads; nil for the overview.
  func signInFirst(_ back: String?) -> HTTPResponse {
    let next = PageQuery.text([("next", back)])
    // Escaped, an address may be too long for the query of another.
    return .redirect(to: "/dashboard/sign-in" + (next.utf8.count > Self.signInBytes ? "" : next))
  }

  /// The longest query with a page to return to, of the 8 KiB that an address may have.
  private static let signInBytes = 7000

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
    let path = referrer.dropFirst(origin.utf8.count)
    // The list that tells of a refused view stands at an address that takes forms alone.
    return path == "/dashboard/views" ? "/dashboard/links" : Self.local(String(path))
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

  /// The items of its address that choose among named values, and these.
  var choices: [(name: String, values: [String])] {
    switch self {
    case .overview, .tag, .campaign, .links, .export, .link, .chartData:
      [
        ("state", LinkListing.states), ("sort", LinkOrder.allCases.map(\.rawValue)),
        ("period", ChartPeriod.Latest.allCases.map(\.rawValue)),
        ("split", StatisticsQuery.Split.allCases.map(\.rawValue)),
        (
          "only",
          StatisticsQuery.Grouping.allCases.filter { ChartPart("x", by: $0) != nil }
            .map(\.rawValue)
        ),
        ("by", PageContext.exported.map(\.rawValue)),
        ("top", PageContext.everyGroup.map(\.by.rawValue)),
      ]
    case .webhook: [("state", Delivery.State.allCases.map(\.name))]
    default: []
    }
  }

  var methods: String {
    switch self {
    case .views, .signOut, .passkeys, .passkeySignIn: "POST"
    case .links, .newLink, .pastedLinks, .link, .importForm, .importStanding, .site, .tokens,
      .people, .sessions, .webhooks, .webhook, .change, .templates, .signIn:
      "GET, HEAD, POST"
    default: "GET, HEAD"
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
    if rest.count < 2, let pages = Self.pages[first],
      let known = rest.isEmpty ? pages.alone : pages.below
    {
      kind = known
      return
    }
    switch (first, rest.count) {
    case ("tags", 1...) where rest != [""]: kind = .tag
    case ("campaigns", 1...) where rest != [""]: kind = .campaign
    case ("links", 1) where rest == ["export"]: kind = .export
    case ("links", 1) where rest == ["new"]: kind = .newLink
    case ("links", 1) where rest == ["paste"]: kind = .pastedLinks
    case ("links", 2...) where key != nil: kind = .link
    case ("passkeys", 1) where Self.passkeysForAll.contains(rest[0]): kind = .passkeySignIn
    case ("passkeys", _): kind = .passkeys
    default: return nil
    }
  }

  /// The pages of plain names, and those of something with one more name below them.
  private static let pages: [String: (alone: PageKind?, below: PageKind?)] = [
    "": (.overview, nil), "links": (.links, nil), "import": (.importForm, .importStanding),
    "sites": (.sites, .site), "chart.csv": (.chartData, nil), "tokens": (.tokens, nil),
    "people": (.people, nil), "sessions": (.sessions, nil), "webhooks": (.webhooks, .webhook),
    "audit": (.audit, nil), "status": (.status, nil), "changes": (nil, .change),
    "design": (.design, nil), "help": (.help, nil), "views": (.views, nil),
    "templates": (.templates, nil), "sign-in": (.signIn, nil), "sign-out": (.signOut, nil),
    "language": (.language, nil), "scheme": (.scheme, nil), "zone": (.zone, nil),
    "join": (.join, nil), "oidc": (nil, .provider),
  ]

  private static let passkeysForAll = ["sign-in-options", "sign-in", "join-options", "join"]

  /// A tag or a campaign, which may have slashes.
  var group: String { rest.joined(separator: "/") }

  /// The host of a page about one, in Punycode.
  var host: String { HostPattern(name)?.description ?? name }

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
