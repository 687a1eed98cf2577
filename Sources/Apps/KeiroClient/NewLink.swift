public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The body of the request that makes a link.
private struct NewLink: Encodable {
  let url: String
  let campaign, social: [String: String]
  let name: String?
}

extension KeiroClient {
  /// The attempts after the first one, and the longest wait before one of them, in seconds.
  private static let repetitions = (count: 2, longestPause: 10)

  /// Makes a short link, such as one that the user of the app shares.
  ///
  /// A request without an answer is sent again with the same idempotency key, and makes one link. A busy
  /// Keiro is waited for as long as it asks, up to ten seconds.
  ///
  /// - Parameters:
  ///   - destination: where the link leads: a URL on one of the site's `destinationHosts`.
  ///   - campaign: the campaign parameters, such as `utm_source`.
  ///   - social: what messengers show of the link instead of what the destination says of itself:
  ///     `title`, `description` and `image`, a URL.
  ///   - name: what people call the link; nil for none.
  /// - Returns: the short URL.
  /// - Throws: ``KeiroClientError/tooManyRequests`` when this network has made as many as it may.
  public func createLink(
    to destination: URL, campaign: [String: String] = [:], social: [String: String] = [:],
    name: String? = nil
  ) async throws -> URL {
    guard let token else { throw KeiroClientError.tokenRefused }
    var request = try request(
      "/_keiro/links",
      sending: NewLink(
        url: destination.absoluteString, campaign: campaign, social: social, name: name))
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    request.setValue(UUID().uuidString, forHTTPHeaderField: "Idempotency-Key")
    let answer = try await sendRepeatedly(request)
    switch answer.status {
    case 201: break
    case 401, 403: throw KeiroClientError.tokenRefused
    case 422: throw KeiroClientError.linkRefused
    default: throw Self.error(answer.status)
    }
    let made = try? JSONDecoder().decode([String: String].self, from: answer.body)
    guard let url = made?["shortURL"].flatMap({ URL(string: $0) }) else {
      throw KeiroClientError.unreadableAnswer
    }
    return url
  }

  /// Sends a request again as long as there is no answer, or one that later requests may not get.
  private func sendRepeatedly(_ request: URLRequest) async throws -> KeiroAnswer {
    for attempt in 0..<Self.repetitions.count {
      let answer = try? await transport.send(request)
      try Task.checkCancellation()
      if let answer, answer.status != 429, answer.status < 500 { return answer }
      let wait = answer?.retryAfter ?? 1 << attempt
      if let answer, wait > Self.repetitions.longestPause { return answer }
      try await pause(wait)
    }
    return try await transport.send(request)
  }
}
