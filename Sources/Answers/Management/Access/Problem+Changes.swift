package import Changes
import HTTPCore
import JSONSyntax
package import Service

extension Problem {
  package init(_ error: ChangeError) {
    switch error {
    case .failed(let failure): self.init(failure)
    case .refused(let refusal): self.init(refusal)
    }
  }

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
