import AppAssociation
import CDocuments

/// Prints the router of an app in Swift 5.9, which is Swift 6 as well, as swift-format breaks its lines.
struct SwiftRouter {
  private let plan: RouterPlan
  /// The name of the type.
  private let type: String
  /// The values of variables that patterns refer to by number.
  private var choices: [[[PatternToken]]] = []

  /// Returns the file.
  static func file(_ plan: RouterPlan, type: String) -> String {
    var router = SwiftRouter(plan: plan, type: type)
    let tables = router.tables()
    let sections = [router.cases, router.reading, router.members, tables]
    let reader = UnsafeBufferPointer(
      start: keiro_router_swift.bytes, count: Int(keiro_router_swift.count))
    let own = sections.joined(separator: [""]).joined(separator: "\n")
    return """
      \(plan.header("swift", type: type))
      import Foundation

      \(own)

      \(String(decoding: reader, as: UTF8.self))
      """
  }

  private init(plan: RouterPlan, type: String) {
    self.plan = plan
    self.type = type
  }

  // MARK: - The type

  private var cases: [String] {
    var lines = ["/// What a URL shows in the app.", "public enum \(type): Hashable, Sendable {"]
    for screen in plan.screens {
      let parameters = screen.parameters.map {
        Code("\(Self.name($0)): String\($0.isOptional ? "?" : "")")
      }
      let patterns = screen.patterns.map { "`\($0)`" }.joined(separator: ", ")
      lines.append("  /// \(patterns)")
      lines += Code.call("case \(Self.name(screen))", parameters).indented(2)
    }
    lines += [
      "  /// A short URL; Keiro knows where it leads.",
      "  case shortLink(URL)",
      "  /// A URL that opens the app without a screen.",
      "  case link(URL)",
      "}",
    ]
    return lines
  }

  private var reading: [String] {
    let built = [
      "    default:",
      "      return RouteReader.addresses(of: screen ?? \"\", parameters, host: host)",
      "        .lazy.compactMap { URL(string: $0) }.first { Self($0) == self }",
    ]
    let lines = """
      extension \(type) {
        /// Reads a URL; nil for one that does not open the app.
        public init?(_ url: URL) {
          switch RouteReader.decision(url.absoluteString) {
          case .nothing:
            return nil
          case .shortLink:
            self = .shortLink(url)
          case .link:
            self = .link(url)
          case .screen(let screen, let parameters):
            guard let route = Self(screen: screen, parameters: parameters) else { return nil }
            self = route
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
      """.split("\n")
    return lines + (plan.screens.isEmpty ? [] : built) + ["    }", "  }"]
  }

  private var members: [String] {
    let isEmpty = plan.screens.isEmpty
    var lines = function(
      "The name of the screen; nil for a URL without one.", "public var screen: String?",
      isEmpty ? ["nil"] : screenNames)
    lines.append("")
    let hasValues = plan.screens.contains { !$0.parameters.isEmpty }
    lines += function(
      "The values of the screen's parameters by their names.",
      "public var parameters: [String: String]", hasValues ? values : ["[:]"])
    lines.append("")
    lines += function(
      nil, "private init?(screen: String, parameters: [String: String])",
      isEmpty ? ["return nil"] : making)
    lines.append("}")
    return lines
  }

  private func function(_ comment: String?, _ head: String, _ body: [String]) -> [String] {
    var lines: [String] = []
    if let comment { lines.append("  /// \(comment)") }
    lines.append("  \(head) {")
    for line in body { lines.append("    \(line)") }
    lines.append("  }")
    return lines
  }

  private var screenNames: [String] {
    var lines = ["switch self {"]
    for screen in plan.screens {
      lines.append("case .\(Self.use(screen)):")
      lines.append("  return \(Self.literal(screen.name))")
    }
    lines += ["case .shortLink, .link:", "  return nil", "}"]
    return lines
  }

  private var values: [String] {
    var lines = ["switch self {"]
    for screen in plan.screens where !screen.parameters.isEmpty { lines += Self.values(of: screen) }
    var plain = plan.screens.filter(\.parameters.isEmpty).map { ".\(Self.use($0))" }
    plain += [".shortLink", ".link"]
    let cases = "case \(plain.joined(separator: ", ")):"
    lines += cases.split(" ").wrapped(to: 94, indent: "  ")
    lines += ["  return [:]", "}"]
    return lines
  }

