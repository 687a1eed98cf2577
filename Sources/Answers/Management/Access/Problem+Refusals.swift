package import Changes
import HTTPCore
import JSONSyntax
package import Questions
package import Service

extension Problem {
  /// The problem that answers a failed or refused change.
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
}

extension Problem {
  /// The problem that answers a question outside the caller's reach, or about no link.
  package init(_ error: InquiryError) {
    switch error {
    case .outOfReach(let host): self.init(ChangeRefusal.hostNotReached(host))
    case .launchesOfNoHost: self.init(.forbidden, "host-not-reached", .launchesOfNoHost)
    case .hostNeeded(let hosts): self = .parameter("host", ServiceRefusal.hostNeeded(hosts))
    case .notName(.nothingAt(let url, let meant)):
      self.init(
        .notFound, "link-not-found", Sentence(LinkNameFault.nothingAt(url, meant: meant)))
    case .notName(let fault): self = .invalid([FieldFault("", fault)])
    case .noLink(let key): self.init(ChangeRefusal.linkNotFound(key))
    case .failed(let failure): self.init(failure)
    }
  }
}
