import KeiroCommand
import ProgramSupport
import Testing

/// `keiro generate kotlin` and `keiro generate typescript`; the routes are those of the test for Swift.
struct RouterLanguageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func generate(
    _ language: String, _ routes: String = Self.routes, name: String = "Route"
  ) throws -> String {
    let configuration = try folder.write(
      """
      {
        "store": { "memory": true },
        "apps": {
          "shop": { "name": "Shop", "apple": { "appIDs": ["A1B2C3D4E5.com.example.shop"] } },
          "other": { "name": "Other", "apple": { "appIDs": ["A1B2C3D4E5.com.example.other"] } }
        },
        "sites": [
          {
            "hosts": ["shop.example.com", "*.shop.example.com"],
            "substitutionVariables": { "kind": ["tea", "Coffee*"], "size": ["s", "m"] },
            "routes": [
              \(routes)
            ],
            "shortLinks": { "prefix": "/s/", "app": "shop" }
          },
          {
            "hosts": ["api.shop.example.com"], "routes": [{ "/": "/*", "app": "other" }]
          }
        ]
      }
      """, to: "keiro.json")
    let recorder = ConsoleRecorder()
    let code = recorder.run(
      ["generate", language, "--app", "shop", "--name", name],
      environment: ["KEIRO_CONFIG": configuration])
    #expect(code == .done, "\(recorder.error)")
    return recorder.output
  }

  private static let routes = """
    { "/": "/product/new", "exclude": true },
    { "/": "/product/{id}", "app": "shop", "screen": "product" },
    { "/": "/search/{query}", "app": "shop", "screen": "search-page" },
    { "/": "/search", "app": "shop", "screen": "search-page" },
    { "/": "/$(kind)/*", "?": { "lang": "??" }, "caseSensitive": false, "app": "shop",
      "screen": "default" },
    { "/": "/help/*", "app": "shop" },
    { "/": "/*", "app": "other" }
    """

  @Test(arguments: [
    ("kotlin", kotlin, "    /** What a URL opens: the number of a screen with its values"),
    ("typescript", typeScript, "// What follows is the same in every router."),
  ])
  func `prints a type with the screens of the app, and its routes`(
    _ language: String, _ printed: String, _ end: String
  ) throws {
    let text = try generate(language)
    let index = try #require(text.firstRange(of: end)).lowerBound
    #expect(text[..<index] == printed)
  }

  @Test func `names that Kotlin reserves, or that its code uses, get an underscore`() throws {
    let text = try generate(
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
    let text = try generate(
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
    let text = try generate(
      language,
      #"{ "/": "/$(size)?/*", "percentEncoded": false, "app": "shop" }"#)
    #expect(text.contains(line))
  }

  private static let kotlin = #"""
    // Made by `keiro generate kotlin --app shop`. Make it again when the routes change;
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

    /** What a URL shows in the app. */
    sealed class Route {
        /** `/product/{id}` */
        data class Product(val id: String) : Route()

        /** `/search/{query}`, `/search` */
        data class SearchPage(val query: String?) : Route()

        /** `/$(kind)/ *?lang=??` */
        object Default : Route()

        /** A short URL; Keiro knows where it leads. */
        data class ShortLink(val url: String) : Route()

        /** A URL that opens the app without a screen. */
        data class Link(val url: String) : Route()

        /** The name of the screen; null for a URL without one. */
        val screen: String?
            get() = when (this) {
                is Product -> "product"
                is SearchPage -> "search-page"
                is Default -> "default"
                is ShortLink, is Link -> null
            }

        /** The values of the screen's parameters by their names. */
        val parameters: Map<String, String>
            get() = when (this) {
                is Product -> RouteRules.present("id" to this.id)
                is SearchPage -> RouteRules.present("query" to this.query)
                is Default -> emptyMap()
                is ShortLink, is Link -> emptyMap()
            }

        /**
         * Returns a URL that is read as this; null when there is none.
         *
         * @param host one of the app's hosts; null for the main host of the screen
         */
        fun url(host: String? = null): String? = when (this) {
            is Product -> RouteRules.build(0, parameters, host)
            is SearchPage -> RouteRules.build(1, parameters, host)
            is Default -> RouteRules.build(2, parameters, host)
            is ShortLink -> RouteRules.keep(this.url, RouteRules.SHORT_LINK, host)
            is Link -> RouteRules.keep(this.url, RouteRules.LINK, host)
        }

        companion object {
            /** Reads a URL; null for one that does not open the app. */
            fun parse(url: String): Route? {
                val found = RouteRules.find(url) ?: return null
                return when (found.screen) {
                    0 -> Product(found.values.getValue("id"))
                    1 -> SearchPage(found.values["query"])
                    2 -> Default
                    RouteRules.SHORT_LINK -> ShortLink(url)
                    else -> Link(url)
                }
            }
        }
    }

    /** The routes, and what reads URLs as Keiro does. */
    private object RouteRules {
        private val hosts = listOf(
            Host(name = "shop.example.com", site = 0),
            Host(name = "api.shop.example.com"),
            Host(name = "shop.example.com", site = 0, isWildcard = true)
        )

        private val choice0 = Choice(listOf(listOf(Text("tea")), listOf(Text("coffee"), Many)))

        private fun site0() = Site(
            closedPaths = listOf("/apple-app-site-association", "/favicon.ico", "/robots.txt"),
            shortLinks = ShortLinks(
                prefix = "/s/",
                opensApp = true,
                hasLongLinks = true,
                viewSuffixes = listOf("+", ".qr")
            ),
            rules = listOf(
                Rule(path = listOf(Text("/product/new")), opensApp = false),
                Rule(path = listOf(Text("/product/"), Capture("id")), screen = 0),
                Rule(path = listOf(Text("/search/"), Capture("query")), screen = 1),
                Rule(path = listOf(Text("/search")), screen = 1),
                Rule(
                    path = listOf(Text("/"), choice0, Rest),
                    items = listOf(Item(name = "lang", value = listOf(One, One))),
                    ignoresCase = true,
                    screen = 2
                ),
                Rule(path = listOf(Text("/help"), Rest)),
                Rule(path = listOf(Rest), opensApp = false)
            )
        )

        private val sites = listOf(site0())

        private val addresses = listOf(
            Address(screen = 0, host = "shop.example.com", path = "/product/{id}"),
            Address(screen = 1, host = "shop.example.com", path = "/search/{query}"),
            Address(screen = 1, host = "shop.example.com", path = "/search"),
            Address(screen = 2, host = "shop.example.com", path = "/Coffee/?lang=xx"),
            Address(screen = 2, host = "shop.example.com", path = "/Coffee42/42?lang=77"),
            Address(screen = 2, host = "shop.example.com", path = "/tea/x?lang=xx"),
            Address(screen = 2, host = "shop.example.com", path = "/tea/x/y?lang=xx")
        )


    """#

  private static let typeScript = #"""
    // Made by `keiro generate typescript --app shop`. Make it again when the routes change;
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

    /** What a URL shows in the app. */
    export type Route =
      /** `/product/{id}` */
      | { screen: "product"; parameters: { id: string } }
      /** `/search/{query}`, `/search` */
      | { screen: "search-page"; parameters: { query?: string } }
      /** `/$(kind)/*?lang=??` */
      | { screen: "default"; parameters: {} }
      /** A short URL; Keiro knows where it leads. */
      | { shortLink: string }
      /** A URL that opens the app without a screen. */
      | { link: string };

    /** Reads a URL; null for one that does not open the app. */
    export function parseRoute(url: string): Route | null {
      return find(url) as Route | null;
    }

    /**
     * Returns a URL that is read as this; null when there is none. The host is one of
     * the app's hosts, and otherwise the main host of the screen.
     */
    export function routeURL(route: Route, host?: string): string | null {
      if ("screen" in route) return build(route.screen, route.parameters, host);
      return "link" in route
        ? keep(route.link, "link", host)
        : keep(route.shortLink, "shortLink", host);
    }

    const hosts: Host[] = [
      { name: "shop.example.com", site: 0 },
      { name: "api.shop.example.com" },
      { name: "shop.example.com", site: 0, isWildcard: true },
    ];

    const choice0: Token = { choice: [["tea"], ["coffee", { take: "many" }]] };

    const site0: Site = {
      closedPaths: ["/apple-app-site-association", "/favicon.ico", "/robots.txt"],
      shortLinks: {
        prefix: "/s/",
        opensApp: true,
        hasLongLinks: true,
        viewSuffixes: ["+", ".qr"],
      },
      rules: [
        { path: ["/product/new"], opensApp: false },
        { path: ["/product/", { capture: "id" }], screen: "product" },
        { path: ["/search/", { capture: "query" }], screen: "search-page" },
        { path: ["/search"], screen: "search-page" },
        {
          path: ["/", choice0, { take: "rest" }],
          items: [{ name: "lang", value: [{ take: "one" }, { take: "one" }] }],
          ignoresCase: true,
          screen: "default",
        },
        { path: ["/help", { take: "rest" }] },
        { path: [{ take: "rest" }], opensApp: false },
      ],
    };

    const sites: Site[] = [site0];

    const addresses: Address[] = [
      { screen: "product", host: "shop.example.com", path: "/product/{id}" },
      { screen: "search-page", host: "shop.example.com", path: "/search/{query}" },
      { screen: "search-page", host: "shop.example.com", path: "/search" },
      { screen: "default", host: "shop.example.com", path: "/Coffee/?lang=xx" },
      { screen: "default", host: "shop.example.com", path: "/Coffee42/42?lang=77" },
      { screen: "default", host: "shop.example.com", path: "/tea/x?lang=xx" },
      { screen: "default", host: "shop.example.com", path: "/tea/x/y?lang=xx" },
    ];


    """#
}
