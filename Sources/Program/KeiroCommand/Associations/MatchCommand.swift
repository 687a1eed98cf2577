import Platforms
import Questions
import WebSyntax

extension CommandTable {
  static let match = CommandSpecification(
    "match", "test URLs against an association file and say why",
    details: [
      "FILE may be an apple-app-site-association, signed or unsigned, or an",
      "assetlinks.json, whose apps are packages. A URL may be a bare path, which is taken",
      "on --host or else on www.example.com. Exits with 0 if any app opens any of the URLs,",
      "else with 1.",
    ],
    options: [.aasa, .kind, .host, .appOfFile, .ios, .android, .json],
    operands: OperandSpecification(.text("URL"), label: "URL ...", count: 1...Int.max),
    examples: [
      "match --aasa apple-app-site-association https://www.example.com/product/7",
      "match --aasa assetlinks.json --android 15 /product/7",
    ]
  ) { arguments throws(UsageError) in
    let kind: AssociationKind? = arguments.word(.kind)
    return MatchCommand(
      file: try arguments.required(.aasa) { $0 },
      terms: MatchQuestion.Terms(
        kind: kind?.fileKind, host: try arguments.value(.host, HostPattern.international),
        app: arguments.value(.appOfFile), ios: try arguments.value(.ios) { SystemVersion($0) },
        android: try arguments.value(.android) { SystemVersion($0) }),
      json: arguments.has(.json), urls: arguments.operands)
  }
}

extension OptionSpecification {
  fileprivate static let aasa = Self(
    "--aasa", .file("FILE", form: "a file such as apple-app-site-association, or -"),
    "the association file; '-' is standard input", isRequired: true)
  fileprivate static let appOfFile = Self(
    "--app", .text("APPID"),
    "only this application identifier or package; default all in the file")
}

/// `keiro match`: reports which URLs a file opens in which apps, and why.
private struct MatchCommand: Command {
  /// A path, or `-`.
  let file: String
  let terms: MatchQuestion.Terms
  let json: Bool
  /// The URLs and paths as typed.
  let urls: [String]

  func run(_ console: Console) -> ExitCode {
    var urls: [AskedURL] = []
    for text in self.urls {
      guard let url = AskedURL(text, host: terms.host) else {
        console.remark("operand '\(text)' is not a URL: \(AskedURL.expectation)")
        return .wrongUsage
      }
      urls.append(url)
    }
    guard let source = CommandInput(path: file).association(console, json: json)
    else {
      return .environmentFailed
    }
    do throws(UnreadableAssociation) {
      let answer = try MatchQuestion(source, urls: urls, terms).answer()
      return console.give(answer, json: json) { show($0, console) }
    } catch {
      return console.refuse(error, json: json)
    }
  }

  private func show(_ answer: MatchAnswer, _ console: Console) {
    guard !answer.apps.isEmpty else {
      return console.remark("\(file) names no app")
    }
    let report = MatchReport(system: answer.system, console: console)
    for start in stride(from: 0, to: answer.rows.count, by: answer.apps.count) {
      let end = min(start + answer.apps.count, answer.rows.count)
      report.print(answer.rows[start..<end])
    }
  }
}
