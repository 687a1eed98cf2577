package import AppAssociation

/// What a visit to a short link comes to, and why.
package struct Decision: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    case notFound
    case gone
    case redirect(location: String, status: ShortLink.RedirectStatus)
  }

  package let outcome: Outcome
  /// In the order in which they were looked at; the last decided.
  package let reasons: [Reason]

  package enum Reason: Equatable, Sendable {
    case notYetValid(Timestamp)
    case archived
    case expired(Timestamp)
    case leadsToExpiredURL
    case destinationNotAllowed(String)
    case leadsToURL
  }
}

/// A visit, as far as decisions depend on it.
package struct Visit: Equatable, Sendable {
  /// What follows `?`, as it was written; nil when there is no `?`.
  package var query: String?

  package init(query: String?) {
    self.query = query
  }
}

/// Decides a visit: no clock, no store, no socket; the same for the server and for whoever asks
/// why.
///
/// - Parameter destinationHosts: bounds where links may lead, looked at again at every visit since
///   the bound may have been drawn after the link; nil for anywhere.
package func decide(
  _ link: ShortLink, visit: Visit, now: Timestamp, destinationHosts: [HostPattern]?
) -> Decision {
  if let notBefore = link.notBefore, now < notBefore {
    return Decision(outcome: .notFound, reasons: [.notYetValid(notBefore)])
  }
  var reasons: [Decision.Reason] = []
  if link.archived { reasons.append(.archived) }
  if let expires = link.expires, now >= expires { reasons.append(.expired(expires)) }
  let isOver = !reasons.isEmpty
  guard !isOver || link.expiredURL != nil else {
    return Decision(outcome: .gone, reasons: reasons)
  }
  let location =
    isOver ? link.expiredURL ?? "" : QueryMerge.location(link, visitQuery: visit.query)
  if let fault = Destination.fault(of: location, within: destinationHosts) {
    return Decision(outcome: .gone, reasons: reasons + [.destinationNotAllowed(fault)])
  }
  // Whether a link has ended may change, so an answer about that is never permanent.
  let status = isOver ? .found : link.status
  return Decision(
    outcome: .redirect(location: location, status: status),
    reasons: reasons + [isOver ? .leadsToExpiredURL : .leadsToURL])
}
