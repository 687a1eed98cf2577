/// An answer before it is written: `Content-Length`, `Date` and `Connection` are the encoder's.
package struct HTTPResponse: Sendable {
  package var status: HTTPStatus
  package var fields: HTTPFields
  /// For HEAD this is what GET would send; the encoder leaves it out.
  package var body: [UInt8]
  /// Which kind of route answered: an index into the names that the metrics print.
  package var route: UInt8
  /// What happened, in one word for the access log.
  package var outcome: StaticString
  /// Whether the connection must end after this answer.
  package var closesConnection: Bool
  /// Gives the body when its length is not known beforehand; `body` is then left out.
  package var source: (any HTTPBodySource)?
  /// What the answer is about, for the handler that is told when it was sent; nobody else looks.
  package var subject: (any AnyObject & Sendable)?

  package init(
    _ status: HTTPStatus, fields: HTTPFields = HTTPFields(), body: [UInt8] = [],
    route: UInt8 = 0, outcome: StaticString = "", closesConnection: Bool = false
  ) {
    self.status = status
    self.fields = fields
    self.body = body
    self.route = route
    self.outcome = outcome
    self.closesConnection = closesConnection
  }
}
