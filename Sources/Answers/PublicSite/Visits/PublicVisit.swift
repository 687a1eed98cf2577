import AppAssociation
import Explaining
import HTTPCore
import JSONSyntax
import Links
import Service
import SiteModel
import WebSyntax

/// The state shared by all visits: one object, so that a visit needs a single reference.
final class PublicService: Sendable {
  let snapshot: ServiceSnapshot
  let prepared: PreparedSites
  let directory: LinkDirectory

  init(snapshot: ServiceSnapshot, prepared: PreparedSites, directory: LinkDirectory) {
    self.snapshot = snapshot
    self.prepared = prepared
    self.directory = directory
  }
}

/// A request in progress: its site, its path and query, and its time.
struct PublicVisit {
  let request: HTTPRequest
  let siteNumber: Int
  let host: ArraySlice<UInt8>
  /// The address of the visitor; nil when unknown.
  let client: IPAddress?
  let now: HTTPInstant
  /// The language that the visitor prefers, of those that pages have words in; nil for any other.
  let language: Language?
  private let service: PublicService

  init(
    request: HTTPRequest, site: Int, host: ArraySlice<UInt8>, client: IPAddress?,
    now: HTTPInstant, language: Language?, service: PublicService
  ) {
    self.language = language
    self.request = request
    siteNumber = site
    self.host = host
    self.client = client
    self.now = now
    self.service = service
  }

  var snapshot: ServiceSnapshot { service.snapshot }
  var directory: LinkDirectory { service.directory }
  var site: CompiledSite { snapshot.sites[siteNumber] }
  var prepared: PreparedSite { service.prepared.sites[siteNumber] }
  var pictures: QRPictureCache { service.prepared.pictures }
  var security: SecurityFields { pages.frame.security }
  var associations: AssociationShelf { service.prepared.associations }
  var notices: Notices { prepared.notices(in: language) }
  var pages: ShortLinkPages { prepared.linkPages(in: language) }
  /// An empty path is equivalent to a slash (RFC 9110, section 4.2.3).
  var path: ArraySlice<UInt8> {
    request.path.isEmpty ? [UInt8(ascii: "/")] : request.bytes(request.path)
  }
  var query: ArraySlice<UInt8>? { request.query.map(request.bytes) }

  func prepared(ofSite number: Int) -> PreparedSite { service.prepared.sites[number] }

  /// A URL from a parameter; a path by itself belongs to the requested host.
  func ownURL(_ text: String) -> OwnURL? {
    OwnURL(text, askedHost: String(decoding: host, as: UTF8.self), in: snapshot)
  }

  /// The methods of public listeners, which only answer reads.
  static let allowed = "GET, HEAD, OPTIONS"

  /// The answer to a method that a place does not take.
  ///
  /// - Parameter takesForm: whether a form may also be posted.
  func otherMethod(takesForm: Bool = false) -> HTTPResponse {
    request.answer(allowing: Self.allowed + (takesForm ? ", POST" : ""))
  }

  /// The answer of a place to GET and HEAD; other methods are refused.
  ///
  /// - Parameter takesForm: whether a form may also be posted.
  func shown(takesForm: Bool = false, _ show: () -> HTTPAnswer) -> HTTPAnswer {
    switch request.method {
    case .get, .head: show()
    default: .ready(otherMethod(takesForm: takesForm))
    }
  }

  /// The answer to a client that asks too often.
  ///
  /// - Parameter wait: the seconds until another try may succeed.
  func tooMany(wait: Int) -> HTTPResponse { later(notices.tooMany, in: wait) }

  /// The refusal of a request that may succeed some seconds later.
  func later(_ notice: Notice, in seconds: Int) -> HTTPResponse {
    var answer = notice.response(to: request)
    answer.fields.append("Retry-After", String(seconds))
    return answer
  }

  /// An answer made outside the worker's loop, in a queue of limited length.
  ///
  /// - Parameter busy: the answer when the queue is full; nil for the page that says so.
  func beside(
    _ queue: WorkQueue, orBusy busy: HTTPResponse? = nil,
    _ make: @escaping @Sendable () -> HTTPResponse
  ) -> HTTPAnswer {
    let cancellation = HTTPCancellation(isPatient: true)
    return .deferred(
      HTTPDeferredWork(cancellation: cancellation) { [self] completion in
        let refuse: @Sendable () -> Void = { completion(busy ?? later(notices.busy, in: 1)) }
        let admission = queue.submit(cancellation: cancellation, dropped: refuse) {
          completion(make())
        }
        if admission != .admitted { refuse() }
      })
  }

  static func unexpectedBody(_ method: HTTPMethod) -> HTTPResponse {
    var answer = Problem(
      .contentTooLarge, "unexpected-body", "\(method.name) does not take a body here"
    ).response()
    answer.closesConnection = true
    return answer
  }

