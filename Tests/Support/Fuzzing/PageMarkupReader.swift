/// Parses a page like a browser, as far as Keiro's own pages need it: every attribute is quoted and
/// every element is closed. Anything else is a fault.
///
/// It reads bytes: a bracket followed by a combining accent is a different character in Swift, but
/// a bracket to a browser.
struct PageMarkupReader {
  struct Tag {
    var name: String
    var attributes: [(name: String, value: String)] = []
  }

  private(set) var tags: [Tag] = []
  private(set) var fault: String?
  private var rest: ArraySlice<UInt8>

  init(_ page: [UInt8]) {
    rest = page[...]
    while fault == nil, let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "<"): readTag()
      case UInt8(ascii: ">"): fail("a bare >")
      default: break
      }
    }
  }

  private mutating func readTag() {
    var tag = Tag(name: take(until: " >\n"))
    while fault == nil, rest.first == UInt8(ascii: " ") {
      rest.removeFirst()
      tag.attributes.append((take(until: "= >\n"), value()))
    }
    if rest.first == UInt8(ascii: "/") { rest.removeFirst() }
    if rest.popFirst() != UInt8(ascii: ">") { fail("a tag that does not end") }
    tags.append(tag)
  }

  /// The text after the name of an attribute; empty when there is none.
  private mutating func value() -> String {
    guard rest.first == UInt8(ascii: "=") else { return "" }
    guard rest.dropFirst().first == UInt8(ascii: "\"") else {
      fail("an attribute without quotation marks")
      return ""
    }
    rest.removeFirst(2)
    let value = take(until: "\"")
    if rest.popFirst() == nil { fail("an attribute that does not end") }
    if value.utf8.contains(where: { "<>'".utf8.contains($0) }) { fail("markup in '\(value)'") }
    return value
  }

  private mutating func take(until ends: String) -> String {
    let taken = rest.prefix { !ends.utf8.contains($0) }
    rest = rest.dropFirst(taken.count)
    return String(decoding: taken, as: UTF8.self)
  }

  private mutating func fail(_ what: String) {
    fault = fault ?? "\(what) before '\(String(decoding: rest.prefix(60), as: UTF8.self))'"
  }
}
