package import Links
import WebSyntax

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

extension SiteBanner {
  /// Takes `as=` from a query: before `url=`, or at the end, where it is never part of an encoded URL.
  package static func take(from query: inout ArraySlice<UInt8>) -> SiteBanner? {
    for form in allCases {
      let item = Array("as=\(form.rawValue)".utf8)
      if query.starts(with: item + [UInt8(ascii: "&")]) {
        query = query.dropFirst(item.count + 1)
        return form
      }
      if query.suffix(item.count + 1).elementsEqual([UInt8(ascii: "&")] + item) {
        query = query.dropLast(item.count + 1)
        return form
      }
    }
    return nil
  }
}

/// The `deferred=` item of a query: how the link reached an app opened for the first time.
///
/// The item comes before `url=` or at the end, where it cannot be part of the URL: an app encodes
/// the URL, or the URL has no such item.
package struct DeferredParameter {
  /// The way in which the link reached the app; nil without one.
  package let way: ClaimWay?
  /// The value when it is not a known way; otherwise nil.
  package let fault: String?
  package let rest: ArraySlice<UInt8>

  private static let name = Array("deferred=".utf8)

  /// Finds the item in a query, at its beginning or its end only.
  package init(_ query: ArraySlice<UInt8>) {
    let ampersand = UInt8(ascii: "&")
    let lastStart = query.lastIndex(of: ampersand).map { $0 + 1 } ?? query.startIndex
    let firstEnd = query.firstIndex(of: ampersand) ?? query.endIndex
    let value: ArraySlice<UInt8>
    if query[lastStart...].starts(with: Self.name) {
      value = query[lastStart...].dropFirst(Self.name.count)
      rest = query[..<max(lastStart - 1, query.startIndex)]
    } else if query[..<firstEnd].starts(with: Self.name) {
      value = query[..<firstEnd].dropFirst(Self.name.count)
      rest = query[firstEnd...].dropFirst()
    } else {
      (way, fault, rest) = (nil, nil, query)
      return
    }
    let text = PercentCoding.decodeLossy(value)
    way = ClaimWay(rawValue: text)
    fault = way == nil ? text : nil
  }
}
