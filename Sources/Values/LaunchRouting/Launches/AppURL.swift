import JSONSyntax
import WebSyntax

/// A URL that an app is asked to open, split by hand to keep every part as written.
///
/// Custom schemes need no authority (`asajikan:article/42`), so this accepts more than web page
/// URLs (RFC 3986, appendix B).
struct AppURL: Hashable {
  /// The scheme in lower case, without the colon.
  let scheme: String
  /// The authority after `//`; nil when there is no `//`.
  let authority: String?
  /// The path as written; may lack its leading slash when there is no authority.
  let path: String
  /// The text between `?` and `#`; nil when there is no `?`.
  let query: String?

  /// Parses a URL; nil when the scheme is missing, nothing follows it, or the text contains a space
  /// or control character.
  init?(_ text: String) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon].lowercased()
    guard URLScheme.isValid(scheme) else { return nil }
    var rest = text[text.index(after: colon)...].prefix { $0 != "#" }
    guard !rest.isEmpty, rest != "//" else { return nil }
    self.scheme = scheme
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    } else {
      query = nil
    }
    guard rest.hasPrefix("//") else {
      authority = nil
      path = String(rest)
      return
    }
    let behind = rest.dropFirst(2)
    let slash = behind.firstIndex(of: "/") ?? behind.endIndex
    authority = String(behind[..<slash])
    path = String(behind[slash...])
  }

  var isWeb: Bool { URLScheme.isWeb(scheme) && authority?.isEmpty == false }

  /// The last path component with its escapes decoded; nil when the path is empty.
  var lastPathComponent: String? {
    path.split(separator: "/").last.map(Self.decoded)
  }

  /// Returns the value of a query item with its escapes decoded; nil when there is none.
  func item(_ name: String) -> String? {
    for item in (query ?? "").split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, parts[0] == name { return Self.decoded(parts[1]) }
    }
    return nil
  }

  /// The text without its escapes; unchanged if one is invalid or it is not UTF-8.
  private static func decoded(_ text: Substring) -> String {
    PercentCoding.decode(Array(text.utf8)[...]).flatMap { String(validUTF8: $0) } ?? String(text)
  }
}
