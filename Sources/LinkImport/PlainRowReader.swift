import AppAssociation
import Links

/// Reads rows in which everything is good at first sight, as most are, straight into a link.
///
/// What it takes it takes exactly as the long way over `LinkTree` and `LinkReader` would; at anything
/// else it gives up, and the long way finds out what is wrong and says so. It is for speed alone:
/// a table of a million rows takes it a third of the time.
struct PlainRowReader {
  private enum Target {
    case field(PlainRow.Field, LinkColumn.Kind)
    /// The place of the name in `Campaign.names`.
    case campaign(Int)
    case extra(String)
    case ignored
    /// Its texts always go the long way.
    case odd
  }

  private let targets: [Target]
  private let places: ImportPlaces
  private var lastHost: (text: String, place: ImportPlaces.Place, site: SiteRules?)?

  private static let shortURL = LinkColumns.shortURL

  /// - Parameter columns: in the order of the fields; an unknown column has its name alone.
  init(_ columns: [(column: LinkColumn?, unknownName: String?)], places: ImportPlaces) {
    targets = columns.map { column, unknownName in
      column.map(Self.target) ?? unknownName.map(Target.extra) ?? .ignored
    }
    self.places = places
  }

  private static func target(_ column: LinkColumn) -> Target {
    if let field = PlainRow.Field(rawValue: column.path) { return .field(field, column.kind) }
    let campaign = ShortLink.Campaign.names.firstIndex { "campaign." + $0 == column.path }
    return campaign.map(Target.campaign) ?? .odd
  }

  /// The row's short URL or slug, and its link; nil when the row has to go the long way.
  mutating func read(_ fields: [String]) -> (name: String, link: ShortLink)? {
    guard fields.count <= targets.count else { return nil }
    var row = PlainRow()
    for (target, text) in zip(targets, fields) where !text.isEmpty {
      guard Self.put(text, into: target, of: &row) else { return nil }
    }
    guard let name = place(&row), !row.link.url.isEmpty else { return nil }
    let link = row.finished()
    guard lastHost?.site?.faults(of: link).isEmpty ?? true else { return nil }
    return (name, link)
  }

  private static func put(_ text: String, into target: Target, of row: inout PlainRow) -> Bool {
    switch target {
    case .field(let field, let kind): row.set(field, kind, text)
    case .campaign(let place): row.set(campaign: place, text)
    case .extra(let name): row.add(extra: name, text)
    case .ignored: true
    case .odd: false
    }
  }

  /// Puts host and slug in place.
  private mutating func place(_ row: inout PlainRow) -> String? {
    let name: String
    if let url = row.shortURL {
      guard row.link.host.isEmpty, row.link.slug.isEmpty, url.utf8.count < 1000,
        let host = Destination.plainHost(of: url), let place = place(of: host)
      else { return nil }
      guard let path = Self.path(of: url, host), path.utf8.starts(with: place.prefix.utf8)
      else { return nil }
      row.link.slug = String(Substring(path.utf8.dropFirst(place.prefix.utf8.count)))
      row.link.host = place.host
      name = url
    } else {
      guard let place = place(of: row.link.host) else { return nil }
      row.link.host = place.host
      name = row.link.slug
    }
    return Slug.isPlainlyGood(row.link.slug) ? name : nil
  }

  /// The path of a short URL that has neither port, query nor fragment.
  private static func path(of url: String, _ host: String) -> Substring? {
    let start = url.utf8.starts(with: "https://".utf8) ? 8 : 7
    let path = url.utf8.dropFirst(start + host.utf8.count)
    guard path.first == UInt8(ascii: "/") else { return nil }
    return path.contains { $0 == 0x3F || $0 == 0x23 } ? nil : Substring(path)
  }

  /// Tables hold one host for thousands of rows.
  private mutating func place(of host: String) -> ImportPlaces.Place? {
    if let lastHost, lastHost.text == host { return lastHost.place }
    guard let pattern = HostPattern(host), !pattern.isWildcard, pattern.name == host,
      let place = places.place(of: host)
    else { return nil }
    lastHost = (host, place, places.site(of: place.host))
    return place
  }
}