  /// The case of `parameters` for a screen.
  private static func values(of screen: RouterPlan.Screen) -> [String] {
    let bound = screen.parameters.map { Code("let \(name($0))") }
    var lines = Code("case .\(use(screen))(", bound, "):").lines(94)
    let members = screen.parameters.map { Code("\(literal($0.name)): \(name($0))") }
    let hasOptional = screen.parameters.contains(where: \.isOptional)
    let start = hasOptional ? "let values: [String: String?] = [" : "return ["
    for line in Code(start, members, "]").lines(92) { lines.append("  \(line)") }
    if hasOptional { lines.append("  return values.compactMapValues { $0 }") }
    return lines
  }

  private var making: [String] {
    var lines = ["switch screen {"]
    for screen in plan.screens { lines += Self.making(screen) }
    lines += ["default:", "  return nil", "}"]
    return lines
  }

  /// The case of the initialiser for a screen.
  private static func making(_ screen: RouterPlan.Screen) -> [String] {
    var lines = ["case \(literal(screen.name)):"]
    var arguments: [Code] = []
    for parameter in screen.parameters {
      let own = name(parameter)
      let value = "parameters[\(literal(parameter.name))]"
      arguments.append(Code("\(own): \(parameter.isOptional ? value : own)"))
      if !parameter.isOptional {
        lines.append("  guard let \(own) = \(value) else { return nil }")
      }
    }
    let call = Code.call("self = .\(use(screen))", arguments)
    for line in call.lines(92) { lines.append("  \(line)") }
    return lines
  }

  // MARK: - Tables

  private mutating func tables() -> [String] {
    var sites: [String] = []
    for (index, site) in plan.sites.enumerated() {
      sites += code(site, "static let site\(index + 1) = ").indented(2)
      sites.append("")
    }
    let others = plan.hosts.filter { $0.site == nil }.map { Code(Self.literal($0.name)) }
    var lines = [
      "// MARK: - The routes", "",
      "/// Reads the text of a URL as Keiro does; `URL` and `URLComponents` change some texts.",
      "private enum RouteReader {",
      "  /// The sites of hosts.",
    ]
    lines += Code.dictionary("static let hosts: [String: Site] = ", hosts(areWildcards: false))
      .indented(2)
    lines.append("  /// The sites of hosts exactly one label longer.")
    lines += Code.dictionary("static let wildcards: [String: Site] = ", hosts(areWildcards: true))
      .indented(2)
    lines.append("  /// The hosts that a wildcard does not mean.")
    lines += Code("static let otherHosts: Set<String> = [", others, "]").indented(2)
    lines.append("")
    lines += sites
    for (index, values) in choices.enumerated() {
      for line in choice(values, "static let choice\(index + 1)") { lines.append("  \(line)") }
      lines.append("")
    }
    lines.append("  /// The hosts and addresses of screens, with names in the places of values.")
    lines += Code.dictionary(
      "static let addresses: [String: [(host: String, path: String)]] = ", addresses
    ).indented(2)
    return lines + ["}"]
  }

  private func hosts(areWildcards: Bool) -> [Code] {
    plan.hosts.filter { $0.isWildcard == areWildcards }.compactMap { host in
      host.site.map { Code("\(Self.literal(host.name)): site\($0 + 1)") }
    }
  }

  private var addresses: [Code] {
    plan.screens.map { screen in
      let addresses = screen.addresses.map { address in
        let host = Self.literal(plan.sites[address.site].host)
        return Code("(\(host), \(Self.literal(address.template)))")
      }
      return Code("\(Self.literal(screen.name)): [", addresses, "]")
    }
  }

  private mutating func code(_ site: RouterPlan.Site, _ start: String) -> Code {
    var arguments: [Code] = []
    if !site.closedPaths.isEmpty {
      let paths = site.closedPaths.map { Code(Self.literal($0)) }
      arguments.append(Code("closedPaths: [", paths, "]"))
    }
    if let links = site.shortLinks {
      let suffixes = links.viewSuffixes.map { Code(Self.literal($0)) }
      arguments.append(
        Code(
          "shortLinks: ShortLinks(",
          [
            Code("prefix: \(Self.literal(links.prefix))"), Code("opensApp: \(links.opensApp)"),
            Code("hasLongLinks: \(links.hasLongLinks)"), Code("viewSuffixes: [", suffixes, "]"),
          ], ")"))
    }
    var rules: [Code] = []
    for rule in site.rules { rules.append(code(rule)) }
    arguments.append(Code("rules: [", rules, "]"))
    return Code(start + "Site(", arguments, ")")
  }

