import JSONSyntax
import Links
import WebSyntax

struct RowDraft {
  var tree = LinkTree()
  /// Notes about the changes that the import makes.
  var notes: [Sentence] = []
  /// What is written otherwise in its URLs.
  private(set) var remarks: [Sentence] = []
  private(set) var problems: [Sentence] = []
  private(set) var moreAddresses: [String] = []
  private let source: ImportSource
  private var destinations: [(column: LinkColumn, rank: Int, other: String?, text: String)] = []
  /// The column that has the destination, of several that may; nil where there is only one.
  private(set) var destination: String?
  private var limit: (name: String, count: Int)?
  private var clicks: Int?
  private var unreadClicks: Sentence?
  private var password: String?
  /// The columns that end the link regardless of the time.
  private var ends: [String] = []
  private var shelf: String?
  private var parameters: [(name: String, path: String, text: String)] = []
  private var showsPreview = true
  private var rules = RuleDraft()
  private var shortURL: String?

  init(of source: ImportSource) {
    self.source = source
  }

  /// The host of the address in the row, for names that have none of their own.
  var base: String? {
    let text = shortURL ?? tree.text("host")
    return text.flatMap { text in
      let rest = text.split(separator: "://", maxSplits: 1).last ?? ""
      return rest.split(separator: "/").first.map(String.init)
    }
  }

  mutating func take(
    _ column: LinkColumn, _ text: String, _ list: [String]?, _ reading: ImportReading
  ) {
    guard !column.saysNothing(text), let fault = read(column, text, list, reading) else { return }
    guard source.isForeign, column.closesUnread else {
      return problems.append(Sentence(fault, of: column.name))
    }
    takeEnd(column.name, .closed(because: Sentence(fault)))
  }

  /// - Returns: the reason that the column cannot hold the text; nil when that is up to its field.
  private mutating func read(
    _ column: LinkColumn, _ text: String, _ list: [String]?, _ reading: ImportReading
  ) -> ImportRemark? {
    let zone = reading.zone ?? .utc
    var shown: String { String(text.prefix(200)) }
    switch column.kind {
    case .moreShortURLs: moreAddresses += list ?? LinkTree.words(in: text)
    case .destination(let rank, let other): destinations.append((column, rank, other, text))
    case .byCountry(let platforms, let country):
      rules.add(column.name, platforms, country: country, text)
    case .rules(let dialect): notes += rules.read(column.name, dialect, text)
    case .testEnd: rules.testEnd = Timestamp(foreign: text, zone: zone)
    case .written(let path): if !text.isEmpty { parameters.append((column.name, path, text)) }
    case .showsPreview: showsPreview = false
    case .end:
      guard let time = Timestamp(foreign: text, zone: zone) else { return .notTime(shown) }
      takeEnd(time)
    case .ended: takeEnd(column.name, .switchedOff)
    case .shelved:
      guard let isShelved = LinkTree.flag(text) else { return .notYesOrNo(shown) }
      if isShelved { shelf = column.name }
    case .state(let words):
      switch words[text.lowercased()] {
      case .live: break
      case .shelved: shelf = column.name
      case .ended: takeEnd(column.name, .ended(state: String(text.prefix(100))))
      case nil: return .notKnown(shown, expected: words.keys.sorted())
      }
    case .clicks, .clickLimit:
      guard let count = ForeignNumber.whole(text) else {
        guard column.kind == .clicks, !reading.takesClicks else { return .notWholeNumber(shown) }
        // Clicks that are not taken need not be readable, unless a limit depends on them.
        unreadClicks = Sentence(ImportRemark.notWholeNumber(shown), of: column.name)
        return nil
      }
      if column.kind == .clicks { clicks = count } else { limit = (column.name, count) }
    case .password: password = column.name
    case .lost(let sentence): notes.append(Sentence(sentence, of: column.name))
    case .ignored: break
    case .foreignList:
      tree.set(column.path, LinkTree.list(fitting(column, list ?? LinkTree.words(in: text))))
    case .number where Int(text) == nil: return .notWholeNumber(shown)
    case .flag where LinkTree.flag(text) == nil: return .notYesOrNo(shown)
    case .words(let words) where LinkTree.word(for: text, in: words) == nil:
      return .notKnown(shown, expected: words.keys.sorted())
    case .foreignTime where column.closesUnread && Timestamp(foreign: text, zone: zone) == nil:
      return .notTime(shown)
    default:
      if column.path == LinkColumns.shortURL { shortURL = text }
      set(column, text, zone: reading.zone)
    }
    return nil
  }

  private mutating func note(_ remark: ImportRemark, _ column: String) {
    notes.append(Sentence(remark, of: column))
  }

  private mutating func takeEnd(_ name: String, _ remark: ImportRemark) {
    ends.append(name)
    note(remark, name)
  }

  /// Sets the end of the link; the earliest of several counts.
  private mutating func takeEnd(_ time: Timestamp) {
    let earlier = tree.text("expires").flatMap { Timestamp($0) }
    tree.set("expires", .string(min(earlier ?? time, time).description))
  }

