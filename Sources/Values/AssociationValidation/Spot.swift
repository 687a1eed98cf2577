import AppAssociation
import WebSyntax
import JSONSyntax

/// A value of a file with its path.
///
/// The path is written out only on request: a file may have millions of values below names of
/// megabytes.
struct Spot: Sendable {
  private enum Step: Sendable {
    case start(String)
    case member(String)
    case element(Int)
  }

  /// The enclosing value, shared by all values inside it.
  private final class Parent: Sendable {
    let spot: Spot

    init(_ spot: Spot) { self.spot = spot }
  }

  let node: JSONNode
  /// The offset of the value or of the member's name.
  let offset: Int
  private let step: Step
  private let parent: Parent?

  init(_ node: JSONNode, path: String) {
    self.init(node, .start(path), in: nil, offset: node.offset)
  }

  private init(_ node: JSONNode, _ step: Step, in parent: Parent?, offset: Int) {
    self.node = node
    self.offset = offset
    self.step = step
    self.parent = parent
  }

  /// The same position with another value.
  func holding(_ node: JSONNode) -> Spot {
    Spot(node, step, in: parent, offset: offset)
  }

  /// The path from the root; very long names are cut.
  var path: String {
    var steps = [step]
    var next = parent
    while let parent = next {
      steps.append(parent.spot.step)
      next = parent.spot.parent
    }
    return steps.reversed().reduce(into: "") { path, step in
      switch step {
      case .start(let text): path = text
      case .member(let name): path = jsonPath(path, member: name.shortened(to: 100))
      case .element(let index): path += "[\(index)]"
      }
    }
  }

  /// The members of an object; empty for other kinds of values.
  var members: [(name: String, spot: Spot)] { members { $0.node.offset } }

  /// The same members, located at their names.
  var names: [(name: String, spot: Spot)] { members { $0.nameOffset } }

  private func members(at offset: (JSONMember) -> Int) -> [(name: String, spot: Spot)] {
    let parent = Parent(self)
    return (node.object ?? []).map { member in
      (member.name, Spot(member.node, .member(member.name), in: parent, offset: offset(member)))
    }
  }

  /// The elements of an array; empty for other kinds of values.
  var elements: [Spot] {
    guard let array = node.array, !array.isEmpty else { return [] }
    let parent = Parent(self)
    return array.enumerated().map { Spot($1, .element($0), in: parent, offset: $1.offset) }
  }

  /// The member with that name; the last one if it is repeated.
  func member(_ name: String) -> Spot? {
    node.member(name).map { Spot($0, .member(name), in: Parent(self), offset: $0.offset) }
  }

  var string: String? { node.string }

  /// Calls a function with this value and every value inside it, outer ones first.
  func visit(_ body: (Spot) -> Void) {
    body(self)
    for (_, member) in members { member.visit(body) }
    for element in elements { element.visit(body) }
  }
}
