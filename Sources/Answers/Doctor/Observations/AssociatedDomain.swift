import JSONSyntax
package import WebSyntax

/// An entry of an app's associated domains: `applinks:www.example.com?mode=developer`.
///
/// Source: Apple, Associated Domains Entitlement.
package struct AssociatedDomain {
  let text: String
  let service: String
  /// The host, or a wildcard, whose file systems fetch from the name without it.
  package let host: HostPattern
  /// The mode, such as `developer`; nil without one.
  let mode: String?

  static let services = ["applinks", "webcredentials", "appclips", "activitycontinuation"]
  static let modes = ["developer", "managed", "developer+managed", "managed+developer"]

  /// Reads an entry as systems do; nil for one that they do not read.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, Self.services.contains(String(parts[0])) else { return nil }
    let rest = parts[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = rest.first, let host = HostPattern(String(name)) else { return nil }
    self.text = text
    self.service = String(parts[0])
    self.host = host
    let query = rest.count == 2 ? rest[1].split(separator: "&") : []
    mode = query.first { $0.hasPrefix("mode=") }.map { String($0.dropFirst(5)) }
  }

  /// Whether the host of the entry is a wildcard, whose file comes from the name without it.
  var file: String { host.name }
}

/// An entry that was meant for a host and is not read so.
struct NearMiss {
  let text: String
  /// What is wrong with it, such as `a scheme`.
  let faults: [String]
  let correction: String

  /// Nil for an entry about another host.
  init?(_ text: String, for host: String) {
    self.text = text
    var faults: [String] = []
    var rest = text.filter { !$0.isWhitespace }[...]
    if rest.count != text.count { faults.append("a space") }
    let mode = rest.firstIndex(of: "?").map { String(rest[$0...]) } ?? ""
    rest = rest.prefix { $0 != "?" }
    let service = Self.takeService(&rest, &faults)
    for scheme in ["https://", "http://", "//"] where rest.lowercased().hasPrefix(scheme) {
      faults.append(scheme == "//" ? "slashes in front of the host" : "a scheme")
      rest = rest.dropFirst(scheme.count)
    }
    if let slash = rest.firstIndex(of: "/") {
      faults.append("a path")
      rest = rest[..<slash]
    }
    if let colon = rest.firstIndex(of: ":") {
      faults.append("a port")
      rest = rest[..<colon]
    }
    guard let service, let name = Self.meant(String(rest), host, &faults), !faults.isEmpty else {
      return nil
    }
    self.faults = faults
    correction = "\(service):\(name)\(mode)"
  }

  /// The service in front of the host, put right; nil for text that is none.
  private static func takeService(_ rest: inout Substring, _ faults: inout [String]) -> String? {
    let known = AssociatedDomain.services
    let word = rest.prefix { $0.isLetter || $0 == "_" || $0 == "-" }
    let behind = rest[word.endIndex...]
    guard let sign = behind.first, ":;=/".contains(sign),
      !["http", "https"].contains(word.lowercased())
    else {
      faults.append("no service")
      return "applinks"
    }
    guard
      let service = known.contains(String(word))
        ? String(word) : nearestName(to: String(word), among: known)
    else { return nil }
    if service != word { faults.append("the service '\(word.prefix(40))'") }
    if sign == "/" || sign == ":" && behind.dropFirst().first == "/" {
      // The slashes are named by themselves.
      rest = sign == "/" ? behind : behind.dropFirst()
    } else {
      if sign != ":" { faults.append("'\(sign)' in place of ':'") }
      rest = behind.dropFirst()
    }
    return service
  }

  /// The host, or its wildcard, that a name was meant as.
  private static func meant(_ name: String, _ host: String, _ faults: inout [String]) -> String? {
    if let pattern = HostPattern(name), pattern.matches(host) { return "\(pattern)" }
    let bare = name.lowercased()
    if bare.hasPrefix("*"), !bare.hasPrefix("*."),
      let pattern = HostPattern("*." + bare.dropFirst()),
      pattern.matches(host) || pattern.name == host
    {
      faults.append("no '.' behind the '*'")
      return pattern.matches(host) ? "\(pattern)" : host
    }
    if bare.filter({ $0 != "." }) == host.filter({ $0 != "." }) {
      faults.append(bare.count < host.count ? "a missing '.'" : "a '.' too many")
      return host
    }
    // Another name of the same domain is no misspelling of this one.
    guard !host.hasSuffix("." + bare), !bare.hasSuffix("." + host),
      HostPattern(bare)?.isWildcard != true,
      isMisspelt(bare, host)
    else { return nil }
    faults.append("the host '\(bare.prefix(80))'")
    return host
  }

  /// Whether a name differs by one letter, a swap, or a missing or additional one.
  private static func isMisspelt(_ name: String, _ host: String) -> Bool {
    guard abs(name.count - host.count) <= 1, host.count > 5 else { return false }
    let (one, two) = (Array(name), Array(host))
    let front = zip(one, two).prefix { $0 == $1 }.count
    let back = zip(one.reversed(), two.reversed()).prefix { $0 == $1 }.count
    let left = max(one.count, two.count) - front - back
    guard left == 2, one.count == two.count else { return left <= 1 }
    return one[front] == two[front + 1] && one[front + 1] == two[front]
  }
}
