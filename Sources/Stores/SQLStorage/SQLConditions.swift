import LinkStorage
import Links
import WebSyntax

/// The conditions of a query under construction, with `#` as the placeholder for each value.
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

  /// Adds values after those of the conditions.
  ///
  /// - Returns: the term with the numbered placeholders of the values.
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

  /// Adds the condition of `HostReach.covers`, which never holds for a row without a host. There are
  /// only a few texts however many hosts there are, because connections cache prepared statements.
  mutating func add(_ reach: HostReach) {
    guard let patterns = reach.patterns else { return }
    let hosts = patterns.filter { !$0.isWildcard }.map(\.name)
    let parents = patterns.filter(\.isWildcard).map(\.name)
    let dot = "\(dialect.position)(host, '.')"
    var terms: [String] = []
    // An index has the links of one host in order.
    if !hosts.isEmpty { terms.append(hosts.count == 1 ? "host = #" : "host \(dialect.isListed)") }
    if !parents.isEmpty {
      terms.append("(\(dot) > 1 AND substr(host, \(dot) + 1) \(dialect.isListed))")
    }
    guard !terms.isEmpty else { return add("1 = 0", []) }
    add(
      "(\(terms.joined(separator: " OR ")))",
      [hosts, parents].filter { !$0.isEmpty }.map { .text($0.joined(separator: " ")) })
  }

  /// Adds the condition that a link has each of the words of a search in one of its searched fields.
  mutating func add(wordsOf filter: LinkFilter) {
    let terms = LinkCodec.searchedColumns.map(dialect.contains)
    add(wordsOf: filter) { form in terms.map { ($0, form) } }
  }

  /// Adds the condition that one of the terms of a form holds for each of the words.
  mutating func add(
    wordsOf filter: LinkFilter, _ terms: (String) -> [(term: String, value: String)]
  ) {
    let words = filter.wordForms
    let most = words.map(\.count).max() ?? 0
    for (word, forms) in zip(filter.words, words) {
      // LIKE reads a pattern up to its first NUL, and no stored text has one.
      if word.utf8.contains(0) { return add("1 = 0", []) }
      // As many forms for each word, so that there are few texts: connections cache prepared statements.
      let all = (forms + repeatElement(word, count: most - forms.count)).flatMap(terms)
      add("(\(all.map(\.term).joined(separator: " OR ")))", all.map { .text($0.value) })
    }
  }

  /// Adds `SQLDialect.hasTag` or `hadTag`.
  mutating func add(tag: String, _ condition: String) {
    // No tag has a comma, and no stored text a NUL, at which PostgreSQL ends one.
    guard !tag.utf8.contains(where: { [0, UInt8(ascii: ",")].contains($0) }) else {
      return add("1 = 0", [])
    }
    let spellings = TagName.spellings(of: tag)
    if spellings.isEmpty { return add("1 = 0", []) }
    add(condition, [.text(spellings.joined(separator: ","))])
  }

  mutating func add(_ health: HealthState) {
    add("id IN (SELECT link FROM keiro.link_health WHERE state = #)", [.text(health.rawValue)])
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

  /// Conditions of a further part of the statement, whose values follow.
  var following: SQLConditions {
    var next = self
    next.terms = []
    return next
  }

  /// The `WHERE` clause; empty without a condition.
  var text: String { terms.isEmpty ? "" : "WHERE " + terms.joined(separator: " AND ") }
}