  func document(_ document: SiteDocument) -> HTTPResponse {
    prepared.document(document)?.answer(to: request, document)
      ?? notices.missingFile.response(to: request)
  }

  func file(_ file: SiteFile) -> HTTPResponse {
    prepared.files[file].map { represented($0, .wellKnown, .file) }
      ?? notices.missingFile.response(to: request)
  }

  /// The redirect from a special address of the site, such as its top, to another one.
  func redirect(to target: WebLocation?) -> HTTPResponse {
    guard let target else { return notices.notFound.response(to: request) }
    return redirect(.found, to: target.address(host: host, path: path, query: query))
  }

  private func redirect(
    _ status: HTTPStatus, to location: String, cacheControl: String = "public, max-age=300"
  ) -> HTTPResponse {
    let fields = HTTPFields([
      "Location": location, "Cache-Control": cacheControl, "X-Content-Type-Options": "nosniff",
    ])
    return HTTPResponse(status, fields: fields, route: .page, outcome: .web)
  }

  /// The redirect to the same page under its canonical spelling.
  func respelling(_ path: [UInt8]) -> HTTPResponse {
    let location = path + (query.map { [UInt8(ascii: "?")] + $0 } ?? [])
    return redirect(.permanentRedirect, to: String(decoding: location, as: UTF8.self))
  }

  func wellKnown(_ file: WellKnownFile) -> HTTPResponse {
    represented(file.representation, .wellKnown, .file)
  }

  /// Content with an entity tag, subject to the request's preconditions.
  func represented(
    _ content: Representation, _ route: RouteLabel, _ outcome: AnswerOutcome
  ) -> HTTPResponse {
    content.answer(to: request, route, outcome)
  }

  func page(
    _ route: Int, _ match: RoutingMatch, _ agent: UserAgent, _ cache: PageCache
  ) -> HTTPResponse {
    if let web = site.routes[route].web {
      let location = web.address(host: host, path: path, query: query, match: match)
      return redirect(.found, to: location, cacheControl: "no-store")
    }
    guard !site.routes[route].isRefused else { return notices.notFound.response(to: request) }
    let page = prepared.page(route, in: language)
    let context = pageContext(match, site.routes[route].openings, agent)
    let content = cache.representation(
      of: page.template.render(context), key: context.hash ^ page.number, fields: page.fields,
      for: request)
    return represented(content, .page, .page)
  }

  private func pageContext(
    _ match: RoutingMatch, _ openings: PageOpenings, _ agent: UserAgent
  ) -> PageRequestParts {
    let kind = PageVisitor(agent)
    return PageRequestParts(
      bytes: request.fields.bytes, path: request.path, query: request.query,
      captures: match.ranges, host: host,
      visitor: prepared.showsBanner ? kind.union(.seeingBanner(agent)) : kind,
      isOnOtherHost: openings[kind].leads(toHost: host))
  }
}

extension Representation {
  /// The answer to GET or HEAD at the path of a document.
  func answer(to request: HTTPRequest, _ document: SiteDocument) -> HTTPResponse {
    switch document {
    case .apple: answer(to: request, .appleDocument, .document)
    case .android: answer(to: request, .androidDocument, .document)
    case .appLinking, .webAuthn, .passkeyEndpoints: answer(to: request, .wellKnown, .document)
    }
  }

  /// The answer to GET or HEAD, subject to the request's preconditions.
  fileprivate func answer(
    to request: HTTPRequest, _ route: RouteLabel, _ outcome: AnswerOutcome
  ) -> HTTPResponse {
    response(to: request)?.noted(route, outcome)
      ?? HTTPResponse.preconditionFailed.routed(route)
  }
}

extension HTTPResponse {
  init(
    _ status: HTTPStatus = .ok, json: JSONOutput,
    fields: HTTPFields = .ofAnswer("application/json"),
    route: RouteLabel, outcome: AnswerOutcome
  ) {
    self.init(
      status, fields: fields, body: Array((json.compact + "\n").utf8), route: route,
      outcome: outcome)
  }
}

extension HTTPRequest {
  /// The value of the first field with that name; nil without one.
  func text(_ field: StaticString) -> String? {
    first(field).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The answer to a method that an address does not take, with those that it takes: OPTIONS asks for
  /// them, and any other one is refused.
  fileprivate func answer(allowing methods: String, _ route: RouteLabel = .none) -> HTTPResponse {
    guard case .options = method else {
      return Problem.methodNotAllowed(method, allowed: methods).response(from: route)
    }
    return HTTPResponse(.noContent, fields: HTTPFields(["Allow": methods]), outcome: .options)
  }

  /// The answer to any method but POST at an endpoint for apps; nil for POST.
  func answerUnlessPosted(_ route: RouteLabel) -> HTTPResponse? {
    if case .post = method { nil } else { answer(allowing: "POST, OPTIONS", route) }
  }
}
