import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service
import SiteModel
import WebSyntax

/// `POST /_keiro/links`: an app makes a link with a token that is shipped in it.
///
/// Everybody can take the token out of the app. It makes links on one host, to destinations that the
/// site names, and so many an hour; what is refused writes nothing.
struct AppLinkCreation {
  let visit: PublicVisit
  let client: IPAddress?

  private static let allowed = "POST, OPTIONS"
  private static let bodyBytes = 4096

  private static func answer(_ problem: Problem) -> HTTPResponse {
    problem.response(from: .appLinks)
  }

  private static let busy = Problem.busy("too many links are being made at once")

  private var guards: RequestGuards { visit.directory.guards }

  /// Accepts a body from apps with a token alone.
  func intake() -> HTTPIntake {
    do throws(Problem) {
      try checkHead()
    } catch {
      return .refuse(Self.answer(error))
    }
    return .reading(on: visit.directory.queues.reads) { [self] in
      Result { () throws(Problem) in try token() }
    } next: {
      Self.intake($0 ?? .failure(Self.busy))
    }
  }

  private static func intake(_ token: Result<APIToken, Problem>) -> HTTPIntake {
    switch token {
    case .success: .collectSome(limit: .max, lease: BodyCeiling(bodyBytes))
    case .failure(let problem): .refuse(answer(problem))
    }
  }

  /// Checks what can be known before anything is read.
  private func checkHead() throws(Problem) {
    if let wait = guards.linkRequests.take(client, at: visit.now) {
      throw .tooManyRequests("too many requests came from this network", wait: wait)
    }
    let type = visit.request.first("Content-Type").map { String(decoding: $0, as: UTF8.self) } ?? ""
    let name = type.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
    guard name.lowercased() == "application/json" else {
      throw Problem(
        .unsupportedMediaType, "media-type",
        "the body is of the type '\(type.prefix(100))': expected application/json")
    }
    try Problem.check(
      coding: visit.request.first("Content-Encoding").map { String(decoding: $0, as: UTF8.self) })
    let length = visit.request.first("Content-Length").flatMap { DecimalDigits.number($0) }
    guard length ?? 0 <= Self.bodyBytes else { throw BodyCeiling.tooLong(Self.bodyBytes) }
  }

  /// The token, which makes links on this site.
  private func token() throws(Problem) -> APIToken {
    let authentication = Authentication(
      directory: visit.directory, request: visit.request, client: client, now: visit.now)
    let token = try authentication.token(allowing: [.createLinks])
    guard token.making != nil, let host = token.reach.soleHost else {
      throw Problem(
        .forbidden, "insufficient-scope",
        "the token allows more than apps may carry: expected one with 'links:create' alone")
    }
    guard visit.snapshot.site(host: host) == visit.siteNumber else {
      throw Problem(
        .forbidden, "host-not-reached",
        "the token makes links on '\(host)': expected a request to a host of its site")
    }
    return token
  }

  func answer() -> HTTPAnswer {
    switch visit.request.method {
    case .post: break
    case .options:
      return .ready(
        HTTPResponse(.noContent, fields: HTTPFields(["Allow": Self.allowed]), outcome: .options))
    default:
      return .ready(
        Self.answer(.methodNotAllowed(visit.request.method, allowed: Self.allowed)))
    }
    return visit.beside(visit.directory.queues.appLinks, orBusy: Self.answer(Self.busy)) { [self] in
      do throws(Problem) {
        return try makeLink()
      } catch {
        return Self.answer(error)
      }
    }
  }

  /// Makes the link, in a queue whose threads may wait for the store.
  private func makeLink() throws(Problem) -> HTTPResponse {
    // A request without a body had no intake.
    if visit.request.body.isEmpty { try checkHead() }
    // Checked again: it may have been revoked while the body arrived.
    let token = try token()
    let document = try JSONDocument(body: visit.request.body)
    try requireDestinations(of: token)
    let key = try IdempotencyKey(
      visit.request.first("Idempotency-Key").map { String(decoding: $0, as: UTF8.self) },
      of: token.id, for: visit.request.body)
    let draft = LinkDraft(document.root, ofAppWith: token, at: visit.timestamp)
    let making = token.making ?? LinkMaking()
    if let wait = guards.links.take(making, of: token.id, for: client, at: visit.now) {
      throw .tooManyRequests("too many links were made", wait: wait)
    }
    do throws(ChangeError) {
      let made = try editor(token).create(draft, key)
      if made.isRemembered { guards.links.giveBack(of: token.id, for: client) }
      return answer(with: made.stored.link)
    } catch {
      guards.links.giveBack(of: token.id, for: client)
      throw Problem(error)
    }
  }

  /// A site may have lost its destinations since the token was made.
  private func requireDestinations(of token: APIToken) throws(Problem) {
    guard let host = token.reach.soleHost, let site = visit.snapshot.siteTable.site(of: host),
      site.destinationHosts == nil
    else { return }
    throw .invalid([FieldFault("url", AccountFault.noDestinationHosts(host))])
  }

  /// The editor in the token's name. The workers learn of its links before the app.
  private func editor(_ token: APIToken) -> LinkEditor {
    LinkEditor(
      by: .app(token), in: visit.directory.managed, of: visit.snapshot, at: visit.timestamp
    ) { [directory = visit.directory] key, _ in directory.note(key) }
  }

  private func answer(with link: ShortLink) -> HTTPResponse {
    let address = visit.snapshot.shortURL(link.key)
    let body = JSONOutput.object([
      .init("shortURL", .string(address)), .init("url", .string(link.url)),
    ])
    var fields = HTTPFields.ofAnswer("application/json")
    fields.append("Location", address)
    return HTTPResponse(
      .created, fields: fields, body: Array((body.compact + "\n").utf8), route: .appLinks,
      outcome: .api)
  }
}

/// Refuses a body that is too long as it arrives, whether or not its length was announced.
private final class BodyCeiling: HTTPBodyLease {
  private let limit: Int

  init(_ limit: Int) {
    self.limit = limit
  }

  func reach(_ bytes: Int) -> Bool { bytes <= limit }

  var refusal: HTTPResponse { Self.tooLong(limit).response(from: .appLinks) }

  static func tooLong(_ limit: Int) -> Problem {
    Problem(.contentTooLarge, "body-too-long", "the body is longer than \(limit) bytes")
  }
}

extension Problem {
  /// The problem that answers an app whose link was not made.
  fileprivate init(_ error: ChangeError) {
    switch error {
    case .failed(let failure): self.init(failure)
    case .refused(let refusal):
      let status: HTTPStatus =
        switch refusal.kind {
        case .invalid: .unprocessableContent
        case .forbidden: .forbidden
        case .unavailable: .serviceUnavailable
        case .missing, .conflict, .overtaken: .conflict
        }
      self.init(status, refusal.code, Sentence(refusal), faults: refusal.faults)
    }
  }
}
