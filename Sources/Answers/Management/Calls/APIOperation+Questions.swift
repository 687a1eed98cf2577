import HTTPCore
import JSONSyntax
import LinkStorage
import Service

extension APIOperation {
  private typealias Parameters = CallParameters

  static let probes: [Row] = [
    Row(
      .health, .get, "/healthz", [], "Whether the process lives", answers: [.text("It does.")],
      route: .health, run: nil),
    Row(
      .readiness, .get, "/readyz", [], "Whether requests can be answered",
      answers: [.text("They can.")], refusals: [503], route: .ready, run: nil),
    Row(
      .changeReadiness, .get, "/readyz/changes", [], "Whether changes are taken",
      answers: [.text("They are.")], refusals: [503], route: .ready, run: nil),
    Row(
      .metrics, .get, "/metrics", [], "Counters for Prometheus",
      answers: [.text("Text format 0.0.4.")], route: .metrics, run: nil),
    Row(
      .openAPI, .get, "/openapi.json", [], "This document",
      answers: [Answer("OpenAPI 3.1.", ["type": "object"])], run: APICall.openAPI),
  ]

  static let questions: [Row] = [
    Row(
      .statistics, .get, "/v1/stats", [.readStatistics], "Clicks and launches", nil,
      [
        Parameters.countedHost, Parameters.countedSlug, Parameters.countedSince,
        Parameters.countedUntil, Parameters.countedZone, Parameters.grouping, Parameters.split,
        Parameters.statisticsFormat,
      ], answers: [sums], traits: .heavy, run: APICall.statistics),
    Row(
      .audit, .get, "/v1/audit", [.admin], "Who has changed what, newest first.",
      "Entries are written in the transaction of the change and kept for 'audit.days' of the "
        + "configuration, at most a million. A token that is bound to hosts sees the entries of these "
        + "hosts alone.",
      [
        Parameters.changedHost, Parameters.actor, Parameters.changingPerson, Parameters.action,
        Parameters.ofChange, Parameters.since, Parameters.until, Parameters.numberCursor,
        Parameters.limit.orBlank,
      ], answers: [.page("entries", of: "AuditEntry")], traits: .heavy, run: APICall.audit),
    Row(
      .status, .get, "/v1/status", [.admin], "What needs someone, and where visitors find nothing",
      "For tokens without hosts: each thing with its weight and since when, the gravest first; the "
        + "configuration in force; the most frequent addresses of the last two days that lead nowhere.",
      answers: [Answer("The status.", .schema("Status"))], run: APICall.status),
    Row(
      .explain, .post, "/v1/explain", [.readLinks],
      "What happens to a tap on a URL, step by step", body: .json("ExplanationQuestion"),
      answers: [
        Answer(
          "As 'keiro explain --json' prints it, or with --matrix or --all.", .schema("Explanation"))
      ], refusals: [422], traits: .heavy, run: APICall.explain),
    Row(
      .validate, .post, "/v1/validate", [.readLinks], "What is wrong with an association file", nil,
      [Parameters.kind, Parameters.file],
      body: Body(media: [Answer.media("*/*", [:])], sentence: "The file itself; not empty."),
      answers: [Answer("As 'keiro validate --json' prints it.", .schema("ValidationAnswer"))],
      traits: .heavy, run: APICall.validate),
    Row(
      .examineHosts, .post, "/v1/doctor", [.readLinks],
      "Look at hosts from outside, as Apple, Google and visitors do",
      body: .json("ExaminedHosts", isRequired: false),
      answers: [
        Answer(
          "As 'keiro doctor --json' prints it. It may take a minute.", .schema("HostReports"))
      ], refusals: [422], run: nil),
    Row(
      .match, .post, "/v1/match", [.readLinks], "What an association file says of URLs",
      body: .json("MatchQuestion"),
      answers: [Answer("As 'keiro match --json' prints it.", .schema("MatchAnswer"))],
      refusals: [422], traits: .heavy, run: APICall.match),
    Row(
      .diff, .post, "/v1/diff", [.readLinks],
      "What changes in behaviour between two association files", body: .json("DiffQuestion"),
      answers: [Answer("As 'keiro diff --json' prints it.", .schema("DiffAnswer"))],
      refusals: [422], traits: .heavy, run: APICall.diff),
    Row(
      .evaluateLaunch, .post, "/v1/launches:evaluate", [.readLinks],
      "Event, destination and receiver of a launch", nil, [Parameters.app],
      body: .json("Launch"),
      answers: [Answer("As 'keiro launch --json' prints it.", .schema("LaunchAnswer"))],
      refusals: [422], run: APICall.evaluateLaunch),
    Row(
      .buildNotification, .post, "/v1/notifications:build", [.writeNotifications],
      "The payload of a communication notification",
      body: Body(media: [Answer.media("application/json", ["type": "object"])]),
      answers: [
        Answer("As 'keiro notification --json' prints it.", ["type": "object"]),
        Answer(
          "The findings that keep it from being built.", status: 422, ["type": "object"]),
      ], run: APICall.buildNotification),
  ]

  private static let sums = {
    var answer = Answer("Sums.", .schema("Statistics"))
    answer.media.append(Answer.media("text/csv", ["type": "string"]))
    return answer
  }()

  static let firebase: [Row] = [
    Row(
      .createDynamicLink, .post, "/v1/shortLinks", [.writeLinks],
      "Make a link as Firebase Dynamic Links did", nil, [Parameters.key],
      body: .json("DynamicLink"), answers: [Answer("The link.", .schema("MadeDynamicLink"))],
      traits: [.firebase, .changesCopies], run: APICall.createDynamicLink),
    Row(
      .dynamicLinkStatistics, .get, "/v1/{shortLink}/linkStats", [.readStatistics],
      "Clicks of a link as Firebase Dynamic Links told them", nil,
      [Parameters.shortLink, Parameters.days, Parameters.key],
      answers: [Answer("Clicks by platform.", .schema("DynamicLinkStatistics"))],
      traits: [.firebase, .heavy], run: APICall.dynamicLinkStatistics),
    // Called by apps, whose tokens should allow nothing else.
    Row(
      .reopenAttribution, .post, "/v1/reopenAttribution",
      [.writeLaunches, .writeLinks, .readLinks],
      "The deep link behind a link that has opened an app", nil, [Parameters.key],
      body: .json("OpenedDynamicLink"), answers: [Answer("The deep link.", .schema("DeepLink"))],
      traits: .firebase, run: APICall.reopenAttribution),
  ]
}
