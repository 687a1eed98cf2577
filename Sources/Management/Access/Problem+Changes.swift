package import Changes
import HTTPCore
package import Service

extension Problem {
  package init(_ error: ChangeError) {
    switch error {
    case .failed(let failure): self.init(failure)
    case .refused(let refusal): self.init(refusal)
    }
  }

  private init(_ refusal: ChangeRefusal) {
    let faults = refusal.faults.map { Fault(field: $0.field, detail: $0.detail) }
    let status: HTTPStatus =
      switch refusal.kind {
      case .forbidden: .forbidden
      case .missing: .notFound
      case .conflict: .conflict
      case .withoutRandomness: .serviceUnavailable
      case .invalid: .unprocessableContent
      }
    if refusal.kind == .invalid {
      self = .invalid(faults)
    } else {
      self.init(status, refusal.code, refusal.detail, faults: faults)
    }
  }
}
