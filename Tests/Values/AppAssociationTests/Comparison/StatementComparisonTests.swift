import Platforms
import Testing

@testable import AppAssociation

struct StatementComparisonTests {
  private static let opens = "delegate_permission/common.handle_all_urls"
  private static let credentials = "delegate_permission/common.get_login_creds"

  private static func app(
    _ package: String, _ fingerprints: [String], _ relations: [String] = [opens],
    rules: String? = nil
  ) -> String {
    let rules = rules.map {
      #""relation_extensions":{"\#(opens)":{"dynamic_app_link_components":\#($0)}},"#
    }
    return #"{"relation":\#(relations),\#(rules ?? "")"target":{"namespace":"android_app","#
      + #""package_name":"\#(package)","sha256_cert_fingerprints":\#(fingerprints)}}"#
  }

  private static func difference(_ old: [String], _ new: [String]) throws -> AssociationDifference {
    let files = try [old, new].map { try AssetLinks(of: "[\($0.joined(separator: ","))]") }
    return AssociationDifference(from: files[0], to: files[1])
  }

  @Test func `lists lost and gained certificates, packages, relations and sites`() throws {
    let site =
      #"{"relation":["\#(Self.opens)"],"target":{"namespace":"web","site":"https://A.example"}}"#
    let difference = try Self.difference(
      [
        Self.app("a.b", ["AA", "BB"], [Self.opens, Self.credentials]), Self.app("c.d", ["CC"]),
        site,
      ],
      [Self.app("a.b", ["aa", "DD"]), #"{"include":"https://x.example/a.json"}"#])
    #expect(
      difference.statements == [
        .init(target: "a.b", relations: [Self.credentials], fingerprint: nil, isAdded: false),
        .init(target: "a.b", relations: [Self.opens], fingerprint: "BB", isAdded: false),
        .init(target: "c.d", relations: [Self.opens], fingerprint: nil, isAdded: false),
        .init(
          target: "https://a.example", relations: [Self.opens], fingerprint: nil, isAdded: false),
        .init(target: "a.b", relations: [Self.opens], fingerprint: "DD", isAdded: true),
        .init(
          target: "include https://x.example/a.json", relations: [], fingerprint: nil, isAdded: true
        ),
      ])
    #expect(!difference.isEmpty)
  }

  @Test func `takes statements in another order for the same`() throws {
    let apps = [Self.app("a.b", ["AA", "BB"]), Self.app("c.d", ["CC"])]
    let split = [Self.app("c.d", ["CC"]), Self.app("a.b", ["BB"]), Self.app("a.b", ["AA"])]
    #expect(try Self.difference(apps, split).isEmpty)
  }

  @Test func `evaluates the rules of Dynamic App Links`() throws {
    let difference = try Self.difference(
      [Self.app("a.b", ["AA"], rules: #"[{"/":"/shop/*"},{"/":"/old"}]"#)],
      [Self.app("a.b", ["AA"], rules: #"[{"/":"/shop/cart","exclude":true},{"/":"/shop/*"}]"#)])
    let generation = try #require(difference.apps.first?.generations.first)
    #expect(generation.since == SystemVersion(15))
    #expect(generation.examples.contains(.init(url: "/old", old: .match, new: .noMatch)))
    #expect(generation.examples.contains(.init(url: "/shop/cart", old: .match, new: .exclude)))
  }

  @Test func `finds one changed rule among many`() throws {
    let rules = (0..<80).map { "{\"/\":\"/\($0)/*\"}" }
    let (all, some) = (rules.joined(separator: ","), rules.dropLast().joined(separator: ","))
    let files = [all, some].map { [Self.app("a.b", ["AA"], rules: "[\($0)]")] }
    for (old, new) in [(files[0], files[1]), (files[1], files[0])] {
      let examples = try Self.difference(old, new).apps.first?.generations.first?.examples ?? []
      #expect(examples.map(\.url) == ["/79/x"])
    }
    let moved = (rules.dropFirst() + rules.prefix(1)).joined(separator: ",")
    #expect(try Self.difference(files[0], [Self.app("a.b", ["AA"], rules: "[\(moved)]")]).isEmpty)
  }

  @Test(arguments: [
    // Rules that overlap, in another order.
    (
      #"{"/":"/en/*"},{"/":"/*/checkout","exclude":true}"#,
      #"{"/":"/*/checkout","exclude":true},{"/":"/en/*"}"#, "/en/checkout"
    ),
    (
      #"{"/":"/?a"},{"?":{"k":"c*"},"exclude":true}"#,
      #"{"?":{"k":"c*"},"exclude":true},{"/":"/?a"}"#, "/aa?k=c"
    ),
    (
      #"{"?":{"k":"a?"}},{"?":{"k":"?b"},"exclude":true}"#,
      #"{"?":{"k":"?b"},"exclude":true},{"?":{"k":"a?"}}"#, "/?k=ab"
    ),
    (
      #"{"?":{"k":"1"}},{"?":{"k":"2"},"exclude":true}"#,
      #"{"?":{"k":"2"},"exclude":true},{"?":{"k":"1"}}"#, "/?k=1&k=2"
    ),
    (
      ##"{"?":{"k":"c*"}},{"/":"/?a","#":"*","exclude":true}"##,
      ##"{"/":"/?a","#":"*","exclude":true},{"?":{"k":"c*"}}"##, "/aa?k=c#a"
    ),
    // Rules whose texts differ from those of Apple's patterns.
    (#"{"/":"/a"},{"/":"//b"}"#, #"{"/":"/a"}"#, "//b"),
    (#"{"/":"/a"},{"/":"/*?"}"#, #"{"/":"/a"}"#, "/."),
    // What a link loses, beside another change that is easier to see.
    (#"{"/":"/a"},{"/":"/*?"}"#, #"{"/":"/a"},{"/":"/b"}"#, "/."),
    // What separates the items of a query, but may stand in a path.
    (
      #"{"/":"/&","?":{"m":"*?"}},{"/":"/*","exclude":true}"#, #"{"/":"/*","exclude":true}"#,
      "/&?m=."
    ),
  ])
  func `finds what only some URLs show`(_ old: String, _ new: String, url: String) throws {
    let files = [old, new].map { [Self.app("a.b", ["AA"], rules: "[\($0)]")] }
    let examples = try Self.difference(files[0], files[1]).apps.first?.generations.first?.examples
    #expect(examples?.first?.url == url)
  }

  @Test func `rules that are never tried make no difference`() throws {
    let rules = [#"{"/":"/a*"}"#, #"{"/":"/a*"},{"/":"/a?b","exclude":true}"#]
    let files = rules.map { [Self.app("a.b", ["AA"], rules: "[\($0)]")] }
    #expect(try Self.difference(files[0], files[1]).isEmpty)
  }

  /// Comparisons that took more memory than a machine has.
  @Test(arguments: [
    // Twelve letters that a value may contain in any combination.
    (
      "abcdefghijkl".enumerated().map { #"{"?":{"k":"*\#($1)*"},"exclude":\#($0 % 2 == 0)}"# },
      #"{"?":{"k":"*b*a*"},"exclude":true}"#, true
    ),
    // Paths that no example is long enough for.
    (
      [#"{"/":"/\#(String(repeating: "a", count: 60_000))"}"#],
      #"{"/":"/\#(String(repeating: "a", count: 60_000))b"}"#, false
    ),
  ])
  func `answers for patterns with many texts and for long ones`(
    _ rules: [String], another: String, isComplete: Bool
  ) throws {
    let files = [rules, rules + [another]].map {
      [Self.app("a.b", ["AA"], rules: "[\($0.joined(separator: ","))]")]
    }
    let difference = try Self.difference(files[0], files[1])
    #expect(difference.apps.isEmpty && difference.isComplete == isComplete)
  }

  @Test func `one package leaves work for the others`() throws {
    let hard = "abcdefghijklmnopqrst".map { #"{"/":"/*\#($0)*"}"# }.joined(separator: ",")
    let files = [#"{"/":"/*b*a*"},{"/":"/a"}"#, #"{"/":"/b*"}"#].map { rule in
      [
        Self.app("a.b", ["AA"], rules: "[\(hard),\(rule)]"),
        Self.app("c.d", ["AA"], rules: "[\(rule)]"),
      ]
    }
    let difference = try Self.difference(files[0], files[1])
    #expect(difference.apps.map(\.identifier) == ["c.d"] && !difference.isComplete)
  }

  @Test func `compares the rules that systems read`() throws {
    let unread = Self.app("a.b", [], rules: #"[{"/":"/shop"}]"#)
    let files = ["a", "b"].map { [unread, Self.app("a.b", ["AA"], rules: #"[{"/":"/\#($0)"}]"#)] }
    let examples = try Self.difference(files[0], files[1]).apps.first?.generations.first?.examples
    #expect(examples?.map(\.url) == ["/a", "/b"])
  }

  @Test func `rules that come where there were none close what they do not name`() throws {
    let difference = try Self.difference(
      [Self.app("a.b", ["AA"])], [Self.app("a.b", ["AA"], rules: #"[{"/":"/shop"}]"#)])
    let examples = difference.apps.first?.generations.first?.examples ?? []
    #expect(examples.map(\.old) == [.match] && examples.map(\.new) == [.noMatch])
  }
}
