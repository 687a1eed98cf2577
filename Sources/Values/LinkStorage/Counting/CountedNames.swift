/// The names that callers choose, such as referrers and versions: so many are told apart of one
/// link, host or app on one day, and clicks under any other name count as `other`.
///
/// The cap bounds what a caller can make the counters hold. Sums stay exact, since only the name
/// changes, and a name that is told apart remains so for its day.
package struct CountedNames: Sendable {
  package static let other = "other"
  package static let referrersOfLink = 100
  package static let referrersOfHost = 1000
  /// Events, versions of the app, and versions of the system, each.
  package static let namesOfApp = 50

  private let limit: Int
  private var names: Set<String>

  package init(limit: Int, known: [String] = []) {
    self.limit = limit
    names = Set(known)
    names.remove(Self.other)
  }

  package func contains(_ name: String) -> Bool {
    name.isEmpty || name == Self.other || names.contains(name)
  }

  package var hasRoom: Bool { names.count < limit }

  package mutating func insert(_ name: String) {
    names.insert(name)
  }

  /// The name to count under; a new one takes room while there is any.
  package mutating func label(_ name: String) -> String {
    if contains(name) { return name }
    guard hasRoom else { return Self.other }
    insert(name)
    return name
  }
}

/// The referrers of a link on one day, which take room of their link and of its host: a visitor can
/// fill neither by way of the other.
package struct ReferrerNames: Sendable {
  package var link: CountedNames
  package var host: CountedNames

  package init(link: CountedNames, host: CountedNames) {
    self.link = link
    self.host = host
  }

  /// - Returns: the name to count under, and whether it is told apart from now on.
  package mutating func label(_ referrer: String) -> (name: String, isNew: Bool) {
    if link.contains(referrer) { return (referrer, false) }
    guard link.hasRoom, host.contains(referrer) || host.hasRoom else {
      return (CountedNames.other, false)
    }
    link.insert(referrer)
    host.insert(referrer)
    return (referrer, true)
  }
}
