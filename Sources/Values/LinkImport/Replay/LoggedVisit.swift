/// A request for a short URL, from a log or a list.
package struct LoggedVisit: Equatable, Sendable {
  /// The host in lower case and without a port; nil when the line has none.
  package var host: String?
  /// Path and query.
  package var target: String
  /// The user agent; empty when the line does not have it.
  package var agent = ""
  /// The value of `Accept-Language`; empty when the line does not have it.
  package var language = ""
  /// The visitor's address; empty when the line does not have it.
  package var address = ""

  package init(
    host: String? = nil, target: String, agent: String = "", language: String = "",
    address: String = ""
  ) {
    self.host = host
    self.target = target
    self.agent = agent
    self.language = language
    self.address = address
  }
}

/// The reason that a line of a log is not replayed.
package enum PassedLine: String, CaseIterable, Sendable {
  /// It is not a request.
  case unreadable
  /// It is neither GET nor HEAD.
  case otherMethod
  /// It asks for a file that services generate themselves, such as `/robots.txt`.
  case ownFile
}
