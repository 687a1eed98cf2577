import Deliveries
import JSONSyntax
import KeiroConfiguration
import LaunchRouting
import LinkStorage
import Links
import Outgoing
import Platforms
import Questions
import Service
import SiteModel

extension CommandTable {
  static let launch = CommandSpecification(
    "launch", "evaluate a launch of an app: event, destination, receiver",
    details: [
      "FILE holds the launch as JSON, such as {\"kind\": \"openURL\", \"url\":",
      "\"asajikan://article/42\"}; '-' reads standard input. Deep links are resolved with the",
      "routes and short links of the configuration. --sdk applies if the launch names no",
      "SDK. Exits with 1 if the answer names problems.",
    ],
    options: [.config, .appName.required, .sdk, .json], operands: .file(suchAs: "launch.json"),
    examples: [
      "launch --app shop launch.json",
      "launch --app shop --sdk 27 launch.json  # as if it were built with Xcode 27",
    ]
  ) { arguments throws(UsageError) in
    let (name, sdk) = (
      try arguments.required(.appName) { $0 }, try arguments.value(.sdk) { SystemVersion($0) }
    )
    let input = CommandInput(path: try arguments.operand())
    return { console throws(CommandFailure) in
      let configuration = try CompiledConfiguration.used(arguments.configuration)
      let snapshot = configuration.snapshot
      let number = try snapshot.app(option: name)
      var context = snapshot.apps[number].launchContext
      context.sdk = sdk ?? context.sdk
      let launch = ReportedLaunch(json: try input.read(console), assuming: context)
      let (answer, _) = try configuration.store.asking { links throws(LinkStoreError) in
        try launch.evaluated(byApp: number, in: snapshot, links: links, now: arguments.now)
      }
      return console.give(answer) { evaluation in
        evaluation.lines(launch).forEach(console.print)
        evaluation.problems.forEach { console.note("\(input.name): \($0)") }
        evaluation.notes.forEach { console.note("\(input.name): note: \($0)") }
      }
    }
  }
}

extension LaunchEvaluation {
  fileprivate func lines(_ report: ReportedLaunch) -> [String] {
    let key = receiver?.key.map { ", in \($0.rawValue)" } ?? ""
    return [
      "launch       \(report.path?.title ?? "of no known kind") (\(report.circumstances))",
      "event        " + (event?.description ?? "none"),
      "destination  " + (destination?.description ?? "none: the app stays where it is"),
      "received by  " + (receiver?.method.rawValue ?? "nobody knows") + key,
    ]
  }
}

extension ReportedLaunch {
  /// The circumstances of the launch, such as `not running, iOS 26.0, scene`.
  fileprivate var circumstances: String {
    let lifecycle = context.lifecycle.effective(on: context.system)
    return "\(context.state.title), iOS \(context.system), \(lifecycle.rawValue)"
  }
}

extension CommandTable {
  static let notification = CommandSpecification(
    "notification", "build a communication notification; 'notification send' sends it",
    details: [
      "FILE holds the notification as JSON, with sender, content and",
      "conversationIdentifier; '-' reads standard input. Exits with 1 if a rule is broken",
      "and no payload can be built. 'keiro notification send' sends one to devices.",
    ],
    options: [.json], operands: .file(suchAs: "message.json"),
    examples: ["notification message.json"]
  ) { arguments throws(UsageError) in
    let input = CommandInput(path: try arguments.operand())
    return { console throws(CommandFailure) in
      let answer = ReportedNotification(json: try input.read(console))
      return console.give(answer) { report in
        report.findings.flatMap { $0.lines(file: input.name) }.forEach(console.note)
        if let payload = report.payload {
          console.print(payload.output)
          let size = "\(payload.byteCount) of \(NotificationPayload.byteLimit) bytes"
          console.note("\(input.name): good: \(size) when sent as one line")
        }
      }
    }
  }
}

extension NotificationFinding {
  func lines(file: String) -> [String] {
    var text = file + ":"
    if let line, let column { text += "\(line):\(column):" }
    text += " \(severity.rawValue):"
    if !path.isEmpty { text += " \(path):" }
    return ["\(text) \(message) [\(code)]"] + (help.map { ["  help: \($0)"] } ?? [])
  }
}

