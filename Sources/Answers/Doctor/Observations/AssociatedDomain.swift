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
  /// What stands behind the host and is no mode, with its question mark; nil without such a thing.
  let rest: String?

  static let services = ["applinks", "webcredentials", "appclips", "activitycontinuation"]
  static let modes = ["developer", "managed", "developer+managed", "managed+developer"]

  /// Reads an entry as systems do; nil for one that they do not read.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, Self.services.contains(String(parts[0])) else { return nil }
    let rest = parts[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = rest.first, !name.hasSuffix("."), let host = HostPattern(String(name)) else {
      return nil
    }
    self.text = text
    self.service = String(parts[0])
    self.host = host
    let query = rest.count == 2 ? rest[1].split(separator: "&") : []
    mode = query.first { $0.hasPrefix("mode=") }.map { String($0.dropFirst(5)) }
    self.rest = rest.count == 2 && mode == nil ? "?" + rest[1] : nil
  }

  /// What no system takes of an entry that it reads, and what to write instead.
  ///
  /// - Parameter host: the host that the entry is about.
  package func faults(at host: String) -> [(evidence: String, help: String)] {
    var faults: [(String, String)] = []
    if service == "appclips", self.host.isWildcard {
      faults.append(
        ("'\(text.shown)' has a wildcard, which App Clips do not know", "write appclips:\(host)"))
    }
    if let mode, !Self.modes.contains(mode) {
      faults.append(
        (
          "'\(text.shown)' has the mode '\(mode.shown)', which does not exist",
          "write ?mode=developer, ?mode=managed or ?mode=developer+managed, or no mode"
        ))
    }
    if let rest {
      faults.append(
        (
          "'\(text.shown)' has '\(rest.shown)' behind the host, which is no mode",
          "write \(service):\(self.host), or ?mode=developer behind it"
        ))
    }
    return faults
  }

  /// Whether the entry stands for a host. A wildcard stands for all names below it, however deep.
  func covers(_ host: String) -> Bool {
    self.host.isWildcard ? host.hasSuffix("." + file) : host == file
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
    // Of several entries in one text, that about the host is shown.
    let pieces = text.split { ",;".contains($0) }
    let piece = pieces.count > 1 ? pieces.first { $0.contains(host) } ?? pieces[0] : text[...]
    if pieces.count > 1 { faults.append("several entries in one") }
    var rest = piece.filter { !$0.isWhitespace }[...]
    if rest.count != piece.count, pieces.count < 2 { faults.append("a space") }
    let quotes = "\"'\u{201C}\u{201D}\u{2018}\u{2019}`"
    if rest.first.map(quotes.contains) == true || rest.last.map(quotes.contains) == true {
      faults.append("quotation marks")
      rest = rest.filter { !quotes.contains($0) }[...]
    }
    let mode = Self.takeMode(&rest, &faults)
    let service = Self.takeService(&rest, &faults)
    Self.takeScheme(&rest, &faults)
    if let sign = rest.lastIndex(of: "@") {
      faults.append("a user name")
      rest = rest[rest.index(after: sign)...]
    }
    if let slash = rest.firstIndex(of: "/") {
      faults.append("a path")
      rest = rest[..<slash]
    }
    if let colon = rest.firstIndex(of: ":") {
      faults.append("a port")
      rest = rest[..<colon]
    }
    if rest.last == "." {
      faults.append("a '.' at its end")
      rest = rest.dropLast()
    }
    guard let service, let name = Self.meant(String(rest), host, &faults), !faults.isEmpty else {
      return nil
    }
    self.faults = faults
    correction = "\(service):\(name)\(mode)"
  }

  /// What stands behind the host; a mode of its own form is kept.
  private static func takeMode(_ rest: inout Substring, _ faults: inout [String]) -> String {
    guard let sign = rest.firstIndex(where: { "?#&".contains($0) }) else { return "" }
    let behind = rest[sign...]
    rest = rest[..<sign]
    let isMode = behind.dropFirst().hasPrefix("mode=")
    if behind.first != "?" { faults.append("'\(behind.prefix(1))' behind the host") }
    return isMode ? "?" + behind.dropFirst() : ""
  }

  private static func takeScheme(_ rest: inout Substring, _ faults: inout [String]) {
    for scheme in ["https:", "http:"] where rest.lowercased().hasPrefix(scheme) {
      faults.append("a scheme")
      rest = rest.dropFirst(scheme.count).drop { $0 == "/" }
      return
    }
    if rest.first == "/" {
      faults.append("slashes in front of the host")
      rest = rest.drop { $0 == "/" }
    }
  }

  /// The service in front of the host, put right; nil for text that is none.
  private static func takeService(_ rest: inout Substring, _ faults: inout [String]) -> String? {
    let known = AssociatedDomain.services
    let word = rest.prefix { $0.isLetter || $0 == "_" || $0 == "-" }
    let behind = rest[word.endIndex...]
    let isName = known.contains(String(word))
    guard let sign = behind.first, ":;=/".contains(sign) || sign == "." && isName,
      !["http", "https"].contains(word.lowercased())
    else {
      faults.append("no service")
      return "applinks"
    }
    guard
      let service = isName ? String(word) : nearestName(to: String(word), among: known)
    else { return nil }
    if service != word { faults.append("the service '\(word.prefix(40))'") }
    // The slashes are named by themselves.
    rest = sign == "/" ? behind : behind.dropFirst()
    if sign != ":", sign != "/" { faults.append("'\(sign)' in place of ':'") }
    if rest.first == ":" {
      faults.append("a second ':'")
      rest = rest.drop { $0 == ":" }
    }
    return service
  }

  /// The host, or its wildcard, that a name was meant as.
  private static func meant(_ name: String, _ host: String, _ faults: inout [String]) -> String? {
    let bare = name.lowercased()
    if let pattern = HostPattern(bare) {
      if pattern.isWildcard, pattern.name == host {
        faults.append("a wildcard, which stands for the names below \(host) and not for itself")
        return host
      }
      let isBelow = pattern.isWildcard && host.hasSuffix("." + pattern.name)
      if isBelow || pattern.name == host { return "\(pattern)" }
    } else if let star = bare.lastIndex(of: "*") {
      let parent = bare[bare.index(after: star)...].drop { $0 == "." }
      guard !parent.isEmpty, host == parent || host.hasSuffix("." + parent) else { return nil }
      let isAlone = bare.first == "*" && star == bare.startIndex
      faults.append(isAlone ? "no '.' behind the '*'" : "a '*' that is not the whole first label")
      return host == parent ? host : "*.\(parent)"
    }
    if bare.filter({ $0 != "." }) == host.filter({ $0 != "." }) {
      faults.append(bare.count < host.count ? "a missing '.'" : "a '.' too many")
      return host
    }
    // Another name of the same domain is no misspelling of this one.
    guard !host.hasSuffix("." + bare), !bare.hasSuffix("." + host), !bare.hasPrefix("*"),
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
