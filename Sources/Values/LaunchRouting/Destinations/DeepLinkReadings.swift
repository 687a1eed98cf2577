/// The possible interpretations of a deep link as a URL of a site, in order of preference.
enum DeepLinkReadings {
  /// The query items in which link services such as Firebase and Adjust pass the web URL.
  private static let itemNames = ["deep_link_id", "deep_link", "link", "url"]

  /// Returns the interpretations of a URL. A web URL is used as it is. A URL with a custom scheme
  /// is replaced by the web URL in its query, if any; otherwise its authority is a host
  /// (`app://www.example.com/a`) or the first part of a path (`app://a/b` and `app:/a/b`).
  static func of(_ text: String) -> [String] {
    guard let url = AppURL(text) else { return [] }
    guard !url.isWeb else { return [text] }
    for name in itemNames {
      if let inner = url.item(name), AppURL(inner)?.isWeb == true { return [inner] }
    }
    let query = url.query.map { "?" + $0 } ?? ""
    guard let authority = url.authority, !authority.isEmpty else {
      return [(url.path.hasPrefix("/") ? "" : "/") + url.path + query]
    }
    let asPath = "/" + authority + url.path + query
    return authority.contains(".") ? ["https://\(authority)\(url.path)\(query)", asPath] : [asPath]
  }
}
