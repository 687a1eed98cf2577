/// A site's answer for unknown addresses.
package enum NotFoundAnswer: Equatable, Sendable {
  /// A redirect of browsers to a URL.
  case redirect(String)
  /// The bytes of the site's own HTML page.
  case page([UInt8])
}
