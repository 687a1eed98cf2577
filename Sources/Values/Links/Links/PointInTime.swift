import WebSyntax

/// A time as people write it: RFC 3339, a date alone, or a distance from now such as `24h` or `7d`.
package enum PointInTime: Equatable, Sendable {
  case at(Timestamp)
  /// A distance in seconds.
  case distance(Int)

  /// Reads such a time; nil for any other text.
  package init?(_ text: String) {
    if let time = Timestamp(dateOrTime: text) {
      self = .at(time)
      return
    }
    let units = ["h": 3600, "d": 86_400, "w": 7 * 86_400]
    guard let seconds = text.last.flatMap({ units[String($0)] }),
      let count = DecimalDigits.number(text.utf8.dropLast()), (1...100_000).contains(count)
    else { return nil }
    self = .distance(count * seconds)
  }

  /// The time, with a distance leading into the past.
  package func before(_ now: Timestamp) -> Timestamp {
    switch self {
    case .at(let time): time
    case .distance(let seconds): Timestamp(secondsSinceEpoch: now.secondsSinceEpoch - seconds)
    }
  }

  /// The time, with a distance leading into the future.
  package func after(_ now: Timestamp) -> Timestamp {
    switch self {
    case .at(let time): time
    case .distance(let seconds): Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + seconds)
    }
  }
}
