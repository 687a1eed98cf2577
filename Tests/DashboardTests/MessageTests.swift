import AppAssociation
import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Management
import Service
import Testing
import WebSyntax

@testable import Dashboard

/// What the API refuses is said in the reader's language.
@Suite struct MessageTests {
  private static let badValues = [
    "true", "7", "-1", "99999999999999999999", "1.5", #""""#, #""x""#, #""javascript:alert(1)""#,
    #""https://name:secret@e.example/""#, #""https://e.example/a b""#, #""a\u0007b""#,
    "\"\(String(repeating: "x", count: 9000))\"",
    "\"https://e.example/\(String(repeating: "x", count: 9000))\"",
    "[1]", #"["a,b"]"#, #"[""]"#,
    "[\(Array(repeating: "\"t\"", count: 101).joined(separator: ","))]",
    "{}", #"{"hash":7}"#, #"{"hash":"withheld"}"#, "null",
    #"["\#(String(repeating: "t", count: 300))"]"#,
  ]

  private static let badRules = [
    "{}", "7", #"{"url":"x"}"#, #"{"if":7,"url":"https://e.example"}"#,
    #"{"if":{"platform":[]},"url":"https://e.example"}"#,
    #"{"if":{"platform":["Symbian"]},"url":"https://e.example"}"#,
    #"{"if":{"language":["?"]},"url":"https://e.example"}"#,
    #"{"if":{"country":["Japan"]},"url":"https://e.example"}"#,
    #"{"if":{"query":{}},"url":"https://e.example"}"#,
    #"{"if":{"query":{"":"x"}},"url":"https://e.example"}"#,
    #"{"if":{"query":{"a":1}},"url":"https://e.example"}"#,
    #"{"if":{"from":"soon"},"url":"https://e.example"}"#,
    #"{"if":{"share":101},"url":"https://e.example"}"#,
    #"{"if":{"share":"half"},"url":"https://e.example"}"#,
  ]

  private func messages(
    _ text: String, _ read: (JSONField) -> Void
  ) throws -> [String] {
    let document = try JSONDocument(parsing: Array(text.utf8))
    let collector = JSONProblemCollector(document)
    read(collector.root)
    return collector.problems.map(\.message)
  }

  private func expectJapanese(_ messages: [String]) {
    for message in messages {
      let told = Messages.japanese[message]
      #expect(told != nil, "not translated: \(message.prefix(200))")
      #expect(told?.contains("expected") != true, "half translated: \(told ?? "")")
    }
  }

  @Test func `has a translation of whatever is wrong with a field of a link`() throws {
    var count = 0
    for field in LinkField.all where field.name != "host" && field.name != "slug" {
      for value in Self.badValues {
        let member = "\"\(field.name)\":\(value)"
        let text = field.part.map { "{\"\($0)\":{\(member)}}" } ?? "{\(member)}"
        let found = try messages(text) { root in
          _ = root.object { object in
            var link = ShortLink(host: "a.example", slug: "x", url: "https://a.example")
            LinkReader(nullIsAbsence: false).read(object, into: &link)
          }
        }.filter { !$0.hasPrefix("unknown key") }
        count += found.count
        expectJapanese(found)
      }
    }
    #expect(count > 300)
    for value in Self.badValues + [#""a//b""#, #""_keiro/x""#, #""*.example""#, #""朝""#] {
      expectJapanese(try messages(value) { _ = LinkReader().slug($0) })
      expectJapanese(try messages(value) { _ = LinkReader().host($0) })
    }
  }

  @Test func `has a translation of whatever is wrong with a rule`() throws {
    let many = Array(repeating: #"{"url":"https://e.example"}"#, count: 51).joined(separator: ",")
    for rules in Self.badRules + [many] {
      let found = try messages(#"{"rules":[\#(rules)]}"#) { root in
        _ = root.object { object in
          var link = ShortLink(host: "a.example", slug: "x", url: "https://a.example")
          LinkReader().read(object, into: &link)
        }
      }
      #expect(!found.isEmpty, "\(rules)")
      expectJapanese(found)
    }
  }

  @Test func `has a translation of what a site does not allow and of what is odd`() throws {
    var link = ShortLink(
      host: "a.example", slug: "apple-app-site-association", url: "https://b.example")
    link.rules = [LinkRule(url: "https://c.example"), LinkRule(url: "https://d.example")]
    var limits = LinkRule.Condition()
    (limits.from, limits.until) = (.init(secondsSinceEpoch: 9), .init(secondsSinceEpoch: 5))
    var country = LinkRule.Condition()
    country.countries = ["JP"]
    let hosts = [HostPattern("a.example")].compactMap(\.self)
    let open = SiteRules(hosts: hosts, prefix: "/", destinationHosts: hosts)
    let configured = SiteRules(
      hosts: hosts, prefix: "/", destinationHosts: hosts, isConfigured: { _ in true })
    expectJapanese((open.faults(of: link) + configured.faults(of: link)).map(\.message))
    #expect(configured.faults(of: link).count == 4)
    link.rules.insert(LinkRule(if: limits, url: "https://c.example"), at: 0)
    link.rules.insert(LinkRule(if: country, url: "https://c.example"), at: 0)
    var share = LinkRule.Condition()
    share.share = 60
    link.rules.insert(LinkRule(if: share, url: "https://c.example"), at: 0)
    link.rules.insert(LinkRule(if: share, url: "https://c.example"), at: 0)
    (link.notBefore, link.expires) = (.init(secondsSinceEpoch: 9), .init(secondsSinceEpoch: 5))
    let doubts = link.doubts(now: .init(secondsSinceEpoch: 7), knowsCountries: false)
    #expect(doubts.count > 4)
    expectJapanese(doubts.map(\.message))
  }

  @Test func `has a translation of why a call was refused`() {
    let key = LinkKey(host: "a.example", slug: "x")
    let kinds: [LinkStoreError.Kind] = [
      .full, .readOnly, .locked, .corrupt, .foreign, .overloaded, .unreachable, .closed, .failed,
    ]
    let refusals: [ChangeRefusal] = [
      .linkNotFound(key), .slugTaken(key), .slugsTaken(host: "a.example"), .linkChanged(key),
      .linkBusy(key), .linkOfConfiguration(key), .hostNotReached("a.example"),
      .invalid([FieldFault("url", "")], count: 1), .invalid([], count: 3), .noRandomness,
      .webhookBusy,
    ]
    let problems: [Problem] =
      [
        .notFound, .methodNotAllowed(.post, allowed: "GET"), .busy("too many pages are waiting"),
        .busy("too many files wait to be imported"),
      ]
      + refusals.map { Problem($0) }
      + kinds.map {
        Problem(LinkStoreError(kind: $0, code: 0, message: "", operation: ""))
      }
    expectJapanese(problems.map(\.detail))
  }

  @Test func `puts values where the other language has them`() {
    #expect(
      Messages.japanese["there is a link 'spring' on 'a.example' already"]
        == "「a.example」にはすでにリンク「spring」があります")
    #expect(
      Messages.japanese["'a b' is not a slug: the name is reserved"]
        == "「a b」はスラッグになりません。この名前は予約されています")
    // What somebody has typed is no sentence of the API.
    #expect(Messages.japanese["'null' is not a host name"] == "「null」はホスト名ではありません")
    #expect(Messages.japanese["something new"] == nil)
    #expect(Words(.english).message("something new") == "something new")
    #expect(Words(.japanese).message("something new") == "something new")
  }

  @Test(arguments: [
    ("a {} b {}", ["a ", " b ", ""]), ("none", ["none"]), ("{\"x\"} {}", ["{\"x\"} ", ""]),
    ("{", ["{"]), ("{}", ["", ""]),
  ])
  func `cuts sentences at their values`(text: String, parts: [String]) {
    #expect(Messages.split(text) == parts)
  }

  @Test(arguments: [
    (Words.Language.english, "the link is over", "The link is over."),
    (.english, "iOS 26 gets the file", "iOS 26 gets the file."),
    (.english, "did you mean 'x'?", "Did you mean 'x'?"), (.english, "", ""),
    (.japanese, "リンクがありません", "リンクがありません。"), (.japanese, "終わり。", "終わり。"),
    (.japanese, "not translated", "Not translated."),
  ])
  func `ends as sentences of its language do`(
    language: Words.Language, message: String, sentence: String
  ) throws {
    let layout = PageLayout(words: Words(language), files: try #require(AssetFiles()))
    #expect(layout.sentence(message) == sentence)
  }
}
