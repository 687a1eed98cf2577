import KeiroConfiguration
import Links

/// The arguments of a command, split into options and operands, and what surrounds them.
struct ParsedArguments: Sendable {
  let command: String
  let environment: [String: String]
  let now: Timestamp
  /// The values of each option, in the order given.
  var values: [String: [String]] = [:]
  var flags: Set<String> = []
  var operands: [String] = []

  func error(_ fault: UsageError.Fault) -> UsageError {
    UsageError(command: command, fault: fault)
  }

  func has(_ option: OptionSpecification) -> Bool {
    flags.contains(option.name)
  }

  func value(_ option: OptionSpecification) -> String? {
    values[option.name]?.last
  }

  /// All values of a repeatable option, in the order given.
  func list(_ option: OptionSpecification) -> [String] {
    values[option.name] ?? []
  }

  /// The value of an option that is a whole number in a range; nil if the option is absent.
  func number(
    _ option: OptionSpecification, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int? {
    try value(option) { Int($0).flatMap { range.contains($0) ? $0 : nil } }
  }

  /// All values of a repeatable option, each converted to its type.
  func list<Value>(
    _ option: OptionSpecification, _ parse: (String) -> Value?
  ) throws(UsageError) -> [Value] {
    var list: [Value] = []
    for text in self.list(option) {
      guard let value = parse(text) else { throw error(.invalidValue(option, value: text)) }
      list.append(value)
    }
    return list
  }

  /// The value of an option, converted to its type; nil if the option is absent.
  func value<Value>(
    _ option: OptionSpecification, _ parse: (String) -> Value?
  ) throws(UsageError) -> Value? {
    guard let text = value(option) else { return nil }
    guard let value = parse(text) else { throw error(.invalidValue(option, value: text)) }
    return value
  }

  func required<Value>(
    _ option: OptionSpecification, _ parse: (String) -> Value?
  ) throws(UsageError) -> Value {
    guard let value = try value(option, parse) else { throw error(.missingOption(option)) }
    return value
  }

  /// The value of an option with a fixed set of words, which the parser has checked; nil if it is
  /// absent.
  func word<Word: RawRepresentable<String>>(_ option: OptionSpecification) -> Word? {
    value(option).flatMap { Word(rawValue: $0) }
  }

  /// The operand of a command that takes exactly one.
  func operand() throws(UsageError) -> String {
    guard let operand = operands.first else { throw error(.missingOperand) }
    return operand
  }

  /// The path of the configuration.
  var configuration: String {
    let fromEnvironment = environment["KEIRO_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    return value(.config) ?? fromEnvironment ?? ConfigurationPlace.path()
  }
}
