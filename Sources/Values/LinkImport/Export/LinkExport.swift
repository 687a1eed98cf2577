import JSONSyntax
package import Links

/// Prints links so that importing them again changes nothing.
package enum LinkExport {
  package enum Format: String, CaseIterable, Sendable {
    case csv, ndjson
  }

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

/// The counts that a store has for a link, as exports carry them into another store.
package struct CarriedCounts: Equatable, Sendable {
  /// The clicks of people, including those that an import brought along.
  package var clicks = 0
  /// The clicks that count against `maxClicks`.
  package var reserved = 0

  /// The names of the columns and members, as in the answers of the API.
  static let names = ["clicks", "reservedClicks"]

  /// - Parameter clicks: is clamped to what the field `importedClicks` takes.
  package init(clicks: Int = 0, reserved: Int = 0) {
    self.clicks = min(clicks, ShortLink.mostImportedClicks)
    self.reserved = reserved
  }

  /// Reads the counts from texts in the order of `names`; nil when all are zero.
  private init?(texts: [String?]) {
    let numbers = texts.map { text in
      text.flatMap(Int.init).map { min(max($0, 0), ShortLink.mostImportedClicks) } ?? 0
    }
    guard numbers.contains(where: { $0 > 0 }) else { return nil }
    self.init(clicks: numbers[0], reserved: numbers[1])
  }

  /// The counts in a line of an export; nil when all are zero.
  init?(_ node: JSONNode) {
    self.init(
      texts: Self.names.map { name in
        if case .number(let text)? = node.member(name)?.value { text } else { nil }
      })
  }

  /// The counts in a row of an export; nil when all are zero.
  ///
  /// - Parameter columns: the indices of the columns of `names` in the row.
  init?(_ fields: [String], at columns: [Int?]) {
    self.init(
      texts: columns.map { column in
        column.flatMap { fields.indices.contains($0) ? fields[$0] : nil }
      })
  }

  /// The texts of the columns, empty for zero.
  var texts: [String] { [clicks, reserved].map { $0 > 0 ? String($0) : "" } }

  /// The members of a line, without those that are zero.
  var members: [JSONOutput.Member] {
    zip(Self.names, [clicks, reserved]).filter { $0.1 > 0 }
      .map { JSONOutput.Member($0, .int($1)) }
  }
}
