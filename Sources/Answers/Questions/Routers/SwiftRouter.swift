import CDocuments

/// Prints the router of an app in Swift 5.9, which is Swift 6 as well, as swift-format breaks its lines.
struct SwiftRouter: RouterPrinter {
  let plan: RouterPlan
  let type: String

  var file: String {
    """
    \(plan.header("swift", type: type))
    import Foundation

    \(cases)

    \(members)

    // MARK: - The routes

    /// Reads the text of a URL as Keiro does; `URL` and `URLComponents` change some texts.
    private enum RouteReader {
    \(tables.joined(separator: "\n"))
    }

    \(keiro_router_swift.text)
    """
  }

  // MARK: - The type

  private var cases: String {
    let screens = plan.screens.flatMap { screen in
      let parameters = screen.parameters.map {
        CodeLayout("\(Self.label($0)): String\($0.isOptional ? "?" : "")")
      }
      let patterns = screen.patterns.map { "`\($0)`" }.joined(separator: ", ")
      return ["  /// \(patterns)"]
        + CodeLayout.call("case \(Self.name(screen))", parameters)
        .lines(width: Self.width, step: 2, indent: 2)
    }
    return """
      /// What a URL shows in the app.
      public enum \(type): Hashable, Sendable {
      \(screens.map { $0 + "\n" }.joined())  /// A short URL; Keiro knows where it leads.
        case shortLink(URL)
        /// A URL that opens the app without a screen.
        case link(URL)
      }
      """
  }

  private var members: String {
    func block(_ lines: [String]) -> String { lines.map { "    \($0)\n" }.joined() }
    let names = plan.screens.flatMap {
      ["case .\(Self.use($0)):", "  return \(Self.literal($0.name))"]
    }
    let plain = plan.screens.filter(\.parameters.isEmpty).map { ".\(Self.use($0))" }
    let others = "case \((plain + [".shortLink", ".link"]).joined(separator: ", ")):"
    let values =
      plan.screens.filter { !$0.parameters.isEmpty }.flatMap(Self.values)
      + others.split(" ").wrapped(to: 94, indent: "  ")
    let building = [
      "default:", "  return RouteReader.urls(of: screen ?? \"\", parameters, host: host)",
      "    .lazy.compactMap { URL(string: $0) }.first { Self($0) == self }",
    ]
    return """
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
      \(block(plan.screens.flatMap(Self.reading)))    case .screen:
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
      \(block(plan.screens.isEmpty ? [] : building))    }
        }

        /// The name of the screen; nil for a URL without one.
        public var screen: String? {
          switch self {
      \(block(names))    case .shortLink, .link:
            return nil
          }
        }

        /// The values of the screen's parameters by their names.
        public var parameters: [String: String] {
          switch self {
      \(block(values))      return [:]
          }
        }
      }
      """
  }

  /// The case of the initialiser for a screen.
  private static func reading(_ screen: RouterPlan.Screen) -> [String] {
    let arguments = screen.parameters.map { parameter in
      let value = "parameters[\(literal(parameter.name))]"
      return CodeLayout("\(label(parameter)): \(parameter.isOptional ? value : name(parameter))")
    }
    let guards = screen.parameters.filter { !$0.isOptional }.map {
      "  guard let \(name($0)) = parameters[\(literal($0.name))] else { return nil }"
    }
    let bound = arguments.isEmpty ? "_" : "let parameters"
    return ["case .screen(\(literal(screen.name)), \(bound)):"] + guards
      + CodeLayout.call("self = .\(use(screen))", arguments).lines(width: 96, step: 2, indent: 2)
  }

  /// The case of `parameters` for a screen.
  private static func values(of screen: RouterPlan.Screen) -> [String] {
    let bound = screen.parameters.map { CodeLayout("let \(name($0))") }
    let members = screen.parameters.map { CodeLayout("\(literal($0.name)): \(name($0))") }
    let hasOptional = screen.parameters.contains(where: \.isOptional)
    let start = hasOptional ? "let values: [String: String?] = " : "return "
    return CodeLayout.call("case .\(use(screen))", bound).lines(width: 96, step: 2, suffix: ":")
      + CodeLayout(.list, members).named(start).lines(width: 96, step: 2, indent: 2)
      + (hasOptional ? ["  return values.compactMapValues { $0 }"] : [])
  }
}

// MARK: - The language

extension SwiftRouter {
  /// swift-format counts one or two columns behind the comma of an element.
  private static let width = 98

  static func declaration(
    _ name: String, of type: String, isList: Bool, _ value: CodeLayout
  ) -> [String] {
    // What makes a site names its type itself.
    let annotation = isList ? ": [\(type)]" : type == "Site" ? "" : ": \(type)"
    return value.named("static let \(name)\(annotation) = ")
      .lines(width: width, step: 2, indent: 2)
  }

  static func list(_ elements: [CodeLayout], of type: String) -> CodeLayout {
    CodeLayout(.list, elements)
  }

  static func record(_ type: String, _ members: [(String, CodeLayout)]) -> CodeLayout {
    .call(type, members.map { name, value in value.named("\(name): ") })
  }

  static func token(_ name: String, _ value: CodeLayout?) -> CodeLayout {
    value?.named(".\(name)(", end: ")") ?? CodeLayout(".\(name)")
  }

  static func literal(_ text: String) -> String {
    "\"\(text.escaped("\"\\") { "\\u{\(String($0.value, radix: 16))}" })\""
  }

  // MARK: - Names

  private static let reserved = Set(
    """
    as associatedtype await break case catch class continue default defer deinit do else enum extension \
    fallthrough false fileprivate for func guard if import in inout internal is let nil operator \
    precedencegroup private protocol public repeat rethrows return static struct subscript super switch \
    throw throws true try typealias var where while
    """.split(" "))

  /// Members of the type, and names that escaping does not free.
  private static let takenByCases: Set = [
    "self", "init", "screen", "parameters", "url", "hash", "hashValue",
  ]
  private static let takenByParameters: Set = ["self", "init", "parameters", "inout", "let", "var"]

  private static func name(_ screen: RouterPlan.Screen) -> String { escaped(use(screen)) }

  private static func name(_ parameter: RouterPlan.Parameter) -> String {
    escaped(label(parameter))
  }

  /// The name as a label, which the compiler wants to stand without an escape.
  private static func label(_ parameter: RouterPlan.Parameter) -> String {
    (takenByParameters.contains(parameter.identifier) ? "_" : "") + parameter.identifier
  }

  private static func escaped(_ name: String) -> String {
    reserved.contains(name) ? "`\(name)`" : name
  }

  /// The name of a case after a dot, where no word is reserved.
  private static func use(_ screen: RouterPlan.Screen) -> String {
    (takenByCases.contains(screen.identifier) ? "_" : "") + screen.identifier
  }
}
