import HTTPCore
import WebSyntax

/// The `url=` item of a query.
package enum URLParameter {
  /// Returns the requested URL; nil when there is none.
  ///
  /// A value that begins like a URL or a path extends to the end of the query, unchanged: nginx
  /// inserts `$request_uri` this way, with its own `&` unescaped. Any other value is one
  /// percent-encoded item.
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
    if isWritten { return String(decoding: rest, as: UTF8.self) }
    let item = rest.prefix { $0 != UInt8(ascii: "&") }
    return PercentCoding.decodeLossy(item)
  }
}
