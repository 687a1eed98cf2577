import Changes
import JSONSyntax
import LinkStorage
import Links
import Management
import Testing

@testable import Dashboard

@Suite struct MarkupTests {
  @Test func `escapes whatever is put into it, and nothing of its own`() {
    let name = "<script>alert('x')</script> & \"y\""
    let markup: Markup = "<p title=\"\(name)\">\(name) \(7) \("<b>" as Markup)</p>"
    #expect(!markup.html.contains("<script>"))
    #expect(markup.html.contains("&lt;script&gt;"))
    #expect(markup.html.hasSuffix(" 7 <b></p>"))
    #expect(markup.html.hasPrefix("<p title=\"&lt;script"))
  }
}

@Suite struct LinkLabelTests {
  @Test(arguments: LinkField.all.filter(\.isContent).map(\.path))
  func `every field that people see has a name of its own`(_ path: String) {
    #expect(Phrase("field", path) != nil)
  }

  @Test(arguments: ShortLink.Campaign.names)
  func `the name of a parameter stands beside what it means`(_ name: String) throws {
    let word = try #require(Phrase("field", "campaign." + name))
    #expect(word.english.hasSuffix(" (\(name))") && word.japanese.hasSuffix("（\(name)）"))
  }
}

@Suite struct BreakableTests {
  @Test(arguments: [
    ("a.example/s/spring", "a.example/|s/|spring"), ("https://a.example/", "https://a.example/"),
    ("a.example?x=1&y=<2>#z", "a.example?|x=1|&amp;y=&lt;2&gt;|#z"), ("/", "/"), ("", ""),
    ("https://a.example:8443/x", "https://a.example|:8443/|x"), ("?a", "?|a"), ("a//b", "a//|b"),
    ("https://[2001:db8::1]:8443/x", "https://[2001:db8::1]|:8443/|x"),
    // Takes minutes where each character searches all before it.
    (String(repeating: "a:", count: 200_000), String(repeating: "a:", count: 200_000)),
  ])
  func `an address breaks between its parts`(url: String, shown: String) {
    #expect(Markup.breakable(url).html == shown.replacing("|", with: "<wbr>"))
  }

  @Test(arguments: [
    ("www.example.com/a-b?c=<d>&e", "www.|example.|com/|a-|b?|c=&lt;d&gt;&amp;|e"), ("", ""),
    ("a.b/0123456789abcdef/", "a.|b/|<span class=\"piece\">0123456789abcdef/</span>"),
  ])
  func `a destination breaks at its marks alone, and long parts are cut`(
    url: String, shown: String
  ) {
    #expect(Markup.pieces(url).html == shown.replacing("|", with: "<wbr>"))
  }
}

@Suite struct BreakableNameTests {
  @Test(arguments: [
    ("see applinks.details[0].components[6], R3", "see applinks.|details[0].|components[6], R3"),
    ("a.b", "a.b"),
    ("in connectionOptions.userActivities.", "in connectionOptions.|userActivities."),
    ("https://a.example/a/long/address.html", "https://a.example/a/long/address.html"),
    ("<aaaaaaaaaaaaaaaaaaaa:b> ", "&lt;aaaaaaaaaaaaaaaaaaaa:|b&gt; "), ("", ""),
  ])
  func `a long name breaks after its dots and colons`(sentence: String, shown: String) {
    #expect(Markup.breakableNames(sentence).html == shown.replacing("|", with: "<wbr>"))
  }
}

@Suite struct ReaderLanguageTests {
  @Test func `a sentence begins with a capital, unless a name of a file begins it`() {
    for (text, shown) in [
      ("the file is good", "The file is good."), ("iOS 27 gets it", "iOS 27 gets it."),
      ("apple-app-site-association opens it", "apple-app-site-association opens it."),
      ("assetlinks.json opens it", "assetlinks.json opens it."),
    ] {
      #expect(Language.english.sentence(Sentence(text, text)) == shown)
    }
  }

  @Test(
    arguments: [
      (nil, nil, Language.english), ("ja", nil, .japanese),
      ("en-GB, ja;q=0.5", nil, .english),
      ("fr, ja;q=0.5, en;q=0.4", nil, .japanese), ("ja", "en", .english), ("xx", "yy", .english),
      ("ja;q=0", nil, .english), (String(repeating: "xx,", count: 86) + "ja", nil, .english),
    ] as [(String?, String?, Language)])
  func `speaks the reader's language`(header: String?, chosen: String?, language: Language) {
    #expect(Language(accepting: header, chosen: chosen) == language)
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")])
  func `separates thousands`(number: Int, text: String) {
    #expect(PageNumber.text(number) == text)
  }
}

@Suite struct ColumnChartTests {
  @Test(arguments: [
    (0, 2), (2, 2), (3, 3), (9, 10), (11, 20), (21, 30), (2210, 3000), (5001, 6000), (8001, 10_000),
  ])
  func `has a round scale`(greatest: Int, scale: Int) {
    #expect(ColumnChart.scale(greatest) == scale)
  }

  @Test func `has a scale for any number`() {
    #expect(ColumnChart.scale(.max) == .max)
  }

