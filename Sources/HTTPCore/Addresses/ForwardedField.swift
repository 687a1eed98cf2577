/// The `Forwarded` field (RFC 7239, section 4): clients, proxies and requested hosts.
enum ForwardedField {
  struct Element: Equatable {
    /// The value of `for`; may be `unknown` or an obfuscated name.
    var node: String?
    var host: String?
  }

  /// The elements in order. An unreadable element has no node, which ends the trust in the elements
  /// before it.
  static func elements(_ value: String) -> [Element] {
    split(value, at: ",").map { element in
      var result = Element()
      for pair in split(element, at: ";") {
        guard let equals = pair.firstIndex(of: "=") else { continue }
        let name = pair[..<equals].filter { $0 != " " && $0 != "\t" }.lowercased()
        let text = unquote(pair[pair.index(after: equals)...])
        switch name {
        case "for": result.node = text
        case "host": result.host = text
        default: break
        }
      }
      return result
    }
  }

  /// Splits outside quotation marks.
  private static func split(_ text: String, at separator: Character) -> [String] {
    var parts = [""]
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if character == separator, !isQuoted {
        parts.append("")
        continue
      }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && character == "\\" && !isEscaped
      parts[parts.count - 1].append(character)
    }
    return parts
  }

  private static func unquote(_ text: Substring) -> String? {
    let trimmed = text.drop { $0 == " " || $0 == "\t" }
    guard trimmed.first == "\"" else {
      let end = trimmed.lastIndex { $0 != " " && $0 != "\t" }
      return end.map { String(trimmed[...$0]) }
    }
    var result = ""
    var isEscaped = false
    for character in trimmed.dropFirst() {
      if isEscaped {
        result.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        return result
      } else {
        result.append(character)
      }
    }
    return nil
  }
}
