/// What a deep link may mean as a URL of a site, in the order in which it is tried.
enum DeepLinkReadings {
  /// The names under which link services hand the web URL on: Firebase, Adjust, and others.
  private static let itemNames = ["deep_link_id", "deep_link", "link", "url"]

  /// A web URL means itself. One with a custom scheme means the web URL in its query, if any; else
  /// its authority is a host (`app://www.example.com/a`), or the first part of a path
  /// (`app://a/b` and `app:/a/b`).
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
