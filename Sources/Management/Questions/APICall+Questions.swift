import AppAssociation
import HTTPCore
import JSONSyntax
import LaunchRouting
import Links
import LinkStorage
import Questions
import Service
import SiteModel

/// The calls that answer with the documents of the commands of the same names.
extension APICall {
  // MARK: - Association files

  /// The body is a file of any site.
  func validate() throws(Problem) -> HTTPResponse {
    let values = try parameters()
    let source = AssociationText(values["file"] ?? "body", bytes: request.body)
    let kind = try kind(values["kind"])
    return json(ValidationQuestion([.source(source)], kind: kind).answer().document)
  }

  private func kind(_ text: String?) throws(Problem) -> AssociationFile.Kind? {
    guard let text else { return nil }
    guard let kind = AssociationFile.Kind(rawValue: text) else {
      throw .parameter("kind", "'\(text.prefix(100))': expected apple or android")
    }
    return kind
  }

  /// Matches URLs against the file in the body, or the one that a host serves.
  func match() throws(Problem) -> HTTPResponse {
    let body = request.body
    let asked = try document().read { MatchBody($0, in: body) }
    let source = if let source = asked.source { source } else { try served(asked) }
    do throws(UnreadableAssociation) {
      return json(try MatchQuestion(source, urls: asked.urls, asked.terms).answer().document)
    } catch {
      throw Problem(error)
    }
  }

  private func served(_ asked: MatchBody) throws(Problem) -> AssociationText {
    let host = asked.terms.host?.description ?? asked.urls.first?.url.host ?? ""
    let isApple = asked.terms.kind != .android
    guard let bytes = snapshot.document(host: host.lowercased(), isApple: isApple) else {
      throw .invalid([
        .init(field: "aasa", detail: "missing, and no site serves a file on the host '\(host)'")
      ])
    }
    return AssociationText("aasa", bytes: bytes)
  }

  func diff() throws(Problem) -> HTTPResponse {
    let body = request.body
    let (old, new) = try document().read { object in
      (
        object.required("old")?.associationText(in: body),
        object.required("new")?.associationText(in: body)
      )
    }
    guard let old, let new else { throw .invalid([]) }
    do throws(UnreadableAssociation) {
      return json(try DiffQuestion(old: old, new: new).answer().document)
    } catch {
      throw Problem(error)
    }
  }

  // MARK: - Taps, launches, notifications

  func explain() throws(Problem) -> HTTPResponse {
    let question = try ExplanationQuestion(reading: document())
    let answer = try stored { store throws(LinkStoreError) in
      try question.answer(snapshot, links: StoredLinks(store), now: timestamp)
    }
    return json(answer.document)
  }

  /// The body is a launch, or `{"app", "launch"}`.
  func evaluateLaunch() throws(Problem) -> HTTPResponse {
    let values = try parameters()
    let root = try document().root
    let wrapped = root.member("launch")
    let app = wrapped.flatMap { _ in root.member("app")?.string } ?? values["app"]
    let number: Int
    do throws(UnknownApp) {
      number = try snapshot.app(named: app)
    } catch {
      throw .parameter("app", error.message)
    }
    let node = wrapped ?? root
    guard case .object = node.value else {
      let subject = wrapped == nil ? "the body" : "launch"
      throw Problem(
        .badRequest, "invalid-json", "\(subject): found \(node.value.kindName): expected an object")
    }
    let launch = ReportedLaunch(reading: JSONProblemCollector(tree: node).root)
    let question = LaunchQuestion(app: number, launch, in: snapshot)
    let answer = try stored { store throws(LinkStoreError) in
      try question.answer(links: StoredLinks(store), now: timestamp)
    }
    return json(answer.document)
  }

  func buildNotification() throws(Problem) -> HTTPResponse {
    let answer = NotificationQuestion(json: request.body).answer()
    return json(answer.document, answer.isPositive ? .ok : .unprocessableContent)
  }
}

extension Problem {
  fileprivate init(_ error: UnreadableAssociation) {
    let finding = error.finding
    var place = ""
    if let line = finding.line, let column = finding.column {
      place = "line \(line), column \(column): "
    }
    self = .invalid([.init(field: error.source.name, detail: place + finding.message)])
  }
}
