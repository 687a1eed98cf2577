import JSONSyntax
package import Links

/// Prints links so that importing them again changes nothing.
package enum LinkExport {
  /// The file formats of an export.
  package enum Format: String, CaseIterable, Sendable {
    case csv, ndjson
  }

  /// The text before the first link.
  package static func header(_ format: Format) -> String {
    switch format {
    case .csv: CSVText.record(LinkColumns.exported.map(\.name) + CarriedCounts.names)
    case .ndjson: ""
    }
  }

  /// A link including its line end.
  ///
  /// - Parameters:
  ///   - counts: the counts that a store takes over when it creates the link.
  ///   - withHashes: whether password hashes are included. Otherwise the row says that one is
  ///     withheld: importing it leaves an existing password unchanged and sets none.
  package static func row(
    _ link: ShortLink, _ format: Format, counts: CarriedCounts = CarriedCounts(),
    withHashes: Bool = true
  ) -> String {
    var link = link
    if !withHashes, link.password != nil { link.password = .withheld }
    switch format {
    case .csv: return CSVText.record(fields(link) + counts.texts)
    case .ndjson:
      return JSONOutput.object(link.members(password: .hash) + counts.members).compact + "\n"
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
    return LinkColumns.exported.map { CSVText.guarded(texts[$0.path] ?? "") }
  }

  private static func text(_ value: JSONOutput) -> String {
    switch value {
    case .string(let text): text
    case .array(let elements) where elements.contains(where: \.isObject): value.compact
    case .array(let elements): CSVText.list(elements.map(text))
    default: value.compact
    }
  }
}

extension JSONOutput {
  fileprivate var isObject: Bool {
    if case .object = self { true } else { false }
  }
}
