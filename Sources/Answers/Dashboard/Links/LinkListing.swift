import LinkStorage
import Links
import Questions
import Service
import SiteModel
import WebSyntax

/// The filter of the list of links, as its address encodes it.
struct LinkListing {
  var search: String?
  var host: String?
  var tag: String?
  var campaign: String?
  var state: LinkState?
  /// Encoded in the address in the same item as the state, with which it shares no word.
  var health: HealthState?
  /// Whether the list is that of deleted links, which is encoded in the same item too.
  var isOfDeleted = false
  var order: LinkOrder
  /// The cursor of the page; nil for the first.
  var cursor: String?
  /// The cursors of the pages shown before it, without the first.
  var trail: [String] = []
  /// Whether a page of a search may look at every link.
  var searchesAll: Bool

  static let pageSize = 50
  /// The value of `state` for the list of deleted links.
  static let deleted = "deleted"
  /// What a search may ask for after `is:`.
  static let states =
    LinkState.allCases.map(\.rawValue) + HealthState.allCases.map(\.rawValue) + [deleted]

  init(_ query: PageForm) {
    search = query.text("search")
    host = query.text("host")
    tag = query.text("tag")
    campaign = query.text("campaign")
    state = query.text("state").flatMap(LinkState.init)
    health = query.text("state").flatMap(HealthState.init)
    isOfDeleted = query.text("state") == Self.deleted
    order = query.text("sort").flatMap(LinkOrder.init) ?? .created
    cursor = query.text("cursor")
    searchesAll = query.has("all")
    trail = (query.text("before") ?? "").split(separator: Self.trailMark).map(String.init)
      .suffix(Self.trailLimit)
  }

  /// Whether links may be missing that the list of all, or of all deleted ones, has.
  var isFiltered: Bool {
    search != nil || host != nil || tag != nil || campaign != nil || state != nil || health != nil
  }

  /// Whether links are listed by their end: those about to end, unless by their clicks.
  var isByEnd: Bool { state == .ending }

  /// The items of the query that choose links.
  var chosenItems: [(name: String, value: String?)] {
    [
      ("search", search), ("host", host), ("tag", tag), ("campaign", campaign),
      ("state", isOfDeleted ? Self.deleted : state?.rawValue ?? health?.rawValue),
    ]
  }

  /// The items of the query without the cursor.
  var items: [(name: String, value: String?)] {
    chosenItems + [
      ("sort", order == .created ? nil : order.rawValue), ("all", searchesAll ? "yes" : nil),
    ]
  }

  /// The items of the query with the cursor.
  private var allItems: [(name: String, value: String?)] {
    items + [
      ("cursor", cursor), ("before", trail.joined(separator: String(Self.trailMark))),
    ]
  }

  /// The address of this page of the list.
  var address: String { PageAddresses.links(allItems) }

  /// The hidden fields of a form that returns to this page of the list.
  var formItems: [(name: String, value: String?)] { allItems.map { ("list-" + $0.name, $0.value) } }

  init(ofForm form: PageForm) {
    var query = PageForm()
    for item in form.items where item.name.hasPrefix("list-") {
      query.add(String(item.name.dropFirst(5)), item.value)
    }
    self.init(query)
  }

  /// The text of the search as a filter; nil without one.
  func typed(in snapshot: ServiceSnapshot) -> LinkSearch? {
    search.map { LinkSearch($0, snapshot) }
  }

  /// The list of deleted links for which the search asks; nil for other searches, and where a field
  /// asks for another state.
  func deletedAskedFor(in snapshot: ServiceSnapshot) -> LinkListing? {
    guard let search, let typed = typed(in: snapshot), !typed.deletedParts.isEmpty,
      state == nil, health == nil
    else { return nil }
    var other = ofDeleted
    let left = String(search.removingSubranges(typed.deletedParts)).trimmed
    other.search = left.isEmpty ? nil : left
    return other
  }

  /// The only host of the list; nil for all.
  func pattern(in snapshot: ServiceSnapshot) throws(Problem) -> HostPattern? {
    guard let host = host ?? typed(in: snapshot)?.host else { return nil }
    guard let pattern = HostPattern(host) else { throw .parameter("host", LinkFault.notHost(host)) }
    return pattern
  }

  /// - Parameter takesDeleted: whether the caller looks for deleted links if the list is of these.
  func filter(
    at now: Timestamp, in snapshot: ServiceSnapshot, takesDeleted: Bool = false
  ) throws(Problem) -> LinkFilter {
    guard takesDeleted || !isOfDeleted && deletedAskedFor(in: snapshot) == nil else {
      throw .parameter("state", Word.deletedOnlyListed)
    }
    let typed = typed(in: snapshot)
    let state = (state ?? typed?.state).map { LinkState.AtTime($0, at: now) }
    return LinkFilter(
      host: try pattern(in: snapshot)?.description, tag: tag ?? typed?.tag,
      campaign: campaign ?? typed?.campaign, search: typed?.text, order: order, state: state,
      health: health ?? typed?.health)
  }

  /// The filters of the search that do not count: a list has one of each kind, and those of the fields
  /// come first.
  func leftOut(in snapshot: ServiceSnapshot) -> [String] {
    guard let typed = typed(in: snapshot) else { return [] }
    let pairs = [
      ("tag", tag, typed.tag), ("campaign", campaign, typed.campaign), ("host", host, typed.host),
      ("is", state?.rawValue, typed.state?.rawValue),
      ("is", health?.rawValue, typed.health?.rawValue),
    ]
    let counting = pairs.compactMap { name, field, _ in field.map { "\(name):\($0)" } }
    let overruled = pairs.compactMap { name, field, typed -> String? in
      guard let field, let typed, field != typed else { return nil }
      return "\(name):\(typed)"
    }
    let deleted = typed.deletedParts.isEmpty ? [] : ["is:\(Self.deleted)"]
    return typed.leftOut.filter { !counting.contains($0) } + overruled + deleted
  }

  func start() throws(Problem) -> LinkListCursor? {
    guard let cursor else { return nil }
    guard let start = LinkListCursor(cursor), start.isIn(order) else {
      throw .parameter("cursor", Word.notCursor)
    }
    return start
  }
}

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

  /// - Parameter snapshot: the sites, which give URLs their meaning.
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
