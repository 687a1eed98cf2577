extension WebURL {
  /// Resolves a `Location` field, which may be relative (RFC 9110, section 10.2.2).
  ///
  /// - Parameter url: the URL whose response has the field.
  /// - Returns: the absolute URL; nil when it is not a web URL.
  package static func absolute(_ location: String, from url: String) -> String? {
    let encoded = PercentCoding.encodeUnsafe(location.utf8)
    if let target = WebURL(encoded) { return URLScheme.isWeb(target.scheme) ? encoded : nil }
    guard let base = WebURL(url) else { return nil }
    let origin = "\(base.scheme)://\(base.host)" + (base.port.map { ":" + $0 } ?? "")
    let target: String
    if encoded.hasPrefix("//") {
      target = base.scheme + ":" + encoded
    } else if encoded.hasPrefix("/") {
      target = origin + encoded
    } else {
      guard !encoded.isEmpty, !encoded.contains(":") else { return nil }
      let folder = base.path.lastIndex(of: "/").map { String(base.path[...$0]) } ?? "/"
      target = origin + folder + encoded
    }
    return WebURL(target) == nil ? nil : target
  }
}
