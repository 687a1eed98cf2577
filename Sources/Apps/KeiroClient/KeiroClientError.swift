/// Why a Keiro gave no useful answer.
public enum KeiroClientError: Error, Hashable, Sendable {
  /// The URL is not one of this Keiro's hosts: anybody can put a URL into a clipboard or a referrer.
  case foreignURL
  /// Nothing is at the URL, or no link waits for the code.
  case notFound
  /// The link has ended.
  case gone
  /// The link asks for a password, which its page takes.
  case passwordRequired
  /// Too many requests came from this network; later ones may succeed.
  case tooManyRequests
  /// The connection ended without an answer.
  case noAnswer
  /// Any other status.
  case status(Int)
  /// The answer is not as Keiro writes it.
  case unreadableAnswer
}
