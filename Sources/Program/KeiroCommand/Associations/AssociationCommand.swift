import AppAssociation
import AssociationValidation
import JSONSyntax
import KeiroConfiguration
import Questions
import Service
import SiteModel

extension CommandTable {
  static let association = CommandSpecification(
    "association", "print the association file that a host serves",
    options: [.config, .host.required, .kind, .json],
    examples: [
      "association --host www.example.com", "association --host www.example.com --kind android",
    ]
  ) { arguments throws(UsageError) in
    let host = try arguments.required(.host, hostName)
    let kind: AssociationKind = arguments.word(.kind) ?? .apple
    return { console throws(CommandFailure) in
      let document = try document(of: host, kind, file: arguments.configuration)
      guard arguments.has(.json) else {
        console.write(verbatim: document, to: .output)
        return .done
      }
      let parsed = try? JSONDocument(parsing: document).root
      console.print(
        [
          "host": .string(host), "kind": .string(kind.rawValue),
          "document": parsed.map { JSONOutput($0) } ?? .null,
        ])
      return .done
    }
  }

  private static func document(
    of host: String, _ kind: AssociationKind, file: String
  ) throws(CommandFailure) -> [UInt8] {
    let snapshot = try CompiledConfiguration.used(file).snapshot
    guard snapshot.serves(host: host) else {
      let hosts = snapshot.hostNames
      let nearest = nearestName(to: host, among: hosts).map { "; did you mean '\($0)'?" } ?? ""
      throw .refusal(
        "host-not-served",
        "--host '\(host)' is not a host of \(file): expected one of "
          + hosts.joined(separator: ", ") + nearest)
    }
    guard let document = snapshot.document(host: host, isApple: kind == .apple) else {
      throw .refusal(
        "no-document", "\(host) serves no \(kind.rawValue) document: no app takes part")
    }
    return document
  }
}

enum AssociationKind: String, CaseIterable, Sendable {
  case apple
  case android

  var fileKind: AssociationFile.Kind {
    switch self {
    case .apple: .apple
    case .android: .android
    }
  }
}

extension OptionSpecification {
  static let kind = Self(
    "--kind", .words(AssociationKind.allCases.map(\.rawValue)), "whose association file")
}

extension CommandFailure {
  init(_ unreadable: UnreadableAssociation) {
    let finding = unreadable.finding
    self.init(.invalid([FieldFault(unreadable.source.name, unreadable.sentence)]))
    lines = []
    notes = [
      "\(finding.place(in: unreadable.source.name)): error: \(finding.message) [\(finding.code)]"
    ]
  }
}

extension Finding {
  /// The file and the position in it: `aasa.json:2:5`.
  func place(in file: String) -> String {
    file + [line, column].compactMap(\.self).map { ":\($0)" }.joined()
  }
}

extension CommandInput {
  func association(_ console: Console) throws(CommandFailure) -> AssociationText {
    AssociationText(path, bytes: try read(console))
  }
}
