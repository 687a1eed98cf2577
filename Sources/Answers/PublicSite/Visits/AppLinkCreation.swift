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

  private static let busy = Problem.busy("too many links are being made at once")

  private var ceiling: BodyCeiling { BodyCeiling(4096, .appLinks) }
  private var guards: RequestGuards { visit.directory.guards }

  private static func answer(_ problem: Problem) -> HTTPResponse {
    problem.response(from: .appLinks)
  }

  /// Accepts a body from apps with a token alone.
  func intake() -> HTTPIntake {
    do throws(Problem) {
      try checkHead()
    } catch {
      return .refuse(Self.answer(error))
    }
    return .reading(on: visit.directory.queues.reads) { [self] in
      Result { () throws(Problem) in try token() }
    } next: { token in
      if case .failure(let problem) = token ?? .failure(Self.busy) {
        return .refuse(Self.answer(problem))
      }
      return .collectSome(limit: .max, lease: ceiling)
    }
  }

  /// Checks what can be known before anything is read.
  private func checkHead() throws(Problem) {
    if let wait = guards.linkRequests.take(visit.client, at: visit.now) {
      throw .tooManyRequests("too many requests came from this network", wait: wait)
    }
    try Problem.check(mediaType: visit.request.text("Content-Type") ?? "") {
      $0 == "application/json"
    }
    try Problem.check(coding: visit.request.text("Content-Encoding"))
    guard ceiling.admits(visit.request) else { throw ceiling.problem }
  }

  /// The token, which makes links on this site.
  private func token() throws(Problem) -> APIToken {
    let token = try visit.token(allowing: .createLinks)
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
    // The site may have lost them since the token was made.
    guard visit.site.definition.destinationHosts != nil else {
      throw .invalid([FieldFault("url", AccountFault.noDestinationHosts(host))])
    }
    return token
  }

  func answer() -> HTTPAnswer {
    if let other = visit.request.answerUnlessPosted(.appLinks) { return .ready(other) }
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
    let key = try IdempotencyKey.ofApp(
      visit.request.text("Idempotency-Key"), token.id, visit.request.body)
    let draft = LinkDraft(document.root, ofAppWith: token, at: visit.timestamp)
    let editor = LinkEditor(
      by: .app(token), in: visit.directory.managed, of: visit.snapshot, at: visit.timestamp,
      note: visit.directory.note)
    func recall() throws(Problem) -> HTTPResponse? {
      do throws(ChangeError) {
        return try editor.recall(key).map { answer(with: $0.stored.link) }
      } catch {
        throw Self.problem(error)
      }
    }
    // A repeated request makes nothing, so no bound stands in its way.
    if let answer = try recall() { return answer }
    let making = token.making ?? LinkMaking()
    let wait = guards.links.take(
      making, of: token.id, for: visit.client, at: visit.now, by: key.text)
    if let wait {
      // The first request may have made it meanwhile.
      if let answer = try recall() { return answer }
      throw .tooManyRequests("too many links were made", wait: wait)
    }
    do throws(ChangeError) {
      let made = try editor.create(draft, key)
      // One that a further key has found counts, since that key is kept.
      guards.links.end(key.text, isMade: !made.isRemembered)
      return answer(with: made.stored.link)
    } catch {
      guards.links.end(key.text, isMade: false)
      throw Self.problem(error)
    }
  }

  private static func problem(_ error: ChangeError) -> Problem {
    switch error {
    case .failed(let failure): return Problem(failure)
    case .refused(.idempotencyKeySpent):
      // Its body is a key, too, of which the caller knows nothing.
      return Problem(
        .conflict, "idempotency-key-spent",
        "the link of this request was deleted: expected a new key, and the same body in a minute")
    case .refused(let refusal):
      let status: HTTPStatus = refusal.kind == .invalid ? .unprocessableContent : .conflict
      return Problem(status, refusal.code, Sentence(refusal), faults: refusal.faults)
    }
  }

  private func answer(with link: ShortLink) -> HTTPResponse {
    let address = visit.snapshot.shortURL(link.key)
    let body: JSONOutput = ["shortURL": .string(address), "url": .string(link.url)]
    var fields = HTTPFields.ofAnswer("application/json")
    fields.append("Location", address)
    return HTTPResponse(.created, json: body, fields: fields, route: .appLinks, outcome: .api)
  }
}
