import Doctor
import LinkImport
import Outgoing
import System
import WebSyntax

/// Asks other services where their short URLs lead, at a polite rate and in keeping with
/// `robots.txt`.
struct OldServiceInquiry {
  /// The connection and the clock, which tests replace.
  struct Transport {
    let send: (OutgoingRequest) -> Result<OutgoingAnswer, OutgoingError>
    /// Returns the seconds of a monotonic clock.
    let clock: () -> Double
    let pause: (Double) -> Void
  }

  private struct Host {
    let robots: RobotsRules
    /// The seconds between requests.
    let interval: Double
    /// The earliest time of the next request.
    var next: Double
    /// The number of consecutive requests without a usable answer.
    var failures = 0
  }

  private let transport: Transport
  private let rate: Int
  private let allowsPlain: Bool
  private let obeysRobots: Bool
  private var hosts: [String: Host] = [:]

  /// The product token in `User-Agent`, which `robots.txt` may refer to.
  private static let program = "keiro"
  private static let agent = "keiro/\(keiroVersion) (links import)"
  /// The number of consecutive failures after which a host is left alone.
  private static let failureLimit = 20
  private static let attempts = 3
  /// The longest wait that a host may demand, in seconds.
  private static let longestWait = 120
  /// The number of hosts remembered; at the limit, all are forgotten.
  private static let hostLimit = 10_000

  /// - Parameters:
  ///   - rate: requests per second to each host.
  ///   - allowsPlain: whether http addresses are requested without TLS; otherwise https is used.
  ///   - obeysRobots: whether `robots.txt` is fetched and obeyed.
  init(rate: Int, allowsPlain: Bool, obeysRobots: Bool = true, transport: Transport) {
    self.rate = rate
    self.allowsPlain = allowsPlain
    self.obeysRobots = obeysRobots
    self.transport = transport
  }

  /// The old service's answer for an address.
  ///
  /// - Parameter fields: the header fields of the request; nil for our own.
  mutating func answer(
    _ url: String, fields: [(name: String, value: String)]? = nil
  ) -> OldAnswer {
    func failed(_ reason: String) -> OldAnswer {
      OldAnswer(url: url, status: 0, location: nil, failure: reason)
    }
    guard let parts = WebURL(url) else { return failed("it is not an address") }
    let scheme = allowsPlain ? parts.scheme : "https"
    let origin = "\(scheme)://\(parts.host)" + (parts.port.map { ":" + $0 } ?? "")
    if hosts[origin] == nil {
      if hosts.count >= Self.hostLimit { hosts.removeAll() }
      hosts[origin] = obeysRobots ? host(origin) : newHost(.everything)
    }
    guard var host = hosts[origin] else { return failed("it is not an address") }
    defer { hosts[origin] = host }
    let target = parts.path + (parts.query.map { "?" + $0 } ?? "")
    guard host.failures < Self.failureLimit else {
      return failed(
        "the host gave no answer \(Self.failureLimit) times in a row and is asked no more")
    }
    guard host.robots.refusal(of: target) == nil else {
      return failed("the host's robots.txt does not allow programs to ask for it")
    }
    var answer = failed("")
    for attempt in 1...Self.attempts {
      wait(&host)
      let (found, wait) = ask(origin + target, of: url, fields ?? Self.ownFields)
      answer = found
      guard answer.isPassing, attempt < Self.attempts, let wait else { break }
      host.next = max(host.next, transport.clock() + wait)
    }
    host.failures = answer.isPassing ? host.failures + 1 : 0
    return answer
  }

  private func wait(_ host: inout Host) {
    let now = transport.clock()
    if host.next > now { transport.pause(host.next - now) }
    host.next = max(host.next, now) + host.interval
  }

  /// The answer, and the seconds to wait before a retry; nil if a retry is pointless.
  private func ask(
    _ target: String, of url: String, _ fields: [(name: String, value: String)]
  ) -> (OldAnswer, wait: Double?) {
    var result = transport.send(request("HEAD", target, fields))
    if case .success(let answer) = result, [400, 405, 501].contains(answer.status) {
      result = transport.send(request("GET", target, fields))
    }
    switch result {
    case .success(let answer):
      let asked = answer.secondsToWait(at: Int(Clock.now())).map { Double(max($0, 1)) }
      let wait = asked ?? 5
      return (
        OldAnswer(url: url, status: answer.status, location: answer["location"]),
        wait <= Double(Self.longestWait) ? wait : nil
      )
    case .failure(.tooLong): return (OldAnswer(url: url, status: 200, location: nil), nil)
    case .failure(let error):
      let isPassing = if case .failed = error { true } else { error == .timeout }
      return (
        OldAnswer(
          url: url, status: 0, location: nil,
          failure: "the old service did not answer: \(error.message)"),
        isPassing ? 1 : nil
      )
    }
  }

  private static let ownFields = [("User-Agent", agent), ("Accept", "*/*")]

  private func request(
    _ method: String, _ target: String, _ fields: [(name: String, value: String)]
  ) -> OutgoingRequest {
    var request = OutgoingRequest(method, target)
    request.fields = fields
    return request
  }

  private func host(_ origin: String) -> Host {
    var request = request("GET", origin + "/robots.txt", Self.ownFields)
    request.bodyLimit = RobotsRules.byteLimit
    let robots: RobotsRules =
      switch transport.send(request) {
      case .success(let answer):
        switch answer.status {
        case 200..<300: RobotsRules(answer.body, robot: Self.program, takesDelay: true)
        case 500...: .nothing
        default: .everything
        }
      // If the host is unreachable, the request itself will say so.
      case .failure: .everything
      }
    return newHost(robots)
  }

  private func newHost(_ robots: RobotsRules) -> Host {
    let interval = max(1 / Double(rate), Double(robots.delay ?? 0))
    // Fetching `robots.txt` counts as a request.
    return Host(
      robots: robots, interval: interval, next: transport.clock() + (obeysRobots ? interval : 0))
  }
}

extension OldServiceInquiry.Transport {
  /// Connects under the rules for outgoing requests.
  init(_ rules: OutgoingRules) throws(CommandFailure) {
    let client = try rethrown(OutgoingClient(rules)) { (error: OutgoingError) in
      CommandFailure.environment("no-client", error.message)
    }
    self.init(
      send: { request in Result { () throws(OutgoingError) in try client.send(request) } },
      clock: { Double(Clock.monotonic()) / 1_000_000_000 },
      pause: { Clock.sleep(seconds: $0) })
  }
}
