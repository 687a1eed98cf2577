package import ACME
import Cryptography
import JSONSyntax
import Outgoing
import Synchronization
import TLSClient

/// An authority that misbehaves in many ways; deploy/check/acme tests against a real one.
package final class FakeAuthority: Sendable {
  package struct Mood {
    /// The number of nonces refused in a row.
    package var nonceRefusals = 0
    /// The reason why no host is validated; nil if all are.
    package var reason: String?
    /// The seconds for which it accepts no orders; nil for none.
    package var limit: Int?
    /// The place at which it says so, with its status.
    package var limited = (path: "/order", status: 429)
    /// Whether it refuses orders that name what they replace.
    package var refusesReplacing = false
    /// The window that it suggests for renewals, as times of RFC 3339; nil for none.
    package var window: (start: String, end: String)?
    package var days: Int32 = 90
    package var offers = ["dns-01", "http-01", "tls-alpn-01"]
    package var isAway = false
    /// How often it says that a certificate is not there yet, and wants half a minute each time.
    package var delays = 0
    /// The chain that it issues for every order; nil for the right one.
    package var chain: String?
  }

  private struct State {
    var mood = Mood()
    var now = 1_800_000_000
    var orders = 0
    var replaced: [String] = []
    var challenges: [ACMEChallenge?] = []
    var lines: [String] = []
    var refusals = 0
    var hasAnswered: String?
    var asked: [String] = []
    /// The requests for certificates, by host.
    var requests: [String: [UInt8]] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  package func change(_ body: (inout Mood) -> Void) { state.withLock { body(&$0.mood) } }
  package func pass(seconds: Int) { state.withLock { $0.now += seconds } }
  package var now: Int { state.withLock { $0.now } }
  package var orders: Int { state.withLock { $0.orders } }
  package var replaced: [String] { state.withLock { $0.replaced } }
  /// The challenges that the orders had to answer, in order.
  package var challenges: [ACMEChallenge?] { state.withLock { $0.challenges } }
  package var lines: [String] { state.withLock { $0.lines } }
  package var asked: [String] { state.withLock { $0.asked } }

  package func setting(_ hosts: [String], _ storage: any ACMEStorage) -> ACMEOrders.Setting {
    ACMEOrders.Setting(
      directory: "https://ca/dir", email: "a@b.example", hosts: hosts, storage: storage,
      transport: transport,
      share: { 0.5 },
      answer: { [self] challenge in state.withLock { $0.challenges.append(challenge) } },
      log: { [self] line in state.withLock { $0.lines.append(line) } })
  }

  /// The connection to it, on a clock that its answers set.
  package var transport: ACMETransport {
    ACMETransport(
      send: { [self] (method, url, body) throws(ACMEError) in
        let answer = state.withLock { Self.answer(method, url, body, &$0) }
        guard let answer else { throw ACMEError.unreachable("away") }
        return answer
      },
      wait: { [self] seconds in pass(seconds: seconds) }, now: { [self] in now })
  }

  private static func answer(
    _ method: String, _ url: String, _ body: [UInt8]?, _ state: inout State
  ) -> OutgoingAnswer? {
    guard !state.mood.isAway else { return nil }
    let path = String(url.dropFirst("https://ca".count))
    state.asked.append(method + " " + path)
    func answer(
      _ status: Int, _ body: String, _ fields: [(name: String, value: String)] = []
    ) -> OutgoingAnswer {
      OutgoingAnswer(
        status: status, fields: [("replay-nonce", "n")] + fields, body: Array(body.utf8))
    }
    func problem(_ type: String, _ detail: String) -> String {
      "{\"type\":\"urn:ietf:params:acme:error:\(type)\",\"detail\":\"\(detail)\"}"
    }
    if method == "POST", state.refusals < state.mood.nonceRefusals {
      state.refusals += 1
      return answer(400, problem("badNonce", "again"))
    }
    state.refusals = 0
    if let limit = state.mood.limit, path == state.mood.limited.path {
      return OutgoingAnswer(
        status: state.mood.limited.status, fields: [("retry-after", "\(limit)")],
        body: Array(problem("rateLimited", "slow down").utf8))
    }
    let payload = payload(body)
    switch path.split(separator: "/").first {
    case "dir":
      return answer(
        200,
        """
        {"newNonce":"https://ca/nonce","newAccount":"https://ca/account","newOrder":"https://ca/order",
         "renewalInfo":"https://ca/info"}
        """)
    case "nonce": return answer(200, "")
    case "account": return answer(201, "{}", [("location", "https://ca/me")])
    case "order" where path == "/order":
      if let replaced = payload?.member("replaces")?.string {
        state.replaced.append(replaced)
        if state.mood.refusesReplacing {
          return answer(409, problem("alreadyReplaced", "there is another order"))
        }
      }
      state.orders += 1
      let host = payload?.member("identifiers")?.array?.first?.member("value")?.string ?? ""
      state.hasAnswered = nil
      return answer(
        201,
        """
        {"status":"pending","authorizations":["https://ca/authz/\(host)"],
         "finalize":"https://ca/finalize/\(host)"}
        """, [("location", "https://ca/order/\(host)")])
    case "authz":
      let host = path.dropFirst("/authz/".count)
      let status =
        state.hasAnswered == nil ? "pending" : state.mood.reason == nil ? "valid" : "invalid"
      let error = state.mood.reason.map { ",\"error\":" + problem("connection", $0) } ?? ""
      let challenges = state.mood.offers.map { kind in
        "{\"type\":\"\(kind)\",\"token\":\"tok-\(kind)\",\"url\":\"https://ca/chall/\(host)/\(kind)\"\(error)}"
      }
      return answer(
        200, "{\"status\":\"\(status)\",\"challenges\":[\(challenges.joined(separator: ","))]}")
    case "chall":
      state.hasAnswered = path
      return answer(200, "{}")
    case "order":
      let host = path.dropFirst("/order/".count)
      let isFinal = state.asked.contains("POST /finalize/\(host)")
      if isFinal, state.mood.delays > 0 {
        state.mood.delays -= 1
        return answer(200, "{\"status\":\"processing\"}", [("retry-after", "30")])
      }
      return answer(
        200,
        "{\"status\":\"\(isFinal ? "valid" : "ready")\",\"certificate\":\"https://ca/cert/\(host)\"}"
      )
    case "finalize":
      let host = String(path.dropFirst("/finalize/".count))
      state.requests[host] = payload?.member("csr")?.string.flatMap { Base64.url.decode($0) }
      return answer(200, "{\"status\":\"processing\"}")
    case "cert":
      let host = String(path.dropFirst("/cert/".count))
      // Later ones are valid from a later time on.
      let age = Int32(3600 - state.orders)
      let chain = Self.certified(
        state.requests[host] ?? [], host, age: age, days: state.mood.days)
      return answer(200, state.mood.chain ?? chain)
    case "info":
      guard let window = state.mood.window else { return answer(404, "{}") }
      return answer(
        200, "{\"suggestedWindow\":{\"start\":\"\(window.start)\",\"end\":\"\(window.end)\"}}",
        [("retry-after", "21600")])
    default: return answer(404, "{}")
    }
  }

  private static func payload(_ body: [UInt8]?) -> JSONNode? {
    guard let body, let text = (try? JSONDocument(parsing: body))?.root.member("payload")?.string,
      let bytes = Base64.url.decode(text)
    else { return nil }
    return (try? JSONDocument(parsing: bytes))?.root
  }

  private static func certified(
    _ request: [UInt8], _ host: String, age: Int32, days: Int32
  ) -> String {
    var chain = [CChar](repeating: 0, count: 8192)
    _ = keiro_certify(request, request.count, "DNS:" + host, age, days, &chain, chain.count)
    return String(decoding: chain.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// A key and its certificate, which has been valid for so many seconds of real time.
  package static func pair(_ host: String, age: Int32 = 3600) -> [UInt8] {
    guard let key = SigningKey(), let request = key.certificateRequest(names: [host]) else {
      return []
    }
    return (key.pem ?? []) + Array(certified(request, host, age: age, days: 90).utf8)
  }

  /// A certificate without its key that ends in so many days of real time.
  package static func certificate(_ host: String, days: Int32) -> String {
    var chain = [CChar](repeating: 0, count: 8192)
    var key = [CChar](repeating: 0, count: 8192)
    _ = keiro_make_identity(host, "DNS:" + host, false, days, &chain, chain.count, &key, key.count)
    return String(decoding: chain.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
