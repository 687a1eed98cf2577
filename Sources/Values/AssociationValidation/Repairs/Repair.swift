import AppAssociation
import JSONSyntax

/// A help that proposes a change of the file. It is given only after the change has been carried
/// out and evaluated, since an advice that breaks links is worse than none.
struct Repair: Sendable {
  /// The sentence, without capital and full stop.
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

  /// The document after all changes.
  func applied(to root: JSONNode) -> JSONNode {
    edits.reduce(root) { $1.applied(to: $0) }
  }
}

extension Repair {
  /// Deletes an element or a member.
  static func delete(
    _ spot: Spot, effect: Effect = .none, help: String = "delete it"
  ) -> Repair {
    Repair(help, [.remove(spot.node.offset)], effect: effect)
  }

  /// Writes another string.
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
