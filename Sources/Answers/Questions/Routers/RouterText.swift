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
