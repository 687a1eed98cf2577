import Foundation
import LaunchRouting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An app's requests to a Keiro: the destination of a URL, the link of a code, and reports of
/// launches; and its new links.
///
/// Only new links need a token, and no request identifies the user or the device.
public struct KeiroClient: Sendable {
  private let base: URL
  private let hosts: Set<String>
  /// The token for new links; nil without one.
  let token: String?
  let transport: any KeiroTransport
  /// Waits some seconds between two attempts; tests do not wait.
  var pause: @Sendable (_ seconds: Int) async throws -> Void = {
    try await Task.sleep(nanoseconds: UInt64(max(0, $0)) * 1_000_000_000)
  }

  /// - Parameters:
  ///   - host: A public host of the Keiro, as in `links.example.com`.
  ///   - hosts: all hosts whose URLs the app asks about, with or without `host`.
  ///   - token: a token with the scope `links:create` alone, for an app that makes links. Any other one
  ///     would give its power to everybody who has the app.
  ///   - transport: the transport; nil for URLSession.
  /// - Returns: nil for a text that is not a host.
  public init?(
    host: String, hosts: [String] = [], token: String? = nil,
    transport: (any KeiroTransport)? = nil
  ) {
    self.init(base: "https://\(host)", hosts: hosts + [host], token: token, transport: transport)
  }

  /// Creates a client of a Keiro at any address, for tests and for development.
  public init?(
    base: String, hosts: [String], token: String? = nil, transport: (any KeiroTransport)? = nil
  ) {
    guard let base = URL(string: base), base.host != nil else { return nil }
    self.base = base
    self.hosts = Set(hosts.map { $0.lowercased() })
    self.token = token
    self.transport = transport ?? URLSessionTransport()
  }

  // MARK: - Links

  /// Returns the destination of a URL; a short URL is followed.
  ///
  /// - Parameters:
  ///   - url: A URL of one of the hosts.
  ///   - way: how the URL reached an app that starts for the first time, to be counted; nil for any
  ///     other launch.
  public func resolve(
    _ url: String, deferred way: DeferredWay? = nil
  ) async throws -> ResolvedLink {
    guard isOwn(url) else { throw KeiroClientError.foreignURL }
    var query = "url=" + Self.encoded(url)
    if let way { query += "&deferred=" + way.rawValue }
    return try Self.link(in: await send(request("/_keiro/resolve?" + query)))
  }

  /// Returns the link of a code that the user has typed. A code is valid once.
  public func claim(_ code: String) async throws -> ResolvedLink {
    try Self.link(in: await send(request("/_keiro/claims", sending: ["code": code])))
  }

  /// Returns whether a URL is on one of the hosts; others are neither asked about nor followed.
  public func isOwn(_ url: String) -> Bool {
    guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
      scheme == "https" || scheme == "http", parts.user == nil, let host = parts.host
    else { return false }
    return hosts.contains(host.lowercased())
  }

  // MARK: - Launches

  /// Reports launches. Of reports that are refused together, those that are good by themselves count.
  ///
  /// - Returns: the identifiers of the reports that need not be sent again: counted now, counted
  ///   before, or permanently refused.
  /// - Throws: when the same request may succeed later.
  public func report(_ reports: [LaunchReport]) async throws -> [String] {
    guard !reports.isEmpty else { return [] }
    let answer = try await transport.send(request("/_keiro/launches", sending: reports))
    switch answer.status {
    case 200, 415, 422: break
    case 400, 413:
      guard reports.count > 1 else { break }
      let half = reports.count / 2
      let settled = try await report(Array(reports.prefix(half)))
      // What is settled stays so, whatever happens to the rest.
      return settled + ((try? await report(Array(reports.dropFirst(half)))) ?? [])
    // Others are not about the reports: the host may be unknown while it moves, or a proxy refuses.
    default: throw Self.error(answer.status)
    }
    return reports.map(\.id)
  }

  // MARK: - Requests

  func request(_ target: String) throws -> URLRequest {
    guard let url = URL(string: target, relativeTo: base) else { throw KeiroClientError.foreignURL }
    var request = URLRequest(url: url)
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    request.setValue(Self.agent, forHTTPHeaderField: "User-Agent")
    return request
  }

  func request(_ target: String, sending body: some Encodable) throws -> URLRequest {
    var request = try request(target)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(body)
    return request
  }

  /// The user agent, which reveals only the system, for links with rules by platform.
  private static let agent: String = {
    #if os(iOS)
      "KeiroClient/1 (iPhone)"
    #elseif os(macOS)
      "KeiroClient/1 (Macintosh)"
    #else
      "KeiroClient/1 (Linux)"
    #endif
  }()

  private func send(_ request: URLRequest) async throws -> KeiroAnswer {
    let answer = try await transport.send(request)
    guard answer.status == 200 else { throw Self.error(answer.status) }
    return answer
  }

  private static func link(in answer: KeiroAnswer) throws -> ResolvedLink {
    guard let link = try? JSONDecoder().decode(ResolvedLink.self, from: answer.body) else {
      throw KeiroClientError.unreadableAnswer
    }
    return link
  }

  static func error(_ status: Int) -> KeiroClientError {
    switch status {
    case 403: .passwordRequired
    case 404: .notFound
    case 410: .gone
    case 429: .tooManyRequests
    default: .status(status)
    }
  }

  private static func encoded(_ text: String) -> String {
    var allowed = CharacterSet.alphanumerics
    allowed.insert(charactersIn: "-._~")
    return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
  }
}
