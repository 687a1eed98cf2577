import JSONSyntax
import WebSyntax

/// Reads host names and records the site that each belongs to.
struct HostReader {
  private var paths: [HostPattern: String] = [:]

  /// The host in a field; reports a host that an earlier site has.
  mutating func claim(_ field: JSONField) -> HostPattern? {
    guard let host = hostPattern(field) else { return nil }
    if let first = paths[host] {
      field.report("'\(host)' is already listed at \(first): expected it once")
      return nil
    }
    paths[host] = field.path
    return host
  }

  /// Reports an alternate host that is the host or alternate host of another site.
  mutating func claimAlternate(_ host: HostPattern, _ field: JSONField, site: String) {
    guard let first = paths[host] else {
      paths[host] = field.path
      return
    }
    guard !first.hasPrefix(site + ".") else { return }
    field.report("'\(host)' belongs to another site, at \(first): expected a host of its own")
  }
}

/// A host or a wildcard; common mistakes have messages of their own.
func hostPattern(_ field: JSONField) -> HostPattern? {
  guard let text = field.text() else { return nil }
  if let host = HostPattern(text) { return host }
  field.report("'\(text)' is not a host: \(hostHint(text))")
  return nil
}

/// A host without a wildcard, in lower case.
func plainHost(_ field: JSONField, example: String = "www.example.com") -> String? {
  guard let host = hostPattern(field) else { return nil }
  guard !host.isWildcard else {
    field.report("'\(host)' has a wildcard: expected a host such as \(example)")
    return nil
  }
  return host.name
}

private func hostHint(_ text: String) -> String {
  if let scheme = text.firstRange(of: "://") {
    let rest = text[scheme.upperBound...].prefix { !"/?#:".contains($0) }
    return "expected it without scheme and path, as in '\(rest)'"
  }
  if let slash = text.firstIndex(of: "/") {
    return "expected it without a path, as in '\(text[..<slash])'"
  }
  if let colon = text.firstIndex(of: ":"), !text.hasPrefix("[") {
    return "expected it without a port, as in '\(text[..<colon])'"
  }
  if !text.utf8.allSatisfy({ $0 < 0x80 }) {
    return "expected its Punycode form (xn--…), as certificates and entitlements have it"
  }
  if text.contains("*") { return "expected '*' as the whole first label alone" }
  return "expected a DNS name such as www.example.com"
}
