import JSONSyntax
import RandomCases
import Testing
import WebSyntax

@testable import AppAssociation

private let same: [(String, String)] = [
  (#"{"/":"/a/*"},{"/":"/*"}"#, #"{"/":"/*"},{"/":"/a/*"}"#),
  (#"{"/":"/a/*"},{"/":"/*"}"#, #"{"/":"/*"}"#),
  (#"{"/":"/a?"},{"/":"/a??"},{"/":"/a"},{"/":"/a???*"}"#, #"{"/":"/a*"}"#),
  (#"{"/":"/$(digit)"},{"/":"/$(alpha)"}"#, #"{"/":"/$(alnum)"}"#),
  (#"{"/":"/x","?":{"a":"?*"}},{"/":"/x"}"#, #"{"/":"/x"}"#),
  (
    ##"{"/":"/x","#":"?*","exclude":true},{"/":"/x"}"##,
    ##"{"/":"/x","#":""},{"/":"/x","exclude":true}"##
  ),
  (#"{"/":"/x","?":"?*"},{"/":"/x","?":""}"#, #"{"/":"/x"}"#),
  (
    #"{"/":"/a/*","exclude":true},{"/":"/a/b"},{"/":"/c"}"#,
    #"{"/":"/a/*","exclude":true},{"/":"/c"}"#
  ),
  (#"{"/":"/A","caseSensitive":false}"#, #"{"/":"/a"},{"/":"/A"}"#),
]

@Test(arguments: same)
func `finds no difference where several rules together mean the same`(
  _ old: String, _ new: String
) throws {
  let difference = AssociationDifference(from: try association(old), to: try association(new))
  // Older systems do not know every key.
  let newest = difference.apps.flatMap(\.generations).filter { $0.until == nil }
  #expect(difference.isComplete)
  #expect(newest.isEmpty, "\(newest)")
}

@Test func `does not claim that files agree whose URLs are longer than its examples`() throws {
  let path = "/" + String(repeating: "a", count: 5000)
  let files = try [path, path + "b"].map { try association(#"{"/":"\#($0)"}"#) }
  #expect(AssociationDifference(from: files[0], to: files[1]).apps.map(\.identifier) == ["T.app"])
  #expect(AssociationDifference(from: files[0], to: files[0]).isEmpty)
}

@Test func `shows what stops opening before what only changes its reason`() throws {
  let rule = #"{"?":{"t":"?*"}}"#
  let difference = AssociationDifference(
    from: try association(rule), to: try association(#"{"/":"/app/*","exclude":true},"# + rule))
  let examples = try #require(difference.apps.first?.generations.last?.examples)
  let first = try #require(examples.first)
  #expect(first.old == .match)
  #expect(first.new == .exclude)
  #expect(first.url.hasPrefix("/app"))
  #expect(first.url.contains("?t="))
}

private let different: [(String, String, AssociationDifference.Example)] = [
  (
    #"{"/":"/é","percentEncoded":false}"#, #"{"/":"/%C3%A9","caseSensitive":false}"#,
    .init(url: "/%C3%A9%2F", old: .match, new: .noMatch)
  ),
  (
    #"{"/":"/a","?":{"x":"1","y":"2"}}"#, #"{"/":"/a","?":{"x":"1"}}"#,
    .init(url: "/a?x=1", old: .noMatch, new: .match)
  ),
  (
    #"{"/":"/a","?":{"x":"1"},"exclude":true},{"/":"/a","?":{"x":"2"},"exclude":true},{"/":"/a"}"#,
    #"{"/":"/a","?":{"x":"1"},"exclude":true},{"/":"/a"}"#,
    .init(url: "/a?x=2", old: .exclude, new: .match)
  ),
  // Neither rule accepts two different values of one name.
  (
    #"{"/":"/a","?":{"x":"?*"}},{"/":"/a","?":{"x":""}}"#, #"{"/":"/a"}"#,
    .init(url: "/a?x=&x=1", old: .noMatch, new: .match)
  ),
  (#"{"/":"/*/b*c*d"}"#, #"{"/":"/*/b*d"}"#, .init(url: "/x/bxd", old: .noMatch, new: .match)),
]

@Test(arguments: different)
func `finds the URL that shows a change`(
  _ old: String, _ new: String, _ example: AssociationDifference.Example
) throws {
  let difference = AssociationDifference(from: try association(old), to: try association(new))
  let examples = difference.apps.first?.generations.last?.examples ?? []
  #expect(examples.contains(example), "\(examples)")
}

// MARK: - Random rules

/// - Parameter decodes: whether it may compare decoded text.
private func rule(_ numbers: inout Dice, decodes: Bool) -> Component {
  var path = ""
  let pieces = ["/", "a", "b", "*", "?", "?*", "/*", "/a"]
  for _ in 0..<Int.random(in: 0...4, using: &numbers) {
    path += numbers.pick(decodes ? pieces + ["%2F", "%61"] : pieces)
  }
  var component = Component(path: Bool.random(using: &numbers) ? "/" + path : path)
  if component.path?.isEmpty == true { component.path = nil }
  switch Int.random(in: 0..<8, using: &numbers) {
  case 0: component.query = .items([.init(name: "x", pattern: numbers.pick(values))])
  case 1:
    component.query = .items([
      .init(name: "x", pattern: numbers.pick(values)),
      .init(name: "y", pattern: numbers.pick(values)),
    ])
  case 2: component.fragment = numbers.pick(values)
  default: break
  }
  if Int.random(in: 0..<3, using: &numbers) == 0 { component.exclude = true }
  if Int.random(in: 0..<6, using: &numbers) == 0 { component.caseSensitive = false }
  if decodes, Bool.random(using: &numbers) { component.percentEncoded = false }
  return component
}

private let values = ["a", "b", "?", "?*", "*", "", "a*", "*b"]

/// All short paths of a few letters, with queries and fragments.
private let urls: [ExampleURL] = {
  var paths = [""]
  var all: [String] = []
  for _ in 0..<4 {
    paths = paths.flatMap { path in ["/", "a", "b", "x", "A"].map { path + $0 } }
    all += paths.filter { $0.hasPrefix("/") && !$0.contains("//") }
  }
  return combined(
    all, [nil, "x=a", "x=b", "x=", "x=ab", "y=a", "x=a&y=b", "x=a&x=b", "X=a"],
    [nil, "a", "b", "ab", "zz"])
}()

/// All short paths with escapes, of slashes as well.
private let escapedURLs: [ExampleURL] = {
  var paths = ["/"]
  var all = paths
  for _ in 0..<3 {
    paths = paths.flatMap { path in ["/", "a", "%2F", "%61", "%2f", "A"].map { path + $0 } }
    all += paths.filter { !$0.contains("//") }
  }
  return combined(all, [nil, "x=a", "x=%61"], [nil, "a", "%61b"])
}()

private func combined(
  _ paths: [String], _ queries: [String?], _ fragments: [String?]
) -> [ExampleURL] {
  paths.flatMap { path in
    queries.flatMap { query in
      fragments.compactMap { ExampleURL(path: path, query: query, fragment: $0) }
    }
  }
}

@Test(arguments: 0..<12, [false, true])
func `says the same exactly where no URL tells two files apart`(
  _ block: Int, _ decodes: Bool
) throws {
  let urls = decodes ? escapedURLs : urls
  for number in 0..<12 {
    let seed = CaseSeed.value &+ UInt64(block * 12 + number)
    var numbers = Dice(seed: seed)
    let old = (0..<Int.random(in: 1...4, using: &numbers)).map { _ in
      rule(&numbers, decodes: decodes)
    }
    var new = old
    for _ in 0..<Int.random(in: 1...2, using: &numbers) {
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0: new.shuffle(using: &numbers)
      case 1: new.append(rule(&numbers, decodes: decodes))
      case 2: if new.count > 1 { new.removeFirst() }
      default: new.insert(rule(&numbers, decodes: decodes), at: 0)
      }
    }
    let files = try [old, new].map {
      try association($0.map(\.json.compact).joined(separator: ","))
    }
    let (before, after) = (files[0], files[1])
    let difference = AssociationDifference(from: before, to: after)
    let evaluators = (AssociationEvaluator(before), AssociationEvaluator(after))
    let told = difference.apps.flatMap(\.generations).last { $0.until == nil }
    let apart = urls.first { url in
      evaluators.0.verdict(for: url.parts, app: "T.app").decision
        != evaluators.1.verdict(for: url.parts, app: "T.app").decision
    }
    let what: Comment = "seed \(seed): \(old) and \(new): \(apart?.text ?? "none"), \(difference)"
    #expect(difference.isComplete, what)
    if apart != nil { #expect(told != nil, what) }
    guard let told else { continue }
    #expect(!told.examples.isEmpty, what)
    for example in told.examples {
      let url = try #require(WebURL("https://example.com" + example.url))
      let parts = EvaluatedURL(url)
      #expect(evaluators.0.verdict(for: parts, app: "T.app").decision == example.old, what)
      #expect(evaluators.1.verdict(for: parts, app: "T.app").decision == example.new, what)
      #expect(example.old != example.new, what)
    }
    let opens = urls.contains { url in
      let decisions = [evaluators.0, evaluators.1].map {
        $0.verdict(for: url.parts, app: "T.app").decision == .match
      }
      return decisions[0] != decisions[1]
    }
    if opens { #expect(told.examples.contains { $0.old == .match || $0.new == .match }, what) }
  }
}
