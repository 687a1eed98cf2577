extension JSONDocument {
  /// Returns the position of the value at a path such as `sites[0].routes[2].screen`. If the path
  /// does not exist, returns the position of the last existing value along it.
  package func position(path: String) -> JSONPosition {
    offsets(of: [path]).position(path, in: self)
  }

  /// Returns the positions of the values at paths, as `position(path:)` does for each of them. The
  /// document is walked once, however many paths there are.
  package func positions(paths: [String]) -> [JSONPosition] {
    let offsets = offsets(of: paths)
    return paths.map { offsets.position($0, in: self) }
  }

  private func offsets(of paths: [String]) -> PathOffsets {
    var offsets = PathOffsets(paths)
    offsets.walk(root, at: "")
    return offsets
  }
}

/// The offsets of the values along certain paths.
private struct PathOffsets {
  /// The paths, and every beginning of them that may be the path of a value around theirs.
  private var wanted: Set<String> = [""]
  private var found: [String: Int] = [:]

  init(_ paths: [String]) {
    for path in paths {
      // The longest beginnings come first: a known one has had its own beginnings added.
      for beginning in Self.beginnings(of: path) where !wanted.insert(beginning).inserted { break }
    }
  }

  /// The path, then its beginnings, each shorter than the one before. A mark inside a quoted name
  /// makes one that no value has.
  private static func beginnings(of path: String) -> some Sequence<String> {
    sequence(first: path) { path in
      path.utf8.lastIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") }
        .map { String(path[..<$0]) }
    }
  }

  /// A repeated name keeps its first value.
  mutating func walk(_ node: JSONNode, at path: String) {
    guard wanted.contains(path), found[path] == nil else { return }
    found[path] = node.offset
    node.forEachMember { member in
      walk(member.node, at: jsonPath(path, member: member.name))
      return true
    }
    for (index, element) in (node.array ?? []).enumerated() {
      walk(element, at: "\(path)[\(index)]")
    }
  }

  func position(_ path: String, in document: JSONDocument) -> JSONPosition {
    let offset = Self.beginnings(of: path).lazy.compactMap { found[$0] }.first
    return document.position(of: offset ?? 0)
  }
}
