/// One command: its parser, its help and its completions are all made from this.
struct CommandSpecification: Sendable {
  /// One word, or two where the first names a group.
  let name: String
  /// One sentence without capital and full stop.
  let summary: String
  /// What the help says beneath the options; complete lines.
  var details: [String] = []
  var options: [OptionSpecification] = []
  var operands: OperandSpecification = .none
  let make: @Sendable (ParsedArguments) throws(UsageError) -> Command

  /// The options with the one that every command has.
  var allOptions: [OptionSpecification] { options + [.help] }

  /// The group that the command belongs to; nil for one that stands alone.
  var group: String? {
    name.firstIndex(of: " ").map { String(name[..<$0]) }
  }

  /// What tells the command from the others of its group.
  var lastWord: String {
    name.lastIndex(of: " ").map { String(name[name.index(after: $0)...]) } ?? name
  }

  /// The parts of how the command is written, as in `keiro check [--config FILE] [--json]`.
  var usage: [String] {
    let options = options.map { option in
      let repetition = option.isRepeatable ? " ..." : ""
      return (option.isRequired ? option.usage : "[\(option.usage)]") + repetition
    }
    let operands = operands.label.isEmpty ? [] : [operands.label]
    return ["keiro \(name)"] + options + operands
  }
}

/// Commands that share their first word, as `keiro links list` and `keiro links add`.
struct CommandGroup: Equatable, Sendable {
  let name: String
  /// One sentence without capital and full stop.
  let summary: String
}

/// An option of a command. Each may stand once, unless it says otherwise.
struct OptionSpecification: Equatable, Sendable {
  /// With its dashes.
  let name: String
  /// Nil: the option stands alone.
  var value: ValueSpecification?
  var isRequired = false
  var isRepeatable = false
  let summary: String

  /// The option as it is written, as in `--config FILE`.
  var usage: String {
    value.map { "\(name) \($0.label)" } ?? name
  }

  /// The same option where it must not be missing.
  var required: OptionSpecification {
    var copy = self
    copy.isRequired = true
    return copy
  }
}

/// What stands in the place of a value.
enum ValueSpecification: Equatable, Sendable {
  /// The path of a file, completed by the shell.
  case file(String)
  /// One of a few words; where they are too many for one line, under a name.
  case words([String], label: String? = nil)
  /// Anything else, under the name that the help gives it.
  case text(String)

  var label: String {
    switch self {
    case .file(let label), .text(let label): label
    case .words(let words, nil) where words.count > 6: words.prefix(2).joined(separator: "|") + "|…"
    case .words(let words, let label): label ?? words.joined(separator: "|")
    }
  }
}

/// What stands behind the options.
struct OperandSpecification: Equatable, Sendable {
  let value: ValueSpecification
  /// As the help shows all of them together.
  let label: String
  let count: ClosedRange<Int>

  static let none = OperandSpecification(value: .text(""), label: "", count: 0...0)
}
