/// The values of a variable, built once and shared by every pattern that uses it.
final class VariableValues: Sendable {
  let sequences: [[PatternNode]]
  /// The nodes of all values together.
  let size: Int
  /// The same values when none has a wildcard; nil otherwise.
  let literals: LiteralSet?
  /// Nil when the values are already folded.
  private let lowercase: VariableValues?

  convenience init(_ sequences: [[PatternNode]]) {
    let folded = sequences.map { $0.map(\.folded) }
    self.init(sequences, lowercase: VariableValues(folded, lowercase: nil))
  }

  private init(_ sequences: [[PatternNode]], lowercase: VariableValues?) {
    self.sequences = sequences
    size = sequences.reduce(0) { $0 + $1.count }
    self.lowercase = lowercase
    let isLiteral = sequences.allSatisfy { $0.allSatisfy { $0.byte != nil } }
    literals = isLiteral ? LiteralSet(sequences.map { $0.compactMap(\.byte) }) : nil
  }

  /// With upper-case letters folded to lower case.
  var folded: VariableValues { lowercase ?? self }
}

extension VariableValues: Equatable {
  /// Identity, not content: comparing all values would take too long.
  static func == (left: VariableValues, right: VariableValues) -> Bool { left === right }
}
