/// One command: its parser, its help and its completions are all made from this.
struct CommandSpecification: Sendable {
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

  /// How the command is written, as in `keiro check [--config FILE] [--json]`.
  var usage: String {
    let options = options.map { $0.isRequired ? $0.usage : "[\($0.usage)]" }
    let operands = operands.label.isEmpty ? [] : [operands.label]
    return (["keiro", name] + options + operands).joined(separator: " ")
  }
}

/// An option of a command. Each may stand once.
struct OptionSpecification: Equatable, Sendable {
  /// With its dashes.
  let name: String
  /// Nil: the option stands alone.
  var value: ValueSpecification?
  var isRequired = false
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
  /// One of a few words.
  case words([String])
  /// Anything else, under the name that the help gives it.
  case text(String)

  var label: String {
    switch self {
    case .file(let label), .text(let label): label
    case .words(let words) where words.count > 6: words.prefix(2).joined(separator: "|") + "|…"
    case .words(let words): words.joined(separator: "|")
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
