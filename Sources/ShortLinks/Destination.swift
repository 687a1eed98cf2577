package import AppAssociation

/// Where short links may lead.
package enum Destination {
  private static let bytes = 8192

  /// What is wrong with a destination, as a sentence's end; nil when nothing is.
  ///
  /// - Parameter hosts: the hosts that links may lead to; nil for any.
  package static func fault(of url: String, within hosts: [HostPattern]?) -> String? {
    guard url.utf8.count <= bytes else { return "expected at most \(bytes) bytes" }
    guard let parts = WebURL(url) else { return "expected an http or https URL" }
    guard ["http", "https"].contains(parts.scheme) else {
      return "the scheme '\(parts.scheme)' leads out of the web: expected http or https"
    }
    guard parts.userInfo == nil else {
      return "a name before '@' hides the true host: expected none"
    }
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) }) else {
      return "it holds characters that no URL may hold: expected them percent-encoded"
    }
    guard let hosts, !hosts.contains(where: { $0.matches(parts.host) }) else { return nil }
    let names = hosts.map(\.description).joined(separator: ", ")
    return "the host '\(parts.host)' is not among the site's destinationHosts: expected \(names)"
  }
}

/// The part of a short URL behind its prefix.
package enum Slug {
  /// What is wrong with a slug, as a sentence's end; nil when nothing is.
  package static func fault(of slug: String) -> String? {
    guard (1...255).contains(slug.utf8.count) else { return "expected 1 to 255 characters" }
    let isPlain = slug.utf8.allSatisfy {
      (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
        || "-_.~/".utf8.contains($0)
    }
    guard isPlain else { return "expected letters, digits and '-', '_', '.', '~', '/'" }
    let segments = slug.split(separator: "/", omittingEmptySubsequences: false)
    guard !segments.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
      return "expected no empty segment and no '.' or '..' between slashes"
    }
    guard segments.first != ".well-known", segments.first != "_keiro" else {
      return "the name is reserved"
    }
    return nil
  }
}
