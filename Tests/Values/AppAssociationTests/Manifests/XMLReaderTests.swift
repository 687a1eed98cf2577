import Testing

@testable import AppAssociation

struct XMLReaderTests {
  private func events(_ text: String) throws -> [XMLReader.Event] {
    var reader = XMLReader(Array(text.utf8))
    var events: [XMLReader.Event] = []
    while let event = try reader.next() { events.append(event) }
    return events
  }

  @Test func `reads elements, attributes and texts, without comments`() throws {
    let text = """
      \u{FEFF}<?xml version="1.0"?><!-- <no/> --><a  x = '1 &amp;&#x41;&#66;' y:z="&lt;'">te&lt;t<![CDATA[<no>]]>
      <b/></a
      ><c></c>
      """
    #expect(
      try events(text) == [
        .start(
          name: "a",
          attributes: [.init(name: "x", value: "1 &AB"), .init(name: "y:z", value: "<'")]),
        .text("te<t"), .text("<no>"), .text("\n"), .start(name: "b", attributes: []),
        .end(name: "b"), .end(name: "a"),
        .start(name: "c", attributes: []), .end(name: "c"),
      ])
  }

  @Test(arguments: [
    ("<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>", "a document type"),
    ("<a x='&bomb;'/>", "an entity that XML does not define"),
    ("<a x='&#xD800;'/>", "an entity that XML does not define"), ("<a x='&'/>", "an entity"),
    ("<a", "a broken <a>"), ("<a>", "expected </a>"), ("<a></b>", "expected </a>"),
    ("</a>", "expected no end here"), ("<a x/>", "'x' without a value"),
    ("<a x=1/>", "not between quotation marks"), ("<a x='1/>", "not between quotation marks"),
    ("<a x='<'/>", "'<' in the value"), ("<a x='1' x='2'/>", "'x' twice"),
    ("<a x='1'y='2'/>", "a broken"),
    ("<!-- ", "expected '-->'"), ("< a/>", "expected a name"), ("<", "expected a name"),
    (String(repeating: "<a>", count: 101), "inside one another"),
  ])
  func `refuses what is broken, or defines something`(_ text: String, _ message: String) throws {
    #expect {
      try events(text)
    } throws: { error in
      (error as? XMLReader.Failure)?.message.contains(message) == true
    }
  }

  @Test func `says the line, and ends wherever a document is cut`() throws {
    let text = "<a>\n<b x='1'/>\n<!-- c --><?d?><![CDATA[e]]></a>"
    #expect {
      try events("<a>\n<b x='1'>\n</a>")
    } throws: {
      ($0 as? XMLReader.Failure)?.line == 3
    }
    for end in text.indices.dropFirst() { _ = try? events(String(text[..<end])) }
    #expect(try events(text).count == 7)
  }

  @Test func `a document type may be named where that is usual, but not define anything`() throws {
    func count(_ text: String) throws -> Int {
      var reader = XMLReader(Array(text.utf8), allowsDocumentType: true)
      var count = 0
      while try reader.next() != nil { count += 1 }
      return count
    }
    #expect(try count("<!DOCTYPE a PUBLIC \"-//A//B\" \"b.dtd\"><a/>") == 2)
    for text in ["<!DOCTYPE a [<!ENTITY x \"y\">]><a/>", "<a><!DOCTYPE a></a>", "<!DOCTYPE a"] {
      #expect(throws: XMLReader.Failure.self) { try count(text) }
    }
  }
}