  @Test func `draws a column for each day, as high as its share`() {
    let chart = ColumnChart(
      title: "T", series: ["a", "b"],
      columns: [("1", [5, 5]), ("2", [0, 0])])
    let html = chart.markup.html
    #expect(html.contains("<rect class=\"s0\" x=\"1\" y=\"50.00\" width=\"8\" height=\"50.00\"/>"))
    #expect(html.contains("<rect class=\"s1\" x=\"1\" y=\"0.00\" width=\"8\" height=\"50.00\"/>"))
    #expect(html.contains("<title>2 – a: 0, b: 0</title>"))
    let japanese = ColumnChart(
      language: .japanese, title: "T", series: chart.series, columns: chart.columns)
    #expect(japanese.markup.html.contains("<title>2 – a：0、b：0</title>"))
    #expect(japanese.markup.html.contains("\"T。a：5、b：5\""))
    #expect(!html.contains("class=\"before\""))
  }

  @Test func `says that there is nothing to draw`() {
    let columns = [0, 0].map { (name: "1", values: [$0]) }
    var chart = ColumnChart(title: "T", series: ["a"], columns: columns, nothing: "No <clicks>")
    #expect(chart.isEmpty && chart.markup.html.contains("<p class=\"none\">No &lt;clicks&gt;</p>"))
    #expect(!chart.markup.html.contains("<svg"))
    chart.before = [0, 7]
    #expect(!chart.isEmpty && chart.markup.html.contains("<svg"))
  }

  @Test func `draws the period before as a line on the same scale`() {
    let columns = [5, 0].map { (name: "1", values: [$0]) }
    let chart = ColumnChart(
      title: "T", series: ["a"], columns: columns, before: [20, 10], beforeName: "Before")
    let html = chart.markup.html
    #expect(html.contains("<path class=\"before\" d=\"M5 0.00L15 50.00\"/>"))
    #expect(html.contains("height=\"25.00\"/>") && html.contains("Before</li>"))
  }

  @Test func `draws a second series as a line where columns are too narrow for two`() {
    func chart(_ count: Int) -> String {
      let columns = (0..<count).map { (name: "\($0)", values: [20, 10]) }
      return ColumnChart(title: "T", series: ["a", "b"], columns: columns, isStacked: false)
        .markup.html
    }
    let (roomy, crowded) = (chart(45), chart(46))
    #expect(roomy.matches(of: /<rect class="s1" x="\d+" y="50.00" width="4"/).count == 45)
    #expect(!roomy.contains("class=\"curve"))
    #expect(crowded.matches(of: /<rect class="s0" x="\d+" y="0.00" width="8"/).count == 46)
    #expect(!crowded.contains("<rect class=\"s1\""))
    #expect(crowded.contains("<path class=\"curve s1\" d=\"M5 50.00L15 50.00L"))
    #expect(crowded.contains("<path class=\"curve s1\" d=\"M0 1H2\"/></svg>b</li>"))
    #expect(crowded.contains("<title>45 – a: 20, b: 10</title>"))
  }
}

@Suite struct MultipartDecoderTests {
  private static let body = Array(
    ("preamble\r\n--XYZ\r\nContent-Disposition: form-data; name=\"format\"\r\n\r\nauto\r\n"
      + "--XYZ\r\nContent-Disposition: form-data; name=\"empty\"\r\n\r\n\r\n"
      + "--XYZ\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n"
      + "Content-Type: text/csv\r\n\r\nline\r\n--XY\r\n-\r\n\r\n--XYZ--\r\n").utf8)

  private func events(_ pieces: [[UInt8]], boundary: String = "XYZ") -> [MultipartDecoder.Event] {
    var decoder = MultipartDecoder(boundary: boundary)
    var events: [MultipartDecoder.Event] = []
    for event in pieces.flatMap({ decoder.feed($0) }) {
      if case .bytes(let more) = event, case .bytes(let bytes) = events.last {
        events[events.count - 1] = .bytes(bytes + more)
      } else {
        events.append(event)
      }
    }
    return events
  }

  private static let expected: [MultipartDecoder.Event] = [
    .field(name: "format", value: "auto"), .field(name: "empty", value: ""),
    .file(name: "file", fileName: "a.csv"), .bytes(Array("line\r\n--XY\r\n-\r\n".utf8)), .end,
  ]

  @Test func `reads a form whole, byte by byte and at every cut`() {
    let body = Self.body
    #expect(events([body]) == Self.expected)
    #expect(events(body.map { [$0] }) == Self.expected)
    for cut in body.indices {
      #expect(events([Array(body[..<cut]), Array(body[cut...])]) == Self.expected, "at \(cut)")
    }
  }

  @Test func `bounds what it keeps`() {
    let head = "--XYZ\r\nContent-Disposition: form-data; name=\"a\"\r\n"
    #expect(events([Array((head + String(repeating: "X", count: 9000)).utf8)]).last == .failure)
    let long = Array((head + "\r\n" + String(repeating: "x", count: 100_000)).utf8)
    #expect(events([long]).last == .failure)
    let many = Array(String(repeating: head + "\r\nv\r\n", count: 40).utf8)
    #expect(events([many]).last == .failure)
    #expect(events([Array("--XYZ\r\nX: y\r\n\r\nz\r\n--XYZ--".utf8)]).last == .failure)
  }

