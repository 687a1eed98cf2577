import WebSyntax

/// Access to the queries of visits for other modules.
package enum QueryText {
  /// The query without Keiro's own item; empty for none.
  package static func withoutQuestion(_ query: String?) -> String {
    QueryItems.withoutQuestion(query)
  }
}

/// The items of a query as written, each a range of its bytes: a query may have thousands, and a value
/// for each would cost more than all the work done with them.
struct QueryItems {
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
  static func withoutQuestion(_ query: String?) -> String {
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

  var holdQuestion: Bool {
    var holds = false
    forEach { if isQuestion($0) { holds = true } }
    return holds
  }
}
