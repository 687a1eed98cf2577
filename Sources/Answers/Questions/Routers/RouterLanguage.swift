import WebSyntax

/// The languages of routers.
package enum RouterLanguage: String, CaseIterable, Sendable {
  case swift
  case kotlin
  case typescript

  /// The name of the type that stands for a URL unless another one is asked for.
  package static let usualType = "Route"

  /// Returns the file with the router of an app.
  package func file(_ plan: RouterPlan, type: String = usualType) -> String {
    switch self {
    case .swift: SwiftRouter(plan: plan, type: type).file
    case .kotlin: KotlinRouter(plan: plan, type: type).file
    case .typescript: TypeScriptRouter(plan: plan, type: type).file
    }
  }

  /// Returns whether a type can have the name: a capital, letters and digits, and nothing that a file
  /// itself uses.
  package static func isTypeName(_ name: String) -> Bool {
    let bytes = name.utf8
    return bytes.first.map { (0x41...0x5A).contains($0) } == true
      && bytes.allSatisfy(ASCII.isAlphanumeric) && !taken.contains(name)
  }

  private static let taken = Set(
    """
    Address Any Array Bool Boolean BooleanArray ByteArray Char Character CharacterSet Charsets Code \
    Companion Error Found Foundation Hashable Host Int Item Iterable Link LinkedHashMap List Map Math \
    Nothing Number Object Optional Pair Parts Protocol Range Record RegExp Regex RegexOption RouteReader \
    Rule Self Sendable Set ShortLink Site String TextDecoder TextEncoder Throwable Token Type UInt8 URI \
    URL UTF8 Uint8Array UnicodeScalar Unit Values
    """.split(" "))
}
