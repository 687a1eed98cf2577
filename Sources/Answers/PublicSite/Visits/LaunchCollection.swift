import Dispatch
import HTTPCore
import JSONSyntax
import LaunchRouting
import Links
import LinkStorage
import Service
import SiteModel
import WebSyntax

/// `POST /_keiro/launches`: counts the launches that apps report, since a universal link that opens
/// its app never reaches the server.
struct LaunchCollection {
  let visit: PublicVisit

  /// A thousand launches, each with a long user info; far fewer from an app without a token.
  private static let limits = (batch: 1000, body: 1 << 20)
  private static let openLimits = (batch: 50, body: 1 << 16)
  /// The days after which reports are refused: a phone with a wrong clock would otherwise spread
  /// its launches over all of history.
  private static let daysBack = 30

  private static func answer(_ problem: Problem) -> HTTPResponse {
    problem.response(from: .launches)
  }

  /// Accepts a body only from callers who may report launches, and while there is memory for it.
  func intake() -> HTTPIntake {
    guard hasToken else { return intake(.success(())) }
    return .reading(on: visit.directory.queues.reads) { [self] in
      Result { () throws(Problem) in try authenticate() }
    } next: {
      intake($0 ?? .failure(Self.busy))
    }
  }

  private func intake(_ authentication: Result<Void, Problem>) -> HTTPIntake {
    do throws(Problem) {
      try authentication.get()
      let guards = visit.directory.guards
      let limiter = hasToken ? guards.launches : guards.openLaunches
      if let wait = limiter.take(visit.client, at: visit.now) {
        throw .tooManyRequests("too many reports came from this network", wait: wait)
      }
      let lease = visit.directory.launchBodies.lease(for: .site(of: visit.client)) {
        Self.answer(Self.busy)
      }
      return BodyCeiling(limits.body, .launches, within: lease).intake(of: visit.request)
    } catch {
      return .refuse(Self.answer(error))
    }
  }

  private static let busy = Problem.busy("too many reports are arriving at once")

  /// Apps have no token, since everyone who has the app could extract it.
  private var hasToken: Bool { visit.request.first("Authorization") != nil }

  private var limits: (batch: Int, body: Int) { hasToken ? Self.limits : Self.openLimits }

  /// Refuses a wrong token instead of treating it as none.
  private func authenticate() throws(Problem) {
    guard hasToken else { return }
    _ = try visit.token(allowing: .writeLaunches)
  }

  func answer() -> HTTPAnswer {
    if let other = visit.request.answerUnlessPosted(.launches) { return .ready(other) }
    return .later { [self] completion in
      visit.directory.workQueue.async {
        do throws(Problem) {
          // Checked again, since a request without a body had no intake.
          try authenticate()
          try collect(completion)
        } catch {
          completion(Self.answer(error))
        }
      }
    }
  }

  private func collect(_ completion: @escaping HTTPCompletion) throws(Problem) {
    let (reports, faults, count) = try reports()
    guard !reports.isEmpty || count == 0 else { throw .invalid(faults) }
    visit.directory.clicks.report(reports, now: visit.timestamp) { result in
      switch result {
      case .success(let counted):
        completion(
          Self.answer(
            counted: counted, repeated: reports.count - counted, rejected: count - reports.count,
            faults))
      case .failure(let error): completion(Self.answer(Problem(error)))
      }
    }
  }

  private static func answer(
    counted: Int, repeated: Int, rejected: Int, _ faults: [FieldFault]
  ) -> HTTPResponse {
    let body = JSONOutput.object([
      .init("counted", .int(counted)), .init("repeated", .int(repeated)),
      .init("rejected", .int(rejected)), .init("errors", .array(faults.map(\.json))),
    ])
    return HTTPResponse(json: body, route: .launches, outcome: .launches)
  }

  // MARK: - Reading

