import Links

/// A link that grows field by field, as long as every field is good at first sight.
struct PlainRow {
  var link = ShortLink(host: "", slug: "", url: "")
  private var rare = ShortLink.Rare()
  private(set) var shortURL: String?
  /// Values by the place of their names in `Campaign.names`.
  private var campaign: [(place: Int, value: String)] = []

  /// The fields that can be seen to be good at a glance, by their paths.
  enum Field: String {
    case shortURL = "short_link"
    case host, slug, url, name, tags, status, query, skipPage, archived, notBefore, expires
    case createdAt, updatedAt, expiredURL, maxClicks
    case appleFallback = "apple.fallback"
    case appleIPadFallback = "apple.ipadFallback"
    case appStoreID = "apple.appStoreID"
    case bundleID = "apple.bundleID"
    case iPadBundleID = "apple.ipadBundleID"
    case customScheme = "apple.customScheme"
    case appleMinimumVersion = "apple.minimumVersion"
    case androidFallback = "android.fallback"
    case packageName = "android.packageName"
    case minimumVersionCode = "android.minimumVersionCode"
    case desktopFallback = "desktop.fallback"
    case socialTitle = "social.title"
    case socialDescription = "social.description"
    case socialImage = "social.image"
  }

  /// False when the text needs a closer look.
  mutating func set(_ field: Field, _ kind: LinkColumn.Kind, _ text: String) -> Bool {
    switch field {
    case .shortURL: shortURL = text
    case .host: link.host = text
    case .slug: link.slug = text
    case .url: return Self.url(text, &link.url)
    case .name: return Self.text(text, 1024, &rare.name)
    case .tags: return setTags(text)
    case .status: return setStatus(text)
    case .query: return setQuery(text)
    case .skipPage: return Self.flag(text, &link.skipPage)
    case .archived: return Self.flag(text, &link.archived)
    case .notBefore: return Self.time(text, kind, &rare.notBefore)
    case .expires: return Self.time(text, kind, &rare.expires)
    case .createdAt: return Self.time(text, kind, &link.createdAt)
    case .updatedAt: return Self.time(text, kind, &link.updatedAt)
    case .expiredURL: return Self.url(text, &rare.expiredURL)
    case .maxClicks: return Self.number(text, 1...1_000_000_000, &rare.maxClicks)
    case .appleFallback: return Self.url(text, &rare.apple.fallback)
    case .appleIPadFallback: return Self.url(text, &rare.apple.ipadFallback)
    case .appStoreID: return Self.word(text, .appStoreID, &rare.apple.appStoreID)
    case .bundleID: return Self.word(text, .bundleID, &rare.apple.bundleID)
    case .iPadBundleID: return Self.word(text, .bundleID, &rare.apple.ipadBundleID)
    case .customScheme: return Self.word(text, .scheme, &rare.apple.customScheme)
    case .appleMinimumVersion: return Self.word(text, .version, &rare.apple.minimumVersion)
    case .androidFallback: return Self.url(text, &rare.android.fallback)
    case .packageName: return Self.word(text, .packageName, &rare.android.packageName)
    case .minimumVersionCode:
      return Self.number(text, 1...Int(Int32.max), &rare.android.minimumVersionCode)
    case .desktopFallback: return Self.url(text, &rare.desktop.fallback)
    case .socialTitle: return Self.text(text, 1024, &rare.social.title)
    case .socialDescription: return Self.text(text, 8192, &rare.social.description)
    case .socialImage: return Self.url(text, &rare.social.image)
    }
    return true
  }

  /// - Parameter place: of the name in `Campaign.names`.
  mutating func set(campaign place: Int, _ text: String) -> Bool {
    guard Self.isPlain(text, 1024) else { return false }
    campaign.append((place, text))
    return true
  }

  mutating func add(extra name: String, _ text: String) -> Bool {
    guard Self.isPlain(text, 8192) else { return false }
    rare.extra.append(ShortLink.Extra(name: name, value: text))
    return true
  }

  /// The link with all its fields: columns may stand in any order, but some fields have one of their
  /// own.
  mutating func finished() -> ShortLink {
    if rare.extra.count > 1 { rare.extra.sort { $0.name < $1.name } }
    campaign.sort { $0.place < $1.place }
    rare.campaign.items = campaign.map { (ShortLink.Campaign.names[$0.place], $0.value) }
    link.rare = rare
    return link
  }

  // MARK: - Fields

  private mutating func setTags(_ text: String) -> Bool {
    // By bytes: a mark behind a comma makes both one character to Swift.
    let parts = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let tags = parts.map { String(Substring($0)) }
    guard Set(tags).count == tags.count,
      tags.allSatisfy({ !$0.isEmpty && Self.isPlain($0, 255) })
    else { return false }
    rare.tags = tags
    return true
  }

  private mutating func setStatus(_ text: String) -> Bool {
    guard let status = Int(text).flatMap(ShortLink.RedirectStatus.init) else { return false }
    link.status = status
    return true
  }

  private mutating func setQuery(_ text: String) -> Bool {
    guard let query = ShortLink.QueryMode(rawValue: text) else { return false }
    link.query = query
    return true
  }

  private static func url(_ text: String, _ target: inout String) -> Bool {
    guard Destination.isPlain(text) else { return false }
    target = text
    return true
  }

  private static func url(_ text: String, _ target: inout String?) -> Bool {
    guard Destination.isPlain(text) else { return false }
    target = text
    return true
  }

  private static func text(_ text: String, _ limit: Int, _ target: inout String?) -> Bool {
    guard isPlain(text, limit) else { return false }
    target = text
    return true
  }

  private static func word(_ text: String, _ kind: WordKind, _ target: inout String?) -> Bool {
    guard kind.admits(text) else { return false }
    target = text
    return true
  }

  private static func number(
    _ text: String, _ range: ClosedRange<Int>, _ target: inout Int?
  ) -> Bool {
    guard let number = Int(text), range.contains(number) else { return false }
    target = number
    return true
  }

  private static func flag(_ text: String, _ target: inout Bool) -> Bool {
    switch text {
    case "true", "1": target = true
    case "false", "0": target = false
    default: return false
    }
    return true
  }

  private static func time(
    _ text: String, _ kind: LinkColumn.Kind, _ target: inout Timestamp?
  ) -> Bool {
    let time = kind == .foreignTime ? Timestamp(foreign: text) : Timestamp(text)
    // Until the year 9999, as long as years have four digits.
    guard let time, (0...253_402_300_799).contains(time.secondsSinceEpoch) else { return false }
    target = time
    return true
  }

  private static func isPlain(_ text: String, _ limit: Int) -> Bool {
    text.utf8.count <= limit && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}
