package import AppAssociation
import HTTPCore
import WebSyntax

/// The redirect of a route for browsers: the `web` of its definition, in which `{names}` stand for
/// captures of the path.
package struct WebLocation: Sendable {
  private enum Part: Sendable {
    case literal(String)
    /// The index of the capture in the route's path.
    case capture(Int)
    /// The host of the request, only for sites with wildcard hosts.
    case host
  }

  private var parts: [Part] = []

  init(_ web: String, captures: [String], primaryHost: String?) {
    if web.hasPrefix("/") {
      parts = [.literal("https://"), primaryHost.map(Part.literal) ?? .host]
    }
    for part in CaptureTemplate(web).parts {
      switch part {
      case .literal(let text): parts.append(.literal(text))
      case .capture(let name):
        // A name that the route does not capture is replaced by an empty text.
        if let index = captures.firstIndex(of: name) { parts.append(.capture(index)) }
      }
    }
  }

  /// Returns the address for a request, with the request's query.
  package func address(
    host: ArraySlice<UInt8>, path: ArraySlice<UInt8>, query: ArraySlice<UInt8>?,
    captures: CaptureRanges = CaptureRanges(count: 0)
  ) -> String {
    var address = ""
    for part in parts {
      switch part {
      case .literal(let text): address += text
      case .capture(let index): address += Self.text(captures, index, in: path)
      case .host: address += String(decoding: host, as: UTF8.self)
      }
    }
    guard let query, !query.isEmpty else { return address }
    return address + (address.contains("?") ? "&" : "?") + PercentCoding.encodeUnsafe(query)
  }

  private static func text(
    _ captures: CaptureRanges, _ index: Int, in path: ArraySlice<UInt8>
  ) -> String {
    guard index < captures.count else { return "" }
    let range = captures[index]
    guard range.upperBound <= path.count else { return "" }
    return PercentCoding.encodeUnsafe(path.dropFirst(range.lowerBound).prefix(range.count))
  }
}
