import Links

/// Which field of a link a column of a table holds.
package struct LinkColumn: Equatable, Sendable {
  /// As the column is called, and named in problems.
  let name: String
  /// As in JSON: `apple.fallback`.
  let path: String
  let kind: Kind

  init(_ name: String, _ path: String? = nil, _ kind: Kind = .text) {
    self.name = name
    self.path = path ?? name
    self.kind = kind
  }

  enum Kind: Sendable {
    case text, number, flag
    /// Texts with commas between them.
    case list
    case json
    /// A URL of another service, which may lack escapes that keiro insists on.
    case foreignURL
    /// A time in one of the forms that exports are seen to have.
    case foreignTime
  }
}

/// The columns of a format, and by which other names they are known.
struct LinkColumns: Sendable {
  let columns: [LinkColumn]
  private let byName: [String: LinkColumn]

  init(_ columns: [LinkColumn], aliases: [(name: String, column: String)]) {
    self.columns = columns
    let own = columns.map { (Self.plain($0.name), $0) }
    let others = aliases.compactMap { alias in
      columns.first { $0.name == alias.column }.map { (Self.plain(alias.name), $0) }
    }
    byName = Dictionary(own + others) { first, _ in first }
  }

  /// Case, spaces and punctuation aside, as headers are written by hand.
  func column(named header: String) -> LinkColumn? { byName[Self.plain(header)] }

  private static func plain(_ text: String) -> String {
    String(
      decoding: text.lowercased().utf8.filter { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
      }, as: UTF8.self)
  }

  /// The column with the whole short URL, in place of host and slug.
  static let shortURL = "short_link"

  /// The columns of keiro's own tables: every field of a link.
  static let own = LinkColumns(
    ["host", "slug", "url", "name"].map { LinkColumn($0) }
      + [LinkColumn("tags", nil, .list)]
      + [
        "apple.fallback", "apple.ipadFallback", "apple.appStoreID", "apple.bundleID",
        "apple.ipadBundleID", "apple.customScheme", "apple.minimumVersion", "android.fallback",
        "android.packageName",
      ].map { LinkColumn($0) }
      + [LinkColumn("android.minimumVersionCode", nil, .number)]
      + ["desktop.fallback", "social.title", "social.description", "social.image"].map {
        LinkColumn($0)
      }
      + ShortLink.Campaign.names.map { LinkColumn("campaign." + $0) }
      + [
        LinkColumn("extra", nil, .json), LinkColumn("status", nil, .number), LinkColumn("query"),
        LinkColumn("skipPage", nil, .flag), LinkColumn("notBefore"), LinkColumn("expires"),
        LinkColumn("expiredURL"), LinkColumn("maxClicks", nil, .number),
        LinkColumn("archived", nil, .flag), LinkColumn("password.hash"), LinkColumn("createdAt"),
        LinkColumn("updatedAt"), LinkColumn("password"), LinkColumn(shortURL),
      ],
    aliases: [
      ("short_url", shortURL), ("long_url", "url"), ("link", "url"), ("destination", "url"),
      ("target", "url"), ("title", "name"), ("created_at", "createdAt"), ("code", "slug"),
      ("expires_at", "expires"), ("domain", "host"),
    ] + ShortLink.Campaign.names.filter { $0.utf8.count > 2 }.map { ($0, "campaign." + $0) })

  /// The 29 columns of Firebase's export, and the prose names that its documentation has for them.
  static let firebase = LinkColumns(
    [
      LinkColumn(shortURL), LinkColumn("link", "url", .foreignURL),
      LinkColumn("apn", "android.packageName"),
      LinkColumn("afl", "android.fallback", .foreignURL),
      LinkColumn("amv", "android.minimumVersionCode", .number),
      LinkColumn("ibi", "apple.bundleID"), LinkColumn("ifl", "apple.fallback", .foreignURL),
      LinkColumn("ius", "apple.customScheme"),
      LinkColumn("ipfl", "apple.ipadFallback", .foreignURL),
      LinkColumn("ipbi", "apple.ipadBundleID"), LinkColumn("isi", "apple.appStoreID"),
      LinkColumn("imv", "apple.minimumVersion"), LinkColumn("efr", "skipPage", .flag),
      LinkColumn("ofl", "desktop.fallback", .foreignURL), LinkColumn("st", "social.title"),
      LinkColumn("sd", "social.description"), LinkColumn("si", "social.image", .foreignURL),
    ] + ShortLink.Campaign.names.map { LinkColumn($0, "campaign." + $0) } + [
      LinkColumn("archived", nil, .flag), LinkColumn("name"),
      LinkColumn("creation_timestamp", "createdAt", .foreignTime),
    ],
    aliases: [
      ("Short URL", shortURL), ("Dynamic link", shortURL), ("Deep link", "link"),
      ("Deep link URL", "link"), ("Long link", "link"), ("Android package name", "apn"),
      ("Android package", "apn"), ("Android fallback link", "afl"), ("Android fallback", "afl"),
      ("Android minimum version", "amv"), ("Android min version code", "amv"),
      ("Android minimum package version code", "amv"), ("iOS bundle ID", "ibi"),
      ("iOS fallback link", "ifl"), ("iOS fallback", "ifl"), ("iOS custom scheme", "ius"),
      ("iOS custom URL scheme", "ius"), ("iPad fallback link", "ipfl"), ("iPad fallback", "ipfl"),
      ("iOS iPad fallback link", "ipfl"), ("iPad bundle ID", "ipbi"),
      ("iOS iPad bundle ID", "ipbi"), ("iOS App Store ID", "isi"), ("App Store ID", "isi"),
      ("iOS minimum version", "imv"), ("iOS min version", "imv"),
      ("Enable forced redirect", "efr"), ("Forced redirect", "efr"), ("Skip preview page", "efr"),
      ("Other platform fallback link", "ofl"), ("Desktop fallback link", "ofl"),
      ("Desktop fallback", "ofl"), ("Social title", "st"), ("Social description", "sd"),
      ("Social image", "si"), ("Social image link", "si"), ("iTunes affiliate token", "at"),
      ("Affiliate token", "at"), ("iTunes campaign token", "ct"), ("Campaign token", "ct"),
      ("iTunes media type", "mt"), ("Media type", "mt"), ("iTunes provider token", "pt"),
      ("Provider token", "pt"), ("Is archived", "archived"), ("Link name", "name"),
      ("Created at", "creation_timestamp"), ("Creation time", "creation_timestamp"),
    ])
}
