import Platforms
import RandomCases
import AppAssociation
import JSONSyntax
import Testing
import WebSyntax

/// The evaluator and the literal implementation of Android's steps agree about every rule and every
/// URL.
struct AndroidVerdictTests {
  private static let patternParts = [
    "/", "/", "a", "b", "ab", ".", "*", "*", "?", "?*", "**", "*?", "é", "日本", "😀", "%", "%41",
    "%C3%A9", "\\", "&", ";", "=", "+", " ", "#", "{", "[a]", "x.y",
  ]
  private static let names = ["a", "b", "q.r", "名", "a=b"]
  private static let pathParts = [
    "/", "/", "/", "a", "b", "ab", ".", "..", "*", "é", "%C3%A9", "%c3%a9", "日本",
    "%E6%97%A5%E6%9C%AC",
    "😀", "%F0%9F%98%80", "%2F", "%3F", "%23", "%25", "%41", "%2E", "%2A", "%zz", "%4", "%FF",
    "%5C", "%20", "+", "x.y", "%00", ";", "=", "&",
  ]
  private static let values = [
    "", "a", "ab", "a.b", "é", "%C3%A9", "日本", "%E6%97%A5", "%26", "%3B", "a%26b=a", "*", "%", "+",
    "x.y", "%3D",
  ]

  private struct Maker {
    var dice: Dice

    private mutating func text(_ parts: [String], _ count: ClosedRange<Int>) -> String {
      (0..<dice.roll(count)).map { _ in dice.pick(parts) }.joined()
    }

    private mutating func pattern(_ start: String, _ count: ClosedRange<Int>) -> String {
      let text = start + text(AndroidVerdictTests.patternParts, count)
      return text.isEmpty ? "*" : text
    }

    mutating func rule() -> AndroidOracle.Rule {
      var rule = AndroidOracle.Rule()
      if !dice.once(in: 5) { rule.path = pattern(dice.once(in: 6) ? "" : "/", 0...4) }
      for name in dice.some(AndroidVerdictTests.names, oneIn: 12) {
        rule.query.append((name, pattern("", 1...2)))
      }
      if dice.once(in: 8) { rule.fragment = pattern("", 1...3) }
      rule.excludes = dice.once(in: 3)
      return rule
    }

    /// A URL that resembles a rule.
    mutating func target(near rule: AndroidOracle.Rule) -> String {
      var target = rule.path.map { text(near: $0) } ?? "/a"
      if !target.hasPrefix("/") { target = "/" + target }
      let items = rule.query.map { text(near: $0.name) + "=" + text(near: $0.pattern) }
      if !items.isEmpty { target += "?" + items.joined(separator: "&") }
      return target + (rule.fragment.map { "#" + text(near: $0) } ?? "")
    }

    private mutating func text(near pattern: String) -> String {
      pattern.unicodeScalars.map { scalar in
        switch scalar {
        case "*": dice.pick(["", "", "x", "a/b", ".", ".*", "%E3%81%82"])
        case "?": dice.pick(["a", ".", "%C3%A9", "é", ""])
        case "%": "%25"
        case "#", " ", ";", "\\": SpelledURL.escape(String(Character(scalar)), false)
        case "." where dice.once(in: 3): "x"
        default:
          dice.once(in: 3)
            ? SpelledURL.escape(String(Character(scalar)), dice.once(in: 2))
            : String(Character(scalar))
        }
      }.joined()
    }

    mutating func target() -> String {
      var target = "/" + text(AndroidVerdictTests.pathParts, 0...4)
      if dice.once(in: 12) { target = "" }
      if dice.once(in: 2) {
        let items = (0..<dice.roll(0...3)).map { _ in
          dice.pick(AndroidVerdictTests.names + ["%61", "%E5%90%8D", "qxr", ""])
            + dice.pick(["=", "=", "=", "", "%3D"]) + dice.pick(AndroidVerdictTests.values)
        }
        target += "?" + items.joined(separator: dice.pick(["&", "&", ";", "&&"]))
        if dice.once(in: 8) { target += dice.pick(["&", ";", "&&"]) }
      }
      if dice.once(in: 4) { target += "#" + text(AndroidVerdictTests.pathParts, 0...2) }
      return target
    }
  }

  private static func file(_ rules: [AndroidOracle.Rule]) -> [UInt8] {
    let components = rules.map { rule -> JSONOutput in
      var members: [JSONOutput.Member] = []
      if let path = rule.path { members.append(.init("/", .string(path))) }
      if !rule.query.isEmpty {
        members.append(
          .init("?", .object(rule.query.map { .init($0.name, .string($0.pattern)) })))
      }
      if let fragment = rule.fragment { members.append(.init("#", .string(fragment))) }
      members.append(.init("exclude", .bool(rule.excludes)))
      return .object(members)
    }
    return AndroidFiles.statement(.array(components))
  }

  @Test func `decides as a plain statement of Android's steps does`() throws {
    var counts: [Verdict.Decision: Int] = [:]
    for number in 0..<CaseCount.cases / 2 {
      let seed = CaseSeed.value &+ UInt64(number)
      var maker = Maker(dice: Dice(seed: seed))
      let rules = (0..<maker.dice.roll(1...4)).map { _ in maker.rule() }
      let links = try AndroidFiles.read(Self.file(rules))
      let evaluator = AndroidEvaluator(links, system: SystemVersion(15))
      for _ in 0..<6 {
        let target =
          maker.dice.once(in: 2) ? maker.target() : maker.target(near: maker.dice.pick(rules))
        guard let url = WebURL("https://example.com" + target) else { continue }
        let found = evaluator.explanation(for: url, package: AndroidFiles.package).verdict.decision
        let expected: Verdict.Decision =
          switch AndroidOracle(target).decide(rules) {
          case true: .match
          case false: .exclude
          case nil: .noMatch
          }
        counts[expected, default: 0] += 1
        if found != expected {
          Issue.record("KEIRO_SEED=\(seed): \(target): \(found), expected \(expected) by \(rules)")
          return
        }
      }
    }
    print("Android's verdicts, from KEIRO_SEED=\(CaseSeed.value) on: \(counts)")
    guard CaseCount.areMany else { return }
    let least = CaseCount.cases / 5
    #expect(counts.count == 3 && counts.values.allSatisfy { $0 >= least })
  }
}

enum AndroidFiles {
  static let package = "com.example.app"

  static func statement(_ components: JSONOutput) -> [UInt8] {
    let text = #"""
      [{"relation":["delegate_permission/common.handle_all_urls"],
        "relation_extensions":{"delegate_permission/common.handle_all_urls":
          {"dynamic_app_link_components":\#(components.compact)}},
        "target":{"namespace":"android_app","package_name":"\#(package)",
          "sha256_cert_fingerprints":["AA"]}}]
      """#
    return Array(text.utf8)
  }

  private struct WrongKind: Error {}

  static func read(_ bytes: [UInt8]) throws -> AssetLinks {
    guard case .android(let links) = try AssociationFile(decoding: bytes, kind: .android) else {
      throw WrongKind()
    }
    return links
  }
}
