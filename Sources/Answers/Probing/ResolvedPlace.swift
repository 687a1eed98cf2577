package import WebSyntax

/// Where the connections to a host go, by hand: `HOST:PORT:ADDRESS`, as curl's `--resolve` has it.
package struct ResolvedPlace: Equatable, Sendable {
  /// In lower case.
  package let host: String
  package let port: Int
  package let places: [Place]

  /// An address, and the port to connect to there.
  package struct Place: Equatable, Sendable {
    package let address: IPAddress
    package let port: Int

    package init(address: IPAddress, port: Int) {
      self.address = address
      self.port = port
    }
  }

  /// Several addresses stand behind commas; IPv6 ones may stand in brackets. A port behind an
  /// address is where the connection goes in the place of the URL's.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let host = HostPattern.international(String(parts[0])),
      !host.isWildcard, let port = Self.port(parts[1])
    else { return nil }
    var places: [Place] = []
    for part in parts[2].split(separator: ",", omittingEmptySubsequences: false) {
      guard let place = Self.place(part, port: port) else { return nil }
      places.append(place)
    }
    self.host = host.name
    self.port = port
    self.places = places
  }

  private static func port(_ text: Substring) -> Int? {
    DecimalDigits.number(text.utf8).flatMap { (1...65_535).contains($0) ? $0 : nil }
  }

  private static func place(_ text: Substring, port: Int) -> Place? {
    if let address = IPAddress(text) { return Place(address: address, port: port) }
    var name = text
    var behind: Substring?
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      name = text[text.index(after: text.startIndex)..<end]
      let rest = text[text.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
      behind = rest.isEmpty ? nil : rest.dropFirst()
    } else if let colon = text.lastIndex(of: ":") {
      name = text[..<colon]
      behind = text[text.index(after: colon)...]
    }
    guard let address = IPAddress(name) else { return nil }
    guard let behind else { return Place(address: address, port: port) }
    return Self.port(behind).map { Place(address: address, port: $0) }
  }
}
