import KeiroCommand
import ProgramSupport
import Testing

/// `keiro generate swift`, and its comparison with the file of an app.
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
            "substitutionVariables": { "kind": ["tea", "Coffee*"] },
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
    _ words: [String], _ configuration: String
  ) -> (code: ExitCode, output: String, error: String) {
    let recorder = ConsoleRecorder()
    let code = recorder.run(
      ["generate", "swift"] + words, environment: ["KEIRO_CONFIG": configuration])
    return (code, recorder.output, recorder.error)
  }

  @Test func `prints a type with the screens of the app, and its routes`() throws {
    let result = run(["--app", "shop"], try configuration(routes))
    #expect(result.code == .done)
    let end = try #require(result.output.firstRange(of: "// MARK: - Sites and rules"))
    #expect(result.output[..<end.lowerBound] == Self.printed)
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
        "prefix": "/", "links": { "spring": "https://shop.example.com/spry",
          "summer": "https://shop.example.com/spry" }
        """#)
    #expect(run(["--app", "shop"], file).output.contains(#"names: ["spring"]"#))
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

  @Test(
    arguments: [
      ([], .negative, "--app: expected one of shop, other, idle"),
      (["--app", "shoop"], .negative, "did you mean 'shop'?"),
      (["--app", "idle"], .negative, "no route names the app 'idle': expected one of shop, other"),
      (["--app", "shop", "--name", "String"], .wrongUsage, "'--name' has the value 'String'"),
      (["--app", "shop", "--name", "a"], .wrongUsage, "'--name' has the value 'a'"),
      (
        ["--app", "shop", "--check", "a", "--output", "b"], .wrongUsage,
        "options '--check' and '--output' stand together"
      ),
    ] as [([String], ExitCode, String)])
  func `refuses what names no app, no type or two files`(
    words: [String], code: ExitCode, message: String
  ) throws {
    let result = run(words, try configuration(routes))
    #expect(result.code == code)
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

  private static let printed = #"""
    // Made by `keiro generate swift --app shop`. Make it again when the routes change;
    // the first of a site that matches decides:
    //
    // shop.example.com, *.shop.example.com
    //   /product/new: not in the app
    //   /product/{id}: product
    //   /search/{query}: search-page
    //   /search: search-page
    //   /$(kind)/*?lang=??: default
    //   /help/*: in the app
    //   /*: not in the app

    import Foundation

    /// What a URL shows in the app.
    public enum Route: Hashable, Sendable {
      /// `/product/{id}`
      case product(id: String)
      /// `/search/{query}`, `/search`
      case searchPage(query: String?)
      /// `/$(kind)/*?lang=??`
      case `default`
      /// A short URL; Keiro knows where it leads.
      case shortLink(URL)
      /// A URL that opens the app without a screen.
      case link(URL)
    }

    extension Route {
      /// Reads a URL; nil for one that does not open the app.
      public init?(_ url: URL) {
        switch RouteReader.decision(url.absoluteString) {
        case .nothing:
          return nil
        case .shortLink:
          self = .shortLink(url)
        case .link:
          self = .link(url)
        case .screen("product", let parameters):
          guard let id = parameters["id"] else { return nil }
          self = .product(id: id)
        case .screen("search-page", let parameters):
          self = .searchPage(query: parameters["query"])
        case .screen("default", _):
          self = .default
        case .screen:
          return nil
        }
      }

      /// Returns a URL that is read as this; nil when there is none.
      ///
      /// - Parameter host: one of the app's hosts; nil for the main host of the screen.
      public func url(host: String? = nil) -> URL? {
        switch self {
        case .shortLink(let url), .link(let url):
          let own = RouteReader.URLText(url.absoluteString)?.host
          return (host ?? own)?.lowercased() == own && Self(url) == self ? url : nil
        default:
          return RouteReader.urls(of: screen ?? "", parameters, host: host)
            .lazy.compactMap { URL(string: $0) }.first { Self($0) == self }
        }
      }

      /// The name of the screen; nil for a URL without one.
      public var screen: String? {
        switch self {
        case .product:
          return "product"
        case .searchPage:
          return "search-page"
        case .default:
          return "default"
        case .shortLink, .link:
          return nil
        }
      }

      /// The values of the screen's parameters by their names.
      public var parameters: [String: String] {
        switch self {
        case .product(let id):
          return ["id": id]
        case .searchPage(let query):
          let values: [String: String?] = ["query": query]
          return values.compactMapValues { $0 }
        case .default, .shortLink, .link:
          return [:]
        }
      }
    }

    // MARK: - The routes

    /// Reads the text of a URL as Keiro does; `URL` and `URLComponents` change some texts.
    private enum RouteReader {
      static let hosts: [Host] = [
        Host(name: "shop.example.com", site: 0),
        Host(name: "api.shop.example.com"),
        Host(name: "shop.example.com", site: 0, isWildcard: true),
      ]

      static let choice0: Token = .choice([[.text("tea")], [.text("coffee"), .many]])

      static let site0 = Site(
        closedPaths: ["/apple-app-site-association", "/favicon.ico", "/robots.txt"],
        shortLinks: ShortLinks(
          prefix: "/s/",
          opensApp: true,
          hasLongLinks: true,
          viewSuffixes: ["+", ".qr"]
        ),
        rules: [
          Rule(path: [.text("/product/new")], opensApp: false),
          Rule(path: [.text("/product/"), .capture("id")], screen: "product"),
          Rule(path: [.text("/search/"), .capture("query")], screen: "search-page"),
          Rule(path: [.text("/search")], screen: "search-page"),
          Rule(
            path: [.text("/"), choice0, .rest],
            items: [Item(name: "lang", value: [.one, .one])],
            ignoresCase: true,
            screen: "default"
          ),
          Rule(path: [.text("/help"), .rest]),
          Rule(path: [.rest], opensApp: false),
        ]
      )

      static let sites: [Site] = [site0]

      static let addresses: [Address] = [
        Address(screen: "product", host: "shop.example.com", path: "/product/{id}"),
        Address(screen: "search-page", host: "shop.example.com", path: "/search/{query}"),
        Address(screen: "search-page", host: "shop.example.com", path: "/search"),
        Address(screen: "default", host: "shop.example.com", path: "/Coffee/?lang=xx"),
        Address(screen: "default", host: "shop.example.com", path: "/Coffee42/42?lang=77"),
        Address(screen: "default", host: "shop.example.com", path: "/tea/x?lang=xx"),
        Address(screen: "default", host: "shop.example.com", path: "/tea/x/y?lang=xx"),
      ]
    }


    """#
}
