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
    [
      "same": .bool(isEmpty), "apps": .array(apps.map(\.output)),
      "services": .array(
        services.map {
          [
            "service": .string($0.service), "appID": .string($0.app),
            "kind": .string($0.isAdded ? "added" : "removed"),
          ]
        }), "statements": .array(statements.map(\.output)), "notes": .strings(remarks),
    ]
  }
}

extension AssociationDifference.StatementChange {
  fileprivate var output: JSONOutput {
    [
      "target": .string(target), "relations": .strings(relations),
      "fingerprint": .optional(fingerprint), "kind": .string(isAdded ? "added" : "removed"),
    ]
  }
}

extension AssociationDifference.App {
  fileprivate var output: JSONOutput {
    [
      "appID": .string(identifier),
      "systems": .array(
        generations.map { generation in
          [
            "since": .string(generation.since.description),
            "until": .optional(generation.until?.description),
            "changes": .array(generation.changes.map(\.output)),
            "examples": .array(generation.examples.map(\.output)),
            "more": .int(generation.moreExamples),
          ]
        }),
    ]
  }
}

extension AssociationDifference.Change {
  fileprivate var output: JSONOutput {
    [
      "kind": .string(kind.rawValue), "old": .optional(old), "new": .optional(new),
      "rule": rule.json, "before": before.map(\.json) ?? .null,
    ]
  }
}

extension AssociationDifference.Example {
  fileprivate var output: JSONOutput {
    ["url": .string(url), "old": .string(old.rawValue), "new": .string(new.rawValue)]
  }
}
