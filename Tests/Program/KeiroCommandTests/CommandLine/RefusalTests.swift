import ProgramSupport
import Testing

@testable import KeiroCommand

/// Whatever the table of commands can refuse: each option of each command without a value, with an
/// empty one, and with one of another form; each operand that is missing or too much.
struct RefusalTests {
  /// An option of a command.
  struct Case: Sendable, CustomTestStringConvertible {
    let command: CommandSpecification
    let option: OptionSpecification

    var testDescription: String { "\(command.name) \(option.name)" }
  }

  static let cases = CommandTable.commands.flatMap { command in
    command.options.filter { $0.value != nil }.map { Case(command: command, option: $0) }
  }

  private static let settings = ["KEIRO_TOKEN": "keiro_x"]

  /// The refusal of a command; nil if it would run.
  private func refusal(
    _ command: CommandSpecification, _ arguments: [String]
  ) -> UsageError? {
    do throws(UsageError) {
      let words = command.name.split(separator: " ").map(String.init)
      _ = try CommandLineParser(environment: Self.settings).parse(words + arguments)
      return nil
    } catch {
      return error
    }
  }

  /// The example in a form such as `a host such as www.example.com`.
  private func example(_ value: ValueSpecification) -> [String] {
    if case .words(let words, _) = value { return [words[0]] }
    let form = value.form
    if let bound = form.firstMatch(of: /from (\d+) to/) { return [String(bound.1)] }
    guard let range = form.firstRange(of: " such as ") else { return [] }
    let text = form[range.upperBound...]
    if text.first == "\"" { return [String(text.dropFirst().prefix { $0 != "\"" })] }
    let parts = text.prefix { $0 != "," }.split(separator: " ").map(String.init)
    return parts.filter { !["or", "and"].contains($0) }
  }

  /// The operands and required options of a command, as their forms show them.
  private func rest(_ command: CommandSpecification, without option: String) -> [String] {
    let required = command.options.filter { $0.isRequired && $0.name != option }
    let operands = command.operands
    let count = max(operands.count.lowerBound, min(1, operands.count.upperBound))
    return required.flatMap { [$0.name] + example($0.value ?? .words([""])).prefix(1) }
      + (count > 0 ? ["--"] + example(operands.value).prefix(count) : [])
  }

  /// Whether a sentence says what a value looks like: its words, its bounds, or an example.
  private func shows(_ value: ValueSpecification, _ sentence: String) -> Bool {
    guard case .words(let words, _) = value else {
      return sentence.contains(" such as ") || sentence.contains(/from \d+ to \d+/)
    }
    return words.allSatisfy { sentence.contains($0) }
  }

  @Test(arguments: cases)
  func `an option says what its value looks like`(_ given: Case) throws {
    let (command, option) = (given.command, given.option)
    let value = try #require(option.value)
    var refused: [UsageError?] = [
      refusal(command, [option.name]), refusal(command, [option.name, "--json"]),
      refusal(command, [option.name + "="]), refusal(command, [option.name, ""]),
    ]
    if option.isRequired { refused.append(refusal(command, [])) }
    for error in refused {
      let sentence = try #require(error).message
      let isAnother = command.options.contains { other in
        other.isRequired && sentence.contains("'\(other.name)' is missing")
      }
      #expect(sentence.contains("option '\(option.name)' ") || isAnother, "\(sentence)")
      #expect(sentence.contains(": expected "), "\(sentence)")
      #expect(shows(value, sentence) || isAnother, "\(sentence)")
    }
  }

  @Test(arguments: cases)
  func `a value of another form is refused with the form, if at all`(_ given: Case) throws {
    let (command, option) = (given.command, given.option)
    let value = try #require(option.value)
    let rest = rest(command, without: option.name)
    for text in ["\u{7}?", "-1", "99999999999999999999"] {
      guard let error = refusal(command, ["\(option.name)=\(text)"] + rest) else { continue }
      // Others are of how options go together, or of changes that name nothing to change.
      switch error.fault {
      case .invalidValue, .invalidField, .notServer: break
      default: continue
      }
      #expect(error.message.contains("option '\(option.name)' "), "\(error.message)")
      let isField = error.message.contains("names the field")
      #expect(shows(value, error.message) || isField, "\(error.message)")
    }
    guard case .words(let words, _) = value, let word = words.max(by: { $0.count < $1.count }),
      word.count > 3
    else { return }
    let error = try #require(refusal(command, ["\(option.name)=\(word.dropLast())_"] + rest))
    #expect(error.message.contains("did you mean '"), "\(error.message)")
  }

  @Test(arguments: cases)
  func `the example in a form is taken`(_ given: Case) throws {
    let (command, option) = (given.command, given.option)
    let examples = example(try #require(option.value))
    #expect(!examples.isEmpty)
    for text in examples.prefix(1) where !text.contains("…") {
      let error = refusal(
        command, ["\(option.name)=\(text)"] + rest(command, without: option.name))
      if case .invalidValue? = error?.fault { Issue.record("\(error?.message ?? "")") }
      if case .invalidField? = error?.fault { Issue.record("\(error?.message ?? "")") }
      if case .notServer? = error?.fault { Issue.record("\(error?.message ?? "")") }
    }
  }

  @Test func `an endless argument is told by its beginning and its end`() {
    let long = String(repeating: "x", count: 100_000)
    for words in [[long], ["explain", long], ["explain", "--" + long], ["stats", "--by", long]] {
      let error = keiro(words).error
      #expect(error.contains("expected ") && error.utf8.count < 2000)
    }
  }

  @Test(arguments: CommandTable.commands.map(\.name))
  func `an operand that is missing or too much is told with its form`(_ name: String) throws {
    let command = try #require(CommandTable.command(name))
    let required = command.options.filter(\.isRequired).flatMap { option in
      [option.name] + example(option.value ?? .words([""])).prefix(1)
    }
    let operands = command.operands
    var sentences: [String] = []
    if operands.count.lowerBound > 0 {
      sentences.append(try #require(refusal(command, required)).message)
      sentences.append(try #require(refusal(command, required + [""])).message)
    }
    if operands.count.upperBound < 3 {
      let surplus = example(operands.value).first ?? "x"
      let many = Array(repeating: surplus, count: operands.count.upperBound + 1)
      sentences.append(try #require(refusal(command, required + many)).message)
    }
    for sentence in sentences {
      let isForm = operands.count.upperBound == 0 || shows(operands.value, sentence)
      #expect(sentence.contains(": expected ") && isForm, "\(sentence)")
    }
  }

  @Test(arguments: CommandTable.commands.map(\.name))
  func `an unknown option is told with the known ones`(_ name: String) throws {
    let command = try #require(CommandTable.command(name))
    let sentence = try #require(refusal(command, ["--hlep"])).message
    #expect(command.allOptions.allSatisfy { sentence.contains($0.name) })
    #expect(sentence.hasSuffix("did you mean '--help'?"))
  }
}
