import Foundation

/// The first start of an app, with the link that its user opened before the app was installed.
///
/// Every way is exact because the user carries the link: no user is recognised.
public enum FirstStart: Hashable, Sendable {
  /// The complete text of Google Play's Install Referrer.
  case referrer(String)
  /// The text that the user has pasted with a paste button.
  case pasted(String)
  /// The code that the user has typed.
  case code(String)
  /// The URL that the App Clip has left in the shared container.
  case clip(String)
}

extension KeiroClient {
  /// Returns the link of a first start; nil when the start carries no link of this Keiro.
  ///
  /// - Throws: when the Keiro does not answer, or the link no longer leads anywhere: ask again
  ///   later in the first case, and start as usual in the second.
  public func link(of start: FirstStart) async throws -> ResolvedLink? {
    switch start {
    case .referrer(let text):
      guard let url = Self.carriedURL(inReferrer: text) else { return nil }
      return try await ownLink(url, .referrer)
    case .pasted(let text):
      return try await ownLink(text.trimmingCharacters(in: .whitespacesAndNewlines), .paste)
    case .clip(let url): return try await ownLink(url, .clip)
    case .code(let code): return try await claim(code)
    }
  }

  private func ownLink(_ url: String, _ way: DeferredWay) async throws -> ResolvedLink? {
    guard isOwn(url) else { return nil }
    return try await resolve(url, deferred: way)
  }

  /// Returns the short URL in an Install Referrer; nil when there is none, as after most
  /// installations.
  public static func carriedURL(inReferrer text: String) -> String? {
    for item in text.split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0] == "keiro_link" else { continue }
      return String(parts[1]).removingPercentEncoding
    }
    return nil
  }
}
