import Changes
import HTTPCore
package import Questions
package import Service

extension Problem {
  package init(_ error: InquiryError) {
    switch error {
    case .outOfReach(let host): self.init(ChangeRefusal.hostNotReached(host))
    case .launchesOfNoHost: self.init(.forbidden, "host-not-reached", .launchesOfNoHost)
    case .hostNeeded(let hosts): self = .parameter("host", ServiceRefusal.hostNeeded(hosts))
    case .noLink(let key): self.init(ChangeRefusal.linkNotFound(key))
    case .failed(let failure): self.init(failure)
    }
  }
}
