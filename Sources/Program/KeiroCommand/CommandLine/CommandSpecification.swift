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

  var allOptions: [OptionSpecification] { options + [.help] }

  var words: [String] { name.split(separator: " ").map(String.init) }

  var invocation: String { "keiro \(name)" }

  /// The first word of a two-word name; nil for a command outside any group.
  var group: String? { words.count > 1 ? words.first : nil }

  var lastWord: String { words.last ?? name }

  var usage: [String] {
    let options = options.map { option in
      let repetition = option.isRepeatable && !option.takesSeveral ? " ..." : ""
      return (option.isRequired ? option.usage : "[\(option.usage)]") + repetition
    }
    let operands = operands.label.isEmpty ? [] : [operands.label]
    return [invocation] + options + operands
  }
}

/// Commands that share their first word, such as `keiro links list` and `keiro links add`.
struct CommandGroup: Sendable {
  let name: String
  let summary: String
  let examples: [CommandExample]
  let commands: [CommandSpecification]
}

/// An example for the help of a command or group, as typed in a shell after `keiro `, with what it
/// shows: `init  # a sample`. The tests parse every one.
struct CommandExample: Equatable, Sendable, ExpressibleByStringLiteral {
  let arguments: String
  let remark: String?

  init(stringLiteral line: String) {
    let parts = line.split(separator: "  # ", maxSplits: 1).map(String.init)
    arguments = parts.first ?? ""
    remark = parts.dropFirst().first
  }

  var line: String { "keiro \(arguments)" + (remark.map { "  # \($0)" } ?? "") }
}

/// An option of a command. It may appear once unless `isRepeatable`, and takes one value unless
/// `takesSeveral`.
struct OptionSpecification: Equatable, Sendable {
  /// The name, including the dashes.
  let name: String
  /// The kind of value; nil for a flag.
  let value: ValueSpecification?
  let summary: String
  var isRequired: Bool
  let isRepeatable: Bool
  let takesSeveral: Bool

  init(_ name: String, _ summary: String) { self.init(name, nil, summary) }

  init(
    _ name: String, _ value: ValueSpecification?, _ summary: String,
    isRequired: Bool = false, isRepeatable: Bool = false, takesSeveral: Bool = false
  ) {
    self.name = name
    self.value = value
    self.summary = summary
    self.isRequired = isRequired
    self.isRepeatable = isRepeatable
    self.takesSeveral = takesSeveral
  }

  var usage: String {
    value.map { "\(name) \($0.label)" + (takesSeveral ? "…" : "") } ?? name
  }

  var required: OptionSpecification {
    var copy = self
    copy.isRequired = true
    return copy
  }
}

struct OperandSpecification: Equatable, Sendable {
  let value: ValueSpecification
  let label: String
  let count: ClosedRange<Int>

  static let none = OperandSpecification(.text(""), label: "", count: 0...0)

  init(_ value: ValueSpecification, label: String? = nil, count: ClosedRange<Int> = 1...1) {
    self.value = value
    self.label = label ?? value.label
    self.count = count
  }

  static func file(suchAs name: String) -> OperandSpecification {
    OperandSpecification(
      .file("FILE", form: "a file such as \(name), or - for standard input"), label: "FILE|-")
  }
}

enum ValueSpecification: Equatable, Sendable {
  /// A path, which the shell completes.
  case file(String, form: String? = nil)
  /// One of a few words; the help shows the label if there are too many for a line.
  case words([String], label: String? = nil)
  /// The name of a command, in one word or two.
  case command
  /// Any other text; the first value is its name in the help.
  case text(String, form: String? = nil)

  var label: String {
    switch self {
    case .file(let label, _), .text(let label, _): label
    case .command: "COMMAND"
    case .words(let words, nil) where words.count > 6: words.prefix(2).joined(separator: "|") + "|…"
    case .words(let words, let label): label ?? words.joined(separator: "|")
    }
  }

  /// What a value looks like, for refusals: `a host such as www.example.com`.
  var form: String {
    switch self {
    case .file(let label, let form), .text(let label, let form):
      form ?? Self.forms[label] ?? label
    case .command: "a command such as links add"
    case .words(let words, _): Self.list(words)
    }
  }

  var isNumber: Bool { ["NUMBER", "SECONDS"].contains(label) }

  /// The forms of values that several options have in common, by their names in the help.
  private static let forms = [
    "ACTOR": "a name such as command-line",
    "ADDRESS": "an address such as 192.0.2.1 or 192.0.2.1:5353",
    "APPID": "an application identifier such as A1B2C3D4E5.com.example.shop",
    "ANSWERS": "a file such as answers.ndjson",
    "CODE": "a country such as JP",
    "COLUMN=FIELD": "a column and a field such as Link=short_link",
    "FIELD": "a field such as expires",
    "FIELD=VALUE": "a field and its value such as apple.fallback=https://example.com/",
    "FILE": "a file such as keiro.json",
    "FILE|-": "a file such as token.txt, or - for standard input",
    "FOLDER": "a folder such as /etc/keiro",
    "HOST": "a host such as www.example.com",
    "HOST:PORT:ADDRESS": "an endpoint such as www.example.com:443:192.0.2.1",
    "ID": "an identifier such as 7f3a9c",
    "LINK": "a link such as https://www.example.com/s/spring",
    "LOG": "a log such as access.log, or - for standard input",
    "NAME": "a name such as shop",
    "NUMBER": "a whole number of 1 or more, such as 20",
    "SECONDS": "a whole number from 1 to 60",
    "SHA256": "32 hexadecimal bytes separated by colons, such as 14:6D:E9:… from keytool",
    "SLUG": "a slug such as spring",
    "SOURCE": "a store such as sqlite:old.db or postgresql://keiro@db1/keiro",
    "TAG": "a tag such as spring",
    "TEXT": "a text such as \"Spring sale\"",
    "TIME": "a time such as 2026-11-21T00:00:00Z, 2026-11-21, 24h or 7d",
    "TOKEN": "the hexadecimal digits of a device token, such as 1f2e3d4c5b6a",
    "URL": "a URL such as https://www.example.com/sale",
    "VERSION": "a version such as 17.0",
    "ZONE": "a time zone such as Europe/Berlin, or an offset such as +02:00",
  ]

  static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}

extension OptionSpecification {
  /// The option as it should be written, for refusals: `--host HOST, a host such as
  /// www.example.com`.
  var form: String {
    switch value {
    case nil: name
    case .words(let words, _)?: "\(name) \(ValueSpecification.list(words))"
    case let value?: "\(usage), \(value.form)"
    }
  }
}

extension OperandSpecification {
  /// The operands as they should be written, for refusals: `a URL such as https://example.com/`.
  var form: String {
    count.upperBound == 0 || count.lowerBound > 1 ? bounds : value.form
  }

  /// The same with their number: `at most one operand, a link such as …`, `two operands or more, …`.
  var bounds: String {
    func operands(_ count: Int) -> String { count == 1 ? "one operand" : "two operands" }
    let number =
      count.upperBound == .max
      ? operands(count.lowerBound) + " or more"
      : (count.lowerBound < count.upperBound ? "at most " : "") + operands(count.upperBound)
    return count.upperBound == 0 ? "no operand" : "\(number), \(value.form)"
  }
}
