import Cryptography
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
    if let wait = visit.directory.guards.codes.take(visit.client, at: visit.now) {
      return .ready(visit.tooMany(wait: wait).routed(route))
    }
    return .later { completion in offer(tries: Self.tries, completion) }
  }

  private func offer(tries: Int, _ completion: @escaping HTTPCompletion) {
    guard tries > 0, let code = ClaimCode.make(), let digest = code.digest else {
      return completion(visit.notices.busy.response(to: visit.request))
    }
    let target = PercentCoding.encodeUnsafe(visit.path) + (visit.queryText.map { "?" + $0 } ?? "")
    let claim = Claim(
      digest: digest, key: key, query: link == nil ? target : query,
      expires: Timestamp(secondsSinceEpoch: visit.timestamp.secondsSinceEpoch + Self.lifetime))
    let codes = visit.directory.guards.waitingCodes
    let surplus = codes.add(digest, of: visit.client, expires: claim.expires, now: visit.timestamp)
    giveUp(surplus) { keep(claim, code, tries: tries, completion) }
  }

  private func keep(
    _ claim: Claim, _ code: ClaimCode, tries: Int, _ completion: @escaping HTTPCompletion
  ) {
    let codes = visit.directory.guards.waitingCodes
    visit.directory.claims.keepClaim(claim, now: visit.timestamp) { result in
      switch result {
      case .success(.created):
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
  private var query: String { QueryItems.withoutQuestion(visit.queryText) }

  /// The key of the claim. A link of a site with only wildcards belongs to the requested host, as a
  /// page does.
  private var key: LinkKey {
    if let link, !link.link.host.hasPrefix("*") { return link.link.key }
    return LinkKey(host: String(decoding: visit.host, as: UTF8.self), slug: link?.link.slug ?? "")
  }
}

extension PublicVisit {
  func offersCode(onPageOf route: Int) -> Bool { site.routes[route].deferred.contains(.code) }

  /// Whether the form for a code was sent from the page of a route.
  func isClaim(onPageOf route: Int) -> Bool {
    guard case .post = request.method, offersCode(onPageOf: route) else { return false }
    return ClaimVisit.isAsked(by: request.body)
  }
}

/// A code to read on one screen and type into another: six characters of Crockford's base 32, which
/// has no letters that look like digits.
struct ClaimCode: Equatable {
  let text: String

  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  private static let length = 6

  /// A new code; nil when the system cannot supply randomness.
  static func make() -> ClaimCode? {
    RandomBytes.make(length).map { bytes in
      // 32 divides the number of byte values, so all characters are equally likely.
      ClaimCode(text: String(decoding: bytes.map { alphabet[Int($0 & 31)] }, as: UTF8.self))
    }
  }

  private init(text: String) {
    self.text = text
  }

  /// A code as typed, in any case, with spaces and hyphens, and with O, I and L for the digits that
  /// they resemble; nil for anything else.
  init?(typed: String) {
    guard typed.utf8.count <= 32 else { return nil }
    var letters: [UInt8] = []
    for byte in typed.utf8 where byte != UInt8(ascii: "-") && byte != UInt8(ascii: " ") {
      let upper = (0x61...0x7A).contains(byte) ? byte & ~0x20 : byte
      let letter =
        switch upper {
        case UInt8(ascii: "O"): UInt8(ascii: "0")
        case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
        default: upper
        }
      guard Self.alphabet.contains(letter) else { return nil }
      letters.append(letter)
    }
    guard letters.count == Self.length else { return nil }
    text = String(decoding: letters, as: UTF8.self)
  }

  /// The digest that stores have of the code; nil when libcrypto cannot compute it.
  var digest: [UInt8]? { SHA256.digest(Array(text.utf8)) }
}
