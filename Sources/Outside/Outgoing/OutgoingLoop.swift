import CCurl
import Dispatch
import Synchronization
import WebSyntax

/// Sends requests to other servers, any number at a time on one thread, within the rules. Redirects are
/// answers and are not followed.
///
/// While nothing is under way it occupies no thread. The callers limit the number of requests.
package final class OutgoingLoop: @unchecked Sendable {
  // Unchecked, because it is an event loop: the group of transfers is used only on `queue`, except for
  // waking it, which the methods on it check.

  /// Receives the answer; runs on the thread of the loop and must not block.
  package typealias Completion = @Sendable (Result<OutgoingAnswer, OutgoingError>) -> Void

  private struct Waiting: Sendable {
    let request: OutgoingRequest
    let url: WebURL
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
  private let sharesConnection: Bool
  private let group: OpaquePointer
  private let queue: DispatchQueue
  private let state = Mutex(State())
  private var transfers: [OpaquePointer: Transfer] = [:]

  /// - Parameter sharesConnection: whether all requests to a host share one connection, by HTTP/2 alone,
  ///   which is kept for an hour. A new one carries a single request until that was answered; others come
  ///   back as `unprocessed`. Otherwise each request has a connection of its own.
  /// - Throws: `unavailable` without libcurl.
  package init(
    _ rules: OutgoingRules, sharesConnection: Bool = false, label: String
  ) throws(OutgoingError) {
    var policy = keiro_curl_policy()
    policy.idle_seconds = 3600
    if sharesConnection {
      policy.requires_http2 = true
      policy.keeps_connections = true
      policy.begins_alone = true
      policy.per_host = 1
    }
    guard OutgoingClient.hasLibrary, let group = keiro_curl_group_new(policy) else {
      throw .unavailable
    }
    self.rules = rules
    self.sharesConnection = sharesConnection
    self.group = group
    queue = DispatchQueue(label: label)
  }

  deinit {
    keiro_curl_group_free(group)
  }

  /// Sends a request; the completion runs on the thread of the loop and must not block.
  package func send(_ request: OutgoingRequest, _ completion: @escaping Completion) {
    let url: WebURL
    do throws(OutgoingError) {
      url = try OutgoingClient.check(request, rules)
    } catch {
      return completion(.failure(error))
    }
    let begins: Bool? = state.withLock { state in
      guard !state.isClosed else { return nil }
      state.waiting.append(Waiting(request: request, url: url, completion: completion))
      defer { state.isRunning = true }
      return !state.isRunning
    }
    switch begins {
    case nil: completion(.failure(Self.ended))
    case true?: queue.async { self.run() }
    case false?: wake()
    }
  }

  /// Ends every transfer and accepts no more. Waits until each has its answer.
  package func close() {
    state.withLock { $0.isClosed = true }
    wake()
    queue.sync {}
  }

  private func wake() { keiro_curl_group_wake(group) }

  private static let ended = OutgoingError.failed(
    code: Int(CURLE_ABORTED_BY_CALLBACK.rawValue), message: "the service ends")

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
      keiro_curl_group_perform(group)
      takeEnded()
      // Requests sent meanwhile wake the loop, so the long wait delays no request.
      if !transfers.isEmpty { keiro_curl_group_wait(group, 1000) }
    }
  }

  private func begin(_ waiting: Waiting) {
    dispatchPrecondition(condition: .onQueue(queue))
    let inspection = OutgoingInspection(waiting.request)
    let exchange = Exchange(rules, bodyLimit: waiting.request.bodyLimit)
    let begun = OutgoingClient.withRequest(inspection, waiting.url, rules, exchange) { asked in
      withUnsafePointer(to: &asked) { keiro_curl_begin($0, group) }
    }
    guard let transfer = begun else {
      return waiting.completion(
        .failure(
          .failed(
            code: Int(CURLE_OUT_OF_MEMORY.rawValue), message: "libcurl could not begin a request")))
    }
    transfers[transfer] = Transfer(exchange: exchange, completion: waiting.completion)
  }

  private func takeEnded() {
    dispatchPrecondition(condition: .onQueue(queue))
    var outcome = keiro_curl_outcome()
    while let ended = keiro_curl_ended(group, &outcome) {
      guard let transfer = transfers.removeValue(forKey: ended) else { continue }
      keiro_curl_end(ended)
      transfer.completion(
        outcome.is_unprocessed && outcome.code != CURLE_OK
          ? .failure(.unprocessed) : result(of: transfer.exchange, outcome))
    }
  }

  private func result(
    of exchange: Exchange, _ outcome: keiro_curl_outcome
  ) -> Result<OutgoingAnswer, OutgoingError> {
    let status = outcome.status
    let answer = OutgoingAnswer(status: status, fields: exchange.fields, body: exchange.body)
    guard outcome.code != CURLE_OK else {
      guard !sharesConnection || outcome.speaks_http2 else {
        return .failure(.failed(code: 0, message: "the server does not speak HTTP/2"))
      }
      return .success(answer)
    }
    let error = exchange.error(outcome.code, status: status)
    // A caller that only needs the status needs only the beginning of the body, and of a good answer
    // none at all.
    let isKnown = (200..<300).contains(status) || error == .tooLong && status != 0
    return isKnown ? .success(answer) : .failure(error)
  }

  private func abandon() {
    dispatchPrecondition(condition: .onQueue(queue))
    let all = transfers
    transfers = [:]
    for (transfer, one) in all {
      keiro_curl_end(transfer)
      one.completion(.failure(Self.ended))
    }
  }
}
