package import WebSyntax

/// A time zone, by whose clocks local times are read and shown, and days begin.
package struct LocalZone: Equatable, Sendable {
  /// The name in the time zone database, such as `Asia/Tokyo`, or an offset such as `+09:00`.
  package let name: String
  package let rules: TimeZoneRules

  package static let utc = LocalZone(name: "UTC", rules: .utc)

  /// Whether its clocks never change.
  package var isFixed: Bool { rules.isFixed }

  package init(name: String, rules: TimeZoneRules) {
    self.name = name
    self.rules = rules
  }

  /// The zone of a fixed offset such as `+09:00`, `-0330`, `+1` or `Z`; nil for any other text.
  package init?(offset text: String) {
    if ["Z", "UTC"].contains(text) {
      self = .utc
      return
    }
    guard let sign = text.utf8.first, let seconds = Self.seconds(text.utf8.dropFirst()) else {
      return nil
    }
    switch sign {
    case UInt8(ascii: "+"): self.init(secondsEast: seconds)
    case UInt8(ascii: "-"): self.init(secondsEast: -seconds)
    default: return nil
    }
  }

  private init(secondsEast seconds: Int) {
    name = Self.offset(seconds)
    rules = TimeZoneRules(fixed: .init(offset: seconds, abbreviation: name))
  }

  /// Reads `9`, `09`, `0930`, `9:30` or `09:30`.
  private static func seconds(_ text: Substring.UTF8View) -> Int? {
    let hours = text.prefix { $0 != UInt8(ascii: ":") }
    let rest = text.dropFirst(hours.count)
    var parts = (hours, rest.dropFirst())
    if rest.isEmpty {
      parts =
        hours.count == 4
        ? (hours.prefix(2), hours.dropFirst(2)) : (hours, Substring("00").utf8)
    }
    guard (1...2).contains(parts.0.count), parts.1.count == 2,
      let hour = DecimalDigits.number(parts.0), let minute = DecimalDigits.number(parts.1),
      hour < 24, minute < 60
    else { return nil }
    return (hour * 60 + minute) * 60
  }

  /// An offset such as `+09:00`; seconds, which old times have, are left out.
  private static func offset(_ seconds: Int) -> String {
    let minutes = abs(seconds) / 60
    return (seconds < 0 ? "-" : "+") + DecimalDigits.text(minutes / 60, width: 2) + ":"
      + DecimalDigits.text(minutes % 60, width: 2)
  }

  /// Whether a text has the form of a name in the time zone database, as a file of which it cannot
  /// lead out of its folder.
  package static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.first.map(ASCII.isLetter) == true
      && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "/_+-".utf8.contains($0) }
      && !text.split(separator: "/", omittingEmptySubsequences: false).contains("")
      // The same zones with leap seconds, and without them.
      && !text.hasPrefix("right/") && !text.hasPrefix("posix/")
  }
}

extension LocalZone {
  /// The local time, as if it were UTC.
  package func local(_ time: Timestamp) -> Timestamp {
    let seconds = time.secondsSinceEpoch
    return Timestamp(secondsSinceEpoch: seconds + rules.clock(at: seconds).offset)
  }

  /// The moment at which the clocks show a local time, which is given as if it were UTC.
  ///
  /// Of two such moments it is the first; for a time that the clocks skip, the moment equally long
  /// after the change.
  package func moment(ofLocal local: Timestamp) -> Timestamp {
    Timestamp(secondsSinceEpoch: rules.time(ofLocal: local.secondsSinceEpoch))
  }

  /// The first moment of a day.
  ///
  /// - Parameter day: days since 1970.
  package func start(ofDay day: Int) -> Timestamp {
    moment(ofLocal: Timestamp(secondsSinceEpoch: day * 86_400))
  }

  /// The day of a moment, in days since 1970.
  package func day(of time: Timestamp) -> Int {
    Int((Double(local(time).secondsSinceEpoch) / 86_400).rounded(.down))
  }

  /// Reads a time that names no offset: a date (its beginning), or a date with a time to the minute
  /// or the second, `2026-11-21 19:00`; nil for any other text.
  package func time(_ text: String) -> Timestamp? {
    var bytes = Array(text.utf8)
    guard bytes.count >= 10 else { return nil }
    if bytes.count == 10 { bytes += "T00:00".utf8 }
    if bytes[10] == UInt8(ascii: " ") { bytes[10] = UInt8(ascii: "T") }
    if bytes.count == 16 { bytes += ":00".utf8 }
    guard let local = Timestamp(bytes + "Z".utf8) else { return nil }
    return moment(ofLocal: local)
  }

  /// A time as RFC 3339 has it, with the offset of the zone: `2026-11-21T19:00:00+09:00`.
  package func stamp(_ time: Timestamp) -> String {
    let offset = rules.clock(at: time.secondsSinceEpoch).offset
    return local(time).description.dropLast() + Self.offset(offset)
  }
}
