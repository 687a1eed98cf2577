/// The reason why a Keiro gave no useful answer.
public enum KeiroClientError: Error, Hashable, Sendable {
  /// The URL is not on one of this Keiro's hosts. Anyone can put a URL into a clipboard or a
  /// referrer.
  case foreignURL
  /// The URL does not exist, or no link has the code.
  case notFound
  /// The link has ended.
  case gone
  /// The link requires a password, which can be entered on its page.
  case passwordRequired
  /// This network has sent too many requests; later ones may succeed.
  case tooManyRequests
  /// The client has no token that makes links there.
  case tokenRefused
  /// The Keiro makes no such link, such as one to a foreign host.
  case linkRefused
  /// The connection ended without an answer.
  case noAnswer
  /// Any other status.
  case status(Int)
  /// The answer does not have Keiro's format.
  case unreadableAnswer
}
