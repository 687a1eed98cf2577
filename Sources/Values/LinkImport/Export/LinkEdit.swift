package import JSONSyntax
package import Links

/// Changes to a link, by the names of its fields in JSON: `apple.fallback`.
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

  package mutating func setTags(_ tags: [String]) {
    self.tags = tags
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
        patch.set(change.column, text(change, now)) { _ in }
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
