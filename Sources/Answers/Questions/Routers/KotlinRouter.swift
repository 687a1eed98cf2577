import AppAssociation
import CDocuments

/// Prints the router of an app in Kotlin 1.3, in its official style.
struct KotlinRouter {
  private let plan: RouterPlan
  /// The name of the type.
  private let type: String

  /// Returns the file.
  static func file(_ plan: RouterPlan, type: String) -> String {
    let router = KotlinRouter(plan: plan, type: type)
    let sections = [router.classes, router.members, router.reading]
    let runtime = UnsafeBufferPointer(
      start: keiro_router_kotlin.bytes, count: Int(keiro_router_kotlin.count))
    let own = sections.joined(separator: [""]).joined(separator: "\n")
    let tables = router.tables.joined(separator: "\n")
    return "\(plan.header("kotlin", type: router.type))\n\(own)\n}\n\n\(tables)\n\n"
      + "\(String(decoding: runtime, as: UTF8.self))}\n"
  }

  // MARK: - The type

  private var classes: [String] {
    var lines = ["/** What a URL shows in the app. */", "sealed class \(type) {"]
    for screen in plan.screens {
      let patterns = screen.patterns.map { "`\($0)`" }.joined(separator: ", ")
        .replacingAll("/*", with: "/ *").replacingAll("*/", with: "* /")
      let parameters = screen.parameters.map {
        CodeLayout("val \(Self.name($0)): String\($0.isOptional ? "?" : "")")
      }
      lines.append("    /** \(patterns) */")
      lines +=
        parameters.isEmpty
        ? ["    object \(name(screen)) : \(type)()"]
        : Self.call(name(screen), parameters).named("data class ")
          .lines(width: Self.width, step: 4, indent: 4, suffix: " : \(type)()")
      lines.append("")
    }
    lines += [
      "    /** A short URL; Keiro knows where it leads. */",
      "    data class ShortLink(val url: String) : \(type)()", "",
      "    /** A URL that opens the app without a screen. */",
      "    data class Link(val url: String) : \(type)()",
    ]
    return lines
  }

  private var members: [String] {
    var (screens, parameters, urls): ([String], [String], [String]) = ([], [], [])
    for (index, screen) in plan.screens.enumerated() {
      let start = "is \(name(screen)) -> "
      let values = screen.parameters.map {
        CodeLayout("\(Self.literal($0.name)) to this.\(Self.name($0))")
      }
      screens.append("            \(start)\(Self.literal(screen.name))")
      parameters +=
        values.isEmpty
        ? ["            \(start)emptyMap()"]
        : Self.call("\(type)Rules.present", values).named(start)
          .lines(width: Self.width, step: 4, indent: 12)
      urls.append("        \(start)\(type)Rules.build(\(index), parameters, host)")
    }
    var lines = [
      "    /** The name of the screen; null for a URL without one. */", "    val screen: String?",
      "        get() = when (this) {",
    ]
    lines += screens
    lines += [
      "            is ShortLink, is Link -> null", "        }", "",
      "    /** The values of the screen's parameters by their names. */",
      "    val parameters: Map<String, String>", "        get() = when (this) {",
    ]
    lines += parameters
    lines += [
      "            is ShortLink, is Link -> emptyMap()", "        }", "",
      "    /**", "     * Returns a URL that is read as this; null when there is none.", "     *",
      "     * @param host one of the app's hosts; null for the main host of the screen",
      "     */", "    fun url(host: String? = null): String? = when (this) {",
    ]
    lines += urls
    lines += [
      "        is ShortLink -> \(type)Rules.keep(this.url, \(type)Rules.SHORT_LINK, host)",
      "        is Link -> \(type)Rules.keep(this.url, \(type)Rules.LINK, host)", "    }",
    ]
    return lines
  }

  private var reading: [String] {
    let cases = plan.screens.enumerated().flatMap { index, screen -> [String] in
      let arguments = screen.parameters.map { parameter in
        let name = Self.literal(parameter.name)
        return CodeLayout(
          parameter.isOptional ? "found.values[\(name)]" : "found.values.getValue(\(name))")
      }
      return arguments.isEmpty
        ? ["                \(index) -> \(name(screen))"]
        : Self.call(name(screen), arguments).named("\(index) -> ")
          .lines(width: Self.width, step: 4, indent: 16)
    }
    var lines = [
      "    companion object {",
      "        /** Reads a URL; null for one that does not open the app. */",
      "        fun parse(url: String): \(type)? {",
      "            val found = \(type)Rules.find(url) ?: return null",
      "            return when (found.screen) {",
    ]
    lines += cases
    lines += [
      "                \(type)Rules.SHORT_LINK -> ShortLink(url)",
      "                else -> Link(url)", "            }", "        }", "    }",
    ]
    return lines
  }

  // MARK: - Tables

  private var tables: [String] {
    let hosts = plan.hosts.map { host in
      let values = [Self.literal(host.name), host.site.map { "\($0)" } ?? "null"]
      return Self.call(
        "Host", (values + (host.isWildcard ? ["isWildcard = true"] : [])).map { CodeLayout($0) })
    }
    let addresses = plan.screens.enumerated().flatMap { index, screen in
      screen.addresses.map { address in
        let texts = [plan.sites[address.site].host, address.template].map(Self.code)
        return Self.call("Address", [CodeLayout("\(index)")] + texts)
      }
    }
    // The machine bounds the code of one function, so each site has its own.
    let sites = plan.sites.indices.map { CodeLayout("site\($0)()") }
    let functions = plan.sites.enumerated().map { index, site in
      declaration("fun site\(index)() = ", code(site))
    }
    let declarations =
      [
        declaration(
          "val closedPrefixes = ", Self.list(RouterPlan.closedPrefixes.map(Self.code))),
        declaration("val hosts = ", Self.list(hosts)),
        declaration("val sites = ", Self.list(sites)),
        declaration("val addresses = ", Self.list(addresses, of: "Address")),
      ] + functions
    let start = [
      "/** The routes, and what reads URLs as Keiro does. */", "private object \(type)Rules {",
    ]
    return start + Array(declarations.joined(separator: [""]))
  }

