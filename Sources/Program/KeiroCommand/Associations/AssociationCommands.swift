import AppAssociation
import AssociationValidation
import JSONSyntax
import KeiroConfiguration
import Questions
import Service
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
    let host = try arguments.required(.host, hostName)
    let kind: AssociationFile.Kind = arguments.word(.kind) ?? .apple
    return { console throws(CommandFailure) in
      let document = try document(of: host, kind, file: arguments.configuration)
      guard console.givesDocuments else {
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
    of host: String, _ kind: AssociationFile.Kind, file: String
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

extension OptionSpecification {
  static let kind = Self(
    "--kind", .words([AssociationFile.Kind.apple, .android].map(\.rawValue)),
    "whose association file")
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

extension CommandTable {
  static let validate = CommandSpecification(
    "validate", "check any site's association files",
    details: [
      "Without --kind, the name of the file decides; failing that, an array is taken for",
      "assetlinks.json and an object for an apple-app-site-association. --environment",
      "reports apps of other environments of the configuration. Exits with 1 if any finding",
      "is an error, and with 3 if a file cannot be read.",
    ],
    options: [.validatedKind, .environment, .config, .reportFormat, .json],
    operands: OperandSpecification(
      .file("FILE|-", form: "a file such as assetlinks.json, or - for standard input"),
      label: "FILE|- ...", count: 1...Int.max),
    examples: [
      "validate apple-app-site-association assetlinks.json",
      "validate --kind webauthn -  # a file from standard input",
    ]
  ) { arguments throws(UsageError) in
    let files = arguments.operands
    if files.count(where: { $0 == "-" }) > 1 { throw arguments.error(.standardInputTwice) }
    let environment: DeploymentEnvironment? = arguments.word(.environment)
    let format = try arguments.reportFormat()
    try arguments.demand((.environment, by: .config))
    let kind = arguments.value(.validatedKind).flatMap { ValidatedKind(rawValue: $0) }
    return { console throws(CommandFailure) in
      let foreign = try environment.map { environment throws(CommandFailure) in
        try CompiledConfiguration.used(arguments.configuration).snapshot.apps
          .foreignIdentifiers(to: environment)
      }
      let sources = files.map { source($0, console) }
      let answer = ValidationAnswer(sources, kind: kind, foreign: foreign ?? [:])
      let code = console.give(answer) { answer in
        guard format == .text else {
          let diagnostics = answer.files.flatMap { file in
            file.findings.map { Diagnostic(file: file.name, finding: $0) }
          }
          return console.print(diagnostics, as: format)
        }
        let report = FindingReport(console: console)
        for file in answer.files { report.print(file) }
      }
      let isWhole = sources.allSatisfy { if case .source = $0 { true } else { false } }
      return isWhole ? code : .environmentFailed
    }
  }

  private static func source(_ path: String, _ console: Console) -> ValidationAnswer.File {
    do throws(FileReadError) {
      return .source(AssociationText(path, bytes: try CommandInput(path: path).bytes(console)))
    } catch {
      return .unavailable(name: path, reason: CommandInput.reason(path, error))
    }
  }
}

extension OptionSpecification {
  fileprivate static let validatedKind = Self(
    "--kind", .words(ValidatedKind.names, label: "KIND"),
    ValidatedKind.names.joined(separator: ", "))
  fileprivate static let environment = Self(
    "--environment", .words(DeploymentEnvironment.allCases.map(\.rawValue)),
    "the environment of the files; apps of other environments are errors")
}

/// The text form of findings: position, message, the line with a caret under the error, and the
/// fix.
struct FindingReport {
  let console: Console

  func print(_ file: ValidatedFile) {
    let lines = JSONLines(bytes: file.text)
    for finding in file.findings {
      console.print(styled: heading(finding, file.name))
      if let line = finding.line, let column = finding.column,
        let excerpt = lines.excerpt(JSONPosition(line: line, column: column))
      {
        show(excerpt, line: line)
      }
      if let help = finding.help { console.print("  help: \(help)") }
    }
    console.print(summary(file))
  }

  private func heading(_ finding: Finding, _ file: String) -> StyledLine {
    let path = finding.path.isEmpty ? "" : finding.path + ": "
    let message = "\(path)\(finding.message) [\(finding.code)]"
    let severity: StyledLine = "\(finding.severity.rawValue, style(finding.severity))"
    return "\(finding.place(in: file)): \(severity): \(message)"
  }

  private func style(_ severity: Finding.Severity) -> Console.Style {
    switch severity {
    case .error: .error
    case .warning: .warning
    case .note: .bold
    }
  }

  private func show(_ excerpt: JSONLines.Excerpt, line: Int) {
    let number = "\(line)"
    let gutter = "".padded(to: number.count)
    console.print("  \(number) | \(excerpt.text)")
    let padding = "".padded(to: excerpt.indentation)
    console.print(styled: "  \(gutter) | \(padding)\("^", .good)")
  }

  private func summary(_ file: ValidatedFile) -> String {
    let counts = [Finding.Severity.error, .warning, .note].compactMap { severity -> String? in
      let count = file.findings.reduce(0) { $0 + ($1.severity == severity ? $1.count : 0) }
      return count == 0 ? nil : count.counted(severity.rawValue)
    }
    return "\(file.name): \(counts.isEmpty ? "good" : counts.joined(separator: ", "))"
  }
}
