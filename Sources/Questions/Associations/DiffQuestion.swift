package import AppAssociation
package import JSONSyntax

/// What changes in behaviour between two versions of an `apple-app-site-association`.
package struct DiffQuestion: Sendable {
  private let old: AssociationText
  private let new: AssociationText

  package init(old: AssociationText, new: AssociationText) {
    self.old = old
    self.new = new
  }

  package func answer() throws(UnreadableAssociation) -> AssociationDifference {
    AssociationDifference(from: try association(old), to: try association(new))
  }

  private func association(
    _ source: AssociationText
  ) throws(UnreadableAssociation) -> AppSiteAssociation {
    switch try source.decoded(kind: .apple) {
    case .apple(let association): return association
    case .android:
      let finding = Finding(
        code: "root-type", severity: .error, message: "expected an apple-app-site-association")
      throw UnreadableAssociation(source: source, kind: .apple, finding: finding)
    }
  }
}

extension AssociationDifference: QuestionAnswer {
  package var isPositive: Bool { isEmpty }

  package var document: JSONOutput {
    .object([
      .init("same", .bool(isEmpty)), .init("apps", .array(apps.map(\.output))),
      .init(
        "services",
        .array(
          services.map {
            .object([
              .init("service", .string($0.service)), .init("appID", .string($0.app)),
              .init("kind", .string($0.isAdded ? "added" : "removed")),
            ])
          })),
      .init("notes", .strings(remarks)),
    ])
  }
}

extension AssociationDifference.App {
  fileprivate var output: JSONOutput {
    .object([
      .init("appID", .string(identifier)),
      .init(
        "systems",
        .array(
          generations.map { generation in
            .object([
              .init("since", .string(generation.since.description)),
              .init("changes", .array(generation.changes.map(\.output))),
              .init("examples", .array(generation.examples.map(\.output))),
            ])
          })),
    ])
  }
}

extension AssociationDifference.Change {
  fileprivate var output: JSONOutput {
    .object([
      .init("kind", .string(kind.rawValue)), .init("old", .optional(old)),
      .init("new", .optional(new)), .init("rule", rule.json),
      .init("before", before.map(\.json) ?? .null),
    ])
  }
}

extension AssociationDifference.Example {
  fileprivate var output: JSONOutput {
    .object([
      .init("url", .string(url)), .init("old", .string(old.rawValue)),
      .init("new", .string(new.rawValue)),
    ])
  }
}
