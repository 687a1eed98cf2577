/// URL schemes (RFC 3986, section 3.1).
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

  /// Returns whether a lower-case scheme is that of web pages.
  package static func isWeb(_ scheme: String) -> Bool {
    scheme == "http" || scheme == "https"
  }

  /// Returns whether an app can register the scheme, in any case, as its own.
  package static func isAvailableToApps(_ scheme: String) -> Bool {
    isValid(scheme) && !reserved.contains(scheme.lowercased())
  }

  /// The schemes that browsers and systems handle themselves, some of which run code, install apps
  /// or dial numbers.
  private static let reserved: Set = [
    // Documents, code and source views.
    "about", "applewebdata", "blob", "cid", "data", "feed", "file", "filesystem", "ftp", "ftps",
    "gopher", "http", "https", "jar", "javascript", "livescript", "mhtml", "mid", "mocha",
    "vbscript", "view-source", "ws", "wss", "wyciwyg",
    // Browsers.
    "brave", "chrome", "chrome-extension", "chrome-search", "chrome-untrusted", "devtools", "edge",
    "firefox", "googlechrome", "googlechromes", "microsoft-edge", "moz-extension", "opera",
    "resource", "safari-extension", "safari-web-extension", "vivaldi", "webkit-extension",
    "x-safari-http", "x-safari-https", "x-web-search",
    // Calls and messages.
    "facetime", "facetime-audio", "facetime-group", "imessage", "mailto", "mms", "mmsto",
    "sms", "smsto", "tel", "telprompt", "voicemail",
    // Stores and installation.
    "itms", "itms-appss", "itms-apps", "itms-beta", "itms-books", "itms-bookss", "itms-services",
    "itmss", "macappstore", "macappstores", "ms-appinstaller", "ms-windows-store",
    // Systems.
    "afp", "android-app", "android-resource", "app-prefs", "app-settings", "apple-id", "calshow",
    "content", "geo", "hcp", "help", "intent", "ldap", "ldaps", "maps", "ms-cxh", "ms-msdt",
    "ms-officecmd", "ms-settings", "nfs", "package", "photos-redirect", "prefs", "rlogin", "search",
    "search-ms", "shell", "shortcuts", "smb", "telnet", "webcal", "webcals",
    "x-apple-calevent", "x-apple-health", "x-apple-reminder", "x-apple.systempreferences",
    "x-help-action", "x-man-page",
  ]
}
