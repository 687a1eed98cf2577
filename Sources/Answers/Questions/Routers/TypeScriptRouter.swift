import AppAssociation
import CDocuments

/// Prints the router of an app in TypeScript, as Prettier breaks its lines.
struct TypeScriptRouter {
  private let plan: RouterPlan
  /// The name of the type.
  private let type: String

  /// Returns the file.
  static func file(_ plan: RouterPlan, type: String) -> String {
    let router = TypeScriptRouter(plan: plan, type: type)
    let sections = [router.union, router.functions, router.tables]
    let runtime = UnsafeBufferPointer(
      start: keiro_router_typescript.bytes, count: Int(keiro_router_typescript.count))
    let own = sections.map { $0.joined(separator: "\n") + "\n\n" }.joined()
    return
      "\(plan.header("typescript", type: type))\n\(own)\(String(decoding: runtime, as: UTF8.self))"
  }

  // MARK: - The type and its functions

  private var union: [String] {
    var lines = ["/** What a URL shows in the app. */", "export type \(type) ="]
    for screen in plan.screens {
      let parameters = screen.parameters.map {
        CodeLayout("\($0.name)\($0.isOptional ? "?" : ""): string")
      }
      let patterns = screen.patterns.map { "`\($0)`" }.joined(separator: ", ")
      let members = [
        CodeLayout("screen: \(Self.literal(screen.name))"),
        CodeLayout(.members, parameters).named("parameters: "),
      ]
      let broken = CodeLayout(.members, members).lines(width: Self.width, step: 2, indent: 4)
      lines.append("  /** \(patterns.replacingAll("*/", with: "* /")) */")
      lines.append("  | " + broken[0].dropFirst(4))
      lines += broken.dropFirst()
    }
    lines += [
      "  /** A short URL; Keiro knows where it leads. */",
      "  | { shortLink: string }",
      "  /** A URL that opens the app without a screen. */",
      "  | { link: string };",
    ]
    return lines
  }

  private var functions: [String] {
    let lower = (try? RouterName.identifier(type, of: "the type")) ?? type
    var lines = ["/** Reads a URL; null for one that does not open the app. */"]
    lines += head("parse\(type)", ["url: string"], type)
    lines += [
      "  return find(url) as \(type) | null;", "}", "", "/**",
      " * Returns a URL that is read as this; null when there is none. The host is one of",
      " * the app's hosts, and otherwise the main host of the screen.", " */",
    ]
    lines += head("\(lower)URL", ["route: \(type)", "host?: string"], "string")
    if !plan.screens.isEmpty {
      lines.append(
        "  if (\"screen\" in route) return build(route.screen, route.parameters, host);")
    }
    lines += [
      "  return \"link\" in route",
      "    ? keep(route.link, \"link\", host)",
      "    : keep(route.shortLink, \"shortLink\", host);",
      "}",
    ]
    return lines
  }

  private func head(_ name: String, _ parameters: [String], _ result: String) -> [String] {
    CodeLayout(.call(name, hasLastSeparator: true), parameters.map { CodeLayout($0) })
      .named("export function ")
      .lines(width: Self.width, step: 2, suffix: ": \(result) | null {")
  }

  // MARK: - Tables

  private var tables: [String] {
    let hosts = plan.hosts.map { host in
      object([
        ("name", Self.code(host.name)),
        ("isWildcard", host.isWildcard ? CodeLayout("true") : nil),
        ("site", CodeLayout(host.site.map { "\($0)" } ?? "null")),
      ])
    }
    let addresses = plan.screens.flatMap { screen in
      screen.addresses.map { address in
        object([
          ("screen", Self.code(screen.name)),
          ("host", Self.code(plan.sites[address.site].host)),
          ("path", Self.code(address.template)),
        ])
      }
    }
    let constants = [
      constant("closedPrefixes", RouterPlan.closedPrefixes.map(Self.code)),
      constant("hosts: Host[]", hosts), constant("sites: Site[]", plan.sites.map(code)),
      constant("addresses: Address[]", addresses),
    ]
    return Array(constants.joined(separator: [""]))
  }

