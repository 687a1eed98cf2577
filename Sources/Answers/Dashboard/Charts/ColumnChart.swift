import JSONSyntax
import LinkStorage
import Links

/// A chart of columns over time, one for each day or hour, with a part for each series.
///
/// The picture holds only shapes and is stretched to the width of the page; its scale and its ends
/// are text beside it, which stays readable in the smallest window.
struct ColumnChart {
  /// A day or hour, such as `2026-11-21`, and its values in the order of the series.
  typealias Column = (name: String, values: [Int])

  var language = Language.english
  let title: String
  /// The same title with names that a script completes; nil for the plain one.
  var heading: Markup?
  /// The names of the series, the lowest first.
  let series: [String]
  let columns: [Column]
  /// Whether the parts of a column are stacked since they add up to a whole; otherwise they are
  /// side by side, or lines over the first where a column is too narrow for several.
  var isStacked = true
  /// The values of the period before, drawn as a line; empty for none.
  var before: [Int] = []
  var beforeName = ""
  /// The text in place of a picture in which nothing would stand; nil for the picture.
  var nothing: String?

  var isEmpty: Bool {
    before.allSatisfy { $0 == 0 } && columns.allSatisfy { $0.values.allSatisfy { $0 == 0 } }
  }

  /// The width of a column and the height of the chart, in units of the picture.
  private static let width = 10
  private static let height = 100.0
  /// The greatest number of columns that have room for series side by side on a phone.
  private static let roomyColumns = 45

  /// The smallest round number above all columns, so near that they take more than half of the
  /// height.
  static func scale(_ greatest: Int) -> Int {
    var power = 1
    while power <= Int.max / 80 {
      for factor in [1, 2, 3, 4, 6, 8] where factor * power >= max(greatest, 2) {
        return factor * power
      }
      power *= 10
    }
    return max(greatest, 1)
  }

  var markup: Markup {
    if isEmpty, let nothing {
      return """
        <figure class="chart"><figcaption>\(caption)</figcaption>
        <p class="none">\(nothing)</p></figure>
        """
    }
    let top = Self.scale(max(columns.map(height).max() ?? 0, before.max() ?? 0))
    let shapes = Markup.each(columns.enumerated()) { index, column in
      shape(of: column, at: index, top: top)
    }
    let first = columns.first?.name ?? ""
    let middle = columns.isEmpty ? "" : columns[columns.count / 2].name
    let last = columns.last?.name ?? ""
    let width = max(columns.count, 1) * Self.width
    let (topText, halfText) = (
      PageNumber.text(top), top.isMultiple(of: 2) ? PageNumber.text(top / 2) : ""
    )
    return """
      <figure class="chart">
      <figcaption>\(caption)\(legend)</figcaption>
      <div class="plot">
      <div class="scale" aria-hidden="true"><span>\(topText)</span><span>\(halfText)</span>\
      <span>0</span></div>
      <svg viewBox="0 0 \(width) 100" preserveAspectRatio="none" role="img" aria-label="\(summary)">
      <path class="line" d="M0 0H\(width)M0 50H\(width)"/>
      \(shapes)\(lines(top))
      </svg>
      <div class="ends" aria-hidden="true"><span>\(first)</span><span>\(middle)</span>\
      <span>\(last)</span></div>
      </div>
      </figure>
      """
  }

  /// Whether all series but the first are lines.
  private var hasCurves: Bool { !isStacked && columns.count > Self.roomyColumns }

  private var curves: [(values: [Int], kind: String)] {
    let others = hasCurves ? series.indices.dropFirst() : 0..<0
    return others.map { number in
      (
        columns.map { $0.values.indices.contains(number) ? $0.values[number] : 0 },
        "curve s\(number)"
      )
    } + (before.isEmpty ? [] : [(before, "before")])
  }

  /// Lines through the middle of each column. The same lines below all of them, in the color of the card,
  /// tell them from columns that are as dark.
  private func lines(_ top: Int) -> Markup {
    let paths = curves.map { (path: path($0.values, top), kind: $0.kind) }
    return .of(
      .each(paths) { "<path class=\"halo\" d=\"\($0.path)\"/>" },
      .each(paths) { "<path class=\"\($0.kind)\" d=\"\($0.path)\"/>" })
  }

  private func path(_ values: [Int], _ top: Int) -> String {
    let points = values.enumerated().map { index, value in
      let height = Double(value) / Double(max(top, 1)) * Self.height
      return "\(index * Self.width + Self.width / 2) \(Self.digits(Self.height - height))"
    }
    return "M" + points.joined(separator: "L")
  }

  private func height(_ column: Column) -> Int {
    isStacked ? column.values.reduce(0, +) : column.values.max() ?? 0
  }

