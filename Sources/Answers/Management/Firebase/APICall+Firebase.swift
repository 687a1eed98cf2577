import Changes
import Cryptography
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Questions
import Service
import SiteModel
import WebSyntax

/// The calls of Firebase Dynamic Links that servers and apps still use.
extension APICall {
  // MARK: - shortLinks

  func createDynamicLink() throws(Problem) -> APIAnswer {
    let body = try document().root
    let request = Result { () throws(FieldFault) in try DynamicLinkRequest(body) }
    let (draft, warnings) = try request.mapError { Problem.invalid([$0]) }.get().draft(in: snapshot)
    let made = try changed(editor.create(draft))
    // A suffix that nobody reaches: the fields come from parameters, which have warnings of their own.
    let names = snapshot.doubts(
      about: made.stored.link, at: timestamp, beside: directory.managed
    ).filter { $0.path == "slug" }
    return answer(
      made.stored.link,
      warnings + names.map { DynamicLink.Warning(code: "SUFFIX_NOT_REACHED", message: $0.message) })
  }

  private func answer(_ link: ShortLink, _ warnings: [DynamicLink.Warning]) -> APIAnswer {
    let url = snapshot.shortURL(link.key)
    let list = warnings.map { warning in
      ["warningCode": .string(warning.code), "warningMessage": .string(warning.message)]
        as JSONOutput
    }
    return json(
      ["shortLink": .string(url), "previewLink": .string(url + "?d=1")]
        + (list.isEmpty ? [:] : ["warning": .array(list)]))
  }

  // MARK: - linkStats

  func dynamicLinkStatistics() throws(Problem) -> APIAnswer {
    guard let days = try given(CallParameters.days).map({ Int($0) }) ?? 7,
      (1...100_000).contains(days)
    else { throw .parameter("durationDays", "expected a number of days") }
    let found = try find(path.name)?.link.key
    if let found { try require(found.host) }
    guard let key = found else {
      throw Problem(
        .notFound, "link-not-found", "there is no short link '\(path.name)'")
    }
    let since = Timestamp(secondsSinceEpoch: timestamp.secondsSinceEpoch - days * 86_400)
    let query = StatisticsQuery(
      host: key.host, slug: key.slug, since: since, until: nil, by: .platform)
    let statistics = try stored(directory.clicks.statistics(query))
    let rows = statistics.rows.filter { $0.clicks > 0 }
    let counts = Dictionary(
      rows.map { (Self.platform($0.name), $0.clicks) }, uniquingKeysWith: { $0.addingClamped($1) })
    let list = counts.sorted { $0.key < $1.key }.map { platform, count in
      ["platform": .string(platform), "count": .string(String(count)), "event": "CLICK"]
        as JSONOutput
    }
    return json(["linkEventStats": .array(list)])
  }

  private static func platform(_ name: String) -> String {
    switch UserAgent.Platform(rawValue: name) {
    case .iPhone, .iPad: "IOS"
    case .android: "ANDROID"
    case .macOS, .windows, .linux, .chromeOS: "DESKTOP"
    case .unknown, nil: "OTHER"
    }
  }

  /// Finds the link of a short URL: in the configuration, in the store, or, for hosts that Google
  /// has shut down, under the same name on a host of this service.
  private func find(_ text: String) throws(Problem) -> ServedLink? {
    guard let url = WebURL(text) ?? WebURL("https://" + text) else { return nil }
    let query = url.query.map { "?" + $0 } ?? ""
    let whole = "\(url.scheme)://\(url.host)\(url.path)\(query)"
    let ours = snapshot.siteTable.site(of: url.comparedHost) != nil
    let urls =
      ours
      ? [OwnURL(whole, askedHost: nil, in: snapshot)].compactMap(\.self)
      : snapshot.movedAddresses(of: url)
    // Links on hosts out of reach are not revealed, nor are those hosts treated as shut down.
    if snapshot.servesBeyond(url.comparedHost) { try require(url.comparedHost) }
    return try stored(
      StoredLinks(directory.managed).asked(snapshot) { links in
        for candidate in urls {
          switch links.place(of: candidate) {
          case .shortLink(let link, .visit), .longLink(let link, _): return link
          default: continue
          }
        }
        return nil
      })
  }

  // MARK: - reopenAttribution

  /// Answers the request that Firebase's library sends after a universal link has opened the app.
  func reopenAttribution() throws(Problem) -> APIAnswer {
    let root = try document().root
    guard let requested = root.member("requestedLink")?.string, WebURL(requested) != nil else {
      throw Problem(.badRequest, "invalid-link", "requestedLink: expected the URL of a link")
    }
    guard let found = try find(requested) else {
      throw Problem(.notFound, "link-not-found", "'\(requested.prefix(200))' is not a link")
    }
    let link = found.link
    try require(link.host)
    var visit = Visit(query: nil)
    if link.maxClicks != nil {
      visit.clicksSoFar = try stored(directory.limitedClicks.count(of: link, at: now))
    }
    let resolution = resolve(link, visit: visit, now: timestamp, site: found.site)
    guard case .redirect(let destination, _) = resolution else {
      throw Problem(.notFound, "link-not-found", "'\(requested.prefix(200))' leads nowhere now")
    }
    let campaign = ["Source", "Medium", "Campaign", "Term", "Content"].map { name in
      JSONOutput.Member("utm" + name, .optional(link.campaign["utm_" + name.lowercased()]))
    }
    let resolved = link.slug.isEmpty ? requested : snapshot.shortURL(link.key)
    let document =
      [
        "deepLink": .string(destination), "iosMinAppVersion": .optional(link.apple.minimumVersion),
      ] + JSONOutput.object(campaign) + ["resolvedLink": .string(resolved)]
    return json(document.withoutNulls)
  }
}

extension Problem {
  /// The problem in the form of Google's APIs, for callers written for Firebase.
  var googleResponse: HTTPResponse {
    // Google's APIs have no 422.
    let code = status == .unprocessableContent ? 400 : status.code
    let message = faults.isEmpty ? detail : faults.map(\.sentence).joined(separator: "; ")
    let body =
      [
        "error": [
          "code": .int(code), "message": .string(message), "status": .string(Self.word(code)),
        ]
      ] as JSONOutput
    var list = HTTPFields([
      "Content-Type": "application/json; charset=UTF-8", "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    ])
    for field in fields { list.append(field.name, field.value) }
    return HTTPResponse(
      HTTPStatus(code: code) ?? status, fields: list, body: Array((body.compact + "\n").utf8),
      route: .api, outcome: .refused)
  }

  /// The canonical codes of google.rpc.
  private static func word(_ code: Int) -> String {
    switch code {
    case 400: "INVALID_ARGUMENT"
    case 401: "UNAUTHENTICATED"
    case 403: "PERMISSION_DENIED"
    case 404: "NOT_FOUND"
    case 405: "UNIMPLEMENTED"
    case 409: "ALREADY_EXISTS"
    case 412: "FAILED_PRECONDITION"
    case 429: "RESOURCE_EXHAUSTED"
    case 503: "UNAVAILABLE"
    default: code < 500 ? "INVALID_ARGUMENT" : "INTERNAL"
    }
  }
}
