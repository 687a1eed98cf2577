import AppAssociation
import JSONSyntax

/// A help that proposes a change of the file. It is given only after the change has been carried
/// out and evaluated, since an advice that breaks links is worse than none.
struct Repair: Sendable {
  let help: String
  let edits: [JSONEdit]
  let effect: Effect

  /// The verdicts that may change.
  enum Effect: Sendable, Equatable {
    /// None.
    case none
    /// Verdicts on URLs that no rule decided.
    case fills
    /// In addition, verdicts on URLs decided by the faulty rule, which accepts more than was
    /// intended.
    case corrects(rule: String)
    /// In addition, verdicts on URLs that the rules at those positions of the changed file decide,
    /// as long as every other rule goes on opening something.
    case decides(rules: Set<String>)
  }

  init(_ help: String, _ edits: [JSONEdit], effect: Effect) {
    self.help = help
    self.edits = edits
    self.effect = effect
  }

  func applied(to root: JSONNode) -> JSONNode {
    edits.reduce(root) { $1.applied(to: $0) }
  }
}

extension Repair {
  static func delete(
    _ spot: Spot, effect: Effect = .none, help: String = "delete it"
  ) -> Repair {
    Repair(help, [.remove(spot.node.offset)], effect: effect)
  }

  static func write(_ text: String, at spot: Spot, effect: Effect) -> Repair {
    Repair("write '\(text)'", [.replace(spot.node.offset, .string(text))], effect: effect)
  }

  /// Moves an element in front of an earlier one of its list.
  static func move(_ spot: Spot, before earlier: Spot, help: String, effect: Effect) -> Repair {
    Repair(
      help, [.remove(spot.node.offset), .insert([spot.node], before: earlier.node.offset)],
      effect: effect)
  }
}

/// A change of a document. Values are named by their offsets, which stay theirs when others are
/// added or removed.
enum JSONEdit: Sendable {
  /// The value at an offset becomes another one.
  case replace(Int, JSONValue)
  /// An element or a member is removed.
  case remove(Int)
  /// Elements are put in front of another one.
  case insert([JSONNode], before: Int)
  /// Elements are put behind the last one of the array at an offset.
  case append([JSONNode], to: Int)
  /// The object at an offset gets a member.
  case add(String, JSONValue, to: Int)
  /// The member whose value is at an offset gets another name.
  case rename(Int, String)

  var offset: Int {
    switch self {
    case .replace(let offset, _), .remove(let offset), .insert(_, let offset),
      .append(_, let offset), .add(_, _, let offset), .rename(let offset, _):
      offset
    }
  }

  /// The document after the change; unchanged when it has no value at that offset.
  func applied(to node: JSONNode) -> JSONNode {
    if node.offset == offset, let value = changed(node) {
      return JSONNode(offset: node.offset, value: value)
    }
    // The elements of an array as members without names.
    func member(_ node: JSONNode, _ name: String = "", at nameOffset: Int = -1) -> JSONMember {
      JSONMember(name: name, nameOffset: nameOffset, node: node)
    }
    let isObject = node.object != nil
    guard var members = node.object ?? node.array?.map({ member($0) }),
      let index = members.lastIndex(where: { $0.node.offset <= offset })
    else { return node }
    let old = members[index]
    switch self {
    case .remove where old.node.offset == offset: members.remove(at: index)
    case .insert(let nodes, _) where old.node.offset == offset && !isObject:
      members.insert(contentsOf: nodes.map { member($0) }, at: index)
    case .rename(_, let name) where old.node.offset == offset:
      members[index] = member(old.node, name, at: old.nameOffset)
    default: members[index] = member(applied(to: old.node), old.name, at: old.nameOffset)
    }
    return JSONNode(
      offset: node.offset, value: isObject ? .object(members) : .array(members.map(\.node)))
  }

  /// The value with the change; nil when the change concerns its position in a list.
  private func changed(_ node: JSONNode) -> JSONValue? {
    switch (self, node.value) {
    case (.replace(_, let value), _): value
    case (.append(let nodes, _), .array(let elements)): .array(elements + nodes)
    case (.add(let name, let value, _), .object(let members)):
      .object(
        members
          + [
            JSONMember(
              name: name, nameOffset: node.offset, node: JSONNode(offset: node.offset, value: value)
            )
          ])
    default: nil
    }
  }
}

extension JSONValue {
  /// An object of strings and booleans, in the order given.
  static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(
      members.map {
        JSONMember(name: $0.key, nameOffset: -1, node: JSONNode(offset: -1, value: $0.value))
      })
  }
}
