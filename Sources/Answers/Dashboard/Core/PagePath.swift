import Links
import WebSyntax

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
