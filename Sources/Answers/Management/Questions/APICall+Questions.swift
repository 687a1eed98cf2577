import AppAssociation
import AssociationValidation
import Changes
import HTTPCore
import JSONSyntax
import LaunchRouting
import LinkStorage
import Links
import Questions
import Service
import SiteModel
import WebSyntax

/// The calls that return the same documents as the commands of the same names.
extension APICall {
  // MARK: - Association files

  /// Validates the file in the body, which may belong to any site.
  func validate() throws(Problem) -> APIAnswer {
    let kind = try given(CallParameters.kind)
    guard !body.isEmpty else {
      throw Problem(.badRequest, "empty-body", "the body is empty: expected an association file")
    }
    let source = AssociationText(try given(CallParameters.file) ?? "body", bytes: body)
    return try measured(ValidationQuestion([.source(source)], kind: kind).answer().document)
  }

  /// Matches URLs against the file in the body, or the one served by a host.
  func match() throws(Problem) -> APIAnswer {
    let asked = try document().read { MatchBody($0, in: body) }
    let source = if let source = asked.source { source } else { try served(asked) }
    let match: OpenedMatch
    do throws(UnreadableAssociation) {
      match = try MatchQuestion(source, urls: asked.urls, asked.terms).opened()
    } catch {
      throw Problem(error)
    }
    try meter?.check(verdicts: match.count, of: match.apps.count)
    return try measured(match.answer { meter?.goesOn(adding: $0) ?? true }.document)
  }

  private func served(_ asked: MatchBody) throws(Problem) -> AssociationText {
    let host = asked.terms.host?.description ?? asked.urls.first?.url.host ?? ""
    try require(host)
    let isApple = asked.terms.kind != .android
    guard let bytes = snapshot.document(host: host.lowercased(), isApple: isApple) else {
      throw .invalid([
        FieldFault("aasa", "missing, and no site serves a file on the host '\(host)'")
      ])
    }
    return AssociationText("aasa", bytes: bytes)
  }

  func diff() throws(Problem) -> APIAnswer {
    let (old, new) = try document().read { object in
      (
        object.required("old")?.associationText(in: body),
        object.required("new")?.associationText(in: body)
      )
    }
    guard let old, let new else { throw .invalid([]) }
    let difference: AssociationDifference
    do throws(UnreadableAssociation) {
      difference = try DiffQuestion(old: old, new: new).answer()
    } catch {
      throw Problem(error)
    }
    return try measured(difference.document)
  }

  // MARK: - Taps, launches, notifications

  func explain() throws(Problem) -> APIAnswer {
    let question = try ExplanationQuestion(reading: document())
    let answer = try answered { inquiry throws(InquiryError) in
      try inquiry.explanation(question)
    }
    return try measured(answer.document)
  }

  /// Evaluates the body: a launch, or `{"app", "launch"}`.
  func evaluateLaunch() throws(Problem) -> APIAnswer {
    let root = try document().root
    let wrapped = root.member("launch")
    guard (wrapped ?? root).object != nil else {
      let field = wrapped == nil ? "" : "launch"
      throw .invalid([
        FieldFault(field, "expected an object such as {\"kind\": \"normal\"}")
      ])
    }
    let app =
      wrapped.flatMap { _ in root.member("app")?.string } ?? parameters[CallParameters.app.name]
    let number: Int
    do throws(UnknownApp) {
      number = try snapshot.app(named: app)
    } catch {
      throw .parameter("app", error.message)
    }
    let node = wrapped ?? root
    let launch = ReportedLaunch(
      reading: JSONProblemCollector(tree: node).root,
      assuming: snapshot.apps[number].launchContext)
    let question = LaunchQuestion(app: number, launch, in: snapshot)
    let answer = try stored { () throws(LinkStoreError) in
      try question.answer(links: StoredLinks(directory.managed), now: timestamp)
    }
    return json(answer.document)
  }

  func buildNotification() throws(Problem) -> APIAnswer {
    try checkIsJSON()
    let answer = NotificationQuestion(json: body).answer()
    return json(answer.document, answer.isPositive ? .ok : .unprocessableContent)
  }
}

extension Problem {
  fileprivate init(_ error: UnreadableAssociation) {
    let finding = error.finding
    var position = ""
    if let line = finding.line, let column = finding.column {
      position = "line \(line), column \(column): "
    }
    self = .invalid([FieldFault(error.source.name, position + finding.message)])
  }
}
