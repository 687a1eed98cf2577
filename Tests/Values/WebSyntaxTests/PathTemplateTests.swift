import Testing
import WebSyntax

@Suite struct PathTemplateTests {
  private static func values(_ template: String, _ path: String) -> [String]? {
    PathTemplate(template).values(in: ArraySlice(path.utf8))?.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test(
    arguments: [
      ("/v1/links", "/v1/links", []),
      ("/v1/links", "/v1/links/", nil),
      ("/v1/links", "/v1/link", nil),
      ("/a/{one}", "/a/x", ["x"]),
      ("/a/{one}", "/a/", nil),
      ("/a/{one}", "/a/x/y", ["x/y"]),
      ("/a/{one}:do", "/a/x:do", ["x"]),
      ("/a/{one}:do", "/a/:do", nil),
      ("/a/{one}:do", "/a/x:do:do", ["x:do"]),
      ("/a/{one}:do", "/a/x:d", nil),
      ("/a/{one}/{two}", "/a/x/y/z", ["x", "y/z"]),
      ("/a/{one}/{two}", "/a//y", nil),
      ("/a/{one}/{two}", "/a/x/", nil),
      ("/a/{one}/b/{two}:do", "/a/x/b/y:do", ["x", "y"]),
      ("/a/{one}/b/{two}:do", "/a/x/c/y:do", nil),
      ("/a/{one}", "/a/%2F", ["%2F"]),
      ("{one}/b", "a/b", ["a"]),
    ] as [(String, String, [String]?)])
  func `finds the values between its texts`(_ template: String, _ path: String, _ found: [String]?)
  {
    #expect(Self.values(template, path) == found)
  }

  @Test func `knows the names in their order`() {
    #expect(PathTemplate("/a/{one}/{two}:do").names == ["one", "two"])
    #expect(PathTemplate("/a").names == [])
  }

  @Test(
    arguments: [
      ("/links/a/b/versions", "versions"), ("/links/a/b:undo", "undo"), ("/links/a/b", "link"),
      ("/links/a/versions", "link"), ("/links/a", "any"), ("/links", "all"), ("/else", nil),
    ] as [(String, String?)])
  func `a table tries the most specific template first`(_ path: String, _ found: String?) {
    let table = PathTable(
      [
        ("/{any}/a", "any"), ("/links/{host}/{slug}", "link"), ("/links", "all"),
        ("/links/{host}/{slug}:undo", "undo"), ("/links/{host}/{slug}/versions", "versions"),
      ], path: \.0)
    let first = table.first(matching: ArraySlice(path.utf8)) { operations, _ in
      operations.first?.1
    }
    #expect(first == found)
  }

  @Test(arguments: [("/a/x/b", ["one"]), ("/c/a/x/b", nil)] as [(String, [String]?)])
  func `a refused template is followed only by those with the same beginning`(
    _ path: String, _ names: [String]?
  ) {
    let table = PathTable(["/a/{one}/b", "/a/{one}", "/c/a/{two}", "/c/{three}"], path: \.self)
    let read = table.first(matching: ArraySlice(path.utf8)) { operations, values in
      ["/a/{one}/b", "/c/a/{two}"].contains(operations.first) ? nil : values.map(\.name)
    }
    #expect(read == names)
  }
}
