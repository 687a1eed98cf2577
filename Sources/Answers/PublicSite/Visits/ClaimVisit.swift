import HTTPCore
import LinkStorage
import Links
import Service
import SiteModel
import WebSyntax

/// A visitor who asks for a code on the page of a link or of a route.
struct ClaimVisit {
  let visit: PublicVisit
  /// Nil on the page of a route.
  var link: ServedLink?
  let client: IPAddress?

  /// The limit of a form's body.
  static let formBytes = 64
  /// The validity of a code, in seconds.
  private static let lifetime = 3600
  private static let tries = 4

  static func isAsked(by body: [UInt8]) -> Bool {
    guard body.count <= formBytes else { return false }
    for item in HTTPQuery(body[...]) where item.name.elementsEqual("claim".utf8) { return true }
    return false
  }

  func answer() -> HTTPAnswer {
    if let wait = visit.directory.guards.codes.take(client, at: visit.now) {
      return .ready(visit.tooMany(wait: wait).routed(route))
    }
    return .later { completion in offer(tries: Self.tries, completion) }
  }

  private func offer(tries: Int, _ completion: @escaping HTTPCompletion) {
    guard tries > 0, let code = ClaimCode.make(), let digest = code.digest else {
      return completion(visit.notices.busy.response(to: visit.request))
    }
    let claim = Claim(
      digest: digest, key: key, query: link == nil ? visit.target : query,
      expires: Timestamp(secondsSinceEpoch: visit.timestamp.secondsSinceEpoch + Self.lifetime))
    let codes = visit.directory.guards.waitingCodes
    let surplus = codes.add(digest, of: client, expires: claim.expires, now: visit.timestamp)
    giveUp(surplus) { keep(claim, code, tries: tries, completion) }
  }

  private func keep(
    _ claim: Claim, _ code: ClaimCode, tries: Int, _ completion: @escaping HTTPCompletion
  ) {
    let codes = visit.directory.guards.waitingCodes
    visit.directory.claims.keepClaim(claim, now: visit.timestamp) { result in
      switch result {
      case .success(.kept):
        return completion(
          visit.pages.code(code, for: PageVisitor(visit.request.agent)).routed(route))
      case .success(.full):
        if tries > 1, let oldest = codes.giveUpOldest(but: claim.digest) {
          return giveUp(oldest) { keep(claim, code, tries: tries - 1, completion) }
        }
        completion(visit.notices.busy.response(to: visit.request))
      case .success(.taken): offer(tries: tries - 1, completion)
      case .failure: completion(visit.storeFailure())
      }
      codes.forget(claim.digest)
    }
  }

  /// Removes a code from the store, then continues.
  private func giveUp(_ digest: [UInt8]?, _ next: @escaping @Sendable () -> Void) {
    guard let digest else { return next() }
    visit.directory.claims.takeClaim(digest: digest, now: visit.timestamp) { _ in next() }
  }

  private var route: RouteLabel { link == nil ? .page : .shortLink }
  private var query: String { QueryText.withoutQuestion(visit.queryText) }

  /// The key of the claim. A link of a site with only wildcards belongs to the requested host, as a
  /// page does.
  private var key: LinkKey {
    if let link, !link.link.host.hasPrefix("*") { return link.link.key }
    return LinkKey(host: String(decoding: visit.host, as: UTF8.self), slug: link?.link.slug ?? "")
  }
}

extension PublicVisit {
  /// Path and query, encoded for a URL.
  fileprivate var target: String {
    PercentCoding.encodeUnsafe(path) + (queryText.map { "?" + $0 } ?? "")
  }

  func offersCode(onPageOf route: Int) -> Bool { site.routes[route].deferred.contains(.code) }

  /// Whether the form for a code was sent from the page of a route.
  func isClaim(onPageOf route: Int) -> Bool {
    guard case .post = request.method, offersCode(onPageOf: route) else { return false }
    return ClaimVisit.isAsked(by: request.body)
  }
}
