// MARK: - Sites and rules

extension RouteReader {
  enum Decision {
    case nothing
    case shortLink
    case link
    case screen(String, parameters: [String: String])
  }

  struct Host {
    let name: String
    /// The index of the site; nil for a host that does not open the app.
    var site: Int?
    /// Whether the hosts exactly one label longer are meant.
    var isWildcard = false
  }

  struct Site {
    /// Paths that the site itself answers.
    var closedPaths: [String] = []
    var shortLinks: ShortLinks?
    /// The first rule that matches decides.
    let rules: [Rule]
  }

  struct ShortLinks {
    let prefix: String
    let opensApp: Bool
    let hasLongLinks: Bool
    /// The ends of addresses that show something about a link.
    let viewSuffixes: [String]
    /// The links that come before the rules, where both have the prefix `/`.
    var names: Set<String> = []
    /// Whether names may be written in capitals, and with a slash behind them.
    var ignoresCase = false
    var ignoresSlash = false
  }

  struct Rule {
    var path: [Token]?
    var query: [Token]?
    var items: [Item] = []
    var fragment: [Token]?
    var ignoresCase = false
    var decodes = false
    var opensApp = true
    var screen: String?
  }

  /// A pattern for the values of an item of the query.
  struct Item {
    let name: String
    let value: [Token]
  }

  /// An address of a screen, with names in braces for its values.
  struct Address {
    let screen: String
    let host: String
    let path: String
  }

  /// A part of a pattern, whose parts take all of a text one after the other.
  enum Token {
    case text(String)
    /// One byte of these.
    case oneOf(String)
    /// One byte.
    case one
    /// One character of UTF-8.
    case anyCharacter
    /// Any bytes.
    case many
    case choice([[Token]])
    /// One byte or more, the value of a parameter.
    case capture(String)
    /// Nothing, or a slash and any bytes; always last.
    case rest

    /// One of the words in some lines.
    static func words(_ lines: [String]) -> Token {
      .choice(lines.flatMap { $0.split(separator: " ") }.map { [.text(String($0))] })
    }
  }
}

// MARK: - Deciding

extension RouteReader {
  static func decision(_ text: String) -> Decision {
    guard let url = URLText(text), let site = Self.site(of: url.host), let path = url.plainPath
    else { return .nothing }
    func isPath(_ text: String) -> Bool { path.elementsEqual(text.utf8) }
    func begins(_ text: String) -> Bool { path.starts(with: text.utf8) }
    let links = site.shortLinks
    if let links, isPath("/") || isPath(links.prefix), let isLongLink = url.isLongLink {
      return isLongLink && links.hasLongLinks ? .shortLink : .nothing
    }
    if begins("/.well-known/") || begins("/_keiro/") || site.closedPaths.contains(where: isPath) {
      return .nothing
    }
    var otherwise = Decision.nothing
    if let links, begins(links.prefix) {
      let name = value(Array(path.dropFirst(links.prefix.utf8.count)))
      var slug = links.ignoresCase ? withoutCase(name) : name
      if links.ignoresSlash, let end = ["/", "/+"].first(where: { slug.hasSuffix($0) }) {
        slug = String(slug.dropLast(end.count) + end.dropFirst())
      }
      let isLink = links.names.contains(slug)
      let isView = ["+", ".qr"].contains { end in
        slug.hasSuffix(end) && links.names.contains(String(slug.dropLast(end.count)))
      }
      let isFree = !slug.isEmpty && !links.viewSuffixes.contains { slug.hasSuffix($0) }
      if isLink || links.opensApp && isFree { otherwise = .shortLink }
      if isLink || isView || links.prefix != "/" { return otherwise }
    }
    for rule in site.rules {
      guard let parameters = rule.parameters(of: url) else { continue }
      guard rule.opensApp else { return .nothing }
      guard let screen = rule.screen else { return .link }
      return .screen(screen, parameters: parameters)
    }
    return otherwise
  }

  /// A name as the server compares names; only the dotless i folds to no other letter.
  static func withoutCase(_ name: String) -> String {
    name.unicodeScalars.map { letter in
      letter == "ı" ? "ı" : String(letter).lowercased().uppercased().lowercased()
    }.joined()
  }

  static func site(of host: String) -> Site? {
    let parent = host.hasPrefix(".") ? "" : host.drop { $0 != "." }.dropFirst()
    let known = hosts.first { !$0.isWildcard && $0.name == host }
    let wider = hosts.first { $0.isWildcard && $0.name == parent }
    return (known ?? wider)?.site.map { sites[$0] }
  }

  /// The URLs of a screen with these values, some of which may lead elsewhere: each with all
  /// that can be escaped, and with all that can stand in a path.
  static func urls(of screen: String, _ values: [String: String], host: String?) -> [String] {
    let possible = unreserved + "!$&'()*+,;=:@/"
    return addresses.filter { $0.screen == screen }.flatMap { address in
      [unreserved, possible].map { characters in
        let allowed = CharacterSet(charactersIn: characters)
        let template = "https://\(host ?? address.host)\(address.path)"
        return values.reduce(template) { text, value in
          let escaped = value.value.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
          return text.replacingOccurrences(of: "{\(value.key)}", with: escaped)
        }
      }
    }
  }
}

