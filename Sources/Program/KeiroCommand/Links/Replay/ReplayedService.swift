import HTTPCore
import KeiroConfiguration
import LinkImport
import LinkStorage
import PublicSite
import Service
import Synchronization
import System
import Telemetry
import WebSyntax

/// The public listener of a configuration without its sockets. It uses the handler that serves
/// visitors; HEAD requests count no clicks and use up no limits.
final class ReplayedService {
  private final class Lot: Sendable {
    let number = Mutex(0)
  }

  private let handler: PublicHandler
  private let lot: Lot

  /// The distance between the random numbers tried, out of 100.
  private static let step = 5
  /// The address of visitors whose address is unknown (RFC 5737).
  private static let nobody = IPAddress(v4: 0xC000_0201)

  init(
    _ configuration: CompiledConfiguration, _ store: any LinkStore,
    country: @escaping @Sendable (IPAddress) -> String
  ) {
    let lot = Lot()
    self.lot = lot
    handler = PublicHandler(
      snapshot: configuration.snapshot, prepared: configuration.prepared,
      proxies: TrustedProxies(networks: []),
      journal: RequestJournal(metrics: WorkerMetrics(routeNames: RouteLabel.names), write: nil),
      directory: LinkDirectory(store: store, passwords: .scrypt),
      recorder: ClickRecorder(store: store),
      sources: VisitorSources(country: country, draw: { lot.number.withLock(\.self) }))
  }

  /// The answers to a visit; more than one if the link chooses at random.
  ///
  /// - Parameter fields: the header fields of the request without its host.
  func answers(to visit: LoggedVisit, fields: [(name: String, value: String)]) -> [OldAnswer] {
    var answers: [OldAnswer] = []
    for number in stride(from: 0, to: 100, by: Self.step) {
      lot.number.withLock { $0 = number }
      let answer = answer(to: visit, fields)
      if !answers.contains(answer) { answers.append(answer) }
      // Only redirects are chosen at random.
      if answer.location == nil { break }
    }
    return answers
  }

  private func answer(
    to visit: LoggedVisit, _ fields: [(name: String, value: String)]
  ) -> OldAnswer {
    let host = visit.host ?? ""
    let lines = fields.map { "\($0.name): \($0.value)\r\n" }.joined()
    let bytes = Array("HEAD \(visit.target) HTTP/1.1\r\nHost: \(host)\r\n\(lines)\r\n".utf8)
    var decoder = HTTPRequestDecoder(limits: HTTPLimits())
    var offset = 0
    let (status, location): (Int, String?)
    if decoder.decode(bytes.span, offset: &offset) == .request {
      let response = response(to: decoder.request, IPAddress(visit.address) ?? Self.nobody)
      status = response.status.code
      location = response.fields.first("Location").map { String(decoding: $0, as: UTF8.self) }
    } else {
      (status, location) = (400, nil)
    }
    return OldAnswer(url: "https://\(host)\(visit.target)", status: status, location: location)
  }

  private func response(to request: HTTPRequest, _ address: IPAddress) -> HTTPResponse {
    let now = HTTPInstant(
      secondsSinceEpoch: Double(Clock.now()),
      steadySeconds: Double(Clock.monotonic()) / 1_000_000_000)
    let peer = HTTPPeer(address: address, isSecure: true)
    return Self.awaited(handler.answer(to: request, from: peer, at: now))
  }

  private static func awaited(_ answer: HTTPAnswer) -> HTTPResponse {
    switch answer {
    case .ready(let response): return response
    case .deferred(let work):
      let slot = AnswerSlot<HTTPResponse>()
      work { slot.fill($0) }
      return slot.wait()
    case .unread(let reading):
      let slot = AnswerSlot<Void>()
      reading { slot.fill(()) }
      slot.wait()
      return awaited(reading.next())
    }
  }
}
