/// One command: the source of its parser, its help and its completions.
struct CommandSpecification: Sendable {
  /// One word, or two where the first names a group.
  let name: String
  /// One sentence without a capital or a full stop.
  let summary: String
  /// The help below the options; complete lines.
  var details: [String] = []
  var options: [OptionSpecification] = []
  var operands: OperandSpecification = .none
  let make: @Sendable (ParsedArguments) throws(UsageError) -> Command

  /// The options, including the one that every command has.
  var allOptions: [OptionSpecification] { options + [.help] }

  /// The group of the command; nil for one without a group.
  var group: String? {
    name.firstIndex(of: " ").map { String(name[..<$0]) }
  }

  /// The part of the name after the group.
  var lastWord: String {
    name.lastIndex(of: " ").map { String(name[name.index(after: $0)...]) } ?? name
  }

  /// The parts of the command's synopsis, as in `keiro check [--config FILE] [--json]`.
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
  /// One sentence without a capital or a full stop.
  let summary: String
}

/// An option of a command. Each may appear once, unless specified otherwise.
struct OptionSpecification: Equatable, Sendable {
  /// With its dashes.
  let name: String
  /// Nil for an option without a value.
  var value: ValueSpecification?
  var isRequired = false
  var isRepeatable = false
  let summary: String

  /// The option's synopsis, as in `--config FILE`.
  var usage: String {
    value.map { "\(name) \($0.label)" } ?? name
  }

  /// The same option, but required.
  var required: OptionSpecification {
    var copy = self
    copy.isRequired = true
    return copy
  }
}

/// The kind of an option's value.
enum ValueSpecification: Equatable, Sendable {
  /// The path of a file, completed by the shell.
  case file(String)
  /// One of a few words, or a name where the words are too many for one line.
  case words([String], label: String? = nil)
  /// Anything else, with its name in the help.
  case text(String)

  var label: String {
    switch self {
    case .file(let label), .text(let label): label
    case .words(let words, nil) where words.count > 6: words.prefix(2).joined(separator: "|") + "|…"
    case .words(let words, let label): label ?? words.joined(separator: "|")
    }
  }
}

/// The operands after the options.
struct OperandSpecification: Equatable, Sendable {
  let value: ValueSpecification
  /// The synopsis of all of them in the help.
  let label: String
  let count: ClosedRange<Int>

  static let none = OperandSpecification(value: .text(""), label: "", count: 0...0)
}
