import LinkStorage
import Links
import SiteModel
import WebSyntax

/// The text of the search: words to look for in links, filters before a colon (`tag:spring`,
/// `campaign:autumn`, `host:go.example.com`, `is:archived`, `is:dead`), or the short URL of a link.
///
/// Keyboards capitalise the first word and have a colon of full width, so neither makes a difference
/// to names of filters and states.
struct LinkSearch: Equatable {
  /// Nil when the search consists only of filters.
  private(set) var text: String?
  private(set) var host: String?
  private(set) var tag: String?
  private(set) var campaign: String?
  private(set) var state: LinkState?
  private(set) var health: HealthState?
  /// The filters that do not count, since a list has one of each kind.
  private(set) var leftOut: [String] = []
  /// A value of `is:` that is no state; it is a word, since addresses contain such, too.
  private(set) var otherState: String?
  /// Where the search asks for deleted links, which have a list of their own.
  private(set) var deletedParts = RangeSet<String.Index>()
  /// Whether it is the short URL of a link.
  private(set) var isOfOneLink = false

  /// - Parameters:
  ///   - typed: the text in the field.
  ///   - snapshot: the sites, which give URLs their meaning.
  init(_ typed: String, _ snapshot: ServiceSnapshot) {
    if let key = Self.key(Self.unquoted(typed[...]), snapshot) {
      host = key.host
      text = key.slug
      isOfOneLink = true
      return
    }
    var words: [Substring] = []
    for part in Self.parts(typed) where !take(part) {
      // Each word in quotes is looked for by itself.
      let separate = part.split { $0.isWhitespace || Self.quotes[$0] != nil }
      words += separate.filter { $0 == part || !take($0) }
    }
    text = words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// Takes a word that is a filter; false for any other.
  private mutating func take(_ part: Substring) -> Bool {
    let word = Self.unquoted(part)
    guard let colon = word.firstIndex(where: { ":：".contains($0) }) else { return false }
    let name = word[..<colon].lowercased()
    let value = Self.unquoted(word[word.index(after: colon)...])
    guard !value.isEmpty else { return false }
    let isFirst: Bool
    switch name {
    case "tag": isFirst = Self.set(&tag, value)
    case "campaign": isFirst = Self.set(&campaign, value)
    case "host": isFirst = Self.set(&host, value)
    case "is":
      let state = value.lowercased()
      if state == LinkListing.deleted {
        deletedParts.insert(contentsOf: part.startIndex..<part.endIndex)
        return true
      } else if let named = LinkState(rawValue: state) {
        isFirst = Self.set(&self.state, named)
      } else if let named = HealthState(rawValue: state) {
        isFirst = Self.set(&health, named)
      } else {
        if !value.contains(where: \.isWhitespace) { otherState = otherState ?? value }
        return false
      }
    default: return false
    }
    if !isFirst { leftOut.append("\(name):\(value)") }
    return true
  }

  /// Sets a filter; false if it has another value already.
  private static func set<Value: Equatable>(_ filter: inout Value?, _ value: Value) -> Bool {
    if filter == nil { filter = value }
    return filter == value
  }

  /// The marks around quotations, by the one that closes each; nil for a mark that only closes.
  private static let quotes: [Character: Character?] = [
    "\"": "\"", "\u{201C}": "\u{201D}", "\u{201D}": nil, "\u{300C}": "\u{300D}", "\u{300D}": nil,
  ]

  /// What stands between spaces; quotes keep values with spaces together.
  private static func parts(_ typed: String) -> [Substring] {
    var parts: [Substring] = []
    var start = typed.startIndex
    var end: Character?
    for index in typed.indices {
      let character = typed[index]
      if let closing = end {
        if character == closing { end = nil }
      } else if let closing = quotes[character] ?? nil {
        end = closing
      } else if character.isWhitespace {
        parts.append(typed[start..<index])
        start = typed.index(after: index)
      }
    }
    parts.append(typed[start...])
    // A quotation that never ends is none.
    guard end == nil else { return typed.split(whereSeparator: \.isWhitespace) }
    return parts.filter { !$0.isEmpty }
  }

  private static func unquoted(_ text: Substring) -> String {
    let isEdge = { (character: Character) in
      character.isWhitespace || quotes[character] != nil
    }
    return String(text.drop(while: isEdge).reversed().drop(while: isEdge).reversed())
  }

  /// The key of a short URL, with or without its scheme; nil for other texts.
  private static func key(_ typed: String, _ snapshot: ServiceSnapshot) -> LinkKey? {
    guard typed.contains("/"), !typed.contains(where: \.isWhitespace) else { return nil }
    let url = typed.contains("://") ? typed : "https://" + typed
    guard let parsed = WebURL(url) else { return nil }
    let host = parsed.comparedHost
    let path = parsed.path.prefix { $0 != "+" }
    guard let slug = snapshot.siteTable.site(of: host)?.slug(inPath: path) else { return nil }
    return slug.isEmpty ? nil : LinkKey(host: host, slug: slug)
  }
}
