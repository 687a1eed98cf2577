import HTTPCore
import Links
import LinkStorage
import Service

extension PageContext {
  /// The page at the request's place.
  func route() throws(Problem) -> HTTPResponse {
    if let open = try routeForAll() { return open }
    guard user != nil else { return signInFirst() }
    let isChange = request.isChange
    let rest = Array(request.path.dropFirst())
    switch (request.path[0], rest) {
    case ("", []): return try reading { () throws(Problem) in try overview() }
    case ("links", []): return isChange ? try bulk() : try links()
    case ("links", ["export"]): return try reading(exportLinks)
    case ("links", ["new"]): return isChange ? try createLink() : try newLink()
    case ("links", _) where rest.count > 1:
      let key = LinkKey(host: rest[0], slug: rest.dropFirst().joined(separator: "/"))
      return isChange ? try changeLink(key) : try link(key)
    case ("import", []): return try reading(importForm)
    case ("import", _) where rest.count == 1:
      return isChange ? try applyImport(rest[0]) : try importStanding(rest[0])
    case ("sites", []): return try reading(sites)
    case ("sites", _) where rest.count == 1:
      return isChange ? try examine(rest[0]) : try site(rest[0])
    case ("chart.csv", []): return try reading(chartData)
    case ("tokens", []): return isChange ? try changeTokens() : try tokens()
    case ("people", []): return isChange ? try changePeople() : try people()
    case ("sessions", []): return isChange ? try endSession() : try sessions()
    case ("webhooks", []): return isChange ? try changeWebhooks() : try webhooks()
    case ("webhooks", _) where rest.count == 1:
      return isChange ? try changeWebhook(rest[0]) : try webhook(rest[0])
    case ("audit", []): return try reading(audit)
    case ("passkeys", _): return try passkeyCall(rest)
    default: throw .notFound
    }
  }

  /// A place that takes no forms.
  private func reading(
    _ page: () throws(Problem) -> HTTPResponse
  ) throws(Problem) -> HTTPResponse {
    guard !request.isChange else { throw .methodNotAllowed(.post, allowed: "GET, HEAD") }
    return try page()
  }

  /// Pages that need no session; nil for all others.
  private func routeForAll() throws(Problem) -> HTTPResponse? {
    switch request.path {
    case ["sign-in"]: return request.isChange ? try signIn() : signInPage()
    case ["sign-out"]:
      guard request.isChange else { throw .methodNotAllowed(.get, allowed: "POST") }
      return try signOut()
    case ["language"]: return try reading(chooseLanguage)
    case ["join"]: return try reading(join)
    case ["passkeys", "sign-in-options"], ["passkeys", "sign-in"],
      ["passkeys", "join-options"], ["passkeys", "join"]:
      return try passkeyCall(Array(request.path.dropFirst()))
    default:
      guard request.path.count == 2, request.path[0] == "oidc" else { return nil }
      return try reading { () throws(Problem) in try provider(request.path[1]) }
    }
  }

  /// Leads to the sign-in and back to the page that was asked for.
  private func signInFirst() -> HTTPResponse {
    let back = request.isChange || request.address == "/dashboard/" ? nil : request.address
    return .redirect(to: "/dashboard/sign-in" + PageQuery.text([("next", back)]))
  }

  private func chooseLanguage() throws(Problem) -> HTTPResponse {
    guard let language = query["to"].flatMap(Words.Language.init) else { throw .notFound }
    var answer = HTTPResponse.redirect(to: ownReferrer ?? "/dashboard/")
    answer.fields.append(
      "Set-Cookie",
      "\(Words.cookie)=\(language.rawValue); Path=/dashboard; Max-Age=31536000; SameSite=Lax")
    return answer
  }

  /// The path of the page of the dashboard that led here; nil when none did.
  private var ownReferrer: String? {
    guard let referrer = request.request.fields["Referer"], let origin = request.origin,
      referrer.lowercased().hasPrefix(origin + "/")
    else { return nil }
    return Self.local(String(referrer.dropFirst(origin.utf8.count)))
  }

  /// A path of the dashboard, to which somebody may be led; nil for anything else.
  static func local(_ path: String?) -> String? {
    guard let path, path.hasPrefix("/dashboard/"), path.utf8.count <= 4096,
      path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
    else { return nil }
    return path
  }
}
