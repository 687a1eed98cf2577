import AppAssociation
import HTTPCore
import ShortLinks

/// What every visit is answered from. One object, so that a visit refers to one thing.
final class PublicService: Sendable {
  let snapshot: ServiceSnapshot
  let directory: LinkDirectory

  init(snapshot: ServiceSnapshot, directory: LinkDirectory) {
    self.snapshot = snapshot
    self.directory = directory
  }
}

/// A request on its way to an answer: what it asks of which site, and when.
struct PublicVisit {
  let request: HTTPRequest
  let siteNumber: Int
  let host: ArraySlice<UInt8>
  let now: HTTPInstant
  private let service: PublicService

  init(
    request: HTTPRequest, site: Int, host: ArraySlice<UInt8>, now: HTTPInstant,
    service: PublicService
  ) {
    self.request = request
    siteNumber = site
    self.host = host
    self.now = now
    self.service = service
  }

  var snapshot: ServiceSnapshot { service.snapshot }
  var directory: LinkDirectory { service.directory }
  var site: CompiledSite { snapshot.sites[siteNumber] }
  var notices: Notices { site.notices }
  var path: ArraySlice<UInt8> { request.bytes(request.path) }
  var query: ArraySlice<UInt8>? { request.query.map(request.bytes) }

  /// Answers on public listeners only ever show something.
  private static let allowed = "GET, HEAD, OPTIONS"

  func options() -> HTTPResponse {
    HTTPResponse(.noContent, fields: HTTPFields(["Allow": Self.allowed]), outcome: "options")
  }

  /// - Parameter takesForm: whether a form may be posted too.
  func methodNotAllowed(takesForm: Bool = false) -> HTTPResponse {
    let allowed = Self.allowed + (takesForm ? ", POST" : "")
    var answer = ProblemAnswer.response(
      .methodNotAllowed, type: "method-not-allowed",
      detail: "\(request.method.name) is not allowed here: expected \(allowed)")
    answer.fields.append("Allow", allowed)
    return answer
  }

  func document(_ document: Representation?) -> HTTPResponse {
    document?.response(to: request) ?? notices.notFound.response(to: request)
  }

  func wellKnown(_ file: WellKnownFile) -> HTTPResponse {
    let fields = HTTPFields([
      "Content-Type": file.contentType, "Cache-Control": "public, max-age=300",
      "X-Content-Type-Options": "nosniff",
    ])
    return HTTPResponse(
      .ok, fields: fields, body: file.bytes, route: RouteLabel.wellKnown.rawValue,
      outcome: "file")
  }

  func page(_ route: Int, _ match: RoutingMatch) -> HTTPResponse {
    let context = pageContext(match)
    switch site.routes[route].answer {
    case .page(let template):
      return HTTPResponse(
        .ok, fields: snapshot.pageFields, body: template.render(context),
        route: RouteLabel.page.rawValue,
        outcome: "page")
    case .redirect(let template):
      return webRedirect(String(decoding: template.render(context), as: UTF8.self))
    case .refused: return notices.notFound.response(to: request)
    }
  }

  private func pageContext(_ match: RoutingMatch) -> PageContext {
    let site = site
    let primary = site.primaryHost?[...] ?? host
    let other = site.otherHost?[...] ?? primary
    return PageContext(
      bytes: request.fields.bytes, path: request.path, query: request.query,
      captures: match.ranges, host: host, otherHost: other == host ? primary : other)
  }

  private func webRedirect(_ location: String) -> HTTPResponse {
    var location = location
    if let query, !query.isEmpty {
      location += (location.contains("?") ? "&" : "?") + PercentCoding.encodeUnsafe(query)
    }
    let fields = HTTPFields(["Location": location, "Cache-Control": "no-store"])
    return HTTPResponse(.found, fields: fields, route: RouteLabel.page.rawValue, outcome: "web")
  }
}
