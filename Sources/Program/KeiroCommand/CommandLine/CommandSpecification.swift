/// A command of the tool: the source of its parser, help, manual page and completions, and of what it
/// does.
struct CommandSpecification: Sendable {
  /// One word, or two if the first names a group.
  let name: String
  /// One sentence without a capital or a full stop.
  let summary: String
  /// Sentences, printed in the help below the options as one paragraph; lines that begin with a space
  /// stand alone.
  let details: [String]
  let options: [OptionSpecification]
  let operands: OperandSpecification
  let examples: [CommandExample]
  let make: @Sendable (ParsedArguments) throws(UsageError) -> Command

  init(
    _ name: String, _ summary: String, details: [String] = [],
    options: [OptionSpecification] = [], operands: OperandSpecification = .none,
    examples: [CommandExample],
    make: @escaping @Sendable (ParsedArguments) throws(UsageError) -> Command
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.options = options
    self.operands = operands
    self.examples = examples
    self.make = make
  }

  /// A command on the store of a configuration or on a server, which answers with a document.
  static func onKeiro(
    _ name: String, _ summary: String, details: [String] = [],
    options: [OptionSpecification] = [], operands: OperandSpecification = .none,
    examples: [CommandExample],
    make: @escaping @Sendable (ParsedArguments) throws(UsageError) -> Command
  ) -> CommandSpecification {
    CommandSpecification(
      name, summary, details: details,
      options: OptionSpecification.locations + options + [.json], operands: operands,
      examples: examples, make: make)
  }

  /// The options, including `--help`.
  var allOptions: [OptionSpecification] { options + [.help] }

  /// The words of the name.
  var words: [String] { name.split(separator: " ").map(String.init) }

  /// The command as it is called: `keiro links add`.
  var invocation: String { "keiro \(name)" }

  /// The first word of a two-word name; nil for a command outside any group.
  var group: String? { words.count > 1 ? words.first : nil }

  var lastWord: String { words.last ?? name }

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
struct CommandGroup: Sendable {
  let name: String
  /// One sentence without a capital or a full stop.
  let summary: String
  let examples: [CommandExample]
  let commands: [CommandSpecification]
}

/// An example for the help of a command or group, as typed in a shell after `keiro `, with what it
/// shows: `init  # a sample`. The tests parse every one.
struct CommandExample: Equatable, Sendable, ExpressibleByStringLiteral {
  let arguments: String
  /// An explanation; nil if the line speaks for itself.
  let remark: String?

  init(stringLiteral line: String) {
    let parts = line.split(separator: "  # ", maxSplits: 1).map(String.init)
    arguments = parts.first ?? ""
    remark = parts.dropFirst().first
  }

  var line: String { "keiro \(arguments)" + (remark.map { "  # \($0)" } ?? "") }
}

/// An option of a command. It may appear once unless `isRepeatable`.
struct OptionSpecification: Equatable, Sendable {
  /// The name, including the dashes.
  let name: String
  /// The kind of value; nil for a flag.
  let value: ValueSpecification?
  let summary: String
  var isRequired: Bool
  let isRepeatable: Bool

  /// A flag.
  init(_ name: String, _ summary: String) { self.init(name, nil, summary) }

  init(
    _ name: String, _ value: ValueSpecification?, _ summary: String,
    isRequired: Bool = false, isRepeatable: Bool = false
  ) {
    self.name = name
    self.value = value
    self.summary = summary
    self.isRequired = isRequired
    self.isRepeatable = isRepeatable
  }

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

  static let none = OperandSpecification(.text(""), label: "", count: 0...0)

  /// - Parameter label: nil for the label of the value.
  init(_ value: ValueSpecification, label: String? = nil, count: ClosedRange<Int> = 1...1) {
    self.value = value
    self.label = label ?? value.label
    self.count = count
  }

  /// One file, or standard input.
  static func file(suchAs name: String) -> OperandSpecification {
    OperandSpecification(
      .file("FILE", form: "a file such as \(name), or - for standard input"), label: "FILE|-")
  }
}
