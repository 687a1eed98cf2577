import JSONSyntax
package import Links

/// Changes of a link, named by its fields as they stand in JSON: `apple.fallback`.
package struct LinkEdit: Equatable, Sendable {
  private struct Change: Equatable, Sendable {
    let column: LinkColumn
    let text: String
  }

  private var changes: [Change] = []
  private var tags: [String]?
  private var removals: [String] = []

  package init() {}

  package var isEmpty: Bool { changes.isEmpty && tags == nil && removals.isEmpty }

  private static let fields = LinkField.all.filter { $0.setters.contains(.commandLine) }

  /// The fields that can be set.
  package static let fieldNames = fields.map(\.path)

  /// The fields that can be taken back, objects as a whole among them.
  package static let removableNames =
    fields.filter { !$0.type.isRequired }.map(\.path) + LinkPart.all.map(\.name)

  /// False when no link has the field.
  package mutating func set(_ path: String, _ text: String) -> Bool {
    guard let field = Self.fields.first(where: { $0.path == path }) else { return false }
    changes.append(Change(column: LinkColumn(field), text: text))
    return true
  }

  /// Puts tags in the place of those that there are.
  package mutating func setTags(_ tags: [String]) {
    self.tags = tags
  }

  /// Takes a field back to its default; false when no link can do without it.
  package mutating func unset(_ path: String) -> Bool {
    guard Self.removableNames.contains(path) else { return false }
    removals.append(path)
    return true
  }

  /// Changes a link; what is wrong is told by field, and the link is then not to be used.
  ///
  /// - Parameter now: where times are counted from that say how far they are.
  package func apply(
    to link: inout ShortLink, passwords: PasswordHasher, now: Timestamp
  ) -> [String] {
    var removing = LinkTree()
    for path in removals { removing.set(path, .null) }
    var setting = LinkTree()
    for change in changes { setting.set(change.column, text(change, now)) { _ in } }
    if let tags {
      setting.set("tags", .array(tags.map { JSONNode(offset: 0, value: .string($0)) }))
    }
    let reader = LinkReader(setter: .commandLine, password: passwords.read)
    return Self.read(removing.node, reader, &link) + Self.read(setting.node, reader, &link)
  }

  private func text(_ change: Change, _ now: Timestamp) -> String {
    guard case .time = change.column.field?.type else { return change.text }
    return PointInTime(change.text)?.after(now).description ?? change.text
  }

  private static func read(
    _ node: JSONNode, _ reader: LinkReader, _ link: inout ShortLink
  ) -> [String] {
    let collector = JSONProblemCollector(tree: node)
    let changed = collector.root.object { object -> ShortLink in
      var copy = link
      reader.read(object, into: &copy)
      return copy
    }
    link = changed ?? link
    return collector.problems.map { "\($0.path): \($0.message)" }
  }
}
