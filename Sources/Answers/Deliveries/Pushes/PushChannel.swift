import Cryptography
import Dispatch
import JSONSyntax
import Outgoing
import SiteModel
import Telemetry
import WebSyntax

/// The single APNs connection of a key and environment, and the pushes on their way through it.
///
/// All state belongs to one queue.
final class PushChannel: @unchecked Sendable {
  // Unchecked, because the queue is its executor: mutable state is accessed only there, which the methods
  // on it check.

  typealias Completion = @Sendable ([PushResult]) -> Void

  /// One call, whose results are reported together and in order.
  private final class Job {
    let request: PushRequest
    let topic: String
    let completion: Completion
    var results: [PushResult?]
    var open: Int

    init(_ request: PushRequest, topic: String, _ completion: @escaping Completion) {
      self.request = request
      self.topic = topic
      self.completion = completion
      results = Array(repeating: nil, count: request.devices.count)
      open = request.devices.count
    }
  }

  private struct Push {
    let job: Job
    let index: Int
    let id: String
    var isSent = false
    var tries = 0
    var hasRenewed = false
  }

  private let queue: DispatchQueue
  private let loop: OutgoingLoop
  private let base: String
  private let context: OutgoingContext
  private let counters: DeliveryCounters
  private var token: ProviderToken
  private var flow = PushFlow()
  private var pushes: [Int: Push] = [:]
  private var lastNumber = 0
  /// Why the key is not valid, and the time until which nothing is sent.
  private var stopped: (answer: PushAnswer, until: Double)?
  private var failures = 0
  private var restsUntil = 0.0

  private static let attempts = 3
  /// Seconds during which a refused key is not tried again.
  private static let keyPause = 300.0
  private static let timeout = 30
  /// Apple asks senders to wait fifteen minutes before retrying.
  private static let longestRest = 900.0

  init(
    _ loop: OutgoingLoop, base: String, _ token: ProviderToken, _ context: OutgoingContext,
    _ counters: DeliveryCounters
  ) {
    self.loop = loop
    self.base = base
    self.token = token
    self.context = context
    self.counters = counters
    queue = DispatchQueue(label: "keiro.pushes")
  }

  func close() { loop.close() }

  /// - Parameter ids: one identifier for each device.
  func send(
    _ request: PushRequest, topic: String, ids: [String], _ completion: @escaping Completion
  ) {
    queue.async { [self] in
      let job = Job(request, topic: topic, completion)
      for (index, id) in ids.enumerated() {
        lastNumber += 1
        pushes[lastNumber] = Push(job: job, index: index, id: id)
        flow.add(lastNumber)
      }
      proceed()
    }
  }

  // MARK: - On the queue

  private func proceed() {
    dispatchPrecondition(condition: .onQueue(queue))
    let now = context.steadyClock()
    if let stopped {
      if now < stopped.until { return failWaiting(stopped.answer) }
      self.stopped = nil
    }
    if now < restsUntil { return failWaiting(reason: "BackOff") }
    guard let token = token.text(now: Int(context.clock())) else {
      return failWaiting(reason: "NoProviderToken")
    }
    for number in flow.next(at: now) { begin(number, token) }
  }

  private func begin(_ number: Int, _ token: String) {
    guard let push = pushes[number] else {
      flow.lost()
      return
    }
    let job = push.job
    var request = OutgoingRequest("POST", base + "/3/device/" + job.request.devices[push.index])
    request.body = Array(job.request.payload.utf8)
    request.timeout = Self.timeout
    request.bodyLimit = 4096
    request.fields = [
      ("authorization", "bearer " + token), ("apns-id", push.id), ("apns-topic", job.topic),
      ("apns-push-type", job.request.kind.rawValue),
      (
        "apns-priority",
        String(job.request.priority ?? job.request.kind.standardPriority)
      ),
    ]
    // Otherwise libcurl declares the body to be a form.
    request.fields.append(("Content-Type", ""))
    if let expiration = job.request.expiration {
      request.fields.append(("apns-expiration", String(expiration)))
    }
    if let id = job.request.collapseID { request.fields.append(("apns-collapse-id", id)) }
    counters.underWay.add(to: .pushes)
    pushes[number]?.isSent = true
    loop.send(request) { [self] result in queue.async { self.end(number, result) } }
  }

