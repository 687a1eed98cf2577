import Links
import WebSyntax

/// Reads rows in which everything is good at first sight, as most are, straight into a link.
///
/// Its results are exactly those of the long way through `LinkTree` and `LinkReader`; for anything
/// else it gives up, and the long way finds and reports the fault. It exists only for speed: it
/// takes a third of the time for a table of a million rows.
struct PlainRowReader {
  private enum Target {
    case field(FieldType, LinkColumn.Kind)
    case shortURL
    case extra(String)
    case ignored
    /// A column whose texts go the long way, unless they leave the link unchanged.
    case odd(LinkColumn)
  }

  private let targets: [Target]
  private let hosts: ImportHosts
  private let query: ShortLink.QueryMode
  /// Whether an Apple fallback must be reached without a page: such rows go the long way.
  private let isForeign: Bool
  private var isNewHost = false
  private var lastHost: (text: String, home: ImportHosts.Home, site: SiteRules?)?

  /// - Parameter columns: in the order of the fields; an unknown column only has a name.
  init(
    _ columns: [(column: LinkColumn?, unknownName: String?)], of source: ImportSource,
    hosts: ImportHosts
  ) {
    query = source.query
    isForeign = source.isForeign
    targets = columns.map { column, unknownName in
      column.map(Self.target) ?? unknownName.map(Target.extra) ?? .ignored
    }
    self.hosts = hosts
  }

  /// The host of the row just read when it differs from the row before; nil otherwise.
  mutating func newHost() -> String? {
    defer { isNewHost = false }
    return isNewHost ? lastHost?.text : nil
  }

  private static func target(_ column: LinkColumn) -> Target {
    if column.path == LinkColumns.shortURL { return .shortURL }
    if column.kind == .ignored { return .ignored }
    guard let field = column.field, column.kind.isPlain else { return .odd(column) }
    return .field(field.type, column.kind)
  }

  /// The row's short URL or slug, and its link; nil when the row has to go the long way.
  mutating func read(_ fields: [String]) -> (name: String, link: ShortLink)? {
    guard fields.count <= targets.count else { return nil }
    var row = PlainRow(query: query)
    var shortURL: String?
    for (target, text) in zip(targets, fields) where !text.isEmpty {
      switch target {
      case .field(let type, let kind): guard row.set(type, kind, text) else { return nil }
      case .shortURL: shortURL = text
      case .extra(let name): guard row.add(extra: name, text) else { return nil }
      case .ignored: break
      case .odd(let column): guard column.saysNothing(text) else { return nil }
      }
    }
    guard let name = assignKey(&row, shortURL), isOrdinary(row.key) else { return nil }
    let link = row.finished()
    guard !link.url.isEmpty, !isForeign || !link.apple.leadsPastPage,
      lastHost?.site?.faults(of: link).isEmpty ?? true
    else { return nil }
    return (name, link)
  }

  /// Whether there is no warning about a key and it is the one under which its link is stored.
  private func isOrdinary(_ key: LinkKey) -> Bool {
    guard let site = lastHost?.site else { return true }
    if !site.spelling.isCaseSensitive, site.canonical(key) != key { return false }
    return site.oddities(ofSlug: key.slug).isEmpty
  }

  /// Gives the row its key; the short URL or slug, or nil when the row has to go the long way.
  private mutating func assignKey(_ row: inout PlainRow, _ shortURL: String?) -> String? {
    let key = row.key
    guard let shortURL else {
      guard let home = home(of: key.host), Slug.passesFastCheck(key.slug) else { return nil }
      row.key = LinkKey(host: home.host, slug: key.slug)
      return key.slug
    }
    // Some services leave the scheme out.
    let url = RowReader.isAddress(shortURL) ? shortURL : "https://" + shortURL
    guard key.host.isEmpty, key.slug.isEmpty, url.utf8.count < 1000,
      let host = LinkDestination.plainHost(of: url), let home = home(of: host),
      let path = Self.path(of: url, host), path.utf8.starts(with: home.prefix.utf8)
    else { return nil }
    let slug = String(Substring(path.utf8.dropFirst(home.prefix.utf8.count)))
    guard Slug.passesFastCheck(slug) else { return nil }
    row.key = LinkKey(host: home.host, slug: slug)
    return shortURL
  }

  /// The path of a short URL that has no port, query or fragment; nil for others.
  private static func path(of url: String, _ host: String) -> Substring? {
    let start = url.utf8.starts(with: "https://".utf8) ? 8 : 7
    let path = url.utf8.dropFirst(start + host.utf8.count)
    guard path.first == UInt8(ascii: "/") else { return nil }
    return path.contains { $0 == 0x3F || $0 == 0x23 } ? nil : Substring(path)
  }

  /// Caches the last host: tables repeat it for thousands of rows.
  private mutating func home(of host: String) -> ImportHosts.Home? {
    if let lastHost, lastHost.text == host { return lastHost.home }
    guard let pattern = HostPattern(host), !pattern.isWildcard, pattern.name == host,
      let home = hosts.home(of: host)
    else { return nil }
    lastHost = (host, home, hosts.site(of: home.host))
    isNewHost = true
    return home
  }
}
