public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Sends requests to a Keiro. Apps use ``URLSessionTransport``; tests may use their own type.
public protocol KeiroTransport: Sendable {
  /// Sends a request and returns the whole answer, regardless of its status.
  ///
  /// - Throws: when there is no answer.
  func send(_ request: URLRequest) async throws -> KeiroAnswer
}

/// The answer to a request.
public struct KeiroAnswer: Sendable {
  /// The HTTP status code.
  public var status: Int
  /// The body.
  public var body: Data
  /// The seconds of `Retry-After`; nil when the answer has none.
  public var retryAfter: Int?

  /// Creates an answer.
  public init(status: Int, body: Data, retryAfter: Int? = nil) {
    self.status = status
    self.body = body
    self.retryAfter = retryAfter
  }
}

/// Sends requests through URLSession, which waits at most ten seconds for an answer.
public struct URLSessionTransport: KeiroTransport {
  private let session: URLSession

  /// - Parameter session: the session; nil for a new one without a cache, cookies or credentials.
  public init(session: URLSession? = nil) {
    self.session = session ?? Self.ownSession()
  }

  private static func ownSession() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 10
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    return URLSession(configuration: configuration)
  }

  /// Sends a request, and waits for the whole answer.
  public func send(_ request: URLRequest) async throws -> KeiroAnswer {
    // Not `data(for:)`, which Apple's systems have only since iOS 15.
    try await withCheckedThrowingContinuation { continuation in
      let task = session.dataTask(with: request) { data, response, error in
        guard let response = response as? HTTPURLResponse else {
          continuation.resume(throwing: error ?? KeiroClientError.noAnswer)
          return
        }
        continuation.resume(
          returning: KeiroAnswer(
            status: response.statusCode, body: data ?? Data(),
            retryAfter: response.value(forHTTPHeaderField: "Retry-After").flatMap(Self.wait)))
      }
      task.resume()
    }
  }

  /// The seconds that a value of `Retry-After` asks to wait: a number, or what is left until a date, which
  /// servers in front of Keiro send (RFC 9110, section 10.2.3).
  static func wait(_ retryAfter: String) -> Int? {
    if let seconds = Int(retryAfter) { return seconds }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    guard let date = format.date(from: retryAfter) else { return nil }
    return Int(min(max(date.timeIntervalSinceNow.rounded(.up), 0), 1e9))
  }
}
