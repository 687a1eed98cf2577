import JSONSyntax
import KeiroConfiguration
import SiteModel

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
