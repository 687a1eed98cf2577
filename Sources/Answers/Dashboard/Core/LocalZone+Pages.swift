import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service
import WebSyntax

/// The time zone of a reader, in which times are shown and typed.
extension LocalZone {
  /// The cookie that stores it; a script sets it once to the zone of the browser.
  static var cookie: String { "keiro-zone" }

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

  // MARK: - Typed times

  /// A time as the value of a browser's time field: to the minute when it has no seconds.
  func typed(_ time: Timestamp) -> String {
    String(
      local(time).description.prefix(time.secondsSinceEpoch.isMultiple(of: 60) ? 16 : 19))
  }

  /// The typed time in the form that links use; other text is returned unchanged, to be refused
  /// later.
  func meant(_ text: String) -> String {
    // In links, a date alone means UTC.
    guard text.utf8.count > 10 || self != .utc, let time = time(text) else { return text }
    return time.description
  }

  /// Reads a date, a time or a distance such as `7d`; nil for any other text.
  func point(_ text: String) -> PointInTime? { PointInTime(meant(text)) }
}

extension PageContext {
  /// `GET /dashboard/zone`: the form, or with `to` the choice made in it.
  func zonePage() throws(Problem) -> HTTPResponse {
    if let name = query["to"] {
      guard let chosen = pages.memory.zones.zone(name) else { throw .notFound }
      return keep(LocalZone.cookie, chosen.name, leadingTo: Self.local(query["next"]))
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
