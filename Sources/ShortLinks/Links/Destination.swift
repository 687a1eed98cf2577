package import AppAssociation

/// Where short links may lead.
package enum Destination {
  private static let bytes = 8192

  /// What no URL may hold (RFC 3986, section 2, and what browsers refuse beside).
  static let forbidden = Set("\"<>\\^`{|}".utf8)

  /// What is wrong with a destination, as a sentence's end; nil when nothing is.
  ///
  /// - Parameter hosts: the hosts that links may lead to; nil for any.
  package static func fault(of url: String, within hosts: [HostPattern]?) -> String? {
    guard url.utf8.count <= bytes else { return "expected at most \(bytes) bytes" }
    return faultAtVisit(of: url, within: hosts)
  }

  /// The same for a visit, whose query may make the address longer than a link's own.
  package static func faultAtVisit(of url: String, within hosts: [HostPattern]?) -> String? {
    guard let parts = WebURL(url) else { return "expected an http or https URL" }
    guard ["http", "https"].contains(parts.scheme) else {
      return "the scheme '\(parts.scheme)' leads out of the web: expected http or https"
    }
    guard parts.userInfo == nil else {
      return "a name before '@' hides the true host: expected none"
    }
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !forbidden.contains($0) }) else {
      return "it holds characters that no URL may hold: expected them percent-encoded"
    }
    guard let hosts, !hosts.contains(where: { $0.matches(parts.host) }) else { return nil }
    let names = hosts.map(\.description).joined(separator: ", ")
    return "the host '\(parts.host)' is not among the site's destinationHosts: expected \(names)"
  }
}
