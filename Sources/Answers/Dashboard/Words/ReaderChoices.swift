import HTTPCore
import JSONSyntax
import Links
import Service
import WebSyntax

/// A setting that a reader chooses once for all pages.
protocol ReaderChoice: RawRepresentable<String>, CaseIterable {
  static var cookie: String { get }
}

enum ColorScheme: String, ReaderChoice, NamedCases {
  /// `system` follows the setting of the reader's system.
  case system, light, dark

  static let cookie = "keiro-scheme"
  static let section = "scheme"

  init(_ request: PageRequest) {
    self = request.cookie(Self.cookie).flatMap(ColorScheme.init) ?? .system
  }
}

extension Language: ReaderChoice {
  static let cookie = "keiro-language"

  /// The name of the language in itself.
  var name: String {
    switch self {
    case .english: "English"
    case .japanese: "日本語"
    }
  }

  init(_ request: PageRequest) {
    self.init(
      accepting: request.request.fields["Accept-Language"], chosen: request.cookie(Self.cookie))
  }

  /// - Parameters:
  ///   - header: the field Accept-Language (RFC 9110, section 12.5.4).
  ///   - chosen: the reader's earlier choice.
  init(accepting header: String?, chosen: String?) {
    if let language = chosen.flatMap(Language.init(rawValue:)) {
      self = language
      return
    }
    var best: (language: Language, weight: Double)?
    // Only the beginning of a long field is read, as on public pages.
    let field = String(decoding: (header ?? "").utf8.prefix(256), as: UTF8.self)
    for element in field.split(separator: ",") {
      let parts = element.split(separator: ";").map { $0.trimmed.lowercased() }
      let tag = parts.first?.split(separator: "-").first.map(String.init) ?? ""
      guard let language = Language(rawValue: tag) else { continue }
      let weight =
        parts.dropFirst().first { $0.hasPrefix("q=") }
        .flatMap { Double($0.dropFirst(2)) } ?? 1
      if weight > best?.weight ?? 0 { best = (language, weight) }
    }
    self = best?.language ?? .english
  }

  /// A sentence for a page, with a capital and a full stop.
  func sentence(_ sentence: Sentence) -> String {
    let message = text(of: sentence)
    guard let first = message.first else { return "" }
    // Words with a later capital, such as iOS, stay as they are, and so do names of files and fields,
    // and names in Japanese.
    let isName =
      message.dropFirst().first?.isUppercase ?? false
      || message.drop { $0.isASCII && !": ".contains($0) }.first == ":"
      || message.hasPrefix("apple-app-site-association") || message.hasPrefix("assetlinks.json")
      || self == .japanese && !message.unicodeScalars.allSatisfy(\.isASCII)
    let text = isName ? message : first.uppercased() + message.dropFirst()
    guard let last = text.last, !".。?？".contains(last) else { return text }
    // Messages without a translation end as in English.
    return text + (self == .japanese && !last.isASCII ? "。" : ".")
  }
}

/// Numbers with separators, as both languages write them.
enum PageNumber {
  /// Why a text where a number belongs is refused.
  static func fault(_ typed: String) -> Phrase {
    Phrase(.notWholeNumber, String(typed.prefix(100)))
  }

  static func text(_ number: Int) -> String {
    guard number.magnitude >= 1000 else { return String(number) }
    let digits = String(number.magnitude).utf8
    var text: [UInt8] = number < 0 ? [UInt8(ascii: "-")] : []
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(UInt8(ascii: ",")) }
      text.append(digit)
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// The time zone of a reader, in which times are shown and typed.
extension LocalZone {
  /// The cookie that stores it; a script sets it once to the zone of the browser.
  static var cookie: String { "keiro-zone" }

  /// A time such as `2026-11-21 19:00 JST`.
  ///
  /// - Parameter isExact: whether seconds are shown, unless there are none.
  func text(_ time: Timestamp, isExact: Bool = false) -> String {
    let shown = shown(time)
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
    String(shown(time).prefix(time.secondsSinceEpoch.isMultiple(of: 60) ? 16 : 19))
  }

  /// The local time, in no year of five digits: "9999-12-31T23:59:59Z" stands for never.
  private func shown(_ time: Timestamp) -> String {
    min(local(time), Timestamp(secondsSinceEpoch: 253_402_300_799)).description
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
