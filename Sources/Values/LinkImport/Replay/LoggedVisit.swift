/// A request for a short URL, as a log or a list names it.
package struct LoggedVisit: Equatable, Sendable {
  /// In lower case and without a port; nil where the line names none.
  package var host: String?
  /// Path and query.
  package var target: String
  /// Empty where the line does not have it, as the following.
  package var agent = ""
  package var language = ""
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

/// Why a line of a log is not asked again.
package enum PassedLine: String, CaseIterable, Sendable {
  /// It is not a request.
  case unreadable
  /// It is neither GET nor HEAD.
  case otherMethod
  /// It asks for a file that services make for themselves, such as `/robots.txt`.
  case ownFile
}
