import Links
import WebSyntax

/// An address that is safe in an attribute of a page: one that runs script cannot be created.
///
/// Addresses come from links, and links from many sources. The store has checked them already, but
/// a page that relied on this would be one import away from running foreign code.
struct PageAddress: Equatable {
  /// The address with characters that no URL may contain percent-encoded, but not escaped for HTML.
  let text: String

  /// The bytes of the longest destination when encoded as a whole into another address.
  private static let bytes = 3 * 8192

  /// A web address; nil for any other.
  init?(web text: String?) {
    guard let text, let url = WebURL(text), URLScheme.isWeb(url.scheme) else {
      return nil
    }
    self.init(encoding: text)
  }

  /// An https address, for pictures on a secure page; nil for any other.
  init?(secure text: String?) {
    guard let text, WebURL(text)?.scheme == "https" else { return nil }
    self.init(encoding: text)
  }

  /// An address of an app; nil for a scheme reserved for browsers.
  init?(app text: String?) {
    guard let text, let url = WebURL(text), URLScheme.isAvailableToApps(url.scheme) else {
      return nil
    }
    self.init(encoding: text)
  }

  /// An `intent:` address from a decision, with which Android's browsers open an app; nil for any
  /// other.
  init?(intent text: String?) {
    guard let text, text.hasPrefix("intent://"), text.hasSuffix(";end") else { return nil }
    self.init(encoding: text)
  }

  /// A path and query on the page's own host; nil for a text that a browser reads as another host.
  init?(local text: String) {
    guard text.hasPrefix("/"), !text.hasPrefix("//"), !text.hasPrefix("/\\") else { return nil }
    self.init(encoding: text)
  }

  private init?(encoding text: String) {
    let encoded = PercentCoding.encodeUnsafe(text.utf8)
    guard encoded.utf8.count <= Self.bytes else { return nil }
    self.text = encoded
  }

  /// The address escaped for a quoted attribute.
  var html: String { HTMLText.escape(text) }
}
