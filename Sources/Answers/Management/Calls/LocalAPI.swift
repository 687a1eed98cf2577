package import Changes
import HTTPCore
package import JSONSyntax
package import LinkStorage
package import Links
package import Service
package import SiteModel

/// The API of a store that this process has opened: the same calls with the same answers as those of a
/// server, without a listener, and in the name of whoever runs the process.
package struct LocalAPI: Sendable {
  private let snapshot: ServiceSnapshot
  private let directory: LinkDirectory
  private let authority: Authority
  private let services: ManagementServices
  private let now: HTTPInstant

  package init(
    _ snapshot: ServiceSnapshot, _ store: any LinkStore, by authority: Authority,
    services: ManagementServices, at now: Timestamp
  ) {
    self.snapshot = snapshot
    directory = LinkDirectory(store: store, passwords: .scrypt)
    self.authority = authority
    self.services = services
    let seconds = Double(now.secondsSinceEpoch)
    self.now = HTTPInstant(secondsSinceEpoch: seconds, steadySeconds: seconds)
  }

  /// The document of the answer; null for one without a document.
  package func document(_ request: APIRequest) throws(Problem) -> JSONOutput {
    guard let path = APIPath(request), let run = request.operation.row.run else {
      throw .notFound
    }
    var call = APICall(
      operation: request.operation, path: path, body: request.body ?? [], now: now,
      authority: authority, snapshot: snapshot, directory: directory, services: services)
    call.parameters = try APICall.parameters(Array(request.queryText.utf8)[...], of: call.operation)
    return try run(call)().document ?? .null
  }
}
