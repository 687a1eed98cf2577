import JSONSyntax
import LinkStorage
import Links
import Testing

/// An exported link is read again as the same link, for any values of its fields.
struct LinkRoundTripTests {
  @Test func `the codec of stores gives back every link`() throws {
    for isLawless in [false, true] {
      var samples = SampleLinks(isLawless: isLawless)
      for _ in 0..<200 {
        let link = samples.next()
        let values = LinkCodec.encode(link)
        #expect(values.count == LinkCodec.columns.count)
        #expect(try LinkCodec.decode { values[$0] } == link)
      }
    }
  }

  @Test func `reads the JSON that it prints`() throws {
    var samples = SampleLinks()
    for _ in 0..<200 {
      let link = samples.next()
      let text = JSONOutput.object(link.members(password: .hash)).pretty
      let collector = JSONProblemCollector(try JSONDocument(parsing: Array(text.utf8)))
      #expect(LinkReader().link(collector.root) == link)
      #expect(collector.problems.map(\.message) == [])
    }
  }

  @Test func `every field of the table is in one sample or another`() {
    var samples = SampleLinks()
    let links = (0..<300).map { _ in UnpackedLink(samples.next()) }
    for field in LinkField.all {
      #expect(links.contains { !field.type.isAbsent(in: $0) }, "\(field.path)")
    }
  }
}

struct LinkCodecTests {
  private let plain = ShortLink(host: "a.example", slug: "x", url: "https://e.example/")

  private func decode(
    _ change: (String, StoredValue)
  ) throws(LinkStoreError) -> ShortLink {
    let values = LinkCodec.encode(plain)
    return try LinkCodec.decode { LinkCodec.columns[$0] == change.0 ? change.1 : values[$0] }
  }

  @Test func `keeps nothing in details for most links`() {
    #expect(LinkCodec.columns.last == "details")
    #expect(LinkCodec.encode(plain).last == .null)
  }

  @Test func `gives back more tags than may be set today`() throws {
    var old = plain
    old.tags = (0...FieldType.tagCount * 3).map { "t\($0)" }
    let values = LinkCodec.encode(old)
    #expect(try LinkCodec.decode { values[$0] } == old)
  }

  @Test func `passes over what a newer release has added`() throws {
    var expected = plain
    expected.tags = ["t"]
    expected.apple.bundleID = "com.e.app"
    let details = """
      {"tags":["t"],"wallet":{"passID":"p"},"apple":{"bundleID":"com.e.app","clip":true},"n":1.5}
      """
    #expect(try decode(("details", .text(details))) == expected)
    #expect(try decode(("status", .int(399))) == plain)
    #expect(try decode(("query", .text("keep"))) == plain)
  }

  @Test(arguments: [
    "", "{", "[]", "null", "\"x\"", #"{"tags":"x"}"#, #"{"tags":[1]}"#, #"{"apple":[]}"#,
    #"{"apple":{"fallback":1}}"#, #"{"android":{"minimumVersionCode":"7"}}"#,
    #"{"android":{"minimumVersionCode":1.5}}"#, #"{"campaign":{"at":true}}"#, #"{"extra":{"a":1}}"#,
  ])
  func `takes damaged details for what they are`(_ details: String) {
    do throws(LinkStoreError) {
      _ = try decode(("details", .text(details)))
      Issue.record("it was read")
    } catch {
      #expect(error.kind == .corrupt)
      #expect(
        error.description
          == "read links.details: the column 'details' of a link is not as keiro writes it")
    }
  }

  @Test(arguments: [
    ("host", StoredValue.null), ("url", .int(1)), ("name", .int(1)), ("status", .list([])),
    ("skip_page", .text("yes")), ("expires", .text("soon")), ("max_clicks", .text("")),
    ("details", .int(0)),
  ])
  func `takes a value of another type for damage`(_ column: String, _ value: StoredValue) {
    #expect(throws: LinkStoreError.self) { try decode((column, value)) }
  }
}

struct LikenessTests {
  private func likeness(_ link: ShortLink) -> Int { LinkCodec.likeness(of: link) }

  /// Neither number changes when a field is added, so that stores need no migration; another
  /// formula would require one.
  @Test func `stays as it is for links that are there`() {
    let plain = ShortLink(host: "a.example", slug: "x", url: "https://e.example/")
    #expect(likeness(plain) == -6_979_618_592_005_878_686)
    var named = plain
    named.name = "n"
    named.apple.fallback = "https://e.example/f"
    #expect(likeness(named) == 6_432_298_517_917_227_164)
  }

  @Test func `differs with every field but slug and times`() {
    var samples = SampleLinks()
    for _ in 0..<20 {
      let link = samples.next()
      for field in LinkField.all {
        let other = UnpackedLink(link)
        field.type.reset(in: other)
        samples.fill(field.type, of: other)
        let differs = field.isContent && other.packed != link
        #expect((likeness(other.packed) != likeness(link)) == differs, "\(field.path)")
        #expect(other.packed.isLike(link) == !differs, "\(field.path)")
      }
    }
  }
}

struct LinkFilterTests {
  private func link(_ change: (inout ShortLink) -> Void = { _ in }) -> ShortLink {
    var link = ShortLink(host: "a.example", slug: "Spring", url: "https://e.example/P?q=%41")
    change(&link)
    return link
  }

  @Test func `folds the case of ASCII letters and of no others`() {
    let named = link { $0.name = "FR\u{DC}H" }
    #expect(LinkFilter(search: "sPRING").takes(named))
    #expect(LinkFilter(search: "e.EXAMPLE/p").takes(named))
    #expect(LinkFilter(search: "fr\u{DC}h").takes(named))
    #expect(!LinkFilter(search: "fr\u{FC}h").takes(named))
    #expect(!LinkFilter(search: "absent").takes(named))
    #expect(LinkFilter(search: "").takes(named) && LinkFilter().takes(named))
  }

  @Test func `compares hosts by their bytes, and tags but for their case`() {
    let tagged = link { $0.tags = ["caf\u{E9}"] }
    #expect(LinkFilter(host: "a.example", tag: "caf\u{E9}").takes(tagged))
    #expect(!LinkFilter(tag: "cafe\u{301}").takes(tagged))
    #expect(LinkFilter(tag: "CAF\u{E9}").takes(tagged))
    #expect(LinkFilter(tag: "CAF\u{C9}").takes(tagged))
    #expect(!LinkFilter(host: "b.example").takes(tagged))
  }
}
