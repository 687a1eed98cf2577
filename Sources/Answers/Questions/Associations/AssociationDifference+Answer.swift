package import AppAssociation
import AssociationValidation
package import JSONSyntax
import Platforms

extension AssociationDifference {
  /// Compares the behaviour of two files.
  ///
  /// - Throws: an error if a file cannot be read, or if the files are of different platforms.
  package init(
    from old: AssociationText, to new: AssociationText
  ) throws(UnreadableAssociation) {
    switch (try old.decoded(kind: nil), try new.decoded(kind: nil)) {
    case (.apple(let old), .apple(let new)): self.init(from: old, to: new)
    case (.android(let old), .android(let new)): self.init(from: old, to: new)
    case (.apple, .android): throw new.isOther("an apple-app-site-association")
    case (.android, .apple): throw new.isOther("an assetlinks.json")
    }
  }
}

extension AssociationText {
  fileprivate func isOther(_ expected: String) -> UnreadableAssociation {
    let finding = Finding(
      code: "root-type", severity: .error,
      message: "the files are for different platforms: expected \(expected) like the other one")
    return UnreadableAssociation(source: self, finding: finding)
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
      .init("statements", .array(statements.map(\.output))), .init("notes", .strings(remarks)),
    ])
  }
}

extension AssociationDifference.StatementChange {
  fileprivate var output: JSONOutput {
    .object([
      .init("target", .string(target)), .init("relations", .strings(relations)),
      .init("fingerprint", .optional(fingerprint)),
      .init("kind", .string(isAdded ? "added" : "removed")),
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
              .init("until", .optional(generation.until?.description)),
              .init("changes", .array(generation.changes.map(\.output))),
              .init("examples", .array(generation.examples.map(\.output))),
              .init("more", .int(generation.moreExamples)),
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
