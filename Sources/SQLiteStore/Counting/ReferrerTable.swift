import Links
import LinkStorage

/// Which referrers are told apart, inside a transaction: the rows of their days say so.
struct ReferrerTable {
  private struct Place: Hashable {
    let day: Int
    let scope: Int
  }

  private let database: Database
  private var names: [Place: CountedNames] = [:]

  init(_ database: Database) {
    self.database = database
  }

  /// The clicks of a link, under referrers that there is room for.
  mutating func admit(
    _ click: ClickCount, link: Int, _ scopes: inout ClickScopes
  ) throws(LinkStoreError) -> ClickCount {
    guard !click.referrerHost.isEmpty else { return click }
    let day = StatisticsPeriod.day(ofHour: click.hour)
    let places = [
      Place(day: day, scope: link),
      Place(day: day, scope: try scopes.number(of: ClickScopes.host(click.key.host))),
    ]
    var both = ReferrerNames(
      link: try names(places[0], limit: CountedNames.referrersOfLink),
      host: try names(places[1], limit: CountedNames.referrersOfHost))
    // The dictionary lets go of them, so that they are not copied when one is added.
    for place in places { names[place] = nil }
    let (referrer, isNew) = both.label(click.referrerHost)
    (names[places[0]], names[places[1]]) = (both.link, both.host)
    if isNew {
      for place in places { try register(referrer, place) }
    }
    var click = click
    click.referrerHost = referrer
    return click
  }

  private func names(_ place: Place, limit: Int) throws(LinkStoreError) -> CountedNames {
    if let known = names[place] { return known }
    let known = try database.rows(
      "SELECT DISTINCT name FROM click_days WHERE day = ? AND scope = ? AND dimension = ?",
      [.int(place.day), .int(place.scope), .int(ClickDimension.referrer.rawValue)]
    ) { $0.text(0) }
    return CountedNames(limit: limit, known: known.filter { !$0.isEmpty })
  }

  private func register(_ referrer: String, _ place: Place) throws(LinkStoreError) {
    try database.run(
      "INSERT INTO click_days (day, scope, dimension, name, bot, count) VALUES (?,?,?,?,0,0) "
        + "ON CONFLICT DO NOTHING",
      [
        .int(place.day), .int(place.scope), .int(ClickDimension.referrer.rawValue),
        .text(referrer),
      ])
  }
}
