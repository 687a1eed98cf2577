package import JSONSyntax
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
  fileprivate var isObject: Bool { if case .object = self { true } else { false } }
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

/// Changes to a link, by the names of its fields in JSON: `apple.fallback`.
package struct LinkEdit: Equatable, Sendable {
  private struct Change: Equatable, Sendable {
    let column: LinkColumn
    let text: String
  }

  private var changes: [Change] = []
  /// The tags in place of those of the link; nil to keep them.
  package var tags: [String]?
  private var removals: [String] = []

  package init() {}

  package var isEmpty: Bool { changes.isEmpty && tags == nil && removals.isEmpty }

  private static let fields = LinkField.all.filter { $0.setters.contains(.commandLine) }

  package static let fieldNames = fields.map(\.path)

  /// The fields that can be unset, including whole objects.
  package static let removableNames =
    fields.filter { !$0.type.isRequired }.map(\.path) + LinkPart.all.map(\.name)

  /// Sets a field; false when links have no such field.
  package mutating func set(_ path: String, _ text: String) -> Bool {
    guard let field = Self.fields.first(where: { $0.path == path }) else { return false }
    changes.append(Change(column: LinkColumn(field.path, isForeign: false), text: text))
    return true
  }

  /// Resets a field to its default; false when it is required or unknown.
  package mutating func unset(_ path: String) -> Bool {
    guard Self.removableNames.contains(path) else { return false }
    removals.append(path)
    return true
  }

  /// The changes as a merge patch in the API's JSON (RFC 7396).
  package func patch(at now: Timestamp) -> JSONNode {
    var patch = LinkTree()
    for path in removals {
      // Fields set in an object that is also unset still count, so each field is named.
      for field in Self.fields where field.path == path || field.part == path {
        patch.set(field.path, .null)
      }
    }
    for change in changes {
      if case .tags = change.column.field?.type, change.text.isEmpty {
        patch.set(change.column.path, .array([]))
      } else {
        patch.set(change.column, text(change, now))
      }
    }
    if let tags { patch.set("tags", LinkTree.list(tags)) }
    return patch.node
  }

  private func text(_ change: Change, _ now: Timestamp) -> String {
    guard case .time = change.column.field?.type else { return change.text }
    return PointInTime(change.text)?.after(now).description ?? change.text
  }
}
