import HTTPCore
import JSONSyntax
import LinkStorage
import Service

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
