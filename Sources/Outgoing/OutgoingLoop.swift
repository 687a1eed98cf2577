import CCurl
import Dispatch
import Synchronization
import WebSyntax

/// Asks other servers, any number at a time on one thread, within the rules. Redirects are answers
/// and not followed.
///
/// While nothing is under way it holds no thread. Those who send bound how much that is.
package final class OutgoingLoop: @unchecked Sendable {
  // Unchecked, because it is an event loop: the group of transfers is used only on `queue`, its waking
  // aside, which the methods on it check.

  package typealias Completion = @Sendable (Result<OutgoingAnswer, OutgoingError>) -> Void

  /// How connections are made and kept.
  package struct Manner: Equatable, Sendable {
    /// Whether only HTTP/2 will do, and requests share a connection.
    package var requiresHTTP2 = false
    package var keepsConnections = false
    /// Seconds that an idle connection is kept.
    package var idleSeconds = 3600
    /// To one host; 0 for any number.
    package var connectionsPerHost = 0
    /// Whether a new connection carries one request alone until that has its answer; others come
    /// back as `unprocessed`. For one connection to a host.
    package var beginsAlone = false

    package init() {}
  }

  private struct Waiting: Sendable {
    let request: OutgoingRequest
    let completion: Completion
  }

  private struct State {
    var waiting: [Waiting] = []
    var isRunning = false
    var isClosed = false
  }

  private struct Transfer {
    let exchange: Exchange
    let completion: Completion
  }

  private let rules: OutgoingRules
  private let manner: Manner
  private let curl: keiro_curl
  private let group: UnsafeMutablePointer<keiro_curl_group>
  private let queue: DispatchQueue
  private let state = Mutex(State())
  private var transfers: [UnsafeMutablePointer<keiro_curl_transfer>: Transfer] = [:]

  /// - Throws: `unavailable`.
  package init(
    _ rules: OutgoingRules, _ manner: Manner = Manner(), label: String
  ) throws(OutgoingError) {
    guard var curl = OutgoingClient.library,
      let group = keiro_curl_group_new(&curl, keiro_curl_manner(manner))
    else { throw .unavailable }
    self.rules = rules
    self.manner = manner
    self.curl = curl
    self.group = group
    queue = DispatchQueue(label: label)
  }

  deinit {
    keiro_curl_group_free(&copy, group)
  }

  /// Sends a request; the completion runs on the thread of the loop, and must not wait.
  package func send(_ request: OutgoingRequest, _ completion: @escaping Completion) {
    do throws(OutgoingError) {
      _ = try OutgoingClient.check(request, rules)
    } catch {
      return completion(.failure(error))
    }
    let begins: Bool? = state.withLock { state in
      guard !state.isClosed else { return nil }
      state.waiting.append(Waiting(request: request, completion: completion))
      defer { state.isRunning = true }
      return !state.isRunning
    }
    switch begins {
    case nil: completion(.failure(Self.ended))
    case true?: queue.async { self.run() }
    case false?: wake()
    }
  }

  /// Ends every transfer and takes no more. Waits until each has its answer.
  package func close() {
    state.withLock { $0.isClosed = true }
    wake()
    queue.sync {}
  }

  private func wake() { _ = curl.multi_wakeup(group.pointee.handle) }

  private static let ended = OutgoingError.failed(code: 42, message: "the service ends")

  // MARK: - On the queue

  private func run() {
    dispatchPrecondition(condition: .onQueue(queue))
    while true {
      let (waiting, isClosed) = state.withLock { state in
        defer { state.waiting = [] }
        if state.waiting.isEmpty, transfers.isEmpty || state.isClosed { state.isRunning = false }
        return (state.waiting, state.isClosed)
      }
      if isClosed {
        abandon()
        for one in waiting { one.completion(.failure(Self.ended)) }
      } else {
        for one in waiting { begin(one) }
      }
      guard !transfers.isEmpty || !waiting.isEmpty else { return }
      var running: Int32 = 0
      _ = curl.multi_perform(group.pointee.handle, &running)
      takeEnded()
      // What was sent meanwhile wakes the loop, so that the longest wait matters to nobody.
      if !transfers.isEmpty { _ = curl.multi_poll(group.pointee.handle, nil, 0, 1000, nil) }
    }
  }

  private func begin(_ waiting: Waiting) {
    dispatchPrecondition(condition: .onQueue(queue))
    let request = waiting.request
    let exchange = Exchange(rules, bodyLimit: request.bodyLimit)
    guard let transfer = start(request, exchange) else {
      return waiting.completion(
        .failure(.failed(code: 27, message: "libcurl could not begin a request")))
    }
    transfers[transfer] = Transfer(exchange: exchange, completion: waiting.completion)
    guard curl.multi_add_handle(group.pointee.handle, transfer.pointee.handle) == 0 else {
      transfers[transfer] = nil
      keiro_curl_end(&copy, transfer)
      return waiting.completion(
        .failure(.failed(code: 27, message: "libcurl could not begin a request")))
    }
  }

  private func start(
    _ request: OutgoingRequest, _ exchange: Exchange
  ) -> UnsafeMutablePointer<keiro_curl_transfer>? {
    guard let url = WebURL(request.url) else { return nil }
    let inspection = OutgoingInspection(request)
    return OutgoingClient.withRequest(inspection, url, rules, exchange) { asked in
      withUnsafePointer(to: &asked) { keiro_curl_begin(&copy, $0, group) }
    }
  }

  /// C takes pointers to the functions, which nothing changes.
  private lazy var copy = curl

  private func takeEnded() {
    dispatchPrecondition(condition: .onQueue(queue))
    var code: Int32 = 0
    var status = 0
    var version = 0
    while let ended = keiro_curl_ended(&copy, group, &code, &status, &version) {
      guard let transfer = transfers.removeValue(forKey: ended) else { continue }
      let isUnprocessed = ended.pointee.is_unprocessed
      keiro_curl_end(&copy, ended)
      transfer.completion(
        isUnprocessed && code != 0
          ? .failure(.unprocessed) : result(of: transfer.exchange, code, status, version))
    }
  }

  private func result(
    of exchange: Exchange, _ code: Int32, _ status: Int, _ version: Int
  ) -> Result<OutgoingAnswer, OutgoingError> {
    let answer = OutgoingAnswer(status: status, fields: exchange.fields, body: exchange.body)
    guard code != 0 else {
      // 3 stands for HTTP/2.
      guard !manner.requiresHTTP2 || version == 3 else {
        return .failure(.failed(code: 0, message: "the server does not speak HTTP/2"))
      }
      return .success(answer)
    }
    let error = exchange.error(code, curl)
    // Who only wants to know the status needs no more of the body than its beginning, and of a good
    // answer none at all.
    let isKnown = (200..<300).contains(status) || error == .tooLong && status != 0
    return isKnown ? .success(answer) : .failure(error)
  }

  private func abandon() {
    dispatchPrecondition(condition: .onQueue(queue))
    let all = transfers
    transfers = [:]
    for (transfer, one) in all {
      _ = curl.multi_remove_handle(group.pointee.handle, transfer.pointee.handle)
      keiro_curl_end(&copy, transfer)
      one.completion(.failure(Self.ended))
    }
  }
}

extension keiro_curl_manner {
  fileprivate init(_ manner: OutgoingLoop.Manner) {
    self.init()
    requires_http2 = manner.requiresHTTP2
    keeps_connections = manner.keepsConnections
    begins_alone = manner.beginsAlone
    idle_seconds = manner.idleSeconds
    per_host = manner.connectionsPerHost
  }
}
