import JSONSyntax

/// Where the keys of the configuration are, for those that stand at another level of it.
struct KeyPlaces {
  private struct Place {
    /// The keys that lead to the object with the key.
    let keys: [String]
    let path: String
    /// The number of keys, elements and names in the path.
    let depth: Int
  }

  /// What the parts of a URL are called in a route, as in Apple's file.
  private static let parts = ["path": "/", "query": "?", "fragment": "#"]

  private var places: [String: [Place]] = [:]
  private let definitions: [String: JSONOutput]

  init(_ table: ConfigurationTable<Configuration>) {
    let parts = table.definitions.map { ("#/$defs/" + $0.name, $0.value) }
    definitions = Dictionary(parts) { first, _ in first }
    add(.object(table.schema), Place(keys: [], path: "", depth: 0))
  }

  /// The path of the nearest key of that name in the same part of the configuration, as the guide names
  /// it; nil if there is none.
  ///
  /// - Parameter keys: the keys that lead to the object that does not have it.
  func path(of name: String, near keys: [String]) -> String? {
    if keys.last == "routes", let part = Self.parts[name] { return part }
    let related = places[name, default: []].filter {
      $0.keys.isEmpty || keys.isEmpty || $0.keys.first == keys.first
    }
    func distance(_ place: Place) -> (Int, Int) {
      let common = zip(keys, place.keys).prefix { $0 == $1 }.count
      return (place.keys.count + keys.count - 2 * common, place.depth)
    }
    return related.min { distance($0) < distance($1) }?.path
  }

  private mutating func add(_ schema: JSONOutput, _ place: Place) {
    guard case .object(let keywords) = schema else { return }
    func inside(_ step: String) -> Place {
      Place(keys: place.keys, path: place.path + step, depth: place.depth + 1)
    }
    for keyword in keywords {
      switch (keyword.name, keyword.value) {
      case ("$ref", .string(let name)): definitions[name].map { add($0, place) }
      case ("items", _): add(keyword.value, inside("[]"))
      case ("additionalProperties", _): add(keyword.value, inside(".NAME"))
      case ("properties", .object(let members)):
        for member in members {
          let found = inside(place.path.isEmpty ? member.name : "." + member.name)
          places[member.name, default: []].append(found)
          let keys = place.keys + [member.name]
          add(member.value, Place(keys: keys, path: found.path, depth: found.depth))
        }
      default: break
      }
    }
  }
}
