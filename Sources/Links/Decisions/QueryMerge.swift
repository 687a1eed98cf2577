import AppAssociation
import WebSyntax

/// Puts the query of a visit and the link's campaign into a destination.
///
/// Items are carried over as they were written; only their names are decoded, to be compared. The
/// work grows with the length of the query alone, since visitors choose it.
enum QueryMerge {
  static func location(_ link: ShortLink, visitQuery: String?) -> String {
    let query = link.query == .drop ? "" : visitQuery ?? ""
    guard !query.isEmpty || !link.campaign.webItems.isEmpty else { return link.url }
    let url = Array(link.url.utf8)
    let fragment = url.firstIndex(of: UInt8(ascii: "#")) ?? url.endIndex
    let mark = url[..<fragment].firstIndex(of: UInt8(ascii: "?")) ?? fragment
    let own = QueryItem.items(of: url[mark..<fragment].dropFirst())
    let visitors = QueryItem.items(of: Array(query.utf8)[...]).filter { !$0.isQuestion }
    let merged =
      link.query == .visitor
      ? without(visitors, own) + visitors : own + without(own, visitors)
    var location = Array(url[..<mark])
    location.reserveCapacity(url.count + query.utf8.count + 1)
    var separator = UInt8(ascii: "?")
    func append(_ item: some Sequence<UInt8>) {
      location.append(separator)
      location += item
      separator = UInt8(ascii: "&")
    }
    for item in merged { append(item.bytes) }
    for (name, value) in link.campaign.webItems
    where !merged.contains(where: { $0.name.elementsEqual(name.utf8) }) {
      append("\(name)=\(PercentCoding.encodeComponent(value))".utf8)
    }
    location += url[fragment...]
    return String(decoding: location, as: UTF8.self)
  }

  /// The items whose names others do not have.
  private static func without(_ others: [QueryItem], _ items: [QueryItem]) -> [QueryItem] {
    guard !others.isEmpty, !items.isEmpty else { return items }
    let names = Set(others.map(\.name))
    return items.filter { !names.contains($0.name) }
  }
}

/// One item of a query as it was written.
struct QueryItem {
  let bytes: ArraySlice<UInt8>
  /// The part before `=`, decoded.
  let name: ArraySlice<UInt8>

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    let written = bytes.prefix { $0 != UInt8(ascii: "=") }
    guard written.contains(UInt8(ascii: "%")) else {
      name = written
      return
    }
    var decoded: [UInt8] = []
    PercentCoding.decodeValidEscapes(written.span) { decoded.append($0) }
    name = decoded[...]
  }

  /// The items between the separators, without empty ones.
  static func items(of query: ArraySlice<UInt8>) -> [QueryItem] {
    query.split(separator: UInt8(ascii: "&")).map(QueryItem.init)
  }

  /// Whether it asks for the way of the link in place of the link: a question to Keiro, which no
  /// destination gets to see.
  var isQuestion: Bool { bytes.elementsEqual(Visit.question.utf8) }
}
