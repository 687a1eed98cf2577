package import JSONSyntax

/// All documents that differ from this one in a single value, which is replaced.
package func mutations(of node: JSONNode, by value: JSONValue) -> [JSONNode] {
  mutations(of: node) { _ in [JSONNode(offset: 0, value: value)] }
}

/// All documents that have another value, one of those that `change` makes, in the place of a single one.
package func mutations(
  of node: JSONNode, _ change: (JSONNode) -> [JSONNode]
) -> [JSONNode] {
  var result = change(node)
  switch node.value {
  case .object(let members):
    for (index, member) in members.enumerated() {
      result += mutations(of: member.node, change).map { changed in
        var copy = members
        copy[index] = JSONMember(name: member.name, nameOffset: 0, node: changed)
        return JSONNode(offset: 0, value: .object(copy))
      }
    }
  case .array(let elements):
    for (index, element) in elements.enumerated() {
      result += mutations(of: element, change).map { changed in
        var copy = elements
        copy[index] = changed
        return JSONNode(offset: 0, value: .array(copy))
      }
    }
  default: break
  }
  return result
}