  private func end(_ number: Int, _ result: Result<OutgoingAnswer, OutgoingError>) {
    dispatchPrecondition(condition: .onQueue(queue))
    counters.underWay.add(-1, to: .pushes)
    switch result {
    case .success(let answer):
      let told = PushAnswer(status: answer.status, body: answer.body)
      treat(number, told, id: answer["apns-id"])
    case .failure(.unprocessed) where flow.hasProgress:
      // APNs closed the connection between two requests (GOAWAY) without processing this one, so it
      // does not count as an attempt. This ends, because every connection for which nothing counts has
      // given an answer.
      flow.lost()
      flow.add(number)
    case .failure(let error):
      if flow.lost() { failures += 1 }
      retry(number) { finish(number, nil, "NoAnswer") }
      counters.failures.add(to: .pushes)
      if failures >= Self.attempts { context.log("APNs does not answer: \(error.message)") }
    }
    proceed()
  }

  private func treat(_ number: Int, _ answer: PushAnswer, id: String?) {
    let now = context.steadyClock()
    switch answer.treatment {
    case .report:
      failures = 0
      flow.answered(isGood: true, at: now)
      finish(number, answer, nil, id: id)
    case .again:
      if flow.lost() { failures += 1 }
      retry(number) { finish(number, answer, nil, id: id) }
    case .renewToken:
      flow.answered(isGood: false, at: now)
      if pushes[number]?.hasRenewed == false {
        // Another push may have renewed it meanwhile; a token that is too young stays.
        _ = token.expire(now: Int(context.clock()))
        pushes[number]?.hasRenewed = true
        flow.add(number)
      } else {
        finish(number, answer, nil, id: id)
      }
    case .stopKey:
      flow.answered(isGood: false, at: now)
      if stopped == nil {
        context.log("APNs refuses the key: \(answer.reason ?? "") (\(answer.status))")
      }
      stopped = (answer, now + Self.keyPause)
      finish(number, answer, nil, id: id)
    }
  }

  /// Retries a push on another connection, or gives up.
  private func retry(_ number: Int, otherwise giveUp: () -> Void) {
    pushes[number]?.tries += 1
    if let push = pushes[number], push.tries < Self.attempts, failures < Self.attempts * 2 {
      return flow.add(number)
    }
    giveUp()
    guard failures >= Self.attempts * 2 else { return }
    // Nothing gets through: spare the others the wait, for longer each time.
    let exponent = min(failures - Self.attempts * 2, 10)
    restsUntil = context.steadyClock() + min(Double(1 << exponent), Self.longestRest)
  }

  private func failWaiting(_ answer: PushAnswer? = nil, reason: String? = nil) {
    for number in flow.takeWaiting() { finish(number, answer, reason) }
  }

  private func finish(
    _ number: Int, _ answer: PushAnswer?, _ reason: String?, id: String? = nil
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let push = pushes.removeValue(forKey: number) else { return }
    let job = push.job
    job.results[push.index] = PushResult(
      device: job.request.devices[push.index], status: answer?.status,
      reason: answer?.reason ?? reason, apnsID: id ?? push.id, timestamp: answer?.timestamp,
      isSent: push.isSent)
    counters.results.add(to: .init(status: answer?.status))
    job.open -= 1
    if job.open == 0 { job.completion(job.results.compactMap(\.self)) }
  }
}

/// The JSON Web Token that identifies the sender to APNs (RFC 7519, ES256).
///
/// Apple refuses tokens older than an hour, and senders that renew them more often than every 20
/// minutes.
struct ProviderToken {
  /// The age at which a token is renewed, in seconds.
  static let renewal = 45 * 60
  static let shortestLife = 20 * 60

  private let key: SigningKey
  private let keyID: String
  private let teamID: String
  private var current: (text: String, issuedAt: Int)?

  init(_ key: SigningKey, keyID: String, teamID: String) {
    self.key = key
    self.keyID = keyID
    self.teamID = teamID
  }

  /// The token to send now; nil when libcrypto fails.
  mutating func text(now: Int) -> String? {
    if let current, now - current.issuedAt < Self.renewal, now >= current.issuedAt {
      return current.text
    }
    guard let text = make(now) else { return nil }
    current = (text, now)
    return text
  }

  /// Requests a new token; false if the current one is too young for that.
  mutating func expire(now: Int) -> Bool {
    guard let current, now - current.issuedAt >= Self.shortestLife else { return false }
    self.current = nil
    return true
  }

  private func make(_ now: Int) -> String? {
    let header = ["alg": "ES256", "kid": .string(keyID)] as JSONOutput
    let claims = ["iss": .string(teamID), "iat": .int(now)] as JSONOutput
    let signed = [header, claims].map { Base64.url.encode(Array($0.compact.utf8)) }
      .joined(separator: ".")
    return key.signature(of: Array(signed.utf8)).map { signed + "." + Base64.url.encode($0) }
  }
}
