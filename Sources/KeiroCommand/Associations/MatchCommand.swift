import AppAssociation
import JSONSyntax

/// `keiro match`: says which URLs a file opens in which app, and why.
package struct MatchCommand {
  /// What the user asked for.
  package struct Request: Equatable, Sendable {
    /// A path, or `-`.
    let file: String
    let kind: AssociationKind?
    let host: String?
    /// An application identifier or the name of a package; nil for all of the file.
    let app: String?
    let ios: SystemVersion?
    let android: SystemVersion?
    let json: Bool
    let urls: [String]
  }

  let request: Request

  func run(_ console: Console) -> ExitCode {
    var urls: [(text: String, url: WebURL)] = []
    for text in request.urls {
      guard let url = absolute(text) else {
        console.complain(
          "keiro match: operand '\(text)' is no URL: expected https://HOST/PATH or a path such as "
            + "/a/b")
        return .wrongUsage
      }
      urls.append((text, url))
    }
    guard let bytes = CommandInput(path: request.file).read(console) else {
      return .environmentFailed
    }
    let file: AssociationFile
    do throws(AssociationFileError) {
      file = try AssociationInput(bytes).decoded(kind: request.kind?.fileKind)
    } catch {
      console.complain(error.line(file: request.file))
      return .negative
    }
    return answer(AssociationQuestion(file, request), urls, console)
  }

  /// A bare path is one of the host, or else of the name that documentation uses.
  private func absolute(_ text: String) -> WebURL? {
    if text.hasPrefix("/") || text.isEmpty {
      return WebURL("https://" + (request.host ?? "www.example.com") + text)
    }
    return WebURL(text)
  }

  private func answer(
    _ question: AssociationQuestion, _ urls: [(text: String, url: WebURL)], _ console: Console
  ) -> ExitCode {
    let apps = request.app.map { [$0] } ?? question.apps
    let rows = urls.flatMap { text, url in
      zip(apps, question.explanations(url, apps)).map {
        MatchRow(url: text, app: $0, explanation: $1)
      }
    }
    if request.json {
      console.print(.object([.init("verdicts", .array(rows.map(\.output)))]))
    } else if apps.isEmpty {
      console.complain("keiro: \(request.file) names no app")
    } else {
      let report = MatchReport(system: question.system, console: console)
      for (index, row) in rows.enumerated() {
        report.print(row, isFirst: index % apps.count == 0)
      }
    }
    return rows.contains { $0.explanation.verdict.decision == .match } ? .done : .negative
  }
}

/// A file with the version that is to read it.
private struct AssociationQuestion {
  let apps: [String]
  /// As in `iOS 26.0`.
  let system: String
  private let explain: (WebURL, [String]) -> [Explanation]

  init(_ file: AssociationFile, _ request: MatchCommand.Request) {
    let host = request.host.flatMap { HostPattern($0) }
    switch file {
    case .apple(let association):
      let evaluator = AssociationEvaluator(association, system: request.ios ?? .newestIOS)
      apps = evaluator.identifiers
      system = "iOS \(evaluator.system)"
      explain = { evaluator.explanations(for: $0, host: host, apps: $1) }
    case .android(let links):
      let evaluator = AndroidEvaluator(links, system: request.android ?? .newestAndroid)
      apps = links.packageNames
      system = "Android \(evaluator.system)"
      explain = { url, packages in
        packages.map { evaluator.explanation(for: url, host: host, package: $0) }
      }
    }
  }

  func explanations(_ url: WebURL, _ apps: [String]) -> [Explanation] { explain(url, apps) }
}

/// One URL and one app.
struct MatchRow {
  let url: String
  let app: String
  let explanation: Explanation

  var output: JSONOutput { explanation.output(url: url, app: app) }
}