  private mutating func fitting(_ column: LinkColumn, _ tags: [String]) -> [String] {
    let short = tags.filter { $0.utf8.count <= FieldType.tagBytes }
    // One is left for the tag of this import.
    let kept = Array(short.prefix(FieldType.tagCount - 1))
    if kept.count < tags.count, tags.count != FieldType.tagCount || short.count != tags.count {
      note(.tagsLeftOut(tags.count - kept.count, of: tags.count), column.name)
      return kept
    }
    return kept.count < tags.count ? tags : kept
  }

  // MARK: - Dependencies on other columns

  /// Sets what depends on other columns.
  ///
  /// - Parameter now: the time of the import; nil when it does not matter.
  mutating func finish(_ reading: ImportReading, now: Timestamp?) {
    chooseDestination()
    notes += rules.finish(&tree, &remarks, now: now)
    takeParameters()
    if !showsPreview { dropPreview() }
    if let limit { takeLimit(limit.name, limit.count) }
    if reading.takesClicks, let clicks, clicks > 0 {
      tree.set(LinkColumns.clicks, .number(String(clicks)))
    }
    if let password {
      ends.append(password)
      note(.passwordLeftOut, password)
    }
    if !ends.isEmpty { close() }
    if let shelf { putOnShelf(shelf) }
    guard source.isForeign else { return }
    if source.query != .merge, !tree.has("query") {
      tree.set("query", .string(source.query.rawValue))
    }
    if source.status != .found, !tree.has("status") {
      tree.set("status", .number(String(source.status.rawValue)))
    }
    let leadsPastPage =
      !tree.has("skipPage") && !tree.has("apple.appStoreID")
      && (tree.has("apple.fallback") || tree.has("apple.ipadFallback") || tree.has("rules"))
    if leadsPastPage { tree.set("skipPage", .bool(true)) }
  }

  /// Archives the link and drops its expired destination: closed links led nowhere at the service.
  private mutating func close() {
    tree.set("archived", .bool(true))
    guard tree.remove("expiredURL") != nil else { return }
    note(.endDestinationLeftOut, ends[0])
  }

  private mutating func putOnShelf(_ name: String) {
    var tags = tree.texts("tags")
    if !tags.contains(Self.shelfTag) { tags.append(Self.shelfTag) }
    tree.set("tags", LinkTree.list(tags))
    guard !tree.has("archived") else { return }
    note(.shelved(tag: Self.shelfTag), name)
  }

  /// The tag of links that were archived or hidden at the old service.
  private static let shelfTag = "archived"

  private mutating func chooseDestination() {
    let sorted = destinations.sorted { $0.rank < $1.rank }
    guard let first = sorted.first else { return }
    destination = first.column.name
    set(LinkColumn(first.column.name, holds: "url"), first.text)
    for entry in sorted.dropFirst() where entry.text != first.text {
      if let other = entry.other {
        set(LinkColumn(entry.column.name, holds: other), entry.text)
      } else {
        note(.otherDestination(column: first.column.name), entry.column.name)
      }
    }
  }

  private mutating func set(_ column: LinkColumn, _ text: String, zone: LocalZone? = nil) {
    remarks += tree.set(column, text, zone: zone).map { Sentence($0, of: column.name) }
  }

  /// Takes over parameters of the destination. Visitors sent elsewhere did not get them there, so a
  /// link with other destinations keeps them in its URL alone.
  private mutating func takeParameters() {
    guard !parameters.isEmpty, let url = tree.text("url") else { return }
    let written = Self.parameters(of: url)
    let hasOthers = ["rules"] + LinkTree.fallbacks
    let leadsElsewhere = hasOthers.contains { tree.has($0) }
    for (name, path, text) in parameters {
      guard written.contains(path.split(separator: ".").last.map(String.init) ?? path) else {
        note(.parameterNotWritten, name)
        continue
      }
      if !leadsElsewhere { tree.set(path, .string(text)) }
    }
  }

  private static func parameters(of url: String) -> Set<String> {
    let address = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).first
    let query = address?.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    return Set(
      query.split(separator: "&").map { item in
        String(item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)[0])
      })
  }

  /// Removes the preview, which was there for people alone.
  private mutating func dropPreview() {
    if let title = tree.remove("social.title"), !tree.has("name") {
      tree.set("name", .string(title))
    }
    tree.remove("social.description")
    tree.remove("social.image")
  }

  private mutating func takeLimit(_ name: String, _ limit: Int) {
    guard limit > 0 else { return }
    let used = max(clicks ?? 0, 0)
    guard used < limit else {
      // Unlike links that were closed, it led to its destination for the time after its end.
      tree.set("archived", .bool(true))
      return note(.clicksUsedUp(limit: limit), name)
    }
    tree.set("maxClicks", .number(String(limit - used)))
    if clicks == nil {
      if let unreadClicks { notes.append(unreadClicks) }
      note(.usedClicksUnknown(limit: limit), name)
    } else if used > 0 {
      note(.clicksUsed(used, limit: limit), name)
    }
  }
}

extension LinkTree {
  /// The destinations of visitors by system when no rule applies.
  static let fallbacks = [
    "apple.fallback", "apple.ipadFallback", "android.fallback", "desktop.fallback",
  ]
}

extension ShortLink.Apple {
  /// Whether iPhones go to a fallback and no page offers a store.
  var leadsPastPage: Bool { appStoreID == nil && (fallback != nil || ipadFallback != nil) }
}
