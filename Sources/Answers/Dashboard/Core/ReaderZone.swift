import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service
import Synchronization
import System
import WebSyntax

/// The time zone of a reader, in which times are shown and typed.
struct ReaderZone: Equatable, Sendable {
  /// The cookie that stores it; a script sets it once to the zone of the browser.
  static let cookie = "keiro-zone"
  static let utc = ReaderZone(name: "UTC", rules: .utc)

  /// The name in the time zone database, such as `Asia/Tokyo`.
  let name: String
  let rules: TimeZoneRules

  /// A time such as `2026-11-21 19:00 JST`.
  ///
  /// - Parameter isExact: whether seconds are shown, unless there are none.
  func text(_ time: Timestamp, isExact: Bool = false) -> String {
    let shown = local(time).description
    let hasSeconds = isExact && !time.secondsSinceEpoch.isMultiple(of: 60)
    let clock = shown.dropFirst(11).prefix(hasSeconds ? 8 : 5)
    return "\(shown.prefix(10)) \(clock) \(label(at: time))"
  }

  /// A text of a sentence, with its times in this zone.
  func shown(_ text: String, of sentence: Sentence) -> String {
    sentence.times.reduce(text) { text, time in
      Timestamp(time).map { text.replacing(time, with: self.text($0, isExact: true)) } ?? text
    }
  }

  /// The abbreviation of the zone at a moment, or its offset.
  func label(at time: Timestamp) -> String {
    let name = rules.clock(at: time.secondsSinceEpoch).abbreviation
    return name.first?.isLetter == true ? name : "UTC" + name
  }

  /// The local time, as if it were UTC.
  func local(_ time: Timestamp) -> Timestamp {
    let seconds = time.secondsSinceEpoch
    return Timestamp(secondsSinceEpoch: seconds + rules.clock(at: seconds).offset)
  }

  /// The first moment of a day.
  ///
  /// - Parameter day: days since 1970.
  func start(ofDay day: Int) -> Timestamp {
    Timestamp(secondsSinceEpoch: rules.time(ofLocal: day * 86_400))
  }

  /// The day of a moment, in days since 1970.
  func day(of time: Timestamp) -> Int {
    Int((Double(local(time).secondsSinceEpoch) / 86_400).rounded(.down))
  }

  // MARK: - Typed times

  /// A time as the value of a browser's time field: to the minute when it has no seconds.
  func typed(_ time: Timestamp) -> String {
    String(
      local(time).description.prefix(time.secondsSinceEpoch.isMultiple(of: 60) ? 16 : 19))
  }

  /// The typed time in the form that links use; other text is returned unchanged, to be refused
  /// later.
  func meant(_ text: String) -> String {
    let whole = ["", "T00:00:00Z", ":00Z", "Z"]
    let index = [10: 1, 16: 2, 19: 3][text.utf8.count] ?? 0
    // In links, a date alone means UTC.
    guard index > 1 || index == 1 && self != .utc, let time = Timestamp(text + whole[index])
    else { return text }
    return Timestamp(secondsSinceEpoch: rules.time(ofLocal: time.secondsSinceEpoch)).description
  }

  /// Reads a date, a time or a distance such as `7d`; nil for any other text.
  func point(_ text: String) -> PointInTime? { PointInTime(meant(text)) }
}

/// The zones of the system's database, each read only once.
final class ZoneShelf: Sendable {
  private let folder: String
  private let known = Mutex<[String: ReaderZone]>([:])

  private static let limit = 512
  private static let fileBytes = 64 * 1024

  init(folder: String = "/usr/share/zoneinfo") {
    self.folder = folder
  }

  /// Nil for a name that is not in the database.
  func zone(_ name: String) -> ReaderZone? {
    if name == ReaderZone.utc.name { return .utc }
    guard Self.isName(name) else { return nil }
    if let zone = known.withLock({ $0[name] }) { return zone }
    guard let file = try? readFile(folder + "/" + name, limit: Self.fileBytes),
      let rules = TimeZoneRules(file)
    else { return nil }
    let zone = ReaderZone(name: name, rules: rules)
    known.withLock { if $0.count < Self.limit { $0[name] = zone } }
    return zone
  }

  /// The zones of inhabited places, in the order of their names.
  var names: [String] {
    let table = (try? readFile(folder + "/zone1970.tab", limit: Self.fileBytes)) ?? []
    let lines = String(decoding: table, as: UTF8.self).split(separator: "\n")
    return lines.filter { !$0.hasPrefix("#") }.compactMap { line in
      let columns = line.split(separator: "\t")
      return columns.count > 2 ? String(columns[2]) : nil
    }.sorted()
  }

  /// Whether the name is safe for a file: it cannot lead out of the folder.
  private static func isName(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count) && !name.hasPrefix("/")
      && name.utf8.allSatisfy { byte in
        (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || (0x30...0x39).contains(byte)
          || "/_+-".utf8.contains(byte)
      }
  }
}

extension PageContext {
  /// `GET /dashboard/zone`: the form, or with `to` the choice made in it.
  func zonePage() throws(Problem) -> HTTPResponse {
    if let name = query["to"] {
      guard let chosen = pages.memory.zones.zone(name) else { throw .notFound }
      return keep(ReaderZone.cookie, chosen.name, leadingTo: Self.local(query["next"]))
    }
    let names = pages.memory.zones.names
    let known = names.contains(zone.name) || zone == .utc ? names : names + [zone.name]
    let options = Markup.each(["UTC"] + known) { name in
      let selected: Markup = name == zone.name ? " selected" : ""
      return "<option\(selected)>\(name)</option>"
    }
    return page(
      t(.timeZone),
      """
      <h1>\(t(.timeZone))</h1>
      <form action="/dashboard/zone" class="card zone">\(hidden([("next", ownReferrer)]))
      <p class="soft">\(t(.timeZoneHint))</p>
      <p class="field"><label for="to">\(t(.timeZone))</label>
      <select id="to" name="to">\(options)</select></p>
      <p class="actions"><button class="button">\(t(.useZone))</button></p>
      </form>
      """)
  }
}
