package import JSONSyntax

/// Where the values of a configuration stand in its file, for problems that are only found when
/// the configuration is put to use.
package struct ConfigurationPlaces: Sendable {
  private let document: JSONDocument

  init(_ document: JSONDocument) {
    self.document = document
  }

  /// The position of the value at a path such as `sites[0].routes[2].screen`; of a path that leads
  /// beyond what is written, the position of the last value on its way.
  package func position(path: String) -> JSONPosition? {
    var node = document.root
    var here = ""
    while here != path, let child = child(of: node, at: here, towards: path) {
      (node, here) = (child.node, child.path)
    }
    return document.position(of: node.offset)
  }

  /// The path of a part of a route, as in `sites[0].routes[2]["/"]`.
  package static func path(site: Int, route: Int, part: String? = nil) -> String {
    let path = "sites[\(site)].routes[\(route)]"
    return part.map { jsonPath(path, member: $0) } ?? path
  }

  private func child(
    of node: JSONNode, at here: String, towards path: String
  ) -> (node: JSONNode, path: String)? {
    for member in node.object ?? [] {
      let memberPath = jsonPath(here, member: member.name)
      if leads(memberPath, to: path) { return (member.node, memberPath) }
    }
    for (index, element) in (node.array ?? []).enumerated() {
      let elementPath = "\(here)[\(index)]"
      if leads(elementPath, to: path) { return (element, elementPath) }
    }
    return nil
  }

  private func leads(_ prefix: String, to path: String) -> Bool {
    guard path.hasPrefix(prefix) else { return false }
    let next = path.utf8.dropFirst(prefix.utf8.count).first
    return next == nil || next == UInt8(ascii: ".") || next == UInt8(ascii: "[")
  }
}
