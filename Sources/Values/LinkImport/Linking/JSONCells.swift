import JSONSyntax

/// The members of an object as cells: members of nested objects are called `outer.inner`.
enum JSONCells {
  /// A cell with the texts of an array, so that they need not be split again.
  typealias Cell = (name: String, text: String, list: [String]?)

  /// - Parameter isWhole: whether an object of that name is a single cell.
  static func cells(of node: JSONNode, isWhole: (String) -> Bool) -> [Cell] {
    var cells: [Cell] = []
    add(node, named: "", to: &cells, isWhole)
    return cells
  }

  private static func add(
    _ node: JSONNode, named name: String, to cells: inout [Cell], _ isWhole: (String) -> Bool
  ) {
    func add(_ text: String, _ list: [String]? = nil) {
      cells.append((name, text, list))
    }
    switch node.value {
    case .null: break
    case .bool(let flag): add(flag ? "true" : "false")
    case .number(let text): add(text)
    case .string(let text):
      // Some services put an object into another as text.
      if name == "data", text.hasPrefix("{"),
        let inner = try? JSONDocument(parsing: Array(text.utf8), depthLimit: 16).root
      {
        Self.add(inner, named: name, to: &cells, isWhole)
      } else {
        add(text)
      }
    case .array(let elements):
      guard !elements.isEmpty else { return }
      let words = elements.compactMap { $0.string ?? $0.member("name")?.string }
      if words.count == elements.count {
        add(words.joined(separator: ","), words)
      } else {
        add(JSONOutput(node).compact)
      }
    case .object(let members):
      guard !members.isEmpty else { return }
      guard name.isEmpty || !isWhole(name) else { return add(JSONOutput(node).compact) }
      for member in members {
        Self.add(
          member.node, named: name.isEmpty ? member.name : "\(name).\(member.name)", to: &cells,
          isWhole)
      }
    }
  }
}
