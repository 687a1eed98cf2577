import Foundation

/// The first start of an app: the link that its user had before the app was there.
///
/// Every way is exact, and the user carries the link: nobody is recognised.
public enum FirstStart: Hashable, Sendable {
  /// The text of Google Play's Install Referrer, whole.
  case referrer(String)
  /// What the user has pasted, from a paste button.
  case pasted(String)
  /// What the user has typed.
  case code(String)
  /// What the App Clip has left in the container that both share.
  case clip(String)
}

extension KeiroClient {
  /// The link of a first start; nil when the start brings none of this Keiro's.
  ///
  /// - Throws: when the Keiro does not answer, or the link leads nowhere any more: ask again later
  ///   in the first case, and start as always in the second.
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

  /// The short URL in an Install Referrer; nil when there is none, as after most installations.
  public static func carriedURL(inReferrer text: String) -> String? {
    for item in text.split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0] == "keiro_link" else { continue }
      return String(parts[1]).removingPercentEncoding
    }
    return nil
  }
}
