import AppAssociation
import JSONSyntax
import LinkService
import ShortLinks

/// Reads the short links of a site.
struct ShortLinksReader {
  let folder: ConfigurationFolder
  let apps: AppNames
  /// The host that the links of the configuration are entered under.
  let host: String
  let destinationHosts: [HostPattern]?

  func read(_ field: JSONField) -> ShortLinksDefinition? {
    field.object { object in
      let prefix = object.optional("prefix")?.text(prefixProblem) ?? "/s/"
      let app = apps.index(object.optional("app"))
      let links = (object.optional("links")?.entries() ?? []).compactMap { link($0.name, $0.field) }
      return ShortLinksDefinition(prefix: prefix, app: app, links: links)
    }
  }

  private func link(_ slug: String, _ field: JSONField) -> ShortLink? {
    if let message = slugProblem(slug) { field.report(message) }
    return field.object { object in
      let url = object.required("url")?.text {
        linkDestinationProblem($0, within: destinationHosts)
      }
      return ShortLink(host: host, slug: slug, url: url ?? "")
    }
  }

  private func prefixProblem(_ text: String) -> String? {
    guard text.hasPrefix("/"), text.hasSuffix("/") else {
      return "'\(text)' is not a prefix: expected a path that begins and ends with '/'"
    }
    let segments = text.split(separator: "/", omittingEmptySubsequences: false)
    guard text == "/" || !segments.dropFirst().dropLast().contains(where: \.isEmpty) else {
      return "'\(text)' is not a prefix: two slashes stand side by side"
    }
    guard segments.allSatisfy({ $0 != "." && $0 != ".." }),
      text.utf8.allSatisfy({ isUnreserved($0) || $0 == UInt8(ascii: "/") })
    else {
      return "'\(text)' is not a prefix: expected segments of letters, digits and - _ . ~"
    }
    for reserved in ["/.well-known/", "/_keiro/"] where text.hasPrefix(reserved) {
      return "'\(text)' is reserved: expected a prefix outside '\(reserved)'"
    }
    return nil
  }
}

/// What is wrong with the slug of a short link; nil when it is one.
func slugProblem(_ slug: String) -> String? {
  guard (1...255).contains(slug.utf8.count) else {
    return "a slug of \(slug.utf8.count) characters: expected 1 to 255"
  }
  guard slug.utf8.allSatisfy({ isUnreserved($0) || $0 == UInt8(ascii: "/") }) else {
    return "'\(slug)' is not a slug: expected letters, digits and - _ . ~ /"
  }
  let segments = slug.split(separator: "/", omittingEmptySubsequences: false)
  guard !segments.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
    return "'\(slug)' is not a slug: expected no empty segment and none of dots alone"
  }
  guard segments[0] != ".well-known", segments[0] != "_keiro" else {
    return "'\(slug)' is reserved: expected another first segment than '\(segments[0])'"
  }
  return nil
}

/// RFC 3986, section 2.3: what means the same with and without percent-encoding.
private func isUnreserved(_ byte: UInt8) -> Bool {
  (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "-_.~".utf8.contains(byte)
}
