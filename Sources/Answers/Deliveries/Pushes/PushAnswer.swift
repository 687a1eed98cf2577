import JSONSyntax

/// What to do about an answer of APNs, by Apple's tables of statuses and reasons.
package enum PushTreatment: Equatable, Sendable {
  case taken
  /// The caller's mistake, or a matter of this device alone: told, and not tried again.
  case report
  /// Nothing can be sent to the device any more.
  case dead
  /// Tried again under the same identifier, after the connection was made anew.
  case again
  /// Tried again once, with a new provider token.
  case renewToken
  /// The key is no good: nothing else is sent with it for now.
  case stopKey
}

/// An answer of APNs.
package struct PushAnswer: Equatable, Sendable {
  package let status: Int
  /// Nil for a push that was taken.
  package let reason: String?
  /// Milliseconds since 1970.
  package let timestamp: Int?

  /// - Parameter body: a JSON object with `reason`, empty for 200.
  package init(status: Int, body: [UInt8]) {
    self.status = status
    let root = try? JSONDocument(parsing: body).root
    let reason = root?.member("reason")?.string
    self.reason = status == 200 ? nil : reason.map { String($0.prefix(100)) } ?? "Unknown"
    if status == 410, case .number(let text)? = root?.member("timestamp")?.value {
      timestamp = Int(text)
    } else {
      timestamp = nil
    }
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
