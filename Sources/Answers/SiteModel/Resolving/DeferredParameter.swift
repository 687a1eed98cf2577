import HTTPCore
package import Links
import WebSyntax

/// The `deferred=` of a query: how the link came into an app that was opened for the first time.
///
/// It stands before `url=` or at the end, where it is none of the URL's own items: an app encodes
/// the URL, or has no such item in it.
package struct DeferredParameter {
  /// Nil without one.
  package let way: DeferredWay?
  /// What stands in place of a way; nil for a good one.
  package let fault: String?
  /// The query without it.
  package let rest: ArraySlice<UInt8>

  private static let name = Array("deferred=".utf8)

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
    way = DeferredWay(rawValue: text)
    fault = way == nil ? text : nil
  }
}
