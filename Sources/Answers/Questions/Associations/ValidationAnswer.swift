package import AppAssociation
package import AssociationValidation
package import JSONSyntax

/// The mistakes in association files and other documents of hosts, file by file.
package struct ValidationAnswer: QuestionAnswer {
  package let files: [ValidatedFile]

  package var document: JSONOutput {
    ["files": .array(files.map(\.output))]
  }

  package var isPositive: Bool {
    !files.contains { $0.findings.contains { $0.severity == .error } }
  }
}

extension ValidationAnswer {
  /// A file to validate, or the reason why there is none.
  package enum File: Sendable {
    case source(AssociationText)
    /// The file could not be obtained; the reason has no capital and no full stop.
    case unavailable(name: String, reason: String)
  }

  /// Finds the mistakes in each file, including disagreements between the two files of a site.
  ///
  /// - Parameters:
  ///   - kind: nil infers it from the name or the root value of each file.
  ///   - foreign: identifiers that the files must not contain, mapped to what they belong to.
  ///   - repairs: untried for callers that show no help with findings.
  package init(
    _ files: [File], kind: ValidatedKind?, foreign: [String: String] = [:],
    repairs: AssociationLinter.Repairs = .proposed
  ) {
    var validated = files.map { ValidatedFile($0, kind: kind, repairs) }
    for index in validated.indices {
      validated[index].findings += AssociationLinter.otherEnvironments(
        in: validated[index].text, foreign: foreign)
    }
    Self.compare(&validated)
    self.files = validated
  }

  /// Treats one file of each platform as the two files of one site.
  private static func compare(_ files: inout [ValidatedFile]) {
    guard files.count == 2,
      let one = files.firstIndex(where: { $0.file?.kind == .apple }),
      let other = files.firstIndex(where: { $0.file?.kind == .android }),
      case .apple(let association) = files[one].file, case .android(let links) = files[other].file
    else { return }
    files[other].findings += AssociationLinter.disagreements(association, links)
  }
}

package struct ValidatedFile: Sendable {
  /// The path or URL of the file, for messages.
  package let name: String
  /// The kind as which the file was validated.
  package let kind: ValidatedKind
  package fileprivate(set) var findings: [Finding]
  /// The text that the positions of findings refer to.
  package let text: [UInt8]
  /// Nil when the file cannot be read.
  fileprivate let file: AssociationFile?
}

extension ValidatedFile {
  fileprivate init(
    _ file: ValidationAnswer.File, kind: ValidatedKind?, _ repairs: AssociationLinter.Repairs
  ) {
    switch file {
    case .unavailable(let name, let reason):
      let finding = Finding(
        code: "unreadable-file", severity: .error, message: "cannot read: \(reason)")
      self.init(
        name: name, kind: kind ?? .association(.apple), findings: [finding], text: [], file: nil)
    case .source(let source):
      if let unreadable = source.unreadableMessage {
        self.init(
          name: source.name, kind: .association(.apple), findings: [unreadable.finding],
          text: source.text, file: nil)
        return
      }
      switch kind ?? ValidatedKind.named(source.name) {
      case .document(let document):
        self.init(
          name: source.name, kind: .document(document),
          findings: document.findings(in: source.text), text: source.text, file: nil)
      case .association(let kind): self.init(source, kind: kind, repairs)
      case nil: self.init(source, kind: nil, repairs)
      }
    }
  }

  private init(
    _ source: AssociationText, kind: AssociationFile.Kind?, _ repairs: AssociationLinter.Repairs
  ) {
    let checked = source.checked(kind: kind, repairs: repairs)
    self.init(
      name: source.name, kind: .association(checked.kind), findings: checked.findings,
      text: source.text, file: checked.file)
  }

  fileprivate var output: JSONOutput {
    [
      "file": .string(name), "kind": .string(kind.rawValue),
      "findings": .array(findings.map(\.output)),
    ]
  }
}

package enum ValidatedKind: Hashable, Sendable {
  case association(AssociationFile.Kind)
  case document(HostDocument)

  /// Parses the name used in options, calls and answers; nil for an unknown one.
  package init?(rawValue: String) {
    if let kind = AssociationFile.Kind(rawValue: rawValue) {
      self = .association(kind)
    } else if let document = HostDocument(rawValue: rawValue) {
      self = .document(document)
    } else {
      return nil
    }
  }

  /// The name of the kind in options and documents.
  package var rawValue: String {
    switch self {
    case .association(let kind): kind.rawValue
    case .document(let document): document.rawValue
    }
  }

  /// The names of all kinds, in the order of the help.
  package static let names =
    [AssociationFile.Kind.apple, .android].map(\.rawValue) + HostDocument.allCases.map(\.rawValue)

  /// The kind that a file name implies; nil when it implies none.
  static func named(_ path: String) -> ValidatedKind? {
    let name = path.split(separator: "/").last ?? ""
    if name == "assetlinks.json" { return .association(.android) }
    return HostDocument.allCases.first { $0.fileName == name }.map(ValidatedKind.document)
  }
}
