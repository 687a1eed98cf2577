import Platforms
import Testing
import WebSyntax

@testable import AppAssociation

func association(_ components: String, _ links: String = "") throws -> AppSiteAssociation {
  try AppSiteAssociation(
    of: #"{"applinks":{\#(links)"details":[{"appIDs":["T.app"],"components":[\#(components)]}]}}"#)
}

extension AppSiteAssociation {
  init(of text: String) throws {
    guard case .apple(let file) = try AssociationFile(decoding: Array(text.utf8)) else {
      throw OtherPlatform()
    }
    self = file
  }
}

extension AssetLinks {
  init(of text: String) throws {
    guard case .android(let file) = try AssociationFile(decoding: Array(text.utf8)) else {
      throw OtherPlatform()
    }
    self = file
  }
}

private struct OtherPlatform: Error {}

private let same: [(String, String)] = [
  (#"{"/":"/a"},{"/":"/b","exclude":true}"#, #"{"/":"/b","exclude":true},{"/":"/a"}"#),
  (#"{"/":"/a/*"},{"/":"/a/b"}"#, #"{"/":"/a/*"}"#),
  (#"{"/":"/a","comment":"x"}"#, #"{"/":"/a","exclude":false}"#),
  (#"{"/":"/buy"}"#, #"{"/":"/buy/"}"#), (#"{"/":"buy/*"}"#, #"{"/":"//buy/*/"}"#),
  (#"{"/":"/*"}"#, #"{"/":"*","?":"*"}"#), (#"{"/":"*"}"#, #"{"?":{"a":"*"}}"#),
  (#"{"/":"/a","?":{"x":"1","y":"2"}}"#, ##"{"/":"/a","?":{"y":"2","x":"1"},"#":"*"}"##),
  (#"{"/":"/a**b"}"#, #"{"/":"/a*b"}"#),
]

@Test(arguments: same)
func `treats files with the same behaviour as equal`(_ old: String, _ new: String) throws {
  let difference = AssociationDifference(from: try association(old), to: try association(new))
  #expect(difference.isEmpty, "\(difference)")
  #expect(difference.remarks.isEmpty)
}

@Test func `tells which versions see a setting that moved into the defaults`() throws {
  let difference = AssociationDifference(
    from: try association(#"{"/":"/x","caseSensitive":false}"#),
    to: try association(#"{"/":"/x"}"#, #""defaults":{"caseSensitive":false},"#))
  let generation = try #require(difference.apps.first?.generations.first)
  #expect(difference.apps.first?.generations.count == 1)
  #expect(generation.since == SystemVersion(13, 5))
  #expect(generation.until == SystemVersion(14))
  #expect(generation.examples == [.init(url: "/X", old: .match, new: .noMatch)])
}

@Test func `paths replaced by components change only what older systems open`() throws {
  let legacy =
    #"{"applinks":{"apps":[],"details":[{"appID":"T.app","paths":["/a","NOT /b","/c/*"]}]}}"#
  let modern = try association(#"{"/":"/a"},{"/":"/b","exclude":true},{"/":"/c/*"}"#)
  let old = try AppSiteAssociation(of: legacy)
  let difference = AssociationDifference(from: old, to: modern)
  let generations = difference.apps.first?.generations ?? []
  #expect(generations.first?.since == SystemVersion(9))
  #expect(generations.last?.until == SystemVersion(13))
  let back = AssociationDifference(from: modern, to: old).apps.first?.generations ?? []
  #expect(back.last?.until == SystemVersion(13))
  #expect(back.flatMap(\.examples).contains { $0.old == .noMatch && $0.new == .match })
}

private let settings: [(String, String, AssociationDifference.Example)] = [
  (
    #"{"/":"/shop"}"#, #"{"/":"/shop","caseSensitive":false}"#,
    .init(url: "/SHOP", old: .noMatch, new: .match)
  ),
  (
    #"{"/":"/a"}"#, #"{"/":"/a","percentEncoded":false}"#,
    .init(url: "/%61", old: .noMatch, new: .match)
  ),
  (
    #"{"/":"/"}"#, #"{"/":"/","percentEncoded":false}"#,
    .init(url: "/%2F", old: .noMatch, new: .match)
  ),
  (#"{"/":"/$(alnum)"}"#, #"{"/":"/$(digit)"}"#, .init(url: "/z", old: .match, new: .noMatch)),
  (
    #"{"/":"/é","percentEncoded":false}"#, #"{"/":"/e"}"#,
    .init(url: "/%C3%A9", old: .match, new: .noMatch)
  ),
]

@Test(arguments: settings)
func `gives an example that can exist for every setting`(
  _ old: String, _ new: String, _ example: AssociationDifference.Example
) throws {
  let (old, new) = (try association(old), try association(new))
  let difference = AssociationDifference(from: old, to: new)
  let examples = difference.apps.first?.generations.last?.examples ?? []
  #expect(examples.contains(example), "\(examples)")
  let evaluators = (AssociationEvaluator(old), AssociationEvaluator(new))
  for example in examples {
    let url = try #require(WebURL("https://example.com" + example.url))
    #expect(example.url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    #expect(evaluators.0.verdict(for: EvaluatedURL(url), app: "T.app").decision == example.old)
    #expect(evaluators.1.verdict(for: EvaluatedURL(url), app: "T.app").decision == example.new)
  }
}

@Test func `counts the examples that are not listed`() throws {
  let rules = (0..<30).map { "{\"/\":\"/page\($0)/*\"}" }.joined(separator: ",")
  let difference = AssociationDifference(
    from: try association(rules), to: try association(#"{"/":"/none"}"#))
  let generation = try #require(difference.apps.first?.generations.first)
  #expect(generation.examples.count == 10)
  #expect(generation.moreExamples > 20)
}

@Test func `a file that grows beyond the limit stops older systems`() throws {
  let comment = String(repeating: "x", count: 140_000)
  let old = #"{"applinks":{"apps":[],"details":[{"appID":"T.app","paths":["/a"]}]}}"#
  let new =
    #"{"applinks":{"apps":[],"details":[{"appID":"T.app","paths":["/a"],"comment":"\#(comment)"}]}}"#
  let difference = AssociationDifference(
    from: try AppSiteAssociation(of: old), to: try AppSiteAssociation(of: new))
  let generation = difference.apps.first?.generations.first
  #expect(generation?.since == SystemVersion(9, 3, 1))
  #expect(generation?.until == SystemVersion(14))
}

@Test func `lists added, removed, moved and changed rules with example URLs`() throws {
  let old = try association(
    #"{"/":"/gone"},{"/":"/shop/*"},{"/":"/shop/cart","exclude":true},{"/":"/q","?":{"a":"1"}}"#)
  let new = try association(
    #"{"/":"/shop/cart","exclude":true},{"/":"/shop/*"},{"/":"/q","?":{"a":"2"}},{"/":"/come"}"#)
  let difference = AssociationDifference(from: old, to: new)
  let generation = try #require(difference.apps.first?.generations.first)
  #expect(generation.since == SystemVersion(13))
  #expect(difference.apps.first?.generations.count == 1)
  let kinds = Dictionary(grouping: generation.changes, by: \.kind).mapValues(\.count)
  #expect(kinds == [.removed: 1, .moved: 1, .changed: 1, .added: 1])
  #expect(generation.examples.contains(.init(url: "/shop/cart", old: .match, new: .exclude)))
  #expect(generation.examples.contains(.init(url: "/come", old: .noMatch, new: .match)))
  #expect(generation.examples.contains(.init(url: "/gone", old: .match, new: .noMatch)))
}
