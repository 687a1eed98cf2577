import GoldenFiles
import KeiroCommand
import ProgramSupport
import Testing

/// `keiro generate swift`, `kotlin` and `typescript`, and the comparison with the file of an app.
struct RouterCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func configuration(
    _ routes: String, shortLinks: String = #""prefix": "/s/""#
  ) throws -> String {
    try folder.write(
      """
      {
        "store": { "memory": true },
        "apps": {
          "shop": { "name": "Shop", "apple": { "appIDs": ["A1B2C3D4E5.com.example.shop"] } },
          "other": { "name": "Other", "apple": { "appIDs": ["A1B2C3D4E5.com.example.other"] } },
          "idle": { "name": "Idle", "apple": { "appIDs": ["A1B2C3D4E5.com.example.idle"] } }
        },
        "sites": [
          {
            "hosts": ["shop.example.com", "*.shop.example.com"],
            "substitutionVariables": { "kind": ["tea", "Coffee*"], "size": ["s", "m"] },
            "routes": [
              \(routes)
            ],
            "shortLinks": { \(shortLinks), "app": "shop" }
          },
          {
            "hosts": ["api.shop.example.com"], "routes": [{ "/": "/*", "app": "other" }]
          }
        ]
      }
      """, to: "keiro.json")
  }

  private let routes = """
    { "/": "/product/new", "exclude": true },
    { "/": "/product/{id}", "app": "shop", "screen": "product" },
    { "/": "/search/{query}", "app": "shop", "screen": "search-page" },
    { "/": "/search", "app": "shop", "screen": "search-page" },
    { "/": "/$(kind)/*", "?": { "lang": "??" }, "caseSensitive": false, "app": "shop",
      "screen": "default" },
    { "/": "/help/*", "app": "shop" },
    { "/": "/*", "app": "other" }
    """

  private func run(
    _ words: [String], _ configuration: String, language: String = "swift"
  ) -> CommandResult {
    keiro(
      ["generate", language] + words, environment: ["KEIRO_CONFIG": configuration])
  }

  private func printed(_ language: String, _ routes: String, name: String) throws -> String {
    let result = run(
      ["--app", "shop", "--name", name], try configuration(routes), language: language)
    #expect(result.code == .done, "\(result.error)")
    return result.output
  }

  /// What follows the beginning in the golden file is the same in every router.
  @Test(arguments: [
    ("swift", "// MARK: - Sites and rules"),
    ("kotlin", "    /** What a URL opens: the number of a screen with its values"),
    ("typescript", "// What follows is the same in every router."),
  ])
  func `prints a type with the screens of the app, and its routes`(
    _ language: String, _ end: String
  ) throws {
    let text = try printed(language, routes, name: "Route")
    let index = try #require(text.firstRange(of: end)).lowerBound
    let path = "/Tests/Program/KeiroCommandTests/Associations/Golden/\(language).txt"
    let file = GoldenFile(repositoryFolder + path)
    #expect(try file.difference(from: String(text[..<index])) == nil)
  }

  @Test func `a router without parameters or without screens has no case that is never reached`()
    throws
  {
    let plain = try configuration(#"{ "/": "/a", "app": "shop", "screen": "a" }"#)
    let screens = run(["--app", "shop", "--name", "Place"], plain).output
    #expect(screens.contains("public enum Place: Hashable, Sendable {\n  /// `/a`\n  case a\n"))
    #expect(screens.contains("    case .a, .shortLink, .link:\n      return [:]\n    }\n"))
    #expect(screens.contains("    case .screen(\"a\", _):\n      self = .a\n"))
    #expect(screens.contains("--app shop --name Place`"))
    let links = run(["--app", "shop"], try configuration(#"{ "/": "/a", "app": "shop" }"#)).output
    #expect(links.contains("  switch self {\n    case .shortLink, .link:\n      return nil\n"))
    #expect(!links.contains("default:\n      return RouteReader.urls"))
  }

  @Test func `configured links come before routes where both share a prefix`() throws {
    let file = try configuration(
      #"{ "/": "/spr*", "?": { "a": "1" }, "app": "shop", "screen": "a" }"#,
      shortLinks: #"""
        "prefix": "/", "caseSensitive": false, "trailingSlash": "ignore",
        "links": { "Spring": "https://shop.example.com/spry",
          "summer": "https://shop.example.com/spry" }
        """#)
    let text = run(["--app", "shop"], file).output
    for member in [#"names: ["spring"]"#, "ignoresCase: true", "ignoresSlash: true"] {
      #expect(text.contains(member))
    }
  }

  @Test func `words of the language and members of the type are no obstacle`() throws {
    let routes = """
      { "/": "/a/{in}/{self}", "app": "shop", "screen": "url" },
      { "/": "/b/{user_id}", "app": "shop", "screen": "class" },
      { "/": "/c", "app": "shop", "screen": "2nd" },
      { "/": "/d/{var}/{each}", "app": "shop", "screen": "d" }
      """
    let text = run(["--app", "shop"], try configuration(routes)).output
    #expect(text.contains("case _url(in: String, _self: String)\n"))
    #expect(text.contains("case `class`(userId: String)\n"))
    #expect(text.contains("case .class(let userId):\n      return [\"user_id\": userId]\n"))
    #expect(text.contains("case _2nd\n"))
    // The compiler warns of labels with an escape that they do not need.
    #expect(text.contains("case d(_var: String, each: String)\n"))
    #expect(text.contains("self = .d(_var: _var, each: each)\n"))
    #expect(text.contains("self = ._url(in: `in`, _self: _self)\n"))
  }

  @Test(arguments: [
    (
      #"{ "/": "/a", "app": "shop", "screen": "a-b" }, { "/": "/c", "app": "shop", "screen": "aB" }"#,
      "the screens 'a-b' and 'aB' would both be 'aB': expected different names"
    ),
    (
      #"{ "/": "/{a_b}/{aB}", "app": "shop", "screen": "x" }"#,
      "the parameters 'a_b' and 'aB' of the screen 'x' would both be 'aB': expected different names"
    ),
    (
      #"{ "/": "/a", "app": "shop", "screen": "short-link" }"#,
      "the screen 'short-link' and the case for short URLs would both be 'shortLink'"
    ),
    (
      #"{ "/": "/a", "app": "shop", "screen": "Link" }"#,
      "the screen 'Link' and the case for URLs without a screen would both be 'link'"
    ),
    (
      #"{ "/": "/a", "app": "other" }"#,
      "no route names the app 'shop': expected one of other"
    ),
    (
      #"{ "/": "/a", "app": "shop", "screen": "!" }"#,
      "the screen '!' has no letter: expected one that can be a name in a program"
    ),
  ])
  func `refuses what has no router`(routes: String, message: String) throws {
    let result = run(["--app", "shop"], try configuration(routes))
    #expect(result.code == .negative)
    #expect(result.error.contains(message))
  }

  @Test func `tells where a file differs, and takes the line ends of Windows for the same`() throws
  {
    let configuration = try configuration(routes)
    let text = run(["--app", "shop"], configuration).output
    let file = folder.path + "/Route.swift"
    #expect(run(["--app", "shop", "--output", file], configuration).output == "wrote \(file)\n")
    let words = ["--app", "shop", "--check", file]
    #expect(run(words, configuration).output == "\(file) is what the routes make\n")
    _ = try folder.write(text.replacing("\n", with: "\r\n"), to: "Route.swift")
    #expect(run(words, configuration).code == .done)
    _ = try folder.write(
      text.replacing("case product(id", with: "case product(number"), to: "Route.swift")
    let result = run(words, configuration)
    #expect(result.code == .negative)
    #expect(result.output.contains("-  case product(number: String)\n"))
    #expect(result.output.contains("+  case product(id: String)\n"))
    let document = run(words + ["--json"], configuration).output
    #expect(document.contains(#""isSame":false"#) || document.contains(#""isSame": false"#))
  }

  @Test func `names that Kotlin reserves, or that its code uses, get an underscore`() throws {
    let text = try printed(
      "kotlin",
      """
      { "/": "/a/{class}/{parameters}/{in}", "app": "shop", "screen": "list" },
      { "/": "/b/{user_id}", "app": "shop", "screen": "string" },
      { "/": "/c", "app": "shop", "screen": "map" }, { "/": "/d", "app": "shop", "screen": "2nd" },
      { "/": "/e", "app": "shop", "screen": "place" }
      """, name: "Place")
    #expect(
      text.contains(
        "data class _List(val _class: String, val _parameters: String, val _in: String) : Place()\n"
      ))
    #expect(text.contains("data class _String(val userId: String) : Place()\n"))
    #expect(text.contains("is _String -> PlaceRules.present(\"user_id\" to this.userId)\n"))
    #expect(text.contains("object _Map : Place()\n") && text.contains("object _2nd : Place()\n"))
    #expect(text.contains("object _Place : Place()\n"))
    #expect(text.contains("private object PlaceRules {\n"))
  }

  @Test func `functions of TypeScript have the name of the type`() throws {
    let text = try printed(
      "typescript", #"{ "/": "/a/*/b/{id}", "app": "shop", "screen": "it's \"a\"" }"#,
      name: "ShopScreenOfTheApp")
    #expect(
      text.contains(
        """
        export function parseShopScreenOfTheApp(
          url: string,
        ): ShopScreenOfTheApp | null {
          return find(url) as ShopScreenOfTheApp | null;
        """))
    #expect(text.contains("export function shopScreenOfTheAppURL(\n"))
    // No pattern ends the comment.
    #expect(text.contains("  /** `/a/* /b/{id}` */\n"))
    #expect(text.contains(#"{ screen: 'it\'s "a"'; parameters: { id: string } }"#))
  }

  @Test(arguments: [
    ("kotlin", #"private val choice0 = Words(listOf("s m"))"#),
    ("typescript", #"const choice0: Token = { words: ["s m"] };"#),
  ])
  func `values of a variable without wildcards are one text`(
    _ language: String, _ line: String
  ) throws {
    let text = try printed(
      language,
      #"{ "/": "/$(size)?/*", "percentEncoded": false, "app": "shop" }"#, name: "Route")
    #expect(text.contains(line))
  }
}
