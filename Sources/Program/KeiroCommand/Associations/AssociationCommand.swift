import AppAssociation
import AssociationValidation
import JSONSyntax
import KeiroConfiguration
import Questions
import SiteModel
import System

extension CommandTable {
  static let association = CommandSpecification(
    "association", "print the association file that a host serves",
    options: [.config, .host.required, .kind, .json],
    examples: [
      "association --host www.example.com", "association --host www.example.com --kind android",
    ]
  ) { arguments throws(UsageError) in
    AssociationCommand(
      file: arguments.configuration, host: try arguments.required(.host, hostName),
      kind: arguments.word(.kind) ?? .apple, json: arguments.has(.json))
  }
}

/// `keiro association`: prints the document that a host serves.
private struct AssociationCommand: Command {
  let file: String
  let host: String
  let kind: AssociationKind
  let json: Bool

  func run(_ console: Console) -> ExitCode {
    CompiledConfiguration.with(path: file, console) { show($0.snapshot, console) }
  }

  private func show(_ snapshot: ServiceSnapshot, _ console: Console) -> ExitCode {
    guard snapshot.serves(host: host) else {
      let hosts = snapshot.hostNames
      let nearest = nearestName(to: host, among: hosts).map { "; did you mean '\($0)'?" } ?? ""
      return console.report(
        CommandFailure(
          code: "host-not-served",
          detail: "--host '\(host)' is not a host of \(file): expected one of "
            + hosts.joined(separator: ", ") + nearest, exit: .negative))
    }
    guard let document = snapshot.document(host: host, isApple: kind == .apple) else {
      return console.report(
        CommandFailure(
          code: "no-document",
          detail: "\(host) serves no \(kind.rawValue) document: no app takes part",
          exit: .negative))
    }
    guard json else {
      console.write(verbatim: document, to: .output)
      return .done
    }
    let parsed = try? JSONDocument(parsing: document).root
    console.print(
      .object([
        .init("host", .string(host)), .init("kind", .string(kind.rawValue)),
        .init("document", parsed.map { JSONOutput($0) } ?? .null),
      ]))
    return .done
  }
}

/// The platform an association file is for.
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

extension UnreadableAssociation {
  /// One line in the form of a compiler diagnostic.
  var line: String {
    let position = [finding.line, finding.column].compactMap(\.self).map { ":\($0)" }.joined()
    return "\(source.name)\(position): error: \(finding.message) [\(finding.code)]"
  }
}

extension CommandInput {
  /// The association file of the input. Nil if it cannot be read: the error is reported and, with
  /// `json`, the document of its validation printed.
  func association(_ console: Console, json: Bool) -> AssociationText? {
    do throws(FileReadError) {
      return AssociationText(path, bytes: try bytes(console))
    } catch {
      let reason = CommandInput.reason(path, error)
      console.remark("cannot read '\(path)': \(reason)")
      guard json else { return nil }
      let file = ValidationAnswer.File.unavailable(name: path, reason: reason)
      console.print(ValidationAnswer([file], kind: nil).document)
      return nil
    }
  }
}
