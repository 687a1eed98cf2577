import Platforms
import RandomCases
import JSONSyntax
import Testing
import WebSyntax

@testable import AppAssociation
@testable import AssociationValidation

/// A help that proposes a change is given only when the change breaks no link.
struct RepairTests {
  private static func helps(_ text: String, _ code: String) -> [String?] {
    findings(text).filter { $0.code == code }.map(\.help)
  }

  // MARK: - Examples

  private static let helps: [(rules: String, code: String, helps: [String])] = [
    // An item may be absent.
    (
      ##"{"/":"/join","?":{"token":"*"}},{"/":"/join","#":"token=*"}"##, "unreachable-rule",
      ["\"?*\" there accepts only URLs with 'token'"]
    ),
    (
      #"{"/":"/","?":{"qr":"*"}},{"/":"/"}"#, "unreachable-rule",
      ["\"?*\" there accepts only URLs with 'qr'"]
    ),
    (
      #"{"/":"/skins/*","?":{"url":"*"}},{"/":"/skins/install","exclude":true}"#,
      "unreachable-rule", ["\"?*\" there accepts only URLs with 'url'"]
    ),
    (
      #"{"/":"/skins/install","?":{"url":"*"}},{"/":"/skins/install","exclude":true}"#,
      "unreachable-rule", ["\"?*\" there accepts only URLs with 'url'"]
    ),
    // No exclude moves in front of a rule because of URLs with an item.
    (
      #"{"/":"/skins/*"},{"/":"/skins/install","?":{"url":"*"},"exclude":true}"#,
      "unreachable-rule", ["the first rule that matches decides: specific rules belong in front"]
    ),
    (#"{"/":"/**"}"#, "doubled-star", ["write '/*', which also covers '/'"]),
    // A rule that accepts no URL as it is written decides nothing in front either.
    (
      #"{"/":"/shop/*"},{"/":"/shop/my cart","exclude":true}"#, "unreachable-rule",
      ["the first rule that matches decides: specific rules belong in front"]
    ),
    (#"{"/":"/shop/*"},{"/":"/shop/cart"}"#, "unreachable-rule", ["delete it"]),
    (
      #"{"/":"/shop/*"},{"/":"/shop/cart/*","exclude":true}"#, "unreachable-rule",
      ["move it before that rule: '/shop/cart/x' then stays in the browser"]
    ),
    (
      #"{"/":"/shop/*","exclude":true},{"/":"/shop/news"}"#, "unreachable-rule",
      ["move it before that rule: '/shop/news' then opens the app"]
    ),
    // The page of help is hidden too, but deleting its rule changes nothing.
    (
      #"{"/":"/shop/*"},{"/":"/shop/cart/help"},{"/":"/shop/cart/*","exclude":true}"#,
      "unreachable-rule",
      ["delete it", "move it before that rule: '/shop/cart/x' then stays in the browser"]
    ),
    (
      #"{"/":"/a/help"},{"/":"not /a/*"},{"/":"/*"}"#, "not-in-component",
      [#"write {"/": "/a/*", "exclude": true}"#]
    ),
    // No rule moves in front of one that would never decide again.
    (
      #"{"/":"not /a/*"},{"/":"/a/help"},{"/":"/*"}"#, "not-in-component",
      ["'exclude' is the key for it: put the rule after those for pages that open"]
    ),
    // Older systems need the later rule.
    (
      #"{"/":"/shop","caseSensitive":false},{"/":"/SHOP"}"#, "unreachable-rule",
      ["some systems read that rule differently, so they still need this one"]
    ),
    (#"{"/":"/caf%c3%a9"}"#, "percent-escape-case", ["add a rule with '/caf%C3%A9'"]),
    (#"{"/":"/x","?":{"a b":"1"}}"#, "impossible-item", ["write 'a%20b'"]),
    // The object has that name, too.
    (
      #"{"/":"/x","?":{"a b":"1","a%20b":"2"}}"#, "impossible-item", ["write it percent-encoded"]
    ),
    (#"{"/":"/caf%c3%a9"},{"/":"/caf%C3%A9"}"#, "percent-escape-case", []),
    // Systems before iOS 14 compare the escapes.
    (
      #"{"/":"/a%20b","percentEncoded":false}"#, "escape-never-matches",
      ["delete 'percentEncoded'"]
    ),
  ]

  @Test(arguments: helps)
  func `proposes what is harmless`(_ rules: String, _ code: String, _ helps: [String]) {
    #expect(Self.helps(appleFile(rules), code) == helps)
  }

  @Test func `makes no rule open the app for URLs that a later entry keeps in the browser`() {
    let text = ##"""
      {"applinks":{"apps":[],"details":[
        {"appIDs":["94VJUJ8B7P.a"],"components":[
          {"#":"#b"},{"/":"*","Exclude":true,"#":"#b"},{"?":{"a":"?*"}}]},
        {"appID":"94VJUJ8B7P.a","paths":["NOT /a**","/b"]}]}}
      """##
    #expect(Self.helps(text, "hash-in-pattern").allSatisfy { $0?.hasPrefix("write") != true })
  }

  @Test func `opens no URL that stays in the browser, where whole queries and items are asked for`()
  {
    let text = ##"""
      {"applinks":{"apps":[],"details":[
        {"appIDs":["94VJUJ8B7P.a"],"components":[{"/":"*","?":"a=1"},{"/":"/:id","?":{"a":"?*"}}]},
        {"appIDs":["94VJUJ8B7P.a"],"components":[{"/":"/a","exclude":true}]}]}}
      """##
    let helps = Self.helps(text, "foreign-parameter")
    #expect(helps.count == 1 && helps.allSatisfy { $0?.hasPrefix("write") == false }, "\(helps)")
  }

  @Test func `gives findings without a repair when trying it out takes too long`() throws {
    let rules = (0..<200).map { "{\"/\":\"/shop/*\"},{\"/\":\"/shop/\($0)\"}" }
    let file = try AssociationFile(decoding: Array(appleFile(rules.joined(separator: ",")).utf8))
    let report = AssociationLinter.report(on: file, budget: 100_000)
    let found = report.sorted.filter { $0.code == "unreachable-rule" }
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.help?.hasPrefix("delete") != true })
    #expect(report.repairs.isEmpty)
    let notes = report.sorted.filter { $0.code == "left-unsearched" }.map(\.message)
    #expect(notes.contains { $0.hasPrefix("changes were not ") })
  }

  // MARK: - Properties

  /// Shapes of real files: every fault that has a repair.
  static let shapes: [String] =
    RulePage.all.flatMap { page in page.bad.map { prepared($0, page.code) } }.filter {
      $0.hasPrefix("{")
    }
    + [
      appleFile(#"{"/":"/a/**"},{"/":"/a"},{"/":"/b","exclude":true},{"/":"/b"}"#),
      appleFile(##"{"/":"/shop/:id"},{"/":"/shop/new","exclude":true},{"/":"/x","#":"#y"}"##),
      appleFile(
        ##"{"/":"/"},{"/":"/a/*"},{"#":"stay","exclude":true},{"?":{"web":"1"},"exclude":true}"##),
      appleFile(#"{"/":"/a","Exclude":true},{"/":"/a/*","casesensitive":false},{"/":"/A/b"}"#),
      appleFile(#"{"?":{"a":"*","b":"1"},"exclude":true},{"/:id":"x"},{"/":"www.x.jp/p"},"/q""#),
      // One rule asks for a whole query, and another one for an item.
      ##"""
      {"applinks":{"apps":[],"details":[
        {"appIDs":["94VJUJ8B7P.a"],"components":[
          {"#":"b"},{"/":"*","?":"a=1"},{"/":"/:id","?":{"a":"?*"}}]},
        {"appIDs":["94VJUJ8B7P.a"],"components":[{"/":"/a","exclude":true}]}]}}
      """##,
      #"""
      {"applinks":{"apps":[],"details":[
        {"appID":"94VJUJ8B7P.a","paths":["*","/","NOT /x","not /y","/z?id=1","/u/{id}","/é"]},
        {"appIDs":["94VJUJ8B7P.a"],"components":[{"/":"/x","exclude":true},{"/":"*"}],"exclude":["/w"]},
        {"appid":"94VJUJ8B7P.b","paths":["/b"]}, {"appIDs":["94VJUJ8B7P.a"],"components":[{"/":"/v"}]}
      ]}}
      """#,
      #"""
      {"applinks":{"defaults":{"caseSensitive":false},"substitutionVariables":{"a":["x"],"a":["y"],"b":["z"]},
        "details":[{"appIDs":["94VJUJ8B7P.a","94VJUJ8B7P.a"],"defaults":{"exclude":true},"components":[
          {"/":"/$(a)"},{"/":"/$(aa)/x"},{"/":"/100%"},{"/":"/A","exclude":false},{"/":"/a"}]}]}}
      """#,
    ]

  @Test(arguments: shapes)
  func `no repair of a shape gives a URL a worse verdict`(_ text: String) throws {
    check(text, seed: CaseSeed.value)
  }

  @Test func `no repair of a random file gives a URL a worse verdict`() throws {
    var count = 0
    for seed in (0..<80).map({ CaseSeed.value &+ $0 }) {
      var files = RandomRules(generator: Dice(seed: seed))
      count += check(files.file(), seed: seed)
    }
    #expect(count > 80)
  }

  /// - Returns: the number of repairs.
  @discardableResult
  private func check(_ text: String, seed: UInt64) -> Int {
    guard let association = try? AppSiteAssociation(of: text) else { return 0 }
    let repairs = AssociationLinter.report(on: .apple(association)).repairs
    for repair in repairs {
      let root = repair.applied(to: association.document.root)
      let changed = AppSiteAssociation(
        association.document.with(root: root), byteCount: 0, isSigned: false)
      var urls = RandomURLs(
        generator: Dice(seed: seed),
        patterns: Self.strings(root) + Self.strings(association.document.root))
      let samples = (0..<60).compactMap { _ in
        WebURL("https://example.com" + urls.url()).map { EvaluatedURL($0) }
      }
      for system in SystemVersion.iOSGenerations {
        let before = AssociationEvaluator(association, system: system)
        let after = AssociationEvaluator(changed, system: system)
        for app in before.identifiers where !app.contains(" ") {
          for url in samples {
            let old = before.verdict(for: url, app: app)
            let new = after.verdict(for: url, app: app)
            #expect(
              old.decision == new.decision || Self.isMeant(repair, old, new),
              "\(repair.help) \(repair.effect): \(url) on \(system): \(old) -> \(new)\n\(text)")
          }
        }
      }
    }
    return repairs.count
  }

  private static func isMeant(_ repair: Repair, _ old: Verdict, _ new: Verdict) -> Bool {
    switch repair.effect {
    case .none: false
    case .fills: old.decision == .noMatch
    case .corrects(let rule): old.decision == .noMatch || old.rule == rule
    case .decides(let rules):
      old.decision == .noMatch || new.rule.map(rules.contains) ?? false
    }
  }

  private static func strings(_ node: JSONNode) -> [String] {
    switch node.value {
    case .string(let text): [text]
    case .array(let nodes): nodes.flatMap(strings)
    case .object(let members): members.flatMap { [$0.name] + strings($0.node) }
    default: []
    }
  }
}

/// Entries with every kind of rule over a few letters, so that rules overlap in every way.
private struct RandomRules {
  var generator: Dice

  mutating func file() -> String {
    let entries = (0..<generator.roll(1...2)).map { _ in entry() }
    let defaults = generator.pick(["", "", "", #""defaults":{"caseSensitive":false},"#])
    return #"{"applinks":{"apps":[],\#(defaults)"details":[\#(entries.joined(separator: ","))]}}"#
  }

  private mutating func entry() -> String {
    if generator.once(in: 3) {
      let paths = (0..<generator.roll(1...5)).map { _ in
        "\"" + generator.pick(["", "", "NOT ", "not "]) + path() + "\""
      }
      return #"{"appID":"94VJUJ8B7P.a","paths":[\#(paths.joined(separator: ","))]}"#
    }
    let rules = (0..<generator.roll(1...6)).map { _ in rule() }
    return #"{"appIDs":["94VJUJ8B7P.a"],"components":[\#(rules.joined(separator: ","))]}"#
  }

  private mutating func path() -> String {
    generator.pick([
      "/a", "/b", "/a/*", "/*", "/a?*", "*", "/A", "/a/b", "/", "/:id", "/a#b", "/a?id=1", "/é",
      "/%c3", "/a**", "//a", "a",
    ])
  }

  private mutating func rule() -> String {
    var members = ["\"/\":\"\(path())\""]
    let extras = [
      #""?":{"a":"*"}"#, #""?":{"a":"?*"}"#, #""?":"a=1""#, ##""#":"b""##, ##""#":"#b""##,
      #""exclude":true"#, #""exclude":true"#, #""caseSensitive":false"#, #""percentEncoded":false"#,
      #""Exclude":true"#,
    ]
    for _ in 0..<generator.roll(0...2) {
      let extra = generator.pick(extras)
      let name = extra.prefix { $0 != ":" }
      if !members.contains(where: { $0.hasPrefix(name) }) { members.append(extra) }
    }
    if generator.once(in: 5) { members.removeFirst() }
    return "{" + members.joined(separator: ",") + "}"
  }
}

/// URLs made from the words of a file, without the code under test.
private struct RandomURLs {
  var generator: Dice
  let patterns: [String]

  mutating func url() -> String {
    let paths = patterns.filter { $0.hasPrefix("/") || $0.hasPrefix("*") || $0.hasPrefix("NOT /") }
    var path = filled(generator.pick(paths + ["/", "/a", "/a/b/c", "/x"]))
    if path.hasPrefix("NOT ") { path.removeFirst(4) }
    path = String(path.prefix { $0 != "#" && $0 != "?" })
    if !path.hasPrefix("/") { path = "/" + path }
    path = path.split(separator: "/", omittingEmptySubsequences: true).reduce("") { $0 + "/" + $1 }
    if generator.once(in: 4) { path = path.uppercased() }
    if generator.once(in: 4) { path += "/" }
    let query = generator.pick(["", "", "?a=1", "?a=", "?a=1&b=2", "?b=2", "?id=1", "?a=1&a=2"])
    let fragment = generator.pick(["", "", "#b", "#", "#stay", "#token=abc"])
    return (path.isEmpty ? "/" : path) + query + fragment
  }

  private mutating func filled(_ pattern: String) -> String {
    pattern.map { character in
      switch character {
      case "*": generator.pick(["", "x", "a/b", "B"])
      case "?": generator.pick(["x", "1"])
      default: String(character)
      }
    }.joined()
  }
}