extension CommandTable {
  static let sendNotification = CommandSpecification(
    "notification send", "send a notification to devices through APNs",
    details: [
      "FILE holds the notification as 'keiro notification' reads it, or the payload itself,",
      "which has a member 'aps'; '-' reads standard input. The app needs 'apple.push' in",
      "the configuration. Sends from this machine; no server is needed. Exits with 1 unless",
      "APNs accepts every push.",
    ],
    options: [
      .config, .appName, .environment, .device, .pushType, .priority, .expiration, .collapseID,
      .json,
    ],
    operands: .file(suchAs: "message.json"),
    examples: ["notification send --app shop --device 1f2e3d4c 5b6a7988 message.json"]
  ) { arguments throws(UsageError) in
    var push = PushRequest(
      devices: try arguments.list(.device) { PushRequest.isToken($0) ? $0 : nil }, payload: "")
    push.environment = arguments.word(.environment) ?? .production
    push.kind = arguments.word(.pushType) ?? .alert
    push.priority = try arguments.value(.priority) { Int($0) }
    push.expiration = try arguments.number(.expiration, in: 0...Int.max)
    push.collapseID = arguments.value(.collapseID)
    let input = CommandInput(path: try arguments.operand())
    return { [push] console throws(CommandFailure) in
      let configuration = try CompiledConfiguration.used(arguments.configuration)
      let snapshot = configuration.snapshot
      let app = snapshot.apps[try snapshot.app(option: arguments.value(.appName))]
      let filled = try filled(push, try input.read(console), input.name, console)
      return try send(filled, app, configuration, console)
    }
  }

  private static func filled(
    _ push: PushRequest, _ bytes: [UInt8], _ name: String, _ console: Console
  ) throws(CommandFailure) -> PushRequest {
    var push = push
    if let root = try? JSONDocument(parsing: bytes).root, root.member("aps") != nil {
      push.payload = String(decoding: root.text(in: bytes) ?? bytes[...], as: UTF8.self)
    } else {
      let reported = ReportedNotification(json: bytes)
      let lines = reported.findings.flatMap { $0.lines(file: name) }
      guard let payload = reported.payload else {
        let errors = reported.findings.filter { $0.severity == .error }
        let faults = errors.map { finding in
          guard finding.path.isEmpty, let line = finding.line, let column = finding.column else {
            return FieldFault(finding.path, finding.message)
          }
          return FieldFault(name, "line \(line), column \(column): \(finding.message)")
        }
        var failure = CommandFailure(.invalid(faults))
        (failure.lines, failure.notes) = ([], lines)
        throw failure
      }
      lines.forEach(console.note)
      push.payload = payload.json
    }
    guard push.devices.count <= PushRequest.deviceLimit else {
      throw .refusal(
        "invalid-fields",
        "\(push.devices.count) devices: expected at most \(PushRequest.deviceLimit)")
    }
    guard push.faults.isEmpty else { throw CommandFailure(.invalid(push.faults)) }
    return push
  }

  private static func send(
    _ push: PushRequest, _ app: AppDefinition, _ configuration: CompiledConfiguration,
    _ console: Console
  ) throws(CommandFailure) -> ExitCode {
    let sender = PushSender(
      configuration.outgoing,
      OutgoingContext(agent: "keiro/\(keiroVersion)", log: { console.remark("\($0)") }))
    defer { sender.close() }
    let answer = AnswerSlot<Result<[PushResult], PushSender.Refusal>>()
    sender.send(push, app: app, answer.fill)
    switch answer.wait() {
    case .success(let results):
      return console.give(
        CommandAnswer(
          document: JSONNode(results.document), lines: results.map(\.line),
          isPositive: results.allSatisfy { $0.status == 200 }))
    case .failure(let refusal):
      if case .notConfigured = refusal {
        throw .refusal("pushes-not-configured", refusal.message)
      }
      throw .environment("pushes-unavailable", refusal.message)
    }
  }
}

extension OptionSpecification {
  fileprivate static let environment = Self(
    "--environment", .words(PushRequest.Environment.allCases.map(\.rawValue)),
    "which of Apple's servers; default production")
  fileprivate static let device = Self(
    "--device", .text("TOKEN"), "the tokens of devices in hexadecimal digits", isRequired: true,
    isRepeatable: true, takesSeveral: true)
  fileprivate static let pushType = Self(
    "--push-type", .words(PushRequest.Kind.allCases.map(\.rawValue), label: "TYPE"),
    "the kind of push; default alert")
  fileprivate static let priority = Self(
    "--priority", .words(["10", "5", "1"]), "default 10, for background pushes 5")
  fileprivate static let expiration = Self(
    "--expiration",
    .text("SECONDS", form: "a time in seconds since 1970 such as 1800000000, or 0"),
    "until when APNs tries, in seconds since 1970; 0 for one attempt")
  fileprivate static let collapseID = Self(
    "--collapse-id", .text("TEXT", form: "a text such as score"),
    "pushes with the same text replace each other")
}

extension PushResult {
  fileprivate var line: String {
    let status = status.map(String.init) ?? "-"
    return [device, status, reason ?? "sent", apnsID].joined(separator: "  ")
  }
}
