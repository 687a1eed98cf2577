import LinkStorage
import Links
import SiteModel
import WebSyntax

/// The text of the search: words to look for in links, filters before a colon (`tag:spring`,
/// `campaign:autumn`, `host:go.example.com`, `is:archived`, `is:dead`), or the short URL of a link.
struct LinkSearch: Equatable {
  /// Nil when the search consists only of filters.
  private(set) var text: String?
  private(set) var host: String?
  private(set) var tag: String?
  private(set) var campaign: String?
  private(set) var state: LinkState?
  private(set) var health: HealthState?
  /// Whether it is the short URL of a link.
  private(set) var isOfOneLink = false

  /// - Parameters:
  ///   - typed: the text in the field.
  ///   - snapshot: the sites, which give URLs their meaning.
  init(_ typed: String, _ snapshot: ServiceSnapshot) {
    if let key = Self.key(typed, snapshot) {
      host = key.host
      text = key.slug
      isOfOneLink = true
      return
    }
    var words: [Substring] = []
    for word in typed.split(whereSeparator: \.isWhitespace) {
      let value = word.firstIndex(of: ":").map { String(word[word.index(after: $0)...]) } ?? ""
      if !value.isEmpty, word.hasPrefix("tag:"), tag == nil {
        tag = value
      } else if !value.isEmpty, word.hasPrefix("campaign:"), campaign == nil {
        campaign = value
      } else if !value.isEmpty, word.hasPrefix("host:"), host == nil {
        host = value
      } else if word.hasPrefix("is:"), state == nil, let named = LinkState(rawValue: value) {
        state = named
      } else if word.hasPrefix("is:"), health == nil, let named = HealthState(rawValue: value) {
        health = named
      } else {
        words.append(word)
      }
    }
    text = words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// The key of a short URL, with or without its scheme; nil for other texts.
  private static func key(_ typed: String, _ snapshot: ServiceSnapshot) -> LinkKey? {
    guard typed.contains("/"), !typed.contains(" ") else { return nil }
    let url = typed.contains("://") ? typed : "https://" + typed
    guard let parsed = WebURL(url) else { return nil }
    let host = parsed.host.lowercased()
    let path = parsed.path.prefix { $0 != "+" }
    guard let slug = snapshot.siteTable.site(of: host)?.slug(inPath: path) else { return nil }
    return slug.isEmpty ? nil : LinkKey(host: host, slug: slug)
  }
}
