package import JSONSyntax
package import LaunchRouting

/// Asks what the payload of a communication notification contains.
package struct NotificationQuestion: Sendable {
  private let json: [UInt8]

  /// - Parameter json: the description of the notification as the API defines it.
  package init(json: [UInt8]) {
    self.json = json
  }

  /// Returns the payload, if the description has no errors, and the findings.
  package func answer() -> ReportedNotification { ReportedNotification(json: json) }
}

extension ReportedNotification: QuestionAnswer {
  package var document: JSONOutput { output }
  package var isPositive: Bool { !hasErrors }
}
