import WebSyntax

/// Merges the query of a visit and the link's campaign into a destination.
///
/// Items are copied as written; only their names are decoded for comparison. The work is linear in the
/// length of the query, which visitors choose.
struct QueryMerge {
  private let visitors: QueryItems
  private let own: QueryItems
  private var location: [UInt8]
  private var separator = UInt8(ascii: "?")
  /// The campaign parameters that no item has set yet.
  private var missing: [(name: String, value: String)]

  /// - Parameter url: the link's destination, or a fallback in its place.
  static func location(_ url: String, of link: ShortLink, visitQuery: String?) -> String {
    let query = link.query == .drop ? "" : visitQuery ?? ""
    guard !query.isEmpty || !link.campaign.webItems.isEmpty else { return url }
    let url = Array(url.utf8)
    let fragment = url.firstIndex(of: UInt8(ascii: "#")) ?? url.endIndex
    let mark = url[..<fragment].firstIndex(of: UInt8(ascii: "?")) ?? fragment
    var merge = QueryMerge(
      visitors: QueryItems(query.utf8), own: QueryItems(url[mark..<fragment].dropFirst()),
      location: Array(url[..<mark]), missing: link.campaign.webItems)
    merge.location.reserveCapacity(url.count + query.utf8.count + 1)
    if link.query == .visitor { merge.visitorsFirst() } else { merge.ownFirst() }
    for (name, value) in merge.missing {
      merge.append("\(name)=\(PercentCoding.encodeComponent(value))".utf8)
    }
    merge.location += url[fragment...]
    return String(decoding: merge.location, as: UTF8.self)
  }

  /// Keeps all of the link's items, and adds the visitor's items with other names.
  private mutating func ownFirst() {
    let (own, visitors) = (own, visitors)
    own.forEach { append(own, $0) }
    let names = own.names
    visitors.forEach { item in
      guard !visitors.isQuestion(item), names.isEmpty || !names.contains(visitors.name(item)) else {
        return
      }
      append(visitors, item)
    }
  }

  /// Keeps the link's items that the visitor does not override, and adds all of the visitor's items.
  private mutating func visitorsFirst() {
    let (own, visitors) = (own, visitors)
    var names = own.names
    if !names.isEmpty {
      visitors.forEach { if !visitors.isQuestion($0) { names.remove(visitors.name($0)) } }
    }
    own.forEach { if names.contains(own.name($0)) { append(own, $0) } }
    visitors.forEach { if !visitors.isQuestion($0) { append(visitors, $0) } }
  }

  private mutating func append(_ items: QueryItems, _ item: Range<Int>) {
    append(items.bytes[item])
    guard !missing.isEmpty else { return }
    let name = items.name(item)
    missing.removeAll { name.elementsEqual($0.name.utf8) }
  }

  private mutating func append(_ item: some Collection<UInt8>) {
    location.append(separator)
    location += item
    separator = UInt8(ascii: "&")
  }
}

/// The items of a query as written, each a range of its bytes: a query may have thousands, and a value
/// for each would cost more than all the work done with them.
package struct QueryItems {
  let bytes: [UInt8]

  init(_ query: some Sequence<UInt8>) {
    bytes = Array(query)
  }

  /// Calls `body` for each non-empty item.
  func forEach(_ body: (Range<Int>) -> Void) {
    var start = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: "&") {
      if index > start { body(start..<index) }
      start = index + 1
    }
    if start < bytes.count { body(start..<bytes.count) }
  }

  /// The decoded part before `=`.
  func name(_ item: Range<Int>) -> ArraySlice<UInt8> {
    let written = bytes[item].prefix { $0 != UInt8(ascii: "=") }
    guard written.contains(UInt8(ascii: "%")) else { return written }
    var decoded: [UInt8] = []
    PercentCoding.decodeValidEscapes(written.span) { decoded.append($0) }
    return decoded[...]
  }

  var names: Set<ArraySlice<UInt8>> {
    var names: Set<ArraySlice<UInt8>> = []
    forEach { names.insert(name($0)) }
    return names
  }

  /// Whether the item asks Keiro for an explanation instead of the link; destinations never see it.
  func isQuestion(_ item: Range<Int>) -> Bool {
    item.count == Visit.question.utf8.count && bytes[item].elementsEqual(Visit.question.utf8)
  }

  /// The query without Keiro's own item; empty for none.
  package static func withoutQuestion(_ query: String?) -> String {
    guard let query, !query.isEmpty else { return "" }
    let items = QueryItems(query.utf8)
    var rest: [UInt8] = []
    items.forEach { item in
      guard !items.isQuestion(item) else { return }
      if !rest.isEmpty { rest.append(UInt8(ascii: "&")) }
      rest += items.bytes[item]
    }
    return String(decoding: rest, as: UTF8.self)
  }

  /// Whether an item has this name and value once both are decoded as in forms.
  func hold(_ wanted: ShortLink.Extra) -> Bool {
    var holds = false
    forEach { item in
      guard !holds else { return }
      let end = item.first { bytes[$0] == UInt8(ascii: "=") } ?? item.upperBound
      let value = min(end + 1, item.upperBound)..<item.upperBound
      holds =
        FormText.decodes(bytes.span.extracting(item.lowerBound..<end), to: wanted.name)
        && FormText.decodes(bytes.span.extracting(value), to: wanted.value)
    }
    return holds
  }

  var holdQuestion: Bool {
    var holds = false
    forEach { if isQuestion($0) { holds = true } }
    return holds
  }
}
