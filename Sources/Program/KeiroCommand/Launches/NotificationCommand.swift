import JSONSyntax
import LaunchRouting
import Questions

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
    NotificationCommand(
      input: CommandInput(path: try arguments.operand()), json: arguments.has(.json))
  }
}

/// `keiro notification`: builds the payload of a communication notification, or explains why that
/// is impossible.
private struct NotificationCommand: Command {
  let input: CommandInput
  let json: Bool

  func run(_ console: Console) -> ExitCode {
    guard let bytes = input.read(console) else { return .environmentFailed }
    return console.give(NotificationQuestion(json: bytes).answer(), json: json) { report in
      report.findings.flatMap { $0.lines(file: input.name) }.forEach(console.note)
      if let payload = report.payload {
        console.print(payload.output)
        console.note("\(input.name): \(payload.summary)")
      }
    }
  }
}

extension NotificationPayload {
  /// The size of the payload against the limit of APNs, such as `312 of 4096 bytes`.
  fileprivate var summary: String {
    "good: \(byteCount) of \(Self.byteLimit) bytes when sent as one line"
  }
}

extension NotificationFinding {
  /// The finding as a compiler diagnostic, with its help on the next line.
  func lines(file: String) -> [String] {
    var text = file + ":"
    if let line, let column { text += "\(line):\(column):" }
    text += " \(severity.rawValue):"
    if !path.isEmpty { text += " \(path):" }
    return ["\(text) \(message) [\(code)]"] + (help.map { ["  help: \($0)"] } ?? [])
  }
}
