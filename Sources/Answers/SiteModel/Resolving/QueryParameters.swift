package import Links
import WebSyntax

package enum URLParameter {
  /// Returns the requested URL; nil when there is none.
  ///
  /// A value that begins like a URL or a path extends to the end of the query, unchanged but for
  /// escapes in its host: nginx inserts `$request_uri` this way, with its own `&` unescaped. Any other
  /// value is one percent-encoded item.
  package static func value(in query: ArraySlice<UInt8>) -> String? {
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
    if isWritten { return written(String(decoding: rest, as: UTF8.self)) }
    let item = rest.prefix { $0 != UInt8(ascii: "&") }
    return PercentCoding.decodeLossy(item)
  }

  /// The URL whose host was encoded with the query: a host has no escapes of its own.
  private static func written(_ text: String) -> String {
    guard let host = WebURL(text)?.host, host.contains("%"), let sent = HostName.sent(host),
      let place = text.firstRange(of: host)
    else { return text }
    return text[..<place.lowerBound] + sent + text[place.upperBound...]
  }
}

extension URLParameter {
  /// Returns the value of an item before `url=` or at the end, and the query without it; nil without one.
  /// Elsewhere it would be part of the URL, which an app encodes or which has no such item.
  fileprivate static func item(
    _ name: String, in query: ArraySlice<UInt8>
  ) -> (value: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    let (ampersand, name) = (UInt8(ascii: "&"), Array("\(name)=".utf8))
    let firstEnd = query.firstIndex(of: ampersand) ?? query.endIndex
    if query[..<firstEnd].starts(with: name) {
      return (query[..<firstEnd].dropFirst(name.count), query[firstEnd...].dropFirst())
    }
    guard let lastStart = query.lastIndex(of: ampersand).map({ $0 + 1 }),
      query[lastStart...].starts(with: name)
    else { return nil }
    return (query[lastStart...].dropFirst(name.count), query[..<(lastStart - 1)])
  }
}

extension SiteBanner {
  /// Takes `as=` from a query, unless its value is no banner's.
  package static func take(from query: inout ArraySlice<UInt8>) -> SiteBanner? {
    guard let (value, rest) = URLParameter.item("as", in: query),
      let form = SiteBanner(rawValue: String(decoding: value, as: UTF8.self))
    else { return nil }
    query = rest
    return form
  }
}

/// The `deferred=` item of a query: how the link reached an app opened for the first time.
package struct DeferredParameter {
  /// The way in which the link reached the app; nil without one.
  package let way: ClaimWay?
  /// The value when it is not a known way; otherwise nil.
  package let fault: String?
  package let rest: ArraySlice<UInt8>

  package init(_ query: ArraySlice<UInt8>) {
    let item = URLParameter.item("deferred", in: query)
    rest = item?.rest ?? query
    let text = item.map { PercentCoding.decodeLossy($0.value) }
    way = text.flatMap { ClaimWay(rawValue: $0) }
    fault = way == nil ? text : nil
  }
}
