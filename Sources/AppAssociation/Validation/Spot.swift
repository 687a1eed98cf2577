import JSONSyntax

/// A value of a file together with the way to it.
struct Spot {
  let path: String
  let node: JSONNode
  /// Where to point at: the value, or the name of its member.
  let offset: Int

  init(_ node: JSONNode, path: String, offset: Int? = nil) {
    self.node = node
    self.path = path
    self.offset = offset ?? node.offset
  }

  /// The members of an object, each under its name; none for every other kind of value.
  var members: [(name: String, spot: Spot)] {
    (node.object ?? []).map { member in
      (member.name, Spot(member.node, path: jsonPath(path, member: member.name)))
    }
  }

  /// The same members, pointing at their names.
  var names: [(name: String, spot: Spot)] {
    (node.object ?? []).map { member in
      let path = jsonPath(path, member: member.name)
      return (member.name, Spot(member.node, path: path, offset: member.nameOffset))
    }
  }

  /// The elements of an array; none for every other kind of value.
  var elements: [Spot] {
    (node.array ?? []).enumerated().map { Spot($1, path: "\(path)[\($0)]") }
  }

  /// The member of that name; of repeated names the last.
  func member(_ name: String) -> Spot? {
    node.member(name).map { Spot($0, path: jsonPath(path, member: name)) }
  }

  var string: String? { node.string }
}
