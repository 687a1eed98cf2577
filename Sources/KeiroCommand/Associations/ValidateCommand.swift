import AppAssociation
import JSONSyntax
import System

/// `keiro validate`: says what is wrong with association files of anyone.
package struct ValidateCommand {
  /// What the user asked for.
  package struct Request: Equatable, Sendable {
    let kind: AssociationKind?
    let json: Bool
    /// Paths; `-` is standard input.
    let files: [String]
  }

  let request: Request

  func run(_ console: Console) -> ExitCode {
    var results = request.files.map { ValidatedFile($0, kind: request.kind?.fileKind) }
    compare(&results)
    if request.json {
      console.print(.object([.init("files", .array(results.map(\.output)))]))
    } else {
      let report = FindingReport(console: console)
      for result in results { report.print(result) }
    }
    let hasError = results.contains { $0.findings.contains { $0.severity == .error } }
    return hasError ? .negative : .done
  }
}

extension ValidateCommand {
  /// A file of each platform together are taken for those of one site.
  private func compare(_ results: inout [ValidatedFile]) {
    guard results.count == 2,
      let one = results.firstIndex(where: { if case .apple = $0.file { true } else { false } }),
      let other = results.firstIndex(where: { if case .android = $0.file { true } else { false } }),
      case .apple(let association) = results[one].file,
      case .android(let links) = results[other].file
    else { return }
    results[other].findings += AssociationLinter.disagreements(association, links)
  }
}

/// One file with all that was found.
struct ValidatedFile {
  let name: String
  let kind: AssociationFile.Kind
  var findings: [Finding]
  /// Nil when it is no association file.
  let file: AssociationFile?
  /// To show the lines that findings are about.
  let text: [UInt8]

  init(_ name: String, kind wanted: AssociationFile.Kind?) {
    self.name = name
    do throws(FileReadError) {
      let input = AssociationInput(try CommandInput(path: name).bytes())
      text = input.text
      do throws(AssociationFileError) {
        let file = try input.decoded(kind: wanted)
        self.file = file
        kind = file.kind
        findings = AssociationLinter.findings(in: file)
      } catch {
        file = nil
        kind = wanted ?? .apple
        findings = [input.isUnreadableMessage ? Self.unreadableMessage : Finding(error)]
      }
    } catch {
      text = []
      file = nil
      kind = wanted ?? .apple
      findings = [
        Finding(code: "unreadable-file", severity: .error, message: "cannot read: \(error.message)")
      ]
    }
  }

  private static let unreadableMessage = Finding(
    code: "signed-unreadable", severity: .error,
    message: "the file begins like a signed CMS message, but none can be read",
    help: "serve the JSON itself: nothing since iOS 9 needs the signature")

  var output: JSONOutput {
    .object([
      .init("file", .string(name)), .init("kind", .string(kind.rawValue)),
      .init("findings", .array(findings.map(\.output))),
    ])
  }
}

extension AssociationFile {
  var kind: Kind {
    switch self {
    case .apple: .apple
    case .android: .android
    }
  }
}