  private func constant(_ name: String, _ elements: [CodeLayout]) -> [String] {
    CodeLayout(.array, elements).named("const \(name) = ")
      .lines(width: Self.width, step: 2, suffix: ";")
  }

  /// An object; members without a value are left out.
  private func object(_ members: [(name: String, value: CodeLayout?)]) -> CodeLayout {
    CodeLayout(.object, members.compactMap { name, value in value?.named("\(name): ") })
  }

  private func code(_ site: RouterPlan.Site) -> CodeLayout {
    let links = site.shortLinks.map { links in
      object([
        ("prefix", Self.code(links.prefix)), ("opensApp", CodeLayout("\(links.opensApp)")),
        ("hasLongLinks", CodeLayout("\(links.hasLongLinks)")),
        ("otherEnds", CodeLayout(.array, links.viewSuffixes.map(Self.code))),
        ("names", links.names.isEmpty ? nil : CodeLayout(.array, links.names.map(Self.code))),
      ])
    }
    let closed = CodeLayout(.array, site.closedPaths.map(Self.code))
    return object([
      ("closedPaths", site.closedPaths.isEmpty ? nil : closed), ("shortLinks", links),
      ("rules", CodeLayout(.array, site.rules.map(code))),
    ])
  }

  private func code(_ rule: RouterPlan.Rule) -> CodeLayout {
    let component = rule.component
    func tokens(_ tokens: [PatternToken]?) -> CodeLayout? {
      tokens.map { CodeLayout(.array, $0.map { code($0, component) }) }
    }
    var query: [PatternToken]?
    var items: CodeLayout?
    switch component.query {
    case .string(let pattern): query = pattern
    case .items(let list):
      items = CodeLayout(
        .array,
        list.map { object([("name", Self.code($0.name)), ("value", tokens($0.tokens))]) })
    case nil: break
    }
    let screen: CodeLayout? =
      switch rule.outcome {
      case .nothing: nil
      case .link: CodeLayout("null")
      case .screen(let index): Self.code(plan.screens[index].name)
      }
    let yes = CodeLayout("true")
    return object([
      ("path", tokens(component.path)), ("query", tokens(query)), ("items", items),
      ("fragment", tokens(component.fragment)),
      ("ignoresCase", component.ignoresCase ? yes : nil),
      ("decodes", component.decodes ? yes : nil), ("screen", screen),
    ])
  }

  private func code(_ token: PatternToken, _ component: PortableComponent) -> CodeLayout {
    switch token {
    case .text(let text): return Self.code(text)
    case .one: return object([("take", Self.code("one"))])
    case .many: return object([("take", Self.code("many"))])
    case .character: return object([("take", Self.code("character"))])
    case .rest: return object([("take", Self.code("rest"))])
    case .oneOf(let characters): return object([("oneOf", Self.code(characters))])
    case .capture(let index):
      return object([("capture", Self.code(component.captureNames[index]))])
    case .choice(let values):
      if let words = values.words { return object([("words", Self.code(words))]) }
      let lists = values.map { list in CodeLayout(.array, list.map { code($0, component) }) }
      return object([("choice", CodeLayout(.array, lists))])
    }
  }

  // MARK: - Texts

  private static let width = 80

  private static func code(_ text: String) -> CodeLayout { CodeLayout(literal(text)) }

  /// A literal between the quotation marks of which the text has fewer.
  private static func literal(_ text: String) -> String {
    let (double, single) = (text.utf8.count { $0 == 0x22 }, text.utf8.count { $0 == 0x27 })
    let quote: Unicode.Scalar = double > single ? "'" : "\""
    let inner = text.unicodeScalars.map { scalar in
      if scalar == quote || scalar == "\\" { return "\\\(scalar)" }
      let isPlain = (0x20...0x7E).contains(scalar.value) || scalar.properties.isAlphabetic
      return isPlain ? "\(scalar)" : scalar.utf16Escapes
    }
    return "\(quote)\(inner.joined())\(quote)"
  }
}

extension Unicode.Scalar {
  /// The scalar as escapes of TypeScript and Kotlin.
  var utf16Escapes: String {
    UTF16.encode(self)?.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined() ?? ""
  }
}
