extension IntentFilters {
  /// The filters as elements of a manifest, for the activity that opens links.
  ///
  /// - Parameters:
  ///   - app: the name of the app in the configuration.
  ///   - minSDK: the API level that they were made for.
  package func xml(app: String, minSDK: Int) -> String {
    var lines = Self.comment([
      "Made by 'keiro generate android-manifest' from the routes of '\(app)',",
      "for API level \(minSDK) and newer. Its place is the <activity> that opens links.",
    ])
    for filter in filters {
      lines += Self.comment(filter.comments(minSDK: minSDK))
      lines.append("<intent-filter android:autoVerify=\"true\">")
      lines += [
        ("action", "name", "android.intent.action.VIEW"),
        ("category", "name", "android.intent.category.DEFAULT"),
        ("category", "name", "android.intent.category.BROWSABLE"),
        ("data", "scheme", "https"),
      ].map(Self.element)
      lines += filter.hosts.map { Self.element("data", "host", $0) }
      lines += filter.paths.map { Self.element("data", $0.attribute.rawValue, $0.value) }
      lines.append("</intent-filter>")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func element(_ name: String, _ attribute: String, _ value: String) -> String {
    "    <\(name) android:\(attribute)=\"\(escaped(value))\" />"
  }

  /// A value as the build tools read it: a backslash begins an escape, and so does a reference at the
  /// beginning; then as XML has it.
  private static func escaped(_ value: String) -> String {
    var text = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "@" where text.isEmpty, "?" where text.isEmpty: text += "\\\(scalar)"
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\u{0}"..<" ": text += "&#\(scalar.value);"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// A comment of a line each; no lines make none. Two hyphens may not stand in it.
  private static func comment(_ lines: [String]) -> [String] {
    var lines = lines.map { line in
      line.replacingAll("--", with: "- -").replacingAll("--", with: "- -")
    }
    guard let last = lines.popLast() else { return [] }
    lines.append(last + (last.hasSuffix("-") ? "  -->" : " -->"))
    return lines.enumerated().map { ($0 == 0 ? "<!-- " : "     ") + $1 }
  }
}

extension IntentFilters.Filter {
  /// The API level of Android 15, which reads the rules in `assetlinks.json`.
  private static let firstWithRules = 35

  /// What a reader of the filter should know.
  fileprivate func comments(minSDK: Int) -> [String] {
    let wildcards = hosts.filter { $0.hasPrefix("*.") }.map { host in
      "Android verifies '\(host)' at '\(host.dropFirst(2))', and takes hosts of any depth."
    }
    guard !notes.isEmpty else { return wildcards }
    let wider =
      minSDK >= Self.firstWithRules
      ? "Wider than the routes, which assetlinks.json tells exactly:"
      : "Wider than the routes, before Android 15, which reads assetlinks.json for the rest:"
    return wildcards + [wider]
      + notes.map { "- \($0)" }
  }
}
