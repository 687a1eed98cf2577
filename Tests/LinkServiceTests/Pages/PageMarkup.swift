/// A page taken apart the way a browser does it, as far as Keiro's own pages go: every attribute is
/// quoted, and nothing is left open. Whatever is written otherwise is a fault.
///
/// It reads scalars, as browsers do: to Swift a bracket with an accent on it is no bracket.
struct PageMarkup {
  struct Tag: Equatable {
    var name: String
    var attributes: [(name: String, value: String)] = []

    static func == (left: Tag, right: Tag) -> Bool {
      left.name == right.name
        && left.attributes.elementsEqual(right.attributes) { $0 == $1 }
    }

    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
  }

  private(set) var tags: [Tag] = []
  private(set) var text = ""
  private(set) var faults: [String] = []
  private var rest: Substring.UnicodeScalarView

  init(_ page: [UInt8]) {
    let page = String(decoding: page, as: UTF8.self)
    rest = page[...].unicodeScalars
    while let character = rest.popFirst() {
      if character == "<" {
        readTag()
      } else if character == ">" {
        fault("a bare >")
      } else {
        text.unicodeScalars.append(character)
      }
    }
  }

  private mutating func fault(_ what: String) {
    faults.append("\(what) before '\(String(rest.prefix(40)))'")
  }

  private mutating func readTag() {
    var tag = Tag(name: take { $0 != " " && $0 != ">" && $0 != "\n" })
    while rest.first == " " {
      rest.removeFirst()
      let name = take { $0.properties.isAlphabetic || $0 == "-" }
      var value = ""
      if rest.first == "=" {
        rest.removeFirst()
        if rest.popFirst() != "\"" { fault("an unquoted attribute") }
        value = take { $0 != "\"" }
        if rest.popFirst() == nil { fault("an open attribute") }
        if value.contains(where: { "<>'".contains($0) }) { fault("markup in an attribute") }
      }
      tag.attributes.append((name, value))
    }
    if rest.popFirst() != ">" { fault("a tag that does not end") }
    tags.append(tag)
  }

  private mutating func take(while holds: (Unicode.Scalar) -> Bool) -> String {
    let taken = rest.prefix(while: holds)
    rest = rest[taken.endIndex...]
    return String(taken)
  }
}
