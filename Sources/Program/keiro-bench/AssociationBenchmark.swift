import AppAssociation
import Foundation
import Links
import WebSyntax

/// The association engine compared with regular expressions that accept the same paths.
enum AssociationBenchmark {
  static func run() {
    for sample in PatternSample.all { matchAndCompile(sample) }
    decide()
    explain()
  }

  private static func matchAndCompile(_ sample: PatternSample) {
    guard let table = sample.table, let foundation = sample.foundation, let swift = sample.swift
    else { return print("\(sample.shape): cannot be compiled") }
    let path = Array(sample.path.utf8)
    precondition(sample.matches(table, path) == sample.matches(foundation))
    precondition(sample.matches(table, path) == sample.matches(swift))
    report(
      "match \(sample.shape)",
      measure { sample.matches(table, path) ? 2 : 1 },
      [
        ("NSRegularExpression", measure { sample.matches(foundation) ? 2 : 1 }),
        ("Regex", measure { sample.matches(swift) ? 2 : 1 }),
      ])
    // A Regex is compiled at its first use, so the first match is included for all three.
    report(
      "compile \(sample.shape)",
      measure { sample.table.map { sample.matches($0, path) } == true ? 2 : 1 },
      [
        (
          "NSRegularExpression",
          measure { sample.foundation.map(sample.matches) == true ? 2 : 1 }
        ),
        ("Regex", measure { sample.swift.map(sample.matches) == true ? 2 : 1 }),
      ])
  }

  /// A decision among many routes.
  private static func decide() {
    func table(_ count: Int) -> RoutingTable? {
      let rules = (0..<count).map { number in
        RoutingRule(component: Component(path: "/area\(number)/*"), apps: [0], opensApps: true)
      }
      return try? RoutingTable(rules: rules)
    }
    let path = Array("/area7/article/42".utf8)
    let none: [UInt8] = []
    guard let small = table(10), let large = table(1000) else { return }
    func time(_ table: RoutingTable) -> Double {
      measure {
        1 + (table.match(path: path.span, query: none.span, fragment: none.span)?.rule ?? 0)
      }
    }
    report("decide among 1,000 routes", time(large), [("among 10", time(small))])
  }

  /// A plain verdict compared with one with its trace, among twenty rules.
  private static func explain() {
    let rules = (0..<20).map { #"{"/":"/area\#($0)/*","?":{"page":"?*"}}"# }.joined(separator: ",")
    let app = "94VJUJ8B7P.jp.asajikan.www"
    let text = #"{"applinks":{"details":[{"appIDs":["\#(app)"],"components":[\#(rules)]}]}}"#
    guard case .apple(let file) = try? AssociationFile(decoding: Array(text.utf8)),
      let url = WebURL("https://www.example.com/area15/article/42?page=2")
    else { return }
    let evaluator = AssociationEvaluator(file)
    let parts = EvaluatedURL(url)
    report(
      "decide among 20 rules",
      measure { evaluator.verdict(for: parts, app: app).rule == nil ? 1 : 2 },
      [
        (
          "with its trace",
          measure { evaluator.explanation(for: url, app: app).deciding == nil ? 1 : 2 }
        )
      ])
  }
}

/// A pattern, the same as a regular expression, and a path to match.
private struct PatternSample {
  let shape: String
  let pattern: String
  let expression: String
  let path: String

  static let all = [
    PatternSample(
      shape: "a literal", pattern: "/about/company", expression: "/about/company",
      path: "/about/company"),
    PatternSample(
      shape: "a prefix", pattern: "/article*", expression: "/article.*",
      path: "/article-about-nothing/42"),
    PatternSample(
      shape: "a suffix", pattern: "*.html", expression: ".*\\.html",
      path: "/docs/guide/chapter/index.html"),
    PatternSample(
      shape: "a tree", pattern: "/shop/*", expression: "/shop(/.*)?", path: "/shop/cart/items/42"),
    PatternSample(
      shape: "segments", pattern: "/*/article/?*/edit", expression: "/.*/article/..*/edit",
      path: "/magazine/spring/article/42/edit"),
    PatternSample(
      shape: "a general pattern", pattern: "/$(tongue)/article/*",
      expression: "/(en|ja|de|fr|es|it|pt|zh)/article(/.*)?", path: "/ja/article/42/edit"),
    PatternSample(
      shape: "an adversarial pattern", pattern: "/*a*a*a*a*b", expression: "/.*a.*a.*a.*a.*b",
      path: "/" + String(repeating: "a", count: 20)),
  ]

  var table: RoutingTable? {
    let rule = RoutingRule(component: Component(path: pattern), apps: [0], opensApps: true)
    return try? RoutingTable(
      rules: [rule],
      substitutionVariables: [("tongue", ["en", "ja", "de", "fr", "es", "it", "pt", "zh"])])
  }

  var foundation: NSRegularExpression? {
    try? NSRegularExpression(pattern: "^\(expression)$")
  }

  var swift: Regex<AnyRegexOutput>? {
    try? Regex(expression)
  }

  func matches(_ table: RoutingTable, _ path: [UInt8]) -> Bool {
    let none: [UInt8] = []
    return table.match(path: path.span, query: none.span, fragment: none.span) != nil
  }

  func matches(_ expression: NSRegularExpression) -> Bool {
    let range = NSRange(location: 0, length: path.utf16.count)
    return expression.firstMatch(in: path, options: .anchored, range: range) != nil
  }

  func matches(_ expression: Regex<AnyRegexOutput>) -> Bool {
    ((try? expression.wholeMatch(in: path)) ?? nil) != nil
  }
}