  private func declaration(_ start: String, _ value: CodeLayout) -> [String] {
    value.named("private " + start).lines(width: Self.width, step: 4, indent: 4)
  }

  private func code(_ site: RouterPlan.Site) -> CodeLayout {
    var arguments = [Self.list(site.rules.map(code), of: "Rule").named("rules = ")]
    if !site.closedPaths.isEmpty {
      arguments.append(Self.list(site.closedPaths.map(Self.code)).named("closedPaths = "))
    }
    if let links = site.shortLinks {
      var values = [
        Self.code(links.prefix).named("prefix = "), CodeLayout("opensApp = \(links.opensApp)"),
        CodeLayout("hasLongLinks = \(links.hasLongLinks)"),
        Self.list(links.viewSuffixes.map(Self.code)).named("otherEnds = "),
      ]
      if !links.names.isEmpty {
        values.append(Self.list(links.names.map(Self.code)).named("names = "))
      }
      arguments.append(Self.call("ShortLinks", values).named("shortLinks = "))
    }
    return Self.call("Site", arguments)
  }

  private func code(_ rule: RouterPlan.Rule) -> CodeLayout {
    let component = rule.component
    func tokens(_ tokens: [PatternToken]) -> CodeLayout {
      Self.list(tokens.map { Self.code($0, component) }, of: "Token")
    }
    var arguments: [CodeLayout] = []
    if let path = component.path { arguments.append(tokens(path).named("path = ")) }
    switch component.query {
    case .string(let query): arguments.append(tokens(query).named("query = "))
    case .items(let items):
      let list = items.map { Self.call("Item", [Self.code($0.name), tokens($0.tokens)]) }
      arguments.append(Self.list(list, of: "Item").named("items = "))
    case nil: break
    }
    if let fragment = component.fragment {
      arguments.append(tokens(fragment).named("fragment = "))
    }
    if component.ignoresCase { arguments.append(CodeLayout("ignoresCase = true")) }
    if component.decodes { arguments.append(CodeLayout("decodes = true")) }
    switch rule.outcome {
    case .nothing: break
    case .link: arguments.append(CodeLayout("screen = LINK"))
    case .screen(let index): arguments.append(CodeLayout("screen = \(index)"))
    }
    return Self.call("Rule", arguments)
  }

  private static func code(_ token: PatternToken, _ component: PortableComponent) -> CodeLayout {
    switch token {
    case .text(let text): return call("Text", [code(text)])
    case .one: return CodeLayout("One")
    case .many: return CodeLayout("Many")
    case .character: return CodeLayout("AnyCharacter")
    case .rest: return CodeLayout("Rest")
    case .oneOf(let characters): return call("OneOf", [code(characters)])
    case .capture(let index): return call("Capture", [code(component.captureNames[index])])
    case .choice(let values):
      if let words = values.words { return call("Words", [code(words)]) }
      let lists = values.map { list in Self.list(list.map { code($0, component) }, of: "Token") }
      return call("Choice", [Self.list(lists, of: "List<Token>")])
    }
  }

  private static func call(_ name: String, _ arguments: [CodeLayout]) -> CodeLayout {
    CodeLayout(.call(name, hasLastSeparator: false), arguments)
  }

  /// A list, whose type an empty one has to tell.
  private static func list(_ elements: [CodeLayout], of type: String = "String") -> CodeLayout {
    call(elements.isEmpty ? "emptyList<\(type)>" : "listOf", elements)
  }

  // MARK: - Names and texts

  private static let width = 100

  private static let reserved = Set(
    """
    as break class continue do else false for fun if in interface is null object package return super \
    this throw true try typealias typeof val var when while
    """.split(separator: " ").map(String.init))

  /// What the file uses by these names, besides its own type.
  private static let used = Set(
    """
    Any Array Boolean Char Comparable Companion Enum Int Iterable List Map Nothing Object Pair Set String \
    Throwable Unit
    """.split(separator: " ").map(String.init))

  private func name(_ screen: RouterPlan.Screen) -> String {
    let name = RouterName.beginningUpper(screen.identifier)
    let isTaken = Self.used.contains(name) || [type, type + "Rules"].contains(name)
    return Self.escaped(isTaken ? "_" + name : name)
  }

  /// Members of the type have some names, and all objects the method `getClass`.
  private static func name(_ parameter: RouterPlan.Parameter) -> String {
    let name = parameter.identifier
    let isTaken = reserved.contains(name) || ["screen", "parameters"].contains(name)
    return escaped(isTaken ? "_" + name : name)
  }

  /// A name with a character that Kotlin only takes between backticks.
  private static func escaped(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .letterNumber, .decimalNumber:
        true
      default: scalar == "_"
      }
    }
    return isPlain ? name : "`\(name)`"
  }

  private static func code(_ text: String) -> CodeLayout { CodeLayout(literal(text)) }

  private static func literal(_ text: String) -> String {
    let inner = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\", "$": return "\\\(scalar)"
      case _ where (0x20...0x7E).contains(scalar.value) || scalar.properties.isAlphabetic:
        return "\(scalar)"
      default: return scalar.utf16Escapes
      }
    }
    return "\"\(inner.joined())\""
  }
}
