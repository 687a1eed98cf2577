package import JSONSyntax

/// A communication notification read from text, with its faults.
public struct ReportedNotification: Hashable, Sendable {
  /// The notification with defaults for unreadable parts; nil when the text is not a JSON object.
  public let notification: CommunicationNotification?
  /// The findings: unreadable parts first, then faults found by the rules.
  public let findings: [NotificationFinding]

  /// The payload; nil when the findings include an error.
  public var payload: NotificationPayload? {
    hasErrors ? nil : notification.map(NotificationPayload.init)
  }

  /// Whether the findings include an error, which prevents a payload.
  public var hasErrors: Bool { findings.contains { $0.severity == .error } }
}

extension ReportedNotification {
  /// Reads a notification from JSON. Never fails: invalid JSON yields a finding.
  public init(json bytes: [UInt8]) {
    do throws(JSONSyntaxError) {
      self.init(document: try JSONDocument(parsing: bytes))
    } catch {
      let position = JSONLines(bytes: bytes).position(of: error.offset)
      let finding = NotificationFinding(
        format: "", position, error.message, help: error.reason.help)
      self.init(notification: nil, findings: [finding])
    }
  }

  /// The fields besides its own that a finding relies on, with all inside of them.
  private static let premises = [
    "sender-name-missing": ["sender.nameComponents"], "sender-identity-missing": ["sender"],
    "group-too-small": ["recipients", "recipientCount"],
  ]

  private init(document: JSONDocument) {
    let collector = JSONProblemCollector(document)
    let notification = collector.root.object { NotificationReader(object: $0).read() }
    let unreadable = collector.problems.map {
      NotificationFinding(format: $0.path, $0.position, $0.message)
    }
    // What only follows from an unreadable field is not also reported.
    let faulty = unreadable.map(\.path)
    let ruled = (notification?.findings ?? []).filter { finding in
      let premises = Self.premises[finding.code] ?? []
      return !faulty.contains { path in
        ([finding.path] + premises).contains {
          $0 == path || $0.hasPrefix(path + ".") || $0.hasPrefix(path + "[")
        } || premises.contains { path.hasPrefix($0 + ".") }
      }
    }
    let names = document.root.object?.map(\.name) ?? []
    let isAlias = names.contains("speakableGroupName") && !names.contains("group")
    self.notification = notification
    findings =
      unreadable
      + ruled.map { finding in
        var finding = isAlias ? finding.named("group", "speakableGroupName") : finding
        let position = document.position(path: finding.path)
        (finding.line, finding.column) = (position.line, position.column)
        return finding
      }
  }
}

extension NotificationFinding {
  /// The code for invalid JSON, or for a field that is unknown, repeated or of the wrong type.
  static let formatCode = "notification-format"

  fileprivate init(
    format path: String, _ position: JSONPosition?, _ message: String, help: String? = nil
  ) {
    self.init(
      code: Self.formatCode, severity: .error, path: path, line: position?.line,
      column: position?.column, message: message, help: help)
  }
}

extension NotificationFinding {
  /// The finding about a field that was written under another name.
  fileprivate func named(_ name: String, _ written: String) -> NotificationFinding {
    guard path == name || path.hasPrefix(name + ".") else { return self }
    let parts = help?.split(separator: "'", omittingEmptySubsequences: false)
    return NotificationFinding(
      code: code, severity: severity, path: written, message: message,
      help: parts?.map { $0 == name ? written : String($0) }.joined(separator: "'"))
  }
}

extension ReportedNotification {
  /// The JSON form: `{"payload":…,"bytes":…,"findings":[…]}`; `payload` is null when there are
  /// errors, `bytes` when nothing could be read.
  package var output: JSONOutput {
    let bytes = notification.map { JSONOutput.int(NotificationPayload($0).byteCount) }
    return [
      "payload": payload?.output ?? .null, "bytes": bytes ?? .null,
      "findings": .array(findings.map(\.output)),
    ]
  }
}
