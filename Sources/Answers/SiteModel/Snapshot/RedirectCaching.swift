package import HTTPCore
import Links

/// The caches that may store a redirect, and for how long (RFC 9110, section 12.5.5; RFC 9111,
/// section 5.2).
enum RedirectCaching: Equatable {
  /// No cache, so that changes are seen and visits are counted.
  case never
  /// The visitor's cache only, since other browsers may get another answer. Shared caches often
  /// ignore `Vary: User-Agent`, hence `private`.
  case byVisitor(seconds: Int)
  case byAnyone(seconds: Int)

  /// The cache duration of permanent redirects, the same as for association files. Without a limit
  /// browsers would keep them forever.
  static let seconds = 3600

  /// - Parameter visit: the visit of any visitor.
  init(
    of link: ShortLink, _ status: ShortLink.RedirectStatus, visit: Visit, now: Timestamp,
    site: LinkSite
  ) {
    let rest = link.expires.map { $0.secondsSinceEpoch - now.secondsSinceEpoch }
    let seconds = min(Self.seconds, rest ?? Self.seconds)
    // Rules distinguish more than browsers: languages, countries, times, random choices.
    guard [.movedPermanently, .permanent].contains(status), link.maxClicks == nil,
      link.password == nil, link.rules.isEmpty,
      seconds > 0
    else {
      self = .never
      return
    }
    let outcomes = Decision.branches(of: link, visit: visit, now: now, site: site)
      .map(\.decision.outcome)
    let isSame = outcomes.allSatisfy { $0 == outcomes.first }
    self = isSame ? .byAnyone(seconds: seconds) : .byVisitor(seconds: seconds)
  }

  /// Appends the header lines of a redirect besides its location.
  func append(to fields: inout HTTPFields) {
    fields.append("Cache-Control", cacheControl)
    if case .byVisitor = self { fields.append("Vary", "User-Agent") }
    fields.append("X-Content-Type-Options", "nosniff")
  }

  private var cacheControl: String {
    switch self {
    case .never: "no-store"
    case .byVisitor(let seconds): "private, max-age=\(seconds)"
    case .byAnyone(let seconds): "public, max-age=\(seconds)"
    }
  }
}

extension HTTPFields {
  /// Tells search engines that ask nevertheless not to list an address.
  package mutating func appendNoIndex() { append("X-Robots-Tag", "noindex") }
}
