import AppAssociation
import CDocuments

/// Prints the router of an app in Swift 5.9, which is Swift 6 as well, as swift-format breaks its lines.
struct SwiftRouter {
  let plan: RouterPlan
  /// The name of the type.
  private let type: String
  /// The values of variables that patterns refer to by number.
  var choices: [[[PatternToken]]] = []

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
        CodeLayout("\(Self.name($0)): String\($0.isOptional ? "?" : "")")
      }
      let patterns = screen.patterns.map { "`\($0)`" }.joined(separator: ", ")
      lines.append("  /// \(patterns)")
      lines += CodeLayout.call("case \(Self.name(screen))", parameters).inType
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
      "      return RouteReader.urls(of: screen ?? \"\", parameters, host: host)",
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
    let bound = screen.parameters.map { CodeLayout("let \(name($0))") }
    var lines = CodeLayout("case .\(use(screen))(", bound, "):").lines(width: 94, step: 2)
    let members = screen.parameters.map { CodeLayout("\(literal($0.name)): \(name($0))") }
    let hasOptional = screen.parameters.contains(where: \.isOptional)
    let start = hasOptional ? "let values: [String: String?] = [" : "return ["
    for line in CodeLayout(start, members, "]").lines(width: 92, step: 2) {
      lines.append("  \(line)")
    }
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
    var arguments: [CodeLayout] = []
    for parameter in screen.parameters {
      let own = name(parameter)
      let value = "parameters[\(literal(parameter.name))]"
      arguments.append(CodeLayout("\(own): \(parameter.isOptional ? value : own)"))
      if !parameter.isOptional {
        lines.append("  guard let \(own) = \(value) else { return nil }")
      }
    }
    let call = CodeLayout.call("self = .\(use(screen))", arguments)
    for line in call.lines(width: 92, step: 2) { lines.append("  \(line)") }
    return lines
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

  static func escaped(_ text: String) -> String {
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