  private mutating func code(_ rule: RouterPlan.Rule) -> Code {
    let component = rule.component
    var arguments: [Code] = []
    if let path = component.path { arguments.append(tokens("path: ", path, component)) }
    switch component.query {
    case .string(let query): arguments.append(tokens("query: ", query, component))
    case .items(let items):
      var list: [Code] = []
      for item in items {
        let name = Code("name: \(Self.literal(item.name))")
        list.append(Code("Item(", [name, tokens("tokens: ", item.tokens, component)], ")"))
      }
      arguments.append(Code("items: [", list, "]"))
    case nil: break
    }
    if let fragment = component.fragment {
      arguments.append(tokens("fragment: ", fragment, component))
    }
    if component.ignoresCase { arguments.append(Code("isCaseSensitive: false")) }
    if component.decodes { arguments.append(Code("isDecoded: true")) }
    switch rule.outcome {
    case .nothing: arguments.append(Code("opensApp: false"))
    case .link: break
    case .screen(let index):
      arguments.append(Code("screen: \(Self.literal(plan.screens[index].name))"))
    }
    return Code("Rule(", arguments, ")")
  }

  private mutating func tokens(
    _ label: String, _ tokens: [PatternToken], _ component: PortableComponent
  ) -> Code {
    var list: [Code] = []
    for token in tokens { list.append(code(token, component)) }
    return Code("\(label)[", list, "]")
  }

  private mutating func code(_ token: PatternToken, _ component: PortableComponent) -> Code {
    switch token {
    case .text(let text): return Code(".text(\(Self.literal(text)))")
    case .one: return Code(".one")
    case .many: return Code(".many")
    case .oneOf(let characters): return Code(".oneOf(\(Self.literal(characters)))")
    case .character: return Code(".character")
    case .capture(let index):
      return Code(".capture(\(Self.literal(component.captureNames[index])))")
    case .rest: return Code(".rest")
    case .choice(let values):
      let number = choices.firstIndex(of: values) ?? choices.count
      if number == choices.count { choices.append(values) }
      return Code(".choice(choice\(number + 1))")
    }
  }

  /// The declaration of a variable's values.
  private func choice(_ values: [[PatternToken]], _ start: String) -> [String] {
    let words = values.compactMap(\.onlyWord)
    guard words.count < values.count || words.count < 8 else {
      let text = words.map(Self.escaped).wrapped(to: 92).joined(separator: " \\\n  ")
      return ["\(start) = texts(", "  \"\"\"", "  \(text)", "  \"\"\")"]
        .flatMap { $0.split("\n") }
    }
    let lists = values.map { value in
      Code(
        "[",
        value.map { token in
          switch token {
          case .text(let text): Code(".text(\(Self.literal(text)))")
          case .many: Code(".many")
          default: Code(".one")
          }
        }, "]")
    }
    return Code("\(start): [[Token]] = [", lists, "]").lines(98)
  }
}

extension [PatternToken] {
  /// The text of a pattern without wildcards and white space; nil for any other.
  fileprivate var onlyWord: String? {
    guard count == 1, case .text(let text) = first, !text.contains(where: \.isWhitespace) else {
      return nil
    }
    return text
  }
}

// MARK: - Names and texts

extension SwiftRouter {
  private static let reserved = Set(
    """
    Any any as associatedtype async await borrow borrowing break case catch class consume consuming \
    continue copy default defer deinit discard do dynamic each else enum extension fallthrough false \
    fileprivate for func guard if import in inout internal is isolated lazy let macro mutating nil \
    nonisolated open operator package precedencegroup private protocol public repeat rethrows return \
    sending some static struct subscript super switch throw throws true try typealias unsafe var weak \
    where while yield
    """.split(separator: " ").map(String.init))

  /// Members of the type, and names that escaping does not free.
  private static let takenByCases: Set = [
    "self", "init", "screen", "parameters", "url", "hash", "hashValue",
  ]
  private static let takenByParameters: Set = ["self", "init", "parameters"]

  private static func name(_ screen: RouterPlan.Screen) -> String {
    let name = use(screen)
    return reserved.contains(name) ? "`\(name)`" : name
  }

  private static func name(_ parameter: RouterPlan.Parameter) -> String {
    let name = parameter.identifier
    if takenByParameters.contains(name) { return "_" + name }
    return reserved.contains(name) ? "`\(name)`" : name
  }

  /// The name of a case after a dot, where no word is reserved.
  private static func use(_ screen: RouterPlan.Screen) -> String {
    takenByCases.contains(screen.identifier) ? "_" + screen.identifier : screen.identifier
  }

  static func literal(_ text: String) -> String { "\"\(escaped(text))\"" }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": return "\\\(scalar)"
      case _ where (0x20...0x7E).contains(scalar.value) || scalar.properties.isAlphabetic:
        return String(scalar)
      default: return "\\u{\(String(scalar.value, radix: 16))}"
      }
    }.joined()
  }
}
