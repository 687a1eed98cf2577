import AppAssociation
import JSONSyntax
import LinkService
import ShortLinks

/// Reads the short links of a site.
struct ShortLinksReader {
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
    if let fault = Slug.fault(of: slug) { field.report("'\(slug)' is not a slug: \(fault)") }
    guard let link = ShortLink.read(field, host: host, slug: slug) else { return nil }
    for (name, url) in [("url", link.url), ("expiredURL", link.expiredURL ?? "")] {
      // What leads nowhere is reported already; here it is about the hosts alone.
      guard Destination.fault(of: url, within: nil) == nil,
        let fault = Destination.fault(of: url, within: destinationHosts)
      else { continue }
      report(fault, of: name, in: field)
    }
    for name in Self.fieldsOfTheStore where field.node.member(name) != nil {
      report(
        "links of the configuration do not have '\(name)' in this version", of: name, in: field)
    }
    return link
  }

  /// Read, so that nobody is told that they are misspelt, and not acted upon yet.
  private static let fieldsOfTheStore = [
    "apple", "android", "desktop", "social", "skipPage", "maxClicks", "password", "createdAt",
    "updatedAt", "extra",
  ]

  private func report(_ message: String, of name: String, in field: JSONField) {
    let offset = field.node.member(name)?.offset ?? field.node.offset
    field.collector.report(message, path: jsonPath(field.path, member: name), offset: offset)
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

/// RFC 3986, section 2.3: what means the same with and without percent-encoding.
private func isUnreserved(_ byte: UInt8) -> Bool {
  (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "-_.~".utf8.contains(byte)
}
