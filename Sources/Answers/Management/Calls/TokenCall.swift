package import Changes
package import HTTPCore
import JSONSyntax
package import LinkStorage
package import Links
package import Questions
package import Service
package import SiteModel

/// A call on the management listener in the name of a token: inquiries and changes within the reach
/// of its caller.
package protocol TokenCall {
  var token: APIToken? { get }
  var authority: Authority? { get }
  var snapshot: ServiceSnapshot { get }
  /// The store, with everything that the calls share.
  var directory: LinkDirectory { get }
  var now: HTTPInstant { get }
  /// The meter of a heavy call; nil for others.
  var meter: WorkMeter? { get }
}

extension TokenCall {
  package var timestamp: Timestamp {
    Timestamp(secondsSinceEpoch: Int(now.secondsSinceEpoch))
  }

  package var authority: Authority? { token.map { Authority($0) } }

  package var reach: HostReach { authority?.reach ?? .everywhere }

  package var inquiry: Inquiry {
    Inquiry(snapshot, store: directory.managed, within: reach, at: timestamp)
  }

  package func answered<Answer>(
    _ ask: @autoclosure () throws(InquiryError) -> Answer
  ) throws(Problem) -> Answer {
    do throws(InquiryError) {
      return try ask()
    } catch {
      // An inquiry that took too long was interrupted within the store.
      try meter?.check()
      throw Problem(error)
    }
  }

  /// The editor of links in the caller's name, which turns drafts and patches into outcomes.
  package var editor: LinkEditor {
    get throws(ChangeError) {
      guard let authority else { throw .refused(.insufficientScope(.writeLinks)) }
      return directory.editor(by: authority, of: snapshot, at: timestamp)
    }
  }

  /// The outcome of a change, with refusals as problems.
  @discardableResult
  package func changed<Outcome>(
    _ change: @autoclosure () throws(ChangeError) -> Outcome
  ) throws(Problem) -> Outcome {
    try Result(catching: change).mapError { Problem($0) }.get()
  }
}

extension LinkDirectory {
  /// The editor of links in a caller's name. The workers learn of its changes before the caller.
  package func editor(
    by authority: Authority, of sites: ServiceSnapshot, at now: Timestamp
  ) -> LinkEditor {
    LinkEditor(by: authority, in: managed, of: sites, at: now, note: note)
  }
}

extension Problem {
  package init(_ error: ChangeError) {
    switch error {
    case .failed(let failure): self.init(failure)
    case .refused(let refusal): self.init(refusal)
    }
  }

  /// The problem that answers a refused change, with the status of the refusal's kind.
  package init(_ refusal: ChangeRefusal) {
    let status: HTTPStatus =
      switch refusal.kind {
      case .forbidden: .forbidden
      case .missing: .notFound
      case .conflict: .conflict
      case .overtaken: .preconditionFailed
      case .unavailable: .serviceUnavailable
      case .invalid: .unprocessableContent
      }
    self.init(status, refusal.code, Sentence(refusal), faults: refusal.faults)
  }

  /// The random generator failed, so that no secret can be made.
  package static let noRandomness = Problem(ChangeRefusal.noRandomness)

  /// The problem that answers a question outside the caller's reach, or about no link.
  package init(_ error: InquiryError) {
    switch error {
    case .outOfReach(let host): self.init(ChangeRefusal.hostNotReached(host))
    case .launchesOfNoHost: self.init(.forbidden, "host-not-reached", .launchesOfNoHost)
    case .hostNeeded(let hosts): self = .parameter("host", ServiceRefusal.hostNeeded(hosts))
    case .notName(.nothingAt(let url, let meant)):
      self.init(
        .notFound, "link-not-found", Sentence(LinkNameFault.nothingAt(url, meant: meant)))
    case .notName(let fault): self = .invalid([FieldFault("url", fault)])
    case .noLink(let key): self.init(ChangeRefusal.linkNotFound(key))
    case .noVersions(let key): self.init(ChangeRefusal.versionsOfConfiguration(key))
    case .failed(let failure): self.init(failure)
    }
  }
}