  @Test(
    arguments: [
      ("multipart/form-data; boundary=XYZ", "XYZ"),
      ("Multipart/Form-Data; charset=utf-8; boundary=\"a b\"", "a b"), ("text/plain", nil),
      ("multipart/form-data", nil), ("multipart/form-data; boundary=", nil),
    ] as [(String, String?)])
  func `finds the boundary`(type: String, boundary: String?) {
    #expect(MultipartDecoder.boundary(contentType: type) == boundary)
  }
}

@Suite struct PageAddressTests {
  @Test(
    arguments: [
      ("/dashboard/links", "/dashboard/links"), ("//evil.example", nil),
      ("https://evil.example", nil),
      ("/v1/links", nil), ("/dashboard/\\evil", nil), ("/dashboard/a b", nil), (nil, nil),
      ("/dashboard/x\r\nSet-Cookie: y", nil),
    ] as [(String?, String?)])
  func `leads nobody elsewhere`(path: String?, local: String?) {
    #expect(PageContext.local(path) == local)
  }

  @Test func `keeps the slashes of a slug`() {
    #expect(
      PageAddresses.link(LinkKey(host: "a.example", slug: "x/y z"))
        == "/dashboard/links/a.example/x/y%20z")
  }
}

@Suite struct SessionSubjectTests {
  @Test func `names tokens by their digests and people by their identifiers`() {
    for subject in [
      SessionSubject.token(digest: [UInt8](0..<32)), .person(id: "abc"), .person(id: ""),
    ] {
      #expect(SessionSubject(subject.text) == subject)
    }
    for text in [
      "", "token:", "token:zz", "challenge:use", "token:" + String(repeating: "g", count: 64),
    ] {
      #expect(SessionSubject(text) == nil)
    }
  }

  @Test func `lasts twelve hours without use and seven days at most`() {
    let created = Timestamp(secondsSinceEpoch: 1_000_000)
    func end(_ seconds: Int) -> Int {
      let now = Timestamp(secondsSinceEpoch: 1_000_000 + seconds)
      return SignIns.Times.end(created, usedAt: now).secondsSinceEpoch - 1_000_000
    }
    #expect(end(0) == 12 * 3600)
    #expect(end(3600) == 13 * 3600)
    #expect(end(7 * 86_400 - 60) == 7 * 86_400)
  }
}

@Suite struct LinkFormTests {
  @Test func `has a place for every field that people set`() {
    let shown = Set(LinkForm.main + LinkForm.groups.flatMap(\.paths))
    let settable = LinkField.all.filter { $0.setters.contains(.commandLine) }.map(\.path)
    #expect(settable.filter { !shown.contains($0) } == [])
  }

  @Test func `tells empty fields as null in a change and not at all for a new link`() {
    var form = LinkForm(PageForm(), isNew: true, in: .utc)
    form.values = ["url": " https://e.example ", "tags": "a, b、c", "maxClicks": "1,000"]
    #expect(
      form.description().compact.contains(
        #""url":"https://e.example","tags":["a","b","c"],"maxClicks":1000,"archived":false"#))
    #expect(!form.description().compact.contains("null"))
    var change = LinkForm(PageForm(), isNew: false, in: .utc)
    change.values = ["url": "https://e.example", "expires": "2026-12-31T10:00"]
    let text = change.description().compact
    #expect(text.contains(#""name":null"#))
    #expect(text.contains(#""expires":"2026-12-31T10:00:00Z""#))
    #expect(!text.contains("password"))
    var removal = PageForm()
    removal.add(LinkForm.removalField, "yes")
    let without = LinkForm(removal, isNew: false, in: .utc).description().compact
    #expect(without.contains(#""password":null"#))
  }
}

@Suite struct PaletteTests {
  private func entries(_ html: String) -> [String] {
    html.matches(of: /<li data-(?:href="\/dashboard\/|presses=")([^"]*)">/).map {
      String($0.output.1)
    }
  }

  @Test(arguments: Language.allCases)
  func `the palette knows what there is to do, in the reader's language`(
    _ language: Language
  ) throws {
    let html = try Pages().text("", in: language)
    #expect(
      entries(html)
        == ["links/new", "templates", "sessions", "zone", "help", "design", ".who button"])
    for word in [Word.newLink, .templates, .sessions, .timeZone, .help, .design, .signOut] {
      #expect(html.contains(">\(word.text(in: language))</li>"), "\(word.english)")
    }
    #expect(html.contains("data-nothing=\"\(Word.nothingFound.text(in: language))\""))
  }

  @Test func `the palette leads readers of links to no form for one`() throws {
    let pages = try PagesFixture()
    let cookie = try pages.cookie([.readLinks])
    let html = try pages.ask("/dashboard/", fields: cookie + "Accept: text/html\r\n").text
    #expect(entries(html) == ["sessions", "zone", "help", "design", ".who button"])
  }
}
