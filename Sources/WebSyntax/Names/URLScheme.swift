/// Schemes of URLs (RFC 3986, section 3.1).
package enum URLScheme {
  /// Whether the text is a letter followed by letters, digits, `+`, `-` and `.`, in any case.
  package static func isValid(_ scheme: String) -> Bool {
    guard let first = scheme.utf8.first, ASCII.isLetter(first) else { return false }
    return scheme.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
      default: ASCII.isAlphanumeric(byte)
      }
    }
  }

  /// Whether the scheme, in lower case, is that of a web page.
  package static func isWeb(_ scheme: String) -> Bool {
    scheme == "http" || scheme == "https"
  }

  /// Whether an app can have the scheme, in any case, as its own.
  package static func isAvailableToApps(_ scheme: String) -> Bool {
    isValid(scheme) && !reserved.contains(scheme.lowercased())
  }

  /// Schemes that browsers and systems themselves act on; some of them run code.
  private static let reserved: Set = [
    "about", "blob", "chrome", "content", "data", "facetime", "file", "filesystem", "ftp", "http",
    "https", "intent", "itms-apps", "itms-services", "javascript", "mailto", "sms", "tel",
    "vbscript", "view-source", "ws", "wss",
  ]
}
