import HTTPCore
package import Links
import WebSyntax

/// The `deferred=` item of a query: how the link reached an app opened for the first time.
///
/// The item comes before `url=` or at the end, where it cannot be part of the URL: an app encodes
/// the URL, or the URL has no such item.
package struct DeferredParameter {
  /// The way in which the link reached the app; nil without one.
  package let way: ClaimWay?
  /// The value when it is not a known way; otherwise nil.
  package let fault: String?
  /// The query without the item.
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
