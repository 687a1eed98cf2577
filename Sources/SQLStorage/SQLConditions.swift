import AppAssociation
import LinkStorage
import Links

/// Conditions of a query that are put together as they are asked for, each `#` the place of a value.
struct SQLConditions {
  private let dialect: SQLDialect
  private var terms: [String] = []
  private(set) var values: [SQLValue] = []

  init(_ dialect: SQLDialect) {
    self.dialect = dialect
  }

  mutating func add(_ term: String, _ more: [SQLValue]) {
    terms.append(placed(term, more))
  }

  /// Adds values behind those of the conditions.
  ///
  /// - Returns: the term with the placeholders of the values.
  mutating func placed(_ term: String, _ more: [SQLValue]) -> String {
    var text = ""
    var next = values.count
    for character in term {
      guard character == "#" else {
        text.append(character)
        continue
      }
      next += 1
      text += "$\(next)"
    }
    values += more
    return text
  }

  /// Holds as `HostReach.covers` does, and never for a row without a host.
  mutating func add(_ reach: HostReach) {
    guard let patterns = reach.patterns else { return }
    guard !patterns.isEmpty else { return add("1 = 0", []) }
    let dot = "\(dialect.position)(host, '.')"
    let terms = patterns.map { pattern in
      pattern.isWildcard ? "(\(dot) > 1 AND substr(host, \(dot) + 1) = #)" : "host = #"
    }
    add("(\(terms.joined(separator: " OR ")))", patterns.map { .text($0.name) })
  }

  mutating func add(_ asked: LinkState.AtTime) {
    let now = SQLValue.time(asked.now)
    switch asked.state {
    case .archived: add("archived = 1", [])
    case .expired: add("archived = 0 AND expires <= #", [now])
    case .scheduled: add("archived = 0 AND not_before > #", [now])
    case .ending: add("archived = 0 AND expires > # AND expires <= #", [now, .time(asked.horizon)])
    case .active:
      add(
        "archived = 0 AND (expires IS NULL OR expires > #) "
          + "AND (not_before IS NULL OR not_before <= #)", [now, now])
    }
  }

  /// Empty without a condition.
  var text: String { terms.isEmpty ? "" : "WHERE " + terms.joined(separator: " AND ") }
}