extension RouteReader.Rule {
  /// The parameters of a URL that the rule matches; nil for another URL.
  fileprivate func parameters(of url: RouteReader.URLText) -> [String: String]? {
    var parameters: [String: String] = [:]
    if let path {
      let (bytes, places) = compared(url.path)
      let slashes = bytes.reversed().prefix { $0 == UInt8(ascii: "/") }.count
      guard let captures = RouteReader.match(path, Array(bytes.dropLast(slashes))) else {
        return nil
      }
      for (name, range) in captures {
        let written = url.path[places[range.lowerBound]..<places[range.upperBound]]
        parameters[name] = RouteReader.value(Array(written))
      }
    }
    if let query, !matches(query, url.query) { return nil }
    for item in items {
      let found = url.items.filter { folded($0.name).elementsEqual(item.name.utf8) }
      let values = found.isEmpty ? [[]] : found.map { $0.value }
      guard values.allSatisfy({ matches(item.value, $0) }) else { return nil }
    }
    if let fragment, !matches(fragment, url.fragment) { return nil }
    return parameters
  }

  private func matches(_ tokens: [RouteReader.Token], _ text: [UInt8]) -> Bool {
    RouteReader.match(tokens, compared(text).bytes) != nil
  }

  private func compared(_ text: [UInt8]) -> (bytes: [UInt8], places: [Int]) {
    let (bytes, places) =
      decodes ? RouteReader.decode(text) : (bytes: text, places: Array(0...text.count))
    return (folded(bytes), places)
  }

  private func folded(_ text: [UInt8]) -> [UInt8] {
    ignoresCase ? text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } : text
  }
}

// MARK: - Matching

extension RouteReader {
  typealias Captures = [(name: String, range: Range<Int>)]

  static func match(_ tokens: [Token], _ text: [UInt8]) -> Captures? {
    walk(tokens, text, from: 0, to: (0...text.count).map { $0 == text.count })?.captures
  }

  /// Takes a text from a position on to one of the ends, each token as much as it can.
  ///
  /// The tokens are tried from the last to the first, each at all positions at once, so that no
  /// text takes longer than its length times that of the pattern.
  static func walk(
    _ tokens: [Token], _ text: [UInt8], from start: Int, to ends: [Bool]
  ) -> (end: Int, captures: Captures)? {
    var (goal, goals) = (ends, [ends])
    for token in tokens.reversed() {
      goal = token.starts(text, to: goal)
      goals.append(goal)
    }
    guard goal[start] else { return nil }
    var position = start
    var captures: Captures = []
    for (token, goal) in zip(tokens, goals.dropLast().reversed()) {
      guard let end = token.end(text, from: position, to: goal) else { return nil }
      if case .capture(let name) = token { captures.append((name, position..<end)) }
      position = end
    }
    return (position, captures)
  }
}

extension RouteReader.Token {
  /// The positions from which the token reaches one of the ends.
  func starts(_ text: [UInt8], to ends: [Bool]) -> [Bool] {
    let last = ends.lastIndex(of: true) ?? -1
    switch self {
    case .many:
      return ends.indices.map { $0 <= last }
    case .capture:
      return ends.indices.map { $0 < last }
    case .rest:
      return ends.indices.map { $0 == text.count || text[$0] == UInt8(ascii: "/") }
    case .choice(let lists):
      let starts = lists.map { $0.reversed().reduce(ends) { $1.starts(text, to: $0) } }
      return ends.indices.map { start in starts.contains { $0[start] } }
    case .text, .oneOf, .one, .anyCharacter:
      return ends.indices.map { start in length(text, at: start).map { ends[start + $0] } ?? false }
    }
  }

  /// The last end that the token reaches from one of its starts.
  func end(_ text: [UInt8], from start: Int, to ends: [Bool]) -> Int? {
    switch self {
    case .many, .capture:
      return ends.lastIndex(of: true)
    case .rest:
      return text.count
    case .choice(let lists):
      let walks = lists.lazy.compactMap { list in
        RouteReader.walk(list, text, from: start, to: ends)
      }
      return walks.first?.end
    case .text, .oneOf, .one, .anyCharacter:
      return length(text, at: start).map { start + $0 }
    }
  }

  /// The number of bytes that the token takes at a position; nil if it takes none.
  private func length(_ text: [UInt8], at start: Int) -> Int? {
    let rest = text[start...]
    guard let first = rest.first else { return nil }
    switch self {
    case .text(let wanted): return rest.starts(with: wanted.utf8) ? wanted.utf8.count : nil
    case .oneOf(let wanted): return wanted.utf8.contains(first) ? 1 : nil
    case .anyCharacter: return characterLength(first, rest.dropFirst())
    default: return 1
    }
  }

