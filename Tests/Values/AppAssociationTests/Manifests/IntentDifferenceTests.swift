import Testing

@testable import AppAssociation

/// An app's own filters are compared by what they take.
struct IntentDifferenceTests {
  private static let host = "links.example.com"

  private static func elements(_ texts: [String]) -> [IntentElement] {
    texts.map { text in
      let parts = text.split(separator: " ", maxSplits: 2).map(String.init)
      guard let first = parts.first, let kind = IntentPath.Attribute(rawValue: first) else {
        // A host, and perhaps a path.
        let path = parts.dropFirst().first.flatMap(IntentPath.Attribute.init(rawValue:))
        return IntentElement(
          host: parts[0], path: path.map { IntentPath($0, parts.last ?? "") })
      }
      return IntentElement(host: host, path: IntentPath(kind, parts.last ?? ""))
    }
  }

  @Test(arguments: [
    (["pathPrefix /a/"], ["pathPattern /a/.*"]), (["pathPrefix /"], ["pathPattern .*"]),
    (["pathPrefix /"], [host]), (["path /a"], ["pathPattern /a"]),
    (["pathPattern /a/..*"], ["pathAdvancedPattern /a/..*"]),
    (["path /a*b"], [#"pathPattern /a\*b"#]), (["path /v1.0"], [#"pathAdvancedPattern /v1\.0"#]),
    (["pathPrefix /a/"], ["path /a/", "pathPattern /a/..*"]),
    (
      ["pathPrefix /a/"], ["pathPrefix /a/", "path /a/b", "pathPattern /a/b.*c", "pathPrefix /a/b"]
    ),
    (["*.example.com path /a"], ["*.example.com path /a", "www.example.com path /a"]),
    (["pathSuffix .pdf"], ["pathSuffix .pdf", "path /a.pdf"]),
  ])
  func `what takes the same is the same`(_ wanted: [String], _ declared: [String]) {
    let difference = IntentDifference(
      declared: Self.elements(declared), wanted: Self.elements(wanted))
    #expect(difference.missing == [] && difference.extra == [])
  }

  @Test(arguments: [
    (["pathPattern /a/..*"], ["pathPrefix /a/"], [], ["pathPrefix /a/"]),
    (["pathPrefix /a/"], ["pathPrefix /"], [], ["pathPrefix /"]),
    (["path /a"], ["path /a", "path /a/"], [], ["path /a/"]),
    (["pathPrefix /a/"], ["pathPattern /a/..*"], ["pathPrefix /a/"], []),
    // A pattern takes any character for an escaped dot, and a star repeats what is before it.
    (["path /v1.0"], [#"pathPattern /v1\.0"#], ["path /v1.0"], [#"pathPattern /v1\.0"#]),
    (["path /ab"], ["pathPattern /ab*"], ["path /ab"], ["pathPattern /ab*"]),
    (
      ["www.example.com path /a"], ["*.example.com path /a"], ["www.example.com path /a"],
      ["*.example.com path /a"]
    ),
    (["path /a"], ["other.example.com path /a"], ["path /a"], ["other.example.com path /a"]),
  ])
  func `what takes more or less is told`(
    _ wanted: [String], _ declared: [String], _ missing: [String], _ extra: [String]
  ) {
    let difference = IntentDifference(
      declared: Self.elements(declared), wanted: Self.elements(wanted))
    #expect(difference.missing == Self.elements(missing))
    #expect(difference.extra == Self.elements(extra))
  }

  @Test func `what is excepted belongs to what is taken`() throws {
    let all = IntentPath(.pathPrefix, "/a/")
    let open = IntentElement(host: Self.host, path: all)
    let less = IntentElement(
      host: Self.host, path: all, exceptions: [[IntentPath(.path, "/a/help")]])
    #expect(IntentDifference(declared: [less], wanted: [open]).missing == [open])
    #expect(IntentDifference(declared: [less], wanted: [open]).extra == [])
    #expect(IntentDifference(declared: [open], wanted: [less]).extra == [open])
    #expect(IntentDifference(declared: [open], wanted: [less]).missing == [])
    #expect(IntentDifference(declared: [less], wanted: [less]).extra == [])
  }
}