  /// Reads one report, or several in an array or under `launches`; valid ones count even next to
  /// invalid ones.
  private func reports() throws(Problem) -> (
    reports: [CountedLaunch], faults: [FieldFault], count: Int
  ) {
    try Problem.check(coding: visit.request.text("Content-Encoding"))
    let document = try JSONDocument(body: visit.request.body)
    let collector = JSONProblemCollector(document)
    var fields = [collector.root]
    if document.root.array != nil {
      fields = collector.root.elements() ?? []
    } else if document.root.member("launches")?.array != nil {
      fields = collector.root.object { $0.optional("launches")?.elements() ?? [] } ?? []
    }
    guard fields.count <= limits.batch else {
      throw Problem(
        .contentTooLarge, "batch-too-long", "a batch has at most \(limits.batch) launches")
    }
    var reports: [CountedLaunch] = []
    for field in fields {
      let before = collector.count
      if let report = report(field), collector.count == before { reports.append(report) }
    }
    return (reports, collector.problems.faults, fields.count)
  }

  private func report(_ field: JSONField) -> CountedLaunch? {
    let report = field.object { object -> CountedLaunch? in
      let app = object.required("app").flatMap(app)
      let launch = object.required("launch").map { ReportedLaunch(reading: $0) }
      let event = event(object.present("event"), launch, app)
      let day = day(object.present("at"))
      let version = object.present("appVersion").flatMap(version)
      let id = object.present("id").flatMap(identifier)
      guard let app, let launch, let day else { return nil }
      let key = visit.snapshot.apps[app].key
      return CountedLaunch(
        id: id.map { "\(key)/\($0)" },
        launch: LaunchCount(
          app: key, event: event ?? "none", appVersion: version ?? "",
          systemVersion: "\(launch.context.system)", day: day, count: 1))
    }
    return report ?? nil
  }

  private func app(_ field: JSONField) -> Int? {
    guard let name = field.string() else { return nil }
    do throws(UnknownApp) {
      return try visit.snapshot.app(named: name)
    } catch {
      field.report(error.message)
      return nil
    }
  }

  /// The kind of event: as named by the app, or else derived from its report.
  private func event(_ field: JSONField?, _ launch: ReportedLaunch?, _ app: Int?) -> String? {
    if let field {
      let kind = field.node.string ?? field.node.member("kind")?.string
      if let kind, LaunchEvent.kinds.contains(kind) { return kind }
      let kinds = LaunchEvent.kinds.joined(separator: ", ")
      field.report("expected an event of one of the kinds \(kinds)")
      return nil
    }
    guard let app, let launch, launch.path != .presentedNotification, let launch = launch.launch
    else { return nil }
    return visit.snapshot.apps[app].launch.track(launch).event?.parts.kind
  }

  /// The day of the launch, in days since 1970; today when the app does not report it.
  private func day(_ field: JSONField?) -> Int? {
    let today = Int((visit.now.secondsSinceEpoch / 86_400).rounded(.down))
    guard let field else { return today }
    let time = field.value("a time: expected one such as 2026-11-21T00:00:00Z") { Timestamp($0) }
    guard let time else { return nil }
    let day = Int((Double(time.secondsSinceEpoch) / 86_400).rounded(.down))
    if (today - Self.daysBack...today + 1).contains(day) { return day }
    let text = (field.node.string ?? "").prefix(100)
    field.report("'\(text)' is too far from now: expected a time in the last 30 days")
    return nil
  }

  private func version(_ field: JSONField) -> String? {
    field.value("a version: expected one such as 2.1") { text in
      let isVersion =
        (1...32).contains(text.utf8.count)
        && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || ".-+_()".utf8.contains($0) }
      return isVersion ? text : nil
    }
  }

  private func identifier(_ field: JSONField) -> String? {
    guard let text = field.string() else { return nil }
    if (1...128).contains(text.utf8.count) { return text }
    field.report("an identifier has 1 to 128 bytes")
    return nil
  }
}