  private func characterLength(_ first: UInt8, _ others: ArraySlice<UInt8>) -> Int? {
    let count: Int
    switch first {
    case 0x00...0x7F: count = 1
    case 0xC2...0xDF: count = 2
    case 0xE0...0xEF: count = 3
    case 0xF0...0xF4: count = 4
    default: return nil
    }
    let further = others.prefix(count - 1).prefix { $0 & 0xC0 == 0x80 }
    return further.count == count - 1 ? count : nil
  }
}

// MARK: - URLs as they are sent

extension RouteReader {
  struct URLText {
    let host: String
    let path: [UInt8]
    let query: [UInt8]
    let fragment: [UInt8]

    init?(_ text: String) {
      let bytes = Array(text.utf8)
      guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }), bytes.first != 0x20,
        bytes.last != 0x20, let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
        ["http", "https"].contains(String(decoding: bytes[..<colon], as: UTF8.self).lowercased()),
        bytes[(colon + 1)...].starts(with: "//".utf8)
      else { return nil }
      let rest = bytes[(colon + 3)...]
      let start = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
      let authority = String(decoding: rest[..<start], as: UTF8.self).lowercased()
      let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard !authority.contains("@"), !authority.contains("]"), !parts[0].isEmpty,
        parts.dropFirst().allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
      else { return nil }
      host = String(parts[0].hasSuffix(".") ? parts[0].dropLast() : parts[0])
      let target = RouteReader.sent(rest[start...])
      let hash = target.firstIndex(of: UInt8(ascii: "#")) ?? target.endIndex
      let mark = target[..<hash].firstIndex(of: UInt8(ascii: "?")) ?? hash
      path = mark == 0 ? [UInt8(ascii: "/")] : Array(target[..<mark])
      query = Array(target[mark..<hash].dropFirst())
      fragment = Array(target[hash...].dropFirst())
    }

    /// The path without escapes of characters that need none; nil for a path that is not valid.
    var plainPath: [UInt8]? {
      let decoded = RouteReader.decode(path).bytes
      let segments = decoded.split(separator: UInt8(ascii: "/"))
      guard !RouteReader.hasBrokenEscape(path), RouteReader.text(decoded) != nil,
        decoded.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
        !segments.contains(where: { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) })
      else { return nil }
      return RouteReader.decode(path) { RouteReader.unreserved.utf8.contains($0) }.bytes
    }

    var items: [(name: [UInt8], value: [UInt8])] {
      query.split(separator: UInt8(ascii: "&")).map { item in
        let name = item.prefix { $0 != UInt8(ascii: "=") }
        return (Array(name), Array(item.dropFirst(name.count + 1)))
      }
    }

    /// Whether the item `link` has a value, as in long links; nil without the item.
    var isLongLink: Bool? {
      let item = items.prefix(100).first { item in
        let name = RouteReader.decode(item.name).bytes
        return String(decoding: name, as: UTF8.self).lowercased() == "link"
      }
      return item.map { !$0.value.isEmpty }
    }
  }

  /// Decodes escapes, and tells where each byte stands in the text; the last place is its end.
  static func decode(
    _ text: [UInt8], where isDecoded: (UInt8) -> Bool = { _ in true }
  ) -> (bytes: [UInt8], places: [Int]) {
    var bytes: [UInt8] = []
    var places = [0]
    while let place = places.last, place < text.count {
      let escaped = escapedByte(text, at: place).flatMap { isDecoded($0) ? $0 : nil }
      bytes.append(escaped ?? text[place])
      places.append(place + (escaped == nil ? 1 : 3))
    }
    return (bytes, places)
  }

  static func escapedByte(_ text: [UInt8], at index: Int) -> UInt8? {
    guard text[index] == UInt8(ascii: "%"), index + 2 < text.count,
      let high = Character(UnicodeScalar(text[index + 1])).hexDigitValue,
      let low = Character(UnicodeScalar(text[index + 2])).hexDigitValue
    else { return nil }
    return UInt8(high * 16 + low)
  }

  static func hasBrokenEscape(_ text: [UInt8]) -> Bool {
    text.indices.contains { text[$0] == UInt8(ascii: "%") && escapedByte(text, at: $0) == nil }
  }

  static let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

  /// The text of bytes in UTF-8; nil for other bytes.
  static func text(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : nil
  }

  /// The bytes as they are sent: what a URL may not hold is escaped.
  static func sent(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let allowed = CharacterSet(charactersIn: unreserved + "!#$%&'()*+,/:;=?@[]")
    let text = String(decoding: bytes, as: UTF8.self)
    return Array((text.addingPercentEncoding(withAllowedCharacters: allowed) ?? text).utf8)
  }

  /// The value of a parameter; as it is written if it cannot be decoded.
  static func value(_ written: [UInt8]) -> String {
    let decoded = hasBrokenEscape(written) ? nil : text(decode(written).bytes)
    return decoded ?? String(decoding: written, as: UTF8.self)
  }
}
