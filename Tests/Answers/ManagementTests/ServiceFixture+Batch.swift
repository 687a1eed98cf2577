import HTTPCore
import Service

@testable import Management
@testable import ServiceSupport

extension ServiceFixture {
  /// Sends a batch to a sink with a limit of its own.
  func batch(_ body: String, lineLimit: Int) throws -> Answer {
    let fields = "Authorization: Bearer \(token ?? "")\r\n"
    let request = try request(
      "POST", "/v1/links:batch", host: "127.0.0.1", fields: fields, body: [])
    let service = ManagementService(
      snapshot: snapshot, directory: directory, proxies: TrustedProxies())
    let call = try service.call(
      request, from: HTTPPeer(address: nil), at: instant)
    let sink = LinkBatch(call, try call.transferSlot(), lineLimit: lineLimit)
    return Answer(feed(Array(body.utf8), to: sink))
  }
}
