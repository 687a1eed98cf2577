import WebSyntax

extension [String] {
  /// The words in lines of at most some columns, of which all but the first are indented.
  func wrapped(to width: Int, indent: String = "") -> [String] {
    var lines: [String] = []
    for word in self {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append((lines.isEmpty ? "" : indent) + word)
      }
    }
    return lines
  }
}

extension RouterPlan {
  /// The comment at the head of a file: how it was made, and from which routes.
  func header(_ kind: String, type: String) -> String {
    let name = type == "Route" ? "" : " --name \(type)"
    var lines = [
      "Made by `keiro generate \(kind) --app \(app)\(name)`. Make it again when the routes change;",
      "the first of a site that matches decides:",
    ]
    for (index, site) in sites.enumerated() {
      let names = hosts.filter { $0.site == index }.map { ($0.isWildcard ? "*." : "") + $0.name }
      lines += ["", names.joined(separator: ", ")]
      for rule in site.rules {
        let meaning =
          switch rule.outcome {
          case .nothing: "not in the app"
          case .link: "in the app"
          case .screen(let index): screens[index].name.onOneLine
          }
        lines.append("  \(rule.text): \(meaning)")
      }
    }
    return lines.map { $0.isEmpty ? "//\n" : "// \($0)\n" }.joined()
  }
}

extension String {
  /// The text as it stands in a literal: special characters behind a backslash, and what may not print
  /// as escapes, those of UTF-16 unless the language has others.
  func escaped(
    _ special: String, _ escape: (Unicode.Scalar) -> String = \.utf16Escapes
  ) -> String {
    let scalars = unicodeScalars.map { scalar in
      if special.unicodeScalars.contains(scalar) { return "\\\(scalar)" }
      let isPlain = (0x20...0x7E).contains(scalar.value) || scalar.properties.isAlphabetic
      return isPlain ? "\(scalar)" : escape(scalar)
    }
    return scalars.joined()
  }

  /// The parts between separators, empty ones as well.
  func split(_ separator: Character) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}

/// Names of the configuration as identifiers of programming languages.
package enum RouterName {
  /// Returns a name in camel case that begins in lower case: `product-page` as `productPage`, `URLList`
  /// as `urlList`.
  ///
  /// - Parameter kind: what has the name, for the message.
  static func identifier(_ name: String, of kind: String) throws(RouterFault) -> String {
    let words = name.split { !$0.isLetter && !($0.isASCII && $0.isWholeNumber) }.map(String.init)
    guard let first = words.first else {
      // Such as `_`, which is a name of its own in no language.
      guard name.utf8.allSatisfy({ $0 == UInt8(ascii: "_") }), !name.isEmpty else {
        throw RouterFault(
          message: "\(kind) '\(name)' has no letter: expected one that can be a name in a program")
      }
      return name + "_"
    }
    let joined = beginningLower(first) + words.dropFirst().map(beginningUpper).joined()
    return joined.first?.isWholeNumber == true ? "_" + joined : joined
  }

  /// Returns the identifier of a type: `productPage` as `ProductPage`.
  package static func beginningUpper(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }

  /// Capitals at the beginning are one word, without the last if a small letter follows.
  private static func beginningLower(_ word: String) -> String {
    let capitals = word.prefix(while: \.isUppercase)
    let isFollowed = word.dropFirst(capitals.count).first?.isLowercase == true
    let lowered = isFollowed && capitals.count > 1 ? capitals.dropLast() : capitals
    return lowered.lowercased() + word.dropFirst(lowered.count)
  }
}

package enum RouterLanguage: String, CaseIterable, Sendable {
  case swift
  case kotlin
  case typescript

  /// The name of the type that stands for a URL unless another one is asked for.
  package static let usualType = "Route"

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
