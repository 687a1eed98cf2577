/// The values of a variable, made once and shared by every pattern that names it.
final class VariableValues: Sendable {
  let sequences: [[PatternNode]]
  /// The same values where none of them has a wildcard; nil where one has.
  let literals: LiteralSet?
  /// Nil where the values are folded already.
  private let inSmallLetters: VariableValues?

  convenience init(_ sequences: [[PatternNode]]) {
    let folded = sequences.map { $0.map(\.folded) }
    self.init(sequences, inSmallLetters: VariableValues(folded, inSmallLetters: nil))
  }

  private init(_ sequences: [[PatternNode]], inSmallLetters: VariableValues?) {
    self.sequences = sequences
    self.inSmallLetters = inSmallLetters
    let isLiteral = sequences.allSatisfy { $0.allSatisfy { $0.byte != nil } }
    literals = isLiteral ? LiteralSet(sequences.map { $0.compactMap(\.byte) }) : nil
  }

  /// With capital letters as small ones.
  var folded: VariableValues { inSmallLetters ?? self }
}

extension VariableValues: Equatable {
  /// Only the same values of the same variable are equal: comparing them all would take too long.
  static func == (left: VariableValues, right: VariableValues) -> Bool { left === right }
}
