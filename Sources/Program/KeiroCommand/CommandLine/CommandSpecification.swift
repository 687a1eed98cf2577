/// A command: the source of its parser, help and completions.
struct CommandSpecification: Sendable {
  /// One word, or two if the first names a group.
  let name: String
  /// One sentence without a capital or a full stop.
  let summary: String
  /// Sentences, printed in the help below the options as one paragraph; lines that begin with a space
  /// stand alone.
  var details: [String] = []
  var options: [OptionSpecification] = []
  var operands: OperandSpecification = .none
  let make: @Sendable (ParsedArguments) throws(UsageError) -> Command

  /// The options, including `--help`.
  var allOptions: [OptionSpecification] { options + [.help] }

  /// The number of words in the name.
  var words: Int { group == nil ? 1 : 2 }

  /// The command as it is called: `keiro links add`.
  var invocation: String { "keiro \(name)" }

  /// The first word of a two-word name; nil for a command outside any group.
  var group: String? {
    name.firstIndex(of: " ").map { String(name[..<$0]) }
  }

  /// The last word of the name.
  var lastWord: String {
    name.lastIndex(of: " ").map { String(name[name.index(after: $0)...]) } ?? name
  }

  /// The parts of the synopsis, as in `keiro check [--config FILE] [--json]`.
  var usage: [String] {
    let options = options.map { option in
      let repetition = option.isRepeatable ? " ..." : ""
      return (option.isRequired ? option.usage : "[\(option.usage)]") + repetition
    }
    let operands = operands.label.isEmpty ? [] : [operands.label]
    return [invocation] + options + operands
  }
}

/// Commands that share their first word, such as `keiro links list` and `keiro links add`.
struct CommandGroup: Equatable, Sendable {
  let name: String
  /// One sentence without a capital or a full stop.
  let summary: String
}

/// An option of a command. It may appear once unless `isRepeatable`.
struct OptionSpecification: Equatable, Sendable {
  /// The name, including the dashes.
  let name: String
  /// The kind of value; nil for a flag.
  var value: ValueSpecification?
  var isRequired = false
  var isRepeatable = false
  let summary: String

  /// The synopsis, as in `--config FILE`.
  var usage: String {
    value.map { "\(name) \($0.label)" } ?? name
  }

  /// A copy of this option that is required.
  var required: OptionSpecification {
    var copy = self
    copy.isRequired = true
    return copy
  }
}

/// The operands after the options.
struct OperandSpecification: Equatable, Sendable {
  let value: ValueSpecification
  /// The synopsis of the operands in the help.
  let label: String
  let count: ClosedRange<Int>

  static let none = OperandSpecification(value: .text(""), label: "", count: 0...0)
}
