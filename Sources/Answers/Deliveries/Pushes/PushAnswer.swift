import JSONSyntax

/// The reaction to an answer from APNs, by Apple's tables of statuses and reasons.
package enum PushTreatment: Equatable, Sendable {
  case taken
  /// The caller's mistake, or specific to the device: report it and do not retry.
  case report
  /// The device can no longer be reached.
  case dead
  /// Retry with the same identifier on a new connection.
  case again
  /// Retry once, with a new provider token.
  case renewToken
  /// The key is not valid: send nothing else with it for now.
  case stopKey
}

package struct PushAnswer: Equatable, Sendable {
  package let status: Int
  /// Apple's reason; nil for an accepted push.
  package let reason: String?
  /// The time since which the device token is dead (status 410), in milliseconds since 1970; nil for
  /// other answers.
  package let timestamp: Int?

  /// - Parameter body: a JSON object with `reason`; empty for status 200.
  package init(status: Int, body: [UInt8]) {
    self.status = status
    let root = try? JSONDocument(parsing: body).root
    let reason = root?.member("reason")?.string
    self.reason = status == 200 ? nil : reason.map { String($0.prefix(100)) } ?? "Unknown"
    timestamp = status == 410 ? root?.member("timestamp")?.wholeNumber : nil
  }

  package var treatment: PushTreatment {
    switch (status, reason) {
    case (200, _): .taken
    case (400, "IdleTimeout"): .again
    case (403, "ExpiredProviderToken"): .renewToken
    case (403, _): .stopKey
    case (410, _): .dead
    case (500..., _): .again
    default: .report
    }
  }
}
