import LinkStorage

/// Countries as tiles near their true positions, all of equal size, so that small countries are as
/// visible as large ones. The table next to it lists all countries, including those without a tile.
struct CountryMap {
  /// The clicks by ISO 3166 country code.
  let clicks: [String: Int]
  /// The name of a tile with clicks, given its code, which a script replaces, and its clicks.
  let name: (String, Int) -> String

  /// The rows of tiles. Each word has the column of its first country, followed by the codes from
  /// there on.
  static let rows = [
    "9GL 12IS 15SJ", "1CA 8PM 12FO 14NOSEFI 22RU", "1US 8BM 11IEGB 14DK 16EELVLTBY",
    "1MX 11GGJENLDEPLSKUAMD 20KZ 23MN 26KPJP", "1GTBZ 5BSTC 12FRBELUCZATHUROGEUZKG 23CN 26KR",
    "1SVHN 4CUHTDOPR 11PTESADMCCHLISIHRRSBGAMAZTMTJ 27TW",
    "2NI 4JM 7VGVIAI 12GI 14ITSMVABAMEMKTRIRAFPKINNPBTHKMO",
    "2CRPA 6AWCWAGGPDMMQ 13MT 18ALGRCYSYIQ 24BDMMLAVNPH",
    "4COVETTGDVCLCBB 12MADZTNLYEG 18ILJOLBKWSA 25THKH 28PW",
    "3EC 5GYSRGF 10CV 12EHMRMLNETDSDER 20YEBHQAAEOMMYBN 28MHFM",
    "3PEBOBR 11SNGMBFNGCFSSETDJSO 22MVLK 25SGID 28NRKI", "4PY 11GWGNBJTGCMCDUGKE 26TLPGSBTV",
    "3CLARUY 11SLLRCIGHGQCGRWTZ 20SC 27VUFJWS", "4FK 15GASTAOBIZMMW 21KM 26AUNCTO",
    "16NABWZWMZMGMURE 28NZ", "16ZALSSZ",
  ]

  struct Tile: Equatable {
    let code: String
    let column: Int
    let row: Int
  }

  static let tiles = rows.enumerated().flatMap { row, line in
    line.split(separator: " ").flatMap { word -> [Tile] in
      let column = Int(word.prefix { $0.isNumber }) ?? 0
      let codes = Array(word.drop { $0.isNumber })
      return stride(from: 0, to: codes.count - 1, by: 2).map { index in
        Tile(
          code: String(codes[index...(index + 1)]), column: column + index / 2, row: row)
      }
    }
  }

  private static let step = 11
  private static let columns = 30
  /// The number of shades of tiles with clicks.
  private static let levels = 4

  /// Nil when fewer than two tiles have clicks: a single one makes no useful map.
  var markup: Markup? {
    let most = Self.tiles.map { clicks[$0.code] ?? 0 }.max() ?? 0
    guard Self.tiles.count(where: { (clicks[$0.code] ?? 0) > 0 }) > 1 else { return nil }
    let tiles = Markup.each(Self.tiles) { tile in
      let count = clicks[tile.code] ?? 0
      let rect: Markup = "<rect x=\"\(tile.column * Self.step)\" y=\"\(tile.row * Self.step)\""
      guard count > 0 else { return "\(rect)/>" }
      return """
        \(rect) class="m\(level(of: count, most))"><title data-region="\(tile.code)">\(name(tile.code, count))</title></rect>
        """
    }
    return """
      <svg class="map" viewBox="0 0 \(Self.columns * Self.step) \(Self.rows.count * Self.step)" \
      aria-hidden="true">\(tiles)</svg>
      """
  }

  /// The shade for a count. It follows the square root, since a few countries have most of the
  /// clicks.
  private func level(of count: Int, _ most: Int) -> Int {
    let share = (Double(count) / Double(max(most, 1))).squareRoot()
    return min(Int(share * Double(Self.levels)) + 1, Self.levels)
  }
}

extension PageContext {
  /// The countries of visitors as bars and as a map; empty when none are known.
  func countries(_ scope: ChartScope, _ counts: ChartCounts) -> Markup {
    if let card = otherCard(t(.countries), scope, .country) { return card }
    let rows = counts.shown(by: .country)
    guard !rows.isEmpty else { return "" }
    let clicks = Dictionary(rows.map { ($0.name, $0.clicks) }, uniquingKeysWith: +)
    let map = CountryMap(clicks: clicks) { "\($0): \(number($1))" }.markup ?? ""
    let bars = rows.map {
      let name = part($0.name, shownName($0.name, by: .country), scope, .country)
      return BarTable.Row(name: name, value: $0.clicks)
    }
    let rest = Array(bars.dropFirst(Self.barLimit))
    let others: Markup =
      rest.isEmpty
      ? ""
      : """
      <details class="data"><summary>\(t(.otherCountries(rest.count)))</summary>
      \(BarTable(caption: t(.countries), nameColumn: t(.countries), valueColumn: t(.clicks), rows: rest, greatest: bars[0].value).markup)</details>
      """
    return barCard(
      t(.countries), Array(bars.prefix(Self.barLimit)), data: dataAddress(scope, by: .country),
      note: .of(others, map))
  }
}
