import JSONSyntax
package import Links

/// Prints links so that importing them again changes nothing.
package enum LinkExport {
  package enum Format: String, CaseIterable, Sendable {
    case csv, ndjson
  }

  /// What stands before the first link.
  package static func header(_ format: Format) -> String {
    switch format {
    case .csv: CSVText.record(LinkColumns.exported.map(\.name))
    case .ndjson: ""
    }
  }

  /// A link with its line end.
  package static func row(_ link: ShortLink, _ format: Format) -> String {
    switch format {
    case .csv: CSVText.record(fields(link))
    case .ndjson: link.json(password: .hash).compact + "\n"
    }
  }

  private static func fields(_ link: ShortLink) -> [String] {
    var texts: [String: String] = [:]
    for member in link.members(password: .hash) {
      if case .object(let parts) = member.value, member.name != "extra" {
        for part in parts { texts["\(member.name).\(part.name)"] = text(part.value) }
      } else {
        texts[member.name] = text(member.value)
      }
    }
    return LinkColumns.exported.map { texts[$0.path] ?? "" }
  }

  private static func text(_ value: JSONOutput) -> String {
    switch value {
    case .string(let text): text
    case .array(let elements): elements.map(text).joined(separator: ",")
    default: value.compact
    }
  }
}
