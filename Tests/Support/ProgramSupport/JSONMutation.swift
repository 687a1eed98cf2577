package import JSONSyntax

/// All documents that differ from this one in a single value, which is replaced.
package func mutations(of node: JSONNode, by value: JSONValue) -> [JSONNode] {
  var result = [JSONNode(offset: 0, value: value)]
  switch node.value {
  case .object(let members):
    for (index, member) in members.enumerated() {
      result += mutations(of: member.node, by: value).map { changed in
        var copy = members
        copy[index] = JSONMember(name: member.name, nameOffset: 0, node: changed)
        return JSONNode(offset: 0, value: .object(copy))
      }
    }
  case .array(let elements):
    for (index, element) in elements.enumerated() {
      result += mutations(of: element, by: value).map { changed in
        var copy = elements
        copy[index] = changed
        return JSONNode(offset: 0, value: .array(copy))
      }
    }
  default: break
  }
  return result
}
