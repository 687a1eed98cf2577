import SiteModel
import Service
import AppAssociation
import Cryptography
import Explaining
import HTTPCore
import JSONSyntax
import LaunchRouting
import Links

extension APICall {
  // MARK: - Association files

  /// The body is a file of anyone; the answer is that of `keiro validate --json`.
  func validate() throws(APIProblem) -> HTTPResponse {
    let values = try parameters()
    let kind = try kind(values["kind"])
    let isSigned = request.body.first == 0x30
    let content = isSigned ? SignedMessage.uncheckedContent(of: request.body) : nil
    let findings: [Finding]
    var found = kind ?? .apple
    do throws(AssociationFileError) {
      let file = try AssociationFile(
        decoding: content ?? request.body, kind: kind, isSigned: content != nil)
      if case .android = file { found = .android }
      findings = AssociationLinter.findings(in: file)
    } catch {
      findings = [Finding(error)]
    }
    let output = JSONOutput.object([
      .init("file", .string(values["file"] ?? "body")), .init("kind", .string(found.rawValue)),
      .init("findings", .array(findings.map(\.output))),
    ])
    return json(.object([.init("files", .array([output]))]))
  }

  private func kind(_ text: String?) throws(APIProblem) -> AssociationFile.Kind? {
    guard let text else { return nil }
    guard let kind = AssociationFile.Kind(rawValue: text) else {
      throw .parameter("kind", "'\(text.prefix(100))': expected apple or android")
    }
    return kind
  }

  private struct MatchQuestion {
    /// The text of a file of anyone; nil for the one that the host serves.
    var file: [UInt8]?
    var urls: [String] = []
    var host: String?
    var app: String?
    var ios: SystemVersion?
  }

  /// Evaluates URLs against a file of anyone, or the one that a host serves; the answer is that of
  /// `keiro match --json`.
  func match() throws(APIProblem) -> HTTPResponse {
    let question = try matchQuestion()
    let association = try Self.association(file(question))
    let evaluator = AssociationEvaluator(association, system: question.ios ?? .newestIOS)
    let host = question.host.flatMap { HostPattern($0) }
    var rows: [JSONOutput] = []
    for text in question.urls {
      guard let url = Self.url(text, host: question.host) else { continue }
      for app in question.app.map({ [$0] }) ?? evaluator.identifiers {
        let explanation = evaluator.explanation(for: url, host: host, app: app)
        rows.append(explanation.output(url: text, app: app))
      }
    }
    return json(.object([.init("verdicts", .array(rows))]))
  }

  private static func association(_ bytes: [UInt8]) throws(APIProblem) -> AppSiteAssociation {
    let file: AssociationFile
    do throws(AssociationFileError) {
      file = try AssociationFile(decoding: bytes, kind: .apple)
    } catch {
      throw .invalid([.init(field: "aasa", detail: error.message)])
    }
    guard case .apple(let association) = file else {
      throw .invalid([.init(field: "aasa", detail: "expected Apple's file")])
    }
    return association
  }

  private func matchQuestion() throws(APIProblem) -> MatchQuestion {
    let document = try document()
    let body = request.body
    return try read(document) { object in
      var question = MatchQuestion()
      if let field = object.optional("aasa") {
        question.file =
          field.node.string.map { Array($0.utf8) } ?? field.node.text(in: body).map { Array($0) }
        if question.file == nil { field.report("expected the file as an object or as a string") }
      }
      question.host = object.optional("host")?.string()
      question.app = object.optional("app")?.string()
      if let field = object.optional("ios"), let text = field.string() {
        question.ios = SystemVersion(text)
        if question.ios == nil {
          field.report("'\(text.prefix(100))' is no version: expected one such as 17.0")
        }
      }
      for field in object.required("urls")?.elements() ?? [] {
        guard let text = field.string() else { continue }
        question.urls.append(text)
        if Self.url(text, host: question.host) == nil {
          field.report(
            "'\(text.prefix(200))' is no URL: expected https://HOST/PATH or a path such as /a/b")
        }
      }
      return question
    }
  }

  /// A bare path is one of the host, or else of the name that documentation uses.
  private static func url(_ text: String, host: String?) -> WebURL? {
    guard text.hasPrefix("/") || text.isEmpty else { return WebURL(text) }
    return WebURL("https://" + (host ?? "www.example.com") + text)
  }

  private func file(_ question: MatchQuestion) throws(APIProblem) -> [UInt8] {
    if let file = question.file { return file }
    let host = question.host ?? question.urls.lazy.compactMap { WebURL($0)?.host }.first ?? ""
    guard let bytes = snapshot.document(host: host.lowercased(), isApple: true) else {
      throw .invalid([
        .init(field: "aasa", detail: "missing, and no site serves a file on the host '\(host)'")
      ])
    }
    return bytes
  }

  // MARK: - Explanations, launches, notifications

  /// The answer is that of `keiro explain --json`.
  func explain() throws(APIProblem) -> HTTPResponse {
    _ = try document()
    let question: ExplanationRequest
    do throws(ExplanationRequest.Failure) {
      question = try ExplanationRequest(json: request.body)
    } catch {
      throw .invalid(error.problems.faults)
    }
    let links = notebook()
    let explanation = LinkExplainer.explain(
      question.url, context: question.context, links: links, snapshot: snapshot, now: timestamp)
    if links.failure != nil { throw storeProblem(links) }
    return json(explanation.output)
  }

  /// The body is a launch, or `{"app", "launch"}`; the answer is that of `keiro launch --json`.
  func evaluateLaunch() throws(APIProblem) -> HTTPResponse {
    let values = try parameters()
    let root = try document().root
    var launch = request.body
    var name = values["app"]
    if let node = root.member("launch"), let text = node.text(in: request.body) {
      launch = Array(text)
      name = root.member("app")?.string ?? name
    }
    let number = try app(name)
    let routes = DeepLinkRoutes(snapshot, app: number, now: timestamp, links: notebook())
    let evaluation = snapshot.apps[number].launch.evaluate(
      ReportedLaunch(json: launch), resolve: routes.answer)
    return json(evaluation.output)
  }

  /// The position of an app; it may be left out where there is only one.
  private func app(_ name: String?) throws(APIProblem) -> Int {
    let names = snapshot.apps.map(\.key)
    guard let name else {
      guard names.count == 1 else {
        throw .parameter("app", "expected one of \(names.joined(separator: ", "))")
      }
      return 0
    }
    guard let number = names.firstIndex(of: name) else {
      let nearest = nearestName(to: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
      throw .parameter(
        "app", "'\(name.prefix(100))': expected one of \(names.joined(separator: ", "))\(nearest)")
    }
    return number
  }

  /// The answer is that of `keiro notification --json`.
  func buildNotification() throws(APIProblem) -> HTTPResponse {
    let report = ReportedNotification(json: request.body)
    return json(report.output, report.hasErrors ? .unprocessableContent : .ok)
  }
}
