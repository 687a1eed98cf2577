/// What a site answers where nothing is.
package enum NotFoundAnswer: Equatable, Sendable {
  /// Browsers are sent to a URL.
  case redirect(String)
  /// The bytes of a page of the site's own, in HTML.
  case page([UInt8])
}
