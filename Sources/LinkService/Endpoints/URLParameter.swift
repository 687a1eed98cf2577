import AppAssociation
import HTTPCore

/// The `url=` of a query.
enum URLParameter {
  /// The URL that is asked about; nil when there is none.
  ///
  /// A value that begins as a URL or a path is taken up to the end of the query, as it stands:
  /// that is how nginx puts `$request_uri` there, which holds its own `&` unescaped. Otherwise it
  /// is one percent-encoded item.
  static func value(in query: ArraySlice<UInt8>) -> String? {
    var start = query.startIndex
    while start < query.endIndex {
      let rest = query[start...]
      if rest.starts(with: "url=".utf8) { return value(rest.dropFirst(4)) }
      guard let separator = rest.firstIndex(of: UInt8(ascii: "&")) else { return nil }
      start = separator + 1
    }
    return nil
  }

  private static func value(_ rest: ArraySlice<UInt8>) -> String {
    let isWritten = ["http://", "https://", "/"].contains { rest.starts(with: $0.utf8) }
    if isWritten { return String(decoding: rest, as: UTF8.self) }
    let item = rest.prefix { $0 != UInt8(ascii: "&") }
    return PercentCoding.decodeLossy(item)
  }
}

/// A URL of one of our sites, ready for the router.
struct OwnURL {
  let site: Int
  let host: String
  let path: [UInt8]
  let query: [UInt8]?
  let fragment: [UInt8]
  let text: String

  /// Nil for URLs that cannot be read and for hosts that no site serves. A path alone belongs to
  /// the host that was asked.
  init?(_ text: String, askedHost: ArraySlice<UInt8>, router: PublicRouter) {
    let asked = String(decoding: askedHost, as: UTF8.self)
    let whole = text.hasPrefix("/") && !text.hasPrefix("//") ? "https://\(asked)\(text)" : text
    guard let url = WebURL(whole), ["http", "https"].contains(url.scheme), url.userInfo == nil,
      let site = router.site(host: Array(url.host.utf8)[...])
    else { return nil }
    self.site = site
    self.text = whole
    host = url.host.lowercased()
    path = Array((url.path.isEmpty ? "/" : url.path).utf8)
    query = url.query.map { Array($0.utf8) }
    fragment = Array((url.fragment ?? "").utf8)
  }

  func route(_ router: PublicRouter) -> PublicRoute {
    router.route(
      site: site, host: Array(host.utf8)[...], path: path[...], query: (query ?? [])[...],
      fragment: fragment[...])
  }

  func context(_ match: RoutingMatch) -> PageContext {
    let queryStart = path.count
    let host = Array(host.utf8)[...]
    let bytes = path + (query ?? [])
    return PageContext(
      bytes: bytes, path: 0..<queryStart, query: query == nil ? nil : queryStart..<bytes.count,
      captures: match.ranges, host: host, otherHost: host)
  }
}
