/// Names that callers choose, such as referrers and versions. A limited number are distinguished for
/// each link, host or app and day; clicks under any other name count as `other`.
///
/// The limit bounds what a caller can make the counters hold. Sums stay exact, since only the name
/// changes, and a distinguished name remains so for its day.
package struct CountedNames: Sendable {
  /// The common name of all further names.
  package static let other = "other"
  /// The maximum number of referrers distinguished for one link and day.
  package static let referrersOfLink = 100
  /// The maximum number of referrers distinguished for one host and day.
  package static let referrersOfHost = 1000
  /// The maximum number of events, of app versions and of system versions, each per app and day.
  package static let namesOfApp = 50

  private let limit: Int
  private var names: Set<String>

  package init(limit: Int, known: [String] = []) {
    self.limit = limit
    names = Set(known)
    names.remove(Self.other)
  }

  /// Whether the name is counted by itself; true for the empty name and `other`.
  package func contains(_ name: String) -> Bool {
    name.isEmpty || name == Self.other || names.contains(name)
  }

  /// Whether another name can still be distinguished.
  package var hasRoom: Bool { names.count < limit }

  /// Distinguishes a name, regardless of the limit.
  package mutating func insert(_ name: String) {
    names.insert(name)
  }

  /// The name to count under; a new name takes a free slot while there is one.
  package mutating func label(_ name: String) -> String {
    if contains(name) { return name }
    guard hasRoom else { return Self.other }
    insert(name)
    return name
  }
}

/// The referrers of links and of hosts by day, limited for both, so that a visitor cannot exhaust one
/// through the other.
package struct ReferrerNames: Sendable {
  /// A link or a host on one day, by the number under which it is counted.
  package struct Scope: Hashable, Sendable {
    package let day: Int
    package let number: Int

    package init(day: Int, number: Int) {
      self.day = day
      self.number = number
    }
  }

  private var names: [Scope: CountedNames]

  /// - Parameter names: the names distinguished so far, as far as they matter.
  package init(_ names: [Scope: CountedNames] = [:]) {
    self.names = names
  }

  package func has(_ scope: Scope) -> Bool { names[scope] != nil }

  package mutating func set(_ known: CountedNames, of scope: Scope) {
    names[scope] = known
  }

  /// - Returns: the name to count under, and whether it is newly distinguished.
  package mutating func label(
    _ referrer: String, of link: Scope, on host: Scope
  ) -> (name: String, isNew: Bool) {
    var ofLink = names[link] ?? CountedNames(limit: CountedNames.referrersOfLink)
    if ofLink.contains(referrer) { return (referrer, false) }
    var ofHost = names[host] ?? CountedNames(limit: CountedNames.referrersOfHost)
    guard ofLink.hasRoom, ofHost.contains(referrer) || ofHost.hasRoom else {
      return (CountedNames.other, false)
    }
    // Removed from the dictionary, so that adding one does not copy them.
    (names[link], names[host]) = (nil, nil)
    ofLink.insert(referrer)
    ofHost.insert(referrer)
    (names[link], names[host]) = (ofLink, ofHost)
    return (referrer, true)
  }
}
