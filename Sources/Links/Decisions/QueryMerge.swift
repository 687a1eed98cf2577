import AppAssociation
import WebSyntax

/// Puts the query of a visit and the link's campaign into a destination.
///
/// Items are carried over as they were written; only their names are decoded, to be compared.
enum QueryMerge {
  /// - Parameter url: the link's destination, or a fallback in its place.
  static func location(_ url: String, of link: ShortLink, visitQuery: String?) -> String {
    let visit = link.query == .drop ? nil : visitQuery
    guard visit?.isEmpty == false || !link.campaign.webItems.isEmpty else { return url }
    let (base, query, fragment) = split(url)
    let own = items(query ?? "")
    let visitors = items(visit ?? "")
    var merged: [Substring]
    switch link.query {
    case .visitor:
      let names = Set(visitors.map(name))
      merged = own.filter { !names.contains(name($0)) } + visitors
    case .merge, .drop:
      let names = Set(own.map(name))
      merged = own + visitors.filter { !names.contains(name($0)) }
    }
    let present = Set(merged.map(name))
    for (campaignName, value) in link.campaign.webItems where !present.contains(campaignName) {
      merged.append(Substring("\(campaignName)=\(PercentCoding.encodeComponent(value))"))
    }
    let joined = merged.joined(separator: "&")
    return base + (joined.isEmpty ? "" : "?" + joined) + (fragment.map { "#" + $0 } ?? "")
  }

  private static func split(_ url: String) -> (
    base: String, query: Substring?, fragment: Substring?
  ) {
    let parts = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let fragment = parts.count > 1 ? parts[1] : nil
    let halves = parts[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(halves[0]), halves.count > 1 ? halves[1] : nil, fragment)
  }

  private static func items(_ query: some StringProtocol) -> [Substring] {
    Substring(query).split(separator: "&")
  }

  private static func name(_ item: Substring) -> String {
    let end = item.firstIndex(of: "=") ?? item.endIndex
    return decode(item[..<end])
  }

  private static func decode(_ text: Substring) -> String {
    guard text.contains("%") else { return String(text) }
    var bytes: [UInt8] = []
    PercentCoding.decodeValidEscapes(Array(text.utf8).span) { bytes.append($0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
