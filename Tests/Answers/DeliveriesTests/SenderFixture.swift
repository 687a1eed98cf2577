import Cryptography
import Deliveries
import Dispatch
import JSONSyntax
import LinkStorage
import Links
import Outgoing
import SQLStorage
import SQLiteStore
import SmallServer
import Synchronization
import WebSyntax

/// An endpoint that gives prepared answers and returns the requests that it received.
final class HookReceiver: Sendable {
  struct Request: Sendable {
    let fields: [String: String]
    let body: String

    /// A member of the body.
    subscript(name: String) -> String? {
      (try? JSONDocument(parsing: Array(body.utf8)))?.root.member(name)?.string
    }
  }

  let server: SmallServer
  private let arrived: DispatchSemaphore

  /// - Parameter answer: status and further fields of the answer to a request by its number.
  init?(_ answer: @escaping @Sendable (Int) -> String) {
    let count = Atomic(0)
    let arrived = DispatchSemaphore(value: 0)
    guard
      let server = SmallServer(answer: { _ in
        let number = count.add(1, ordering: .relaxed).oldValue
        arrived.signal()
        return "HTTP/1.1 \(answer(number))\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
      })
    else { return nil }
    self.server = server
    self.arrived = arrived
  }

  var url: String { "http://127.0.0.1:\(server.port)/hook" }

  /// The requests, once there are enough of them, or those that have arrived when a minute has passed without another.
  func requests(_ count: Int) -> [Request] {
    while server.asked.count < count {
      guard arrived.wait(timeout: .now() + 60) == .success else { break }
    }
    return server.asked.map(Self.request)
  }

  private static func request(_ text: String) -> Request {
    let parts = text.split(
      separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    var fields: [String: String] = [:]
    for line in parts[0].split(separator: "\r\n").dropFirst() {
      let field = line.split(separator: ":", maxSplits: 1)
      if field.count == 2 { fields[field[0].lowercased()] = String(field[1].drop { $0 == " " }) }
    }
    return Request(fields: fields, body: parts.count > 1 ? String(parts[1]) : "")
  }
}

func time(_ seconds: Int) -> Timestamp { Timestamp(secondsSinceEpoch: 1_700_000_000 + seconds) }

/// Rules that also permit receivers on this machine.
func inside() throws -> OutgoingRules {
  var rules = OutgoingRules()
  rules.allowNetworks = [try IPNetwork(parsing: "127.0.0.0/8")]
  rules.allowPlainHTTP = true
  return rules
}

/// A sender with its own clock, which checks for deliveries when a test says so.
final class SenderFixture: Sendable {
  let store: any LinkStore
  /// The store as the sender has it.
  let refusing: RefusingStore
  let sender: WebhookSender
  private let seconds: Clock
  /// Signalled when an attempt has ended, before its result is stored.
  private let ended: DispatchSemaphore

  final class Clock: Sendable {
    private let value = Mutex(0)

    var now: Int { value.withLock { $0 } }

    func advance(_ seconds: Int) { value.withLock { $0 += seconds } }
  }

  init(_ rules: OutgoingRules? = nil) throws {
    let rules = try rules ?? inside()
    let inner = try SQLiteStore(in: MemoryDatabase())
    store = inner
    refusing = RefusingStore(inner)
    let seconds = Clock()
    let ended = DispatchSemaphore(value: 0)
    (self.seconds, self.ended) = (seconds, ended)
    // The sender asks for randomness once for each result.
    let jitter: @Sendable () -> Double = {
      ended.signal()
      return 0
    }
    sender = WebhookSender(
      refusing, rules, owner: "test",
      OutgoingContext(
        agent: "keiro/test", clock: { Double(time(seconds.now).secondsSinceEpoch) },
        jitter: jitter, log: { _ in }))
  }

  /// With an endpoint `a`, which is told of new links, and one link.
  convenience init(telling url: String, _ rules: OutgoingRules? = nil) throws {
    try self.init(rules)
    try add("a", url, [.linkCreated])
    try make("x")
  }

  func advance(_ seconds: Int) { self.seconds.advance(seconds) }

  var now: Timestamp { time(seconds.now) }

  func add(
    _ id: String, _ url: String, _ types: Set<WebhookEventType> = [],
    hosts: [String] = [], secret: String = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
  ) throws {
    var webhook = Webhook(id: id, url: url, secret: secret, now: now)
    webhook.types = types
    webhook.hosts = hosts
    let made = webhook
    _ = try waitForAnswer { store.createWebhook(made, by: .service, now: now, completion: $0) }
  }

  /// Gives the first webhook another address.
  func move(to url: String, failingSince: Timestamp? = nil) throws {
    guard var webhook = try store.webhooks().first else { return }
    (webhook.url, webhook.failingSince) = (url, failingSince)
    let moved = webhook
    _ = try waitForAnswer {
      store.changeWebhook(moved, telling: [], by: nil, now: now, completion: $0)
    }
  }

  func make(_ slug: String) throws {
    let link = ShortLink(host: "a.example", slug: slug, url: "https://e.example/\(slug)")
    _ = try waitForAnswer {
      store.create(link, CreationTerms(), by: .service, now: now, completion: $0)
    }
  }

  /// The only delivery to an endpoint, once it satisfies `isReady`.
  func delivery(to id: String, _ isReady: (Delivery) -> Bool) throws -> Delivery? {
    repeat {
      sender.pass()
      if let found = try store.deliveries(of: id, in: nil, before: nil, limit: 1).first,
        isReady(found)
      {
        return found
      }
    } while ended.wait(timeout: .now() + 60) == .success
    return nil
  }
}

/// A store that refuses some of the writes, as on a disk that is full for a moment.
final class RefusingStore: SQLStore, EventOutbox, WebhookKeeping {
  typealias SharedConnection = SQLiteStore.SharedConnection

  private let inner: SQLiteStore
  private let state = Mutex((count: 0, refused: Set<Int>()))

  init(_ inner: SQLiteStore) {
    self.inner = inner
  }

  /// Refuses the write with the given number, counted from the first one.
  func refuse(_ number: Int) {
    state.withLock { _ = $0.refused.insert(number) }
  }

  var marks: ChangeMarks { inner.marks }

  func reading<Answer>(
    _ body: (SharedConnection) throws(SharedConnection.Failure) -> Answer
  ) throws(LinkStoreError) -> Answer {
    try inner.reading(body)
  }

  func writing<Answer: Sendable>(
    _ write: SQLWrite, _ completion: @escaping StoreCompletion<Answer>,
    _ body: @escaping @Sendable (SharedConnection) throws(SharedConnection.Failure) -> Answer
  ) {
    let isRefused = state.withLock { state in
      state.count += 1
      return state.refused.contains(state.count)
    }
    guard isRefused else { return inner.writing(write, completion, body) }
    completion(
      .failure(LinkStoreError(kind: .full, code: 13, message: "disk full", operation: "test")))
  }
}
