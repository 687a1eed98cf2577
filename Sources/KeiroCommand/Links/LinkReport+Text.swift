import JSONSyntax
import Links
import Questions

/// The text form of a link.
extension LinkReport {
  /// Every field on a line of its own, those of objects by their paths.
  var lines: [String] {
    var rows: [(name: String, value: String)] = [("short URL", shortURL)]
    for member in link.members(password: .hidden) {
      rows += Self.rows(member.name, member.value)
    }
    if let clicks { rows.append(("clicks", String(clicks))) }
    if let reservedClicks { rows.append(("reserved clicks", String(reservedClicks))) }
    if isConfigured {
      rows.append(("source", "the configuration file, which commands do not write"))
    }
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map {
      $0.name + String(repeating: " ", count: width - $0.name.count + 2) + $0.value
    }
  }

  private static func rows(_ name: String, _ value: JSONOutput) -> [(name: String, value: String)] {
    switch value {
    case .object(let members): members.flatMap { rows("\(name).\($0.name)", $0.value) }
    case .array(let elements):
      elements.isEmpty ? [] : [(name, elements.map(text).joined(separator: ", "))]
    default: [(name, text(value))]
    }
  }

  private static func text(_ value: JSONOutput) -> String {
    if case .string(let text) = value { text.onOneLine } else { value.compact }
  }

  /// The remarks of a list after the destination; empty for a link without restrictions.
  func remarks(now: Timestamp) -> String {
    var remarks: [String] = []
    if let clicks { remarks.append("\(clicks) click\(clicks == 1 ? "" : "s")") }
    if isConfigured { remarks.append("configuration") }
    if link.archived { remarks.append("archived") }
    if let begin = link.notBefore, begin > now { remarks.append("from \(begin)") }
    if let end = link.expires {
      remarks.append(end > now ? "until \(end)" : "expired")
    }
    if let limit = link.maxClicks { remarks.append("at most \(limit) clicks") }
    if link.password != nil { remarks.append("password") }
    if !link.rules.isEmpty {
      remarks.append("\(link.rules.count) rule\(link.rules.count == 1 ? "" : "s")")
    }
    remarks += link.tags.map { "#" + $0.onOneLine }
    return remarks.joined(separator: ", ")
  }
}

extension String {
  /// The text without the characters that would move a terminal's cursor.
  var onOneLine: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .format:
        text += scalar == "\n" ? "\\n" : "\\u{\(Swift.String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
