import AppAssociation
import CDocuments

/// Prints the router of an app in TypeScript, as Prettier breaks its lines.
struct TypeScriptRouter: RouterPrinter {
  let plan: RouterPlan
  let type: String

  var file: String {
    let own = [union, functions, tables].joined(separator: [""]).joined(separator: "\n")
    return "\(plan.header("typescript", type: type))\n\(own)\n\n\(keiro_router_typescript.text)"
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
    let style = CodeLayout.Style(open: "export function \(name)(", close: ")")
    return CodeLayout(style, parameters.map { CodeLayout($0) })
      .lines(width: Self.width, step: 2, suffix: ": \(result) | null {")
  }

  // MARK: - The language

  private static let width = 80

  private static let array = CodeLayout.Style(open: "[", close: "]", breaksNested: true)

  static func declaration(
    _ name: String, of type: String, isList: Bool, _ value: CodeLayout
  ) -> [String] {
    value.named("const \(name): \(type)\(isList ? "[]" : "") = ")
      .lines(width: width, step: 2, suffix: ";")
  }

  static func list(_ elements: [CodeLayout], of type: String) -> CodeLayout {
    CodeLayout(array, elements)
  }

  static func record(_ type: String, _ members: [(String, CodeLayout)]) -> CodeLayout {
    CodeLayout(.object, members.map { name, value in value.named("\(name): ") })
  }

  static func token(_ name: String, _ value: CodeLayout?) -> CodeLayout {
    guard let value else { return record("", [("take", code(name))]) }
    return name == "text" ? value : record("", [(name, value)])
  }

  /// A literal between the quotation marks of which the text has fewer.
  static func literal(_ text: String) -> String {
    let (double, single) = (text.utf8.count { $0 == 0x22 }, text.utf8.count { $0 == 0x27 })
    let quote = double > single ? "'" : "\""
    return quote + text.escaped(quote + "\\") + quote
  }
}
