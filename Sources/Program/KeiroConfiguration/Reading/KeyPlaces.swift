import JSONSyntax

/// Where the keys of the configuration are, for those that stand at another level of it.
struct KeyPlaces {
  /// What the parts of a URL are called in a route, as in Apple's file.
  private static let parts = ["path": "/", "query": "?", "fragment": "#"]

  /// By the name of the key: the keys that lead to the object with it, and its path as the guide has it.
  private var places: [String: [(keys: [String], path: String)]] = [:]
  private let definitions: [JSONOutput.Member]

  init(_ table: ConfigurationTable<Configuration>) {
    definitions = table.definitions
    add(table.schema, [], "")
  }

  /// The path of the nearest key of that name in the same part of the configuration; nil for none. The
  /// given keys lead to the object that does not have it.
  func path(of name: String, near keys: [String]) -> String? {
    if keys.last == "routes", let part = Self.parts[name] { return part }
    let all = places[name, default: []]
    let related = all.filter { [$0.keys, keys].contains([]) || $0.keys.first == keys.first }
    let distances = related.map { place in
      let common = zip(keys, place.keys).prefix { $0 == $1 }.count
      return (place.keys.count - 2 * common, place.path.utf8.count { ".[".utf8.contains($0) })
    }
    return zip(distances, related).min { $0.0 < $1.0 }?.1.path
  }

  private mutating func add(_ keywords: [JSONOutput.Member], _ keys: [String], _ path: String) {
    for keyword in keywords {
      switch (keyword.name, keyword.value) {
      case ("$ref", .string(let name)):
        let part = definitions.first { "#/$defs/" + $0.name == name }?.value
        if case .object(let inner)? = part { add(inner, keys, path) }
      case ("items", .object(let inner)): add(inner, keys, path + "[]")
      case ("additionalProperties", .object(let inner)): add(inner, keys, path + ".NAME")
      case ("properties", .object(let members)):
        for member in members {
          let place = path.isEmpty ? member.name : path + "." + member.name
          places[member.name, default: []].append((keys, place))
          if case .object(let inner) = member.value { add(inner, keys + [member.name], place) }
        }
      default: break
      }
    }
  }
}
