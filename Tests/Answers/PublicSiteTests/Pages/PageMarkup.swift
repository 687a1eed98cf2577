/// A page taken apart the way a browser does it, as far as Keiro's own pages go: every attribute is
/// quoted, and nothing is left open. Whatever is written otherwise is a fault.
///
/// It reads bytes: to Swift a bracket with an accent on it is no bracket, to a browser it is.
struct PageMarkup {
  struct Tag {
    let name: String
    var attributes: [(name: String, value: String)] = []

    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
  }

  private(set) var tags: [Tag] = []
  private(set) var faults: [String] = []
  private let bytes: [UInt8]
  private var index = 0

  init(_ page: [UInt8]) {
    bytes = page
    while let byte = next() {
      if byte == UInt8(ascii: "<") { readTag() }
      if byte == UInt8(ascii: ">") { fault("a bare >") }
    }
  }

  private mutating func fault(_ what: String) {
    let rest = String(decoding: bytes[index...].prefix(40), as: UTF8.self)
    faults.append("\(what) before '\(rest)'")
  }

  private mutating func next() -> UInt8? {
    guard index < bytes.count else { return nil }
    defer { index += 1 }
    return bytes[index]
  }

  private mutating func readTag() {
    var tag = Tag(name: take(until: " >\n"))
    while index < bytes.count, bytes[index] == UInt8(ascii: " ") {
      index += 1
      let name = take(until: "= >\n")
      guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
        tag.attributes.append((name, ""))
        continue
      }
      index += 1
      if next() != UInt8(ascii: "\"") { fault("an unquoted attribute") }
      let value = take(until: "\"")
      if next() == nil { fault("an open attribute") }
      if value.utf8.contains(where: { "<>'".utf8.contains($0) }) { fault("markup in a value") }
      tag.attributes.append((name, value))
    }
    if next() != UInt8(ascii: ">") { fault("a tag that does not end") }
    tags.append(tag)
  }

  private mutating func take(until ends: String) -> String {
    let start = index
    while index < bytes.count, !ends.utf8.contains(bytes[index]) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }
}
