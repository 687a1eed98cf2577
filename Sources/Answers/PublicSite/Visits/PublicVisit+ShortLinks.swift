import Service
import HTTPCore
import Links
import LinkStorage
import SiteModel
import WebSyntax

extension PublicVisit {
  var timestamp: Timestamp { Timestamp(secondsSinceEpoch: Int(now.secondsSinceEpoch)) }

  var queryText: String? { query.map { PercentCoding.encodeUnsafe($0) } }

  /// The hosts whose links the caller may see with all fields; nil for visitors, who have no token.
  /// A bad token is refused instead of being treated as none.
  func linkReach() throws(Problem) -> HostReach? {
    guard request.first("Authorization") != nil else { return nil }
    return try token(allowing: .readLinks).reach
  }

  /// The token of the caller, which has the scope.
  func token(allowing scope: TokenScope) throws(Problem) -> APIToken {
    try Authentication(directory: directory, request: request, client: client, now: now)
      .token(allowing: [scope])
  }

  /// Continues with the result of `linkReach`, for which a token is looked up while the visit waits.
  func withLinkReach(
    then next: @escaping (Result<HostReach?, Problem>) -> HTTPAnswer
  ) -> HTTPAnswer {
    guard request.first("Authorization") != nil else { return next(.success(nil)) }
    return .reading(on: directory.queues.reads) { [self] in
      Result { () throws(Problem) in try linkReach() }
    } next: {
      next($0 ?? .failure(.busy("too many tokens are being looked up")))
    }
  }

  /// The address of a link, on the site's first host if the link belongs to the whole site.
  func shortURL(_ link: ServedLink) -> String { snapshot.shortURL(key(of: link)) + link.pathSuffix }

  /// The address of a link as apps may know it.
  func tappedURL(_ link: ServedLink) -> String {
    snapshot.tappedURL(key(of: link)) + link.pathSuffix
  }

  private func key(of link: ServedLink) -> LinkKey {
    // A site with wildcards only has no first host, so the requested one is used.
    let isHost = !link.link.host.isEmpty && !link.link.host.hasPrefix("*")
    let name = isHost ? link.link.host : String(decoding: host, as: UTF8.self)
    return LinkKey(host: name, slug: link.link.slug)
  }

  /// The answer to a long link with a destination that is not allowed.
  func refusal(of fault: DynamicLink.Fault) -> HTTPResponse {
    guard request.wantsProblem else { return notices.foreignLink.response(to: request) }
    return Problem(.badRequest, "invalid-dynamic-link", fault.message).response()
  }

  /// The answer that depends on the used clicks of a link, for which the store may have to be asked;
  /// it takes none.
  ///
  /// - Parameters:
  ///   - failure: the answer when the store fails.
  ///   - answer: makes the answer, on the worker or on the thread of the store's answer.
  func knowingClicks(
    of link: ShortLink, failure: @autoclosure @escaping @Sendable () -> HTTPResponse,
    _ answer: @escaping @Sendable (Int) -> HTTPAnswer
  ) -> HTTPAnswer {
    let clicks = directory.limitedClicks
    if let known = clicks.known(of: link, at: now) { return answer(known) }
    return .later { completion in
      clicks.count(of: link, at: now) { result in
        switch result {
        case .success(let count): answer(count).finish(orElse: failure(), completion)
        case .failure: completion(failure())
        }
      }
    }
  }

  /// The links of the store and their used clicks, for which it waits for the store: not for event loops.
  ///
  /// - Parameter known: a link that need not be looked up.
  func notebook(knowing known: FoundLink? = nil) -> LinkNotebook {
    let count = { [clicks = directory.limitedClicks, now] (link: ShortLink) in
      try clicks.count(of: link, at: now)
    }
    return LinkNotebook(
      snapshot,
      lookUp: { [links = directory.links] key in
        guard key != known?.link.key else { return known }
        return try links.link(at: key).map { FoundLink($0.link, clicks: try count($0.link)) }
      }, countClicks: count)
  }

  /// The answer when the store fails; trying again later may succeed.
  func storeFailure() -> HTTPResponse {
    later(notices.unavailable, in: 1).routed(.shortLink)
  }
}
