import Links
import WebSyntax

/// An address that is safe in an attribute of a page: an address that leads to script cannot be
/// built.
///
/// Addresses come from links, and links from many sources. The store has checked them already, but
/// a page that relied on this would be one import away from running foreign code.
struct PageAddress: Equatable {
  /// With characters that no URL may contain percent-encoded; not yet escaped for HTML.
  let text: String

  /// The longest destination, encoded whole into another address.
  private static let bytes = 3 * 8192

  /// An address of the web; nil for any other.
  init?(web text: String?) {
    guard let text, let url = WebURL(text), URLScheme.isWeb(url.scheme) else {
      return nil
    }
    self.init(encoding: text)
  }

  /// An https address, for pictures on a secure page.
  init?(secure text: String?) {
    guard let text, WebURL(text)?.scheme == "https" else { return nil }
    self.init(encoding: text)
  }

  /// An address of an app; nil for a scheme that belongs to browsers.
  init?(app text: String?) {
    guard let text, let url = WebURL(text), URLScheme.isAvailableToApps(url.scheme) else {
      return nil
    }
    self.init(encoding: text)
  }

  /// An `intent:` address as decisions make them, by which Android's browsers open an app; nil for
  /// any other.
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

  /// The address between the quotation marks of an attribute.
  var html: String { HTMLText.escape(text) }

  /// The readable form of an address.
  static func host(of text: String) -> String? {
    WebURL(text).flatMap { VisibleText.line($0.host, limit: VisibleText.titleLimit) }
  }
}
