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

/// The calls that ask: they return the same documents as the commands of the same names.
extension APICall {
  // MARK: - Association files

  /// Validates the file in the body, which may belong to any site.
  func validate() throws(Problem) -> APIAnswer {
    let kind = try given(CallParameters.kind)
    guard !body.isEmpty else {
      throw Problem(.badRequest, "empty-body", "the body is empty: expected an association file")
    }
    let source = AssociationText(try given(CallParameters.file) ?? "body", bytes: body)
    return try measured(ValidationAnswer([.source(source)], kind: kind).document)
  }

  /// Matches URLs against the file in the body, or the one served by a host.
  func match() throws(Problem) -> APIAnswer {
    let asked = try document().read { MatchBody($0, in: body) }
    let source = if let source = asked.source { source } else { try served(asked) }
    let match = try readable(MatchQuestion(source, urls: asked.urls, asked.terms))
    try meter?.check(verdicts: match.count, of: match.apps.count)
    return try measured(match.answer { meter?.goesOn(adding: $0) ?? true }.document)
  }

  private func served(_ asked: MatchBody) throws(Problem) -> AssociationText {
    let host = asked.terms.host?.description ?? asked.urls.first?.url.host ?? ""
    try require(host)
    let isApple = asked.terms.kind != .android
    guard let bytes = snapshot.document(host: HostName.compared(host), isApple: isApple) else {
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
    return try measured(readable(AssociationDifference(from: old, to: new)).document)
  }

  private func readable<Value>(
    _ read: @autoclosure () throws(UnreadableAssociation) -> Value
  ) throws(Problem) -> Value {
    try Result(catching: read)
      .mapError { Problem.invalid([FieldFault($0.source.name, $0.sentence)]) }.get()
  }

  // MARK: - Taps, launches, notifications

  func explain() throws(Problem) -> APIAnswer {
    let question = try ExplanationQuestion(reading: document())
    let answer = try answered(inquiry.explanation(question))
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
    let found = Result { () throws(UnknownApp) in try snapshot.app(named: app) }
    let number = try found.mapError { Problem.parameter("app", $0.message) }.get()
    let node = wrapped ?? root
    let launch = ReportedLaunch(
      reading: JSONProblemCollector(tree: node).root,
      assuming: snapshot.apps[number].launchContext)
    let links = StoredLinks(directory.managed)
    let answer = try stored(
      launch.evaluated(byApp: number, in: snapshot, links: links, now: timestamp))
    return json(answer.document)
  }

  func buildNotification() throws(Problem) -> APIAnswer {
    try checkIsJSON()
    let answer = ReportedNotification(json: body)
    return json(answer.document, answer.isPositive ? .ok : .unprocessableContent)
  }

  // MARK: - Changes and counts

  func audit() throws(Problem) -> APIAnswer {
    var question = AuditQuestion(limit: try limit(CallParameters.limit.orBlank))
    question.host = try given(CallParameters.changedHost)
    question.actor = try given(CallParameters.actor)
    question.person = try given(CallParameters.changingPerson)
    question.action = try given(CallParameters.action)
    question.change = try given(CallParameters.ofChange)
    question.since = try given(CallParameters.since)
    question.until = try given(CallParameters.until)
    question.before = try given(CallParameters.numberCursor)
    return try measured(
      answered(inquiry.audit(question)).document)
  }

  func limit(_ parameter: APIParameter<Int>) throws(Problem) -> Int {
    try given(parameter) ?? 100
  }

  func statistics() throws(Problem) -> APIAnswer {
    let grouping = try given(CallParameters.grouping) ?? .day
    let split = try given(CallParameters.split)
    let zone = try given(CallParameters.countedZone) ?? .utc
    if let split, grouping != .day, grouping != .hour {
      throw .parameter(
        "split",
        "'\(split.rawValue)' tells the clicks of times apart, not those by \(grouping.rawValue): "
          + "expected by=day, or no 'split'")
    }
    guard zone == .utc || grouping != .day || split == nil else {
      throw .parameter(
        "split", "days are told apart in UTC alone: expected no 'timeZone' beside it")
    }
    let question = StatisticsQuestion(
      host: try given(CallParameters.countedHost), slug: try given(CallParameters.countedSlug),
      since: try given(CallParameters.countedSince), until: try given(CallParameters.countedUntil),
      by: grouping,
      // Hours are kept without their parts.
      split: grouping == .day ? split : nil, in: zone)
    let answer = try answered(inquiry.statistics(question))
    guard try given(CallParameters.statisticsFormat) == .csv else {
      return try measured(answer.document)
    }
    var fields = HTTPFields(Self.privateFields)
    fields.append("Content-Type", "text/csv; charset=utf-8; header=present")
    fields.append("Content-Disposition", "attachment; filename=\"keiro-\(grouping.rawValue).csv\"")
    return APIAnswer(
      HTTPResponse(
        .ok, fields: fields, body: Array(answer.csv.utf8), route: operation.route, outcome: .api))
  }
}
