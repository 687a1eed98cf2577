extension JSONDocument {
  /// Returns the position of the value at a path such as `sites[0].routes[2].screen`. If the path
  /// does not exist, returns the position of the last existing value along it.
  package func position(path: String) -> JSONPosition {
    var node = root
    var here = ""
    while here != path, let child = child(of: node, at: here, towards: path) {
      (node, here) = (child.node, child.path)
    }
    return position(of: node.offset)
  }

  private func child(
    of node: JSONNode, at here: String, towards path: String
  ) -> (node: JSONNode, path: String)? {
    var found: (node: JSONNode, path: String)?
    node.forEachMember { member in
      let memberPath = jsonPath(here, member: member.name)
      if leads(memberPath, to: path) { found = (member.node, memberPath) }
      return found == nil
    }
    if let found { return found }
    for (index, element) in (node.array ?? []).enumerated() {
      let elementPath = "\(here)[\(index)]"
      if leads(elementPath, to: path) { return (element, elementPath) }
    }
    return nil
  }

  private func leads(_ ancestor: String, to path: String) -> Bool {
    guard path.hasPrefix(ancestor) else { return false }
    let next = path.utf8.dropFirst(ancestor.utf8.count).first
    return next == nil || next == UInt8(ascii: ".") || next == UInt8(ascii: "[")
  }
}
