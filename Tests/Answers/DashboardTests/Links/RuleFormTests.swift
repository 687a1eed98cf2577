import JSONSyntax
import LinkStorage
import Links
import Service
import Testing

@testable import Dashboard

@Suite struct RuleFormTests {
  private func node(_ text: String) throws -> JSONNode {
    try JSONDocument(parsing: Array(text.utf8)).root
  }

  private func form(_ text: String) -> PageForm { PageForm(Array(text.utf8)[...]) ?? PageForm() }

  @Test(arguments: [
    #"{"url":"https://e.example/a"}"#,
    #"{"if":{"platform":["iPhone","other"],"language":["ja","pt-br"],"country":["JP","DE"]},"url":"https://e.example/"}"#,
    #"{"if":{"query":{"a b":"1&2=3+4%","朝":"夕"},"from":"2026-12-01T00:00:00Z","until":"2026-12-31T23:59:59Z","share":50},"url":"https://e.example/"}"#,
  ])
  func `tells a rule as it was told`(rule: String) throws {
    let collector = JSONProblemCollector(
      tree: try node(#"{"url":"https://e.example","rules":[\#(rule)]}"#))
    let link = collector.root.object { object -> ShortLink in
      var link = ShortLink(host: "a.example", slug: "x", url: "")
      LinkReader().readNew(object, into: &link)
      return link
    }
    let read = try #require(link?.rules.first)
    #expect(RuleForm(read, in: .utc).output(in: .utc).compact == rule)
  }

  @Test func `reads as many rules as the form says it has, and one more than there may be`() {
    #expect(RuleForm.rules(in: form("url=https://e.example")) == nil)
    #expect(RuleForm.rules(in: form("rules=0")) == [])
    let two = RuleForm.rules(
      in: form(
        "rules=2&rules[0].url=+https://e.example/+&rules[0].if.platform=iPhone"
          + "&rules[0].if.platform=iPad&rules[1].if.share=x&rules[2].url=lost"))
    #expect(
      two?.map { $0.output(in: .utc).compact } == [
        #"{"if":{"platform":["iPhone","iPad"]},"url":"https://e.example/"}"#,
        #"{"if":{"share":"x"},"url":""}"#,
      ])
    #expect(RuleForm.rules(in: form("rules=99999999"))?.count == LinkRule.countLimit + 1)
    #expect(RuleForm.rules(in: form("rules=-1")) == [])
  }

  @Test func `a query that is not taken stays, and makes no rule for everybody`() {
    let query = "a=e" + String(repeating: "%CC%81", count: 101)
    #expect(RuleQuery.items(query).map(\.name) == [query])
  }

  @Test(
    arguments: [
      ("rules", "rules"), ("rules[0]", "rules[0]"), ("rules[0].url", "rules[0].url"),
      ("rules[12].if.platform[3]", "rules[12].if.platform"),
      ("rules[1].if.query.utm_source", "rules[1].if.query"), ("rules[1].if", "rules[1]"),
      ("rulesets", nil), ("url", nil),
    ] as [(String, String?)])
  func `finds the field of a fault`(fault: String, path: String?) {
    #expect(RuleForm.path(of: fault) == path)
  }

  @Test func `names the rule and the field of a path`() {
    #expect(RuleForm.location("rules[2].if.share")?.position == 2)
    #expect(RuleForm.location("rules[2].if.share")?.field == "if.share")
    #expect(RuleForm.location("rules[2]")?.field == nil)
    for text in ["rules", "rules[]", "rules[x].url", "rules[-1]", "url"] {
      #expect(RuleForm.location(text) == nil, "\(text)")
    }
  }

  @Test func `buttons add, remove and move rules, and nothing beyond the list`() {
    func rule(_ url: String) -> RuleForm {
      RuleForm.rules(in: form("rules=1&rules[0].url=\(url)"))?.first ?? RuleForm()
    }
    let rules = ["a", "b", "c"].map(rule)
    func applied(_ text: String) -> String {
      let changed = RuleStep(text)?.applied(to: rules)
      return (changed ?? []).map { $0["url"].isEmpty ? "-" : $0["url"] }.joined()
    }
    for (text, urls) in [
      ("add", "abc-"), ("remove 1", "ac"), ("up 1", "bac"), ("up 0", "abc"), ("down 1", "acb"),
      ("down 2", "abc"), ("remove 3", "abc"), ("up 9", "abc"), ("down -1", "abc"),
      ("remove -1", "abc"), ("down \(Int.max)", "abc"), ("up \(Int.min)", "abc"),
    ] {
      #expect(applied(text) == urls, "\(text)")
      #expect(RuleStep(text).map { rules.indices.contains($0.focus(in: rules)) } == true)
    }
    for text in ["", "add 1", "remove", "remove x", "up 99999999999999999999", "turn 1"] {
      #expect(RuleStep(text) == nil, "\(text)")
    }
    let full = [RuleForm](repeating: rule("a"), count: LinkRule.countLimit)
    #expect(RuleStep(.add).applied(to: full).count == LinkRule.countLimit)
    #expect(["add", "remove 1", "up 2", "down 3"].allSatisfy { RuleStep($0)?.text == $0 })
  }

  @Test func `a link is told its rules, those without any text left out`() {
    var change = LinkForm(
      form("url=https://e.example&rules=3&rules[1].url=https://e.example/b"), isNew: false, in: .utc
    )
    #expect(change.description().compact.contains(#""rules":[{"url":"https://e.example/b"}]"#))
    change.dropBlankRules()
    #expect(change.rules?.count == 1)
    let none = LinkForm(form("url=https://e.example&rules=0"), isNew: false, in: .utc)
    #expect(none.description().compact.contains(#""rules":null"#))
    let silent = LinkForm(form("url=https://e.example"), isNew: false, in: .utc)
    #expect(!silent.description().compact.contains("rules"))
  }

  @Test func `a fault of a rule stands at its field`() {
    var form = LinkForm(
      self.form("url=https://e.example&rules=1&rules[0].url=x"), isNew: false, in: .utc)
    form.take(
      .invalid([
        FieldFault("rules[0].url", "wrong"), FieldFault("rules[0].if.country[0]", "unknown"),
      ]))
    #expect(
      form.faults.mapValues(\.english) == [
        "rules[0].url": "wrong", "rules[0].if.country": "unknown",
      ])
    #expect(form.fault == nil)
  }

}

