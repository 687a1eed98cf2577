import AppAssociation
import CDocuments

/// Prints the router of an app in Kotlin 1.3, in its official style.
struct KotlinRouter: RouterPrinter {
  let plan: RouterPlan
  let type: String

  var file: String {
    """
    \(plan.header("kotlin", type: type))
    \(classes)

    \(members)

    \(reading)
    }

    /** The routes, and what reads URLs as Keiro does. */
    private object \(type)Rules {
    \(tables.joined(separator: "\n"))

    \(keiro_router_kotlin.text)}

    """
  }

  // MARK: - The type

  private var classes: String {
    let screens = plan.screens.flatMap { screen in
      let patterns = screen.patterns.map { "`\($0)`" }.joined(separator: ", ")
        .replacingAll("/*", with: "/ *").replacingAll("*/", with: "* /")
      let parameters = screen.parameters.map {
        CodeLayout("val \(Self.name($0)): String\($0.isOptional ? "?" : "")")
      }
      let kind = parameters.isEmpty ? "object" : "data class"
      return ["    /** \(patterns) */"]
        + CodeLayout.call("\(kind) \(name(screen))", parameters)
        .lines(width: Self.width, step: 4, indent: 4, suffix: " : \(type)()") + [""]
    }
    return """
      /** What a URL shows in the app. */
      sealed class \(type) {
      \(screens.map { $0 + "\n" }.joined())    /** A short URL; Keiro knows where it leads. */
          data class ShortLink(val url: String) : \(type)()

          /** A URL that opens the app without a screen. */
          data class Link(val url: String) : \(type)()
      """
  }

  private var members: String {
    let names = branches { screen, _ in CodeLayout(Self.literal(screen.name)) }
    let parameters = branches { screen, _ in
      let values = screen.parameters.map {
        CodeLayout("\(Self.literal($0.name)) to this.\(Self.name($0))")
      }
      return .call(values.isEmpty ? "emptyMap()" : "\(type)Rules.present", values)
    }
    let urls = branches(indent: 8) { _, index in
      CodeLayout("\(type)Rules.build(\(index), parameters, host)")
    }
    return """
          /** The name of the screen; null for a URL without one. */
          val screen: String?
              get() = when (this) {
      \(names)            is ShortLink, is Link -> null
              }

          /** The values of the screen's parameters by their names. */
          val parameters: Map<String, String>
              get() = when (this) {
      \(parameters)            is ShortLink, is Link -> emptyMap()
              }

          /**
           * Returns a URL that is read as this; null when there is none.
           *
           * @param host one of the app's hosts; null for the main host of the screen
           */
          fun url(host: String? = null): String? = when (this) {
      \(urls)        is ShortLink -> \(type)Rules.keep(this.url, \(type)Rules.SHORT_LINK, host)
              is Link -> \(type)Rules.keep(this.url, \(type)Rules.LINK, host)
          }
      """
  }

  /// The branches of a `when` for the screens, each with its end of line.
  private func branches(
    indent: Int = 12, _ value: (_ screen: RouterPlan.Screen, _ index: Int) -> CodeLayout
  ) -> String {
    let lines = plan.screens.enumerated().flatMap { index, screen in
      value(screen, index).named("is \(name(screen)) -> ")
        .lines(width: Self.width, step: 4, indent: indent)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private var reading: String {
    let cases = plan.screens.enumerated().flatMap { index, screen in
      let arguments = screen.parameters.map { parameter in
        let name = Self.literal(parameter.name)
        return CodeLayout(
          parameter.isOptional ? "found.values[\(name)]" : "found.values.getValue(\(name))")
      }
      return CodeLayout.call(name(screen), arguments).named("\(index) -> ")
        .lines(width: Self.width, step: 4, indent: 16)
    }
    return """
          companion object {
              /** Reads a URL; null for one that does not open the app. */
              fun parse(url: String): \(type)? {
                  val found = \(type)Rules.find(url) ?: return null
                  return when (found.screen) {
      \(cases.map { $0 + "\n" }.joined())                \(type)Rules.SHORT_LINK -> ShortLink(url)
                      else -> Link(url)
                  }
              }
          }
      """
  }

  // MARK: - The language

  private static let width = 100

  static func declaration(
    _ name: String, of type: String, isList: Bool, _ value: CodeLayout
  ) -> [String] {
    value.named("private \(name.hasSuffix("()") ? "fun" : "val") \(name) = ")
      .lines(width: width, step: 4, indent: 4)
  }

  static func list(_ elements: [CodeLayout], of type: String) -> CodeLayout {
    .call(elements.isEmpty ? "emptyList<\(type)>()" : "listOf", elements)
  }

  static func record(_ type: String, _ members: [(String, CodeLayout)]) -> CodeLayout {
    .call(type, members.map { name, value in value.named("\(name) = ") })
  }

  static func token(_ name: String, _ value: CodeLayout?) -> CodeLayout {
    let name = RouterName.beginningUpper(name)
    return value.map { CodeLayout.call(name, [$0]) } ?? CodeLayout(name)
  }

  /// The machine bounds the code of one function, so each site has its own.
  static func site(_ index: Int) -> String { "site\(index)()" }

  func screen(_ index: Int) -> CodeLayout { CodeLayout("\(index)") }

  static func literal(_ text: String) -> String { "\"\(text.escaped("\"\\$"))\"" }

  // MARK: - Names

  private static let reserved = Set(
    """
    as break class continue do else false for fun if in interface is null object package return super \
    this throw true try typealias typeof val var when while
    """.split(" "))

  /// What the file uses by these names, besides its own type.
  private static let used = Set(
    """
    Any Array Boolean Char Comparable Companion Enum Int Iterable List Map Nothing Object Pair Set String \
    Throwable Unit
    """.split(" "))

  private func name(_ screen: RouterPlan.Screen) -> String {
    let name = RouterName.beginningUpper(screen.identifier)
    let isTaken = Self.used.contains(name) || [type, type + "Rules"].contains(name)
    return Self.escaped(isTaken ? "_" + name : name)
  }

  /// Members of the type have some names, and all objects the method `getClass`.
  private static func name(_ parameter: RouterPlan.Parameter) -> String {
    let name = parameter.identifier
    let isTaken = reserved.contains(name) || ["screen", "parameters"].contains(name)
    return isTaken ? "_" + name : name
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
}