  private func shape(of column: Column, at index: Int, top: Int) -> Markup {
    var bottom = Self.height
    var parts = Markup()
    let width = isStacked || hasCurves ? 8 : 8 / max(series.count, 1)
    for (number, value) in column.values.prefix(hasCurves ? 1 : .max).enumerated()
    where value > 0 {
      let height = Double(value) / Double(max(top, 1)) * Self.height
      bottom = (isStacked ? bottom : Self.height) - height
      let x = index * Self.width + 1 + (isStacked ? 0 : number * width)
      let (y, size) = (Self.digits(bottom), Self.digits(height))
      parts += """
        <rect class="s\(number)" x="\(x)" y="\(y)" width="\(width)" height="\(size)"/>
        """
    }
    let tip = "\(column.name) – \(list(column.values))"
    return """
      <g><title>\(tip)</title><rect class="hit" x="\(index * Self.width)" y="0" width="10" \
      height="100"/>\(parts)</g>
      """
  }

  /// A number with two decimal places.
  static func digits(_ number: Double) -> String {
    let hundredths = Int((max(number, 0) * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100)." + (rest < 10 ? "0" : "") + "\(rest)"
  }

  private var caption: Markup { "<span>\(heading ?? "\(title)")</span>" }

  private var legend: Markup {
    func item(_ shape: Markup, _ name: String) -> Markup {
      "<li><svg viewBox=\"0 0 2 2\" aria-hidden=\"true\">\(shape)</svg>\(name)</li>"
    }
    func line(_ kind: String) -> Markup { "<path class=\"\(kind)\" d=\"M0 1H2\"/>" }
    let items = Markup.each(series.enumerated()) { number, name in
      hasCurves && number > 0
        ? item(line("curve s\(number)"), name)
        : item("<rect class=\"s\(number)\" width=\"2\" height=\"2\"/>", name)
    }
    let past = before.isEmpty ? Markup() : item(line("before"), beforeName)
    return "<ul class=\"legend\">\(items)\(past)</ul>"
  }

  private var summary: String {
    let sums = series.indices.map { index in
      columns.reduce(0) {
        $0 + ($1.values.indices.contains(index) ? $1.values[index] : 0)
      }
    }
    return title + Phrase.stop.text(in: language) + list(sums)
  }

  /// A value of each series, with its name.
  private func list(_ values: [Int]) -> String {
    zip(series, values).map { Phrase(.named, $0, PageNumber.text($1)).text(in: language) }
      .joined(separator: Phrase.listSeparator.text(in: language))
  }
}

/// Rows with a bar beside each name: a table that is its own chart.
struct BarTable {
  typealias Row = (name: Markup, value: Int)

  let caption: String
  let nameColumn: String
  let valueColumn: String
  let rows: [Row]
  /// The value of a whole bar; nil for the greatest of the rows.
  var greatest: Int?

  var markup: Markup {
    let greatest = max(greatest ?? rows.map(\.value).max() ?? 0, 1)
    let lines = Markup.each(rows) { row in
      let width = ColumnChart.digits(Double(row.value) / Double(greatest) * 100)
      return """
        <tr><th scope="row" dir="auto">\(row.name)\
        <svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">\
        <rect class="s0" width="\(width)" height="1"/></svg></th>\
        <td class="number">\(PageNumber.text(row.value))</td></tr>
        """
    }
    return """
      <table class="bars"><caption class="unseen">\(caption)</caption>
      <thead class="unseen"><tr><th scope="col">\(nameColumn)</th>\
      <th scope="col">\(valueColumn)</th></tr></thead>
      <tbody>\(lines)</tbody></table>
      """
  }
}

/// The clicks of the last days as a small line without a scale.
struct Sparkline {
  private let counts: [Int]

  private static let length = 30
  private static let height = 20.0

  /// The days shown, counted since 1970, including the present one.
  static func days(until now: Timestamp) -> Range<Int> {
    let today = StatisticsPeriod.day(of: now)
    return today - length + 1..<today + 1
  }

  /// - Parameter counts: by days since 1970.
  init(_ counts: [Int: Int], until now: Timestamp) {
    self.counts = Self.days(until: now).map { max(counts[$0] ?? 0, 0) }
  }

  /// - Parameter name: describes the sum, for readers who cannot see the line and for those who point
  ///   at it.
  func markup(_ name: (_ sum: Int) -> String) -> Markup {
    let sum = counts.reduce(0) { $0.addingClamped($1) }
    return """
      <svg class="spark\(sum == 0 ? " still" : "")" viewBox="-1 -1 \(counts.count + 1) 22" preserveAspectRatio="none" \
      role="img"><title>\(name(sum))</title><path d="\(line)"/></svg>
      """
  }

  private var line: String {
    let greatest = Double(max(counts.max() ?? 0, 1))
    let heights = counts.map { Int(((1 - Double($0) / greatest) * Self.height).rounded()) }
    return "M0 \(heights.first ?? 0)"
      + heights.enumerated().dropFirst().map { "L\($0.offset) \($0.element)" }.joined()
  }
}
