import WebSyntax

/// Queries of visits, for those outside.
package enum QueryText {
  /// A query without what asks Keiro; empty for none.
  package static func withoutQuestion(_ query: String?) -> String {
    QueryItems.withoutQuestion(query)
  }
}

/// The items of a query as they were written, each a range of its bytes: a query may have thousands,
/// and a value for each would cost more than all that is done with them.
struct QueryItems {
  let bytes: [UInt8]

  init(_ query: some Sequence<UInt8>) {
    bytes = Array(query)
  }

  /// Calls `body` for each item that is not empty.
  func forEach(_ body: (Range<Int>) -> Void) {
    var start = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: "&") {
      if index > start { body(start..<index) }
      start = index + 1
    }
    if start < bytes.count { body(start..<bytes.count) }
  }

  /// The part before `=`, decoded.
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

  /// Whether the item asks for the way of the link in place of the link: a question to Keiro, which
  /// no destination gets to see.
  func isQuestion(_ item: Range<Int>) -> Bool {
    item.count == Visit.question.utf8.count && bytes[item].elementsEqual(Visit.question.utf8)
  }

  /// A query without what asks Keiro; empty for none.
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
