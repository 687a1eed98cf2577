/// The documentation of a check, from which the guide is generated.
package struct CheckPage: Sendable {
  /// The subject of the check, and the conditions under which it fails or warns.
  package let subject: String
  /// The reason why the check matters.
  package let reason: String
  /// The source of the requirement.
  package let source: String
  /// The way to fix the problem.
  package let remedy: String

  init(_ subject: String, reason: String, source: String, remedy: String) {
    self.subject = subject
    self.reason = reason
    self.source = source
    self.remedy = remedy
  }
}

extension DoctorCheck {
  /// The documentation of the check.
  package var page: CheckPage {
    switch group {
    case .dns, .tls, .http: networkPage
    case .aasa, .appleCDN: applePage
    case .assetlinks, .google: googlePage
    case .documents: documentPage
    case .apps, .links, .security: linkPage
    }
  }
}

/// The remedies that several pages share.
enum Remedies {
  /// The proxy location of nginx. `^~` takes precedence over locations by pattern, such as one that
  /// hides every path with a dot.
  static let pass =
    "location ^~ /.well-known/ { proxy_pass http://127.0.0.1:8080; proxy_set_header Host $host; }"
  static let wellKnown = "pass the files below /.well-known/ on to Keiro: \(pass)"
  static let strictTransport =
    "add_header Strict-Transport-Security \"max-age=63072000\" always;"
}

/// The sources that several pages share.
enum Sources {
  static let domains = "Apple, Supporting associated domains"
  static let technote = "Apple, TN3155: Debugging universal links"
  static let entitlement = "Apple, Associated Domains Entitlement"
  static let appLinks = "Android, Verify App Links; Google, Digital Asset Links"
  static let listAPI = "Google, Digital Asset Links API, statements.list"
}