@Suite struct ChartPartTests {
  @Test func `tells the largest parts apart and sums up the others`() {
    let parts = Dictionary(uniqueKeysWithValues: (1...8).map { ("p\($0)", $0) })
    let rows = [
      Statistics.Row(name: "a", clicks: 36, parts: parts), Statistics.Row(name: "b"),
    ]
    let chart = ChartParts(rows)
    #expect(chart.names == ["p8", "p7", "p6", "p5", "p4"] && chart.hasOthers)
    #expect(chart.values(of: rows[0]) == [8, 7, 6, 5, 4, 6])
    #expect(chart.values(of: rows[1]) == [0, 0, 0, 0, 0, 0])
    let two = ChartParts([Statistics.Row(name: "a", clicks: 3, parts: ["b": 1, "a": 2])])
    #expect(two.names == ["a", "b"] && !two.hasOthers)
    #expect(ChartParts([]).names.isEmpty)
  }
}

@Suite struct TopLinksTests {
  private func answer(_ clicks: Int) -> TopLinks.Answer {
    .init(
      rows: [(name: "a.example/x" as Markup, value: clicks)],
      time: Timestamp(secondsSinceEpoch: 1_795_224_669))
  }

  @Test func `keeps what took long for as long as it pays, and nothing else`() {
    let links = TopLinks()
    links.keep(answer(1), for: "quick", at: 100, cost: 0.001)
    links.keep(answer(2), for: "slow", at: 100, cost: 0.5)
    links.keep(answer(3), for: "endless", at: 100, cost: 1e9)
    #expect(links.known("quick", at: 100) == nil)
    #expect(links.known("slow", at: 199)?.rows.first?.value == 2)
    #expect(links.known("slow", at: 200) == nil)
    #expect(links.known("endless", at: 999)?.rows.first?.value == 3)
    #expect(links.known("endless", at: 1000) == nil)
    for number in 0..<1000 { links.keep(answer(0), for: "n\(number)", at: 2000, cost: 1) }
    #expect((0..<1000).count { links.known("n\($0)", at: 2000) != nil } == 64)
  }
}
