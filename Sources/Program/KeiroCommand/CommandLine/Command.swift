import JSONSyntax
import Links
import Management
import Questions

/// What a command does once its arguments are read. A failure is reported.
typealias Command = (Console) throws(CommandFailure) -> ExitCode

extension ParsedArguments {
  /// A command on a Keiro, the store of a configuration or a running server.
  func using(
    _ purpose: StorePurpose,
    _ body: @escaping (Keiro, Console) throws(CommandFailure) -> ExitCode
  ) throws(UsageError) -> Command {
    try using(purpose, reading: { _ in () }) { keiro, _, console throws(CommandFailure) in
      try body(keiro, console)
    }
  }

  /// The same with a value that is read before the store opens, since standard input may take its
  /// time.
  func using<Value>(
    _ purpose: StorePurpose, reading read: @escaping (Console) throws(CommandFailure) -> Value,
    _ body: @escaping (Keiro, Value, Console) throws(CommandFailure) -> ExitCode
  ) throws(UsageError) -> Command {
    let (location, now) = (try location(), now)
    return { console throws(CommandFailure) in
      let value = try read(console)
      return try Keiro.with(location, at: now, for: purpose) { keiro throws(CommandFailure) in
        try body(keiro, value, console)
      }
    }
  }

  func asking(
    _ purpose: StorePurpose,
    _ answer: @escaping (Keiro) throws(CommandFailure) -> CommandAnswer
  ) throws(UsageError) -> Command {
    try using(purpose) { keiro, console throws(CommandFailure) in
      console.give(try answer(keiro))
    }
  }

  /// A command that prints the answer to one call.
  ///
  /// - Parameter purpose: nil for that of the call's method.
  func calling(
    _ request: APIRequest, for purpose: StorePurpose? = nil,
    _ answer: @escaping (JSONNode) -> CommandAnswer
  ) throws(UsageError) -> Command {
    try asking(purpose ?? (request.method == "GET" ? .reading : .writing)) {
      keiro throws(CommandFailure) in answer(try keiro.document(request))
    }
  }

  /// The call that changes what the operand names, by the members that have a value.
  ///
  /// - Parameter options: options of which one is needed.
  func changing(
    _ operation: APIOperation, _ members: JSONOutput, suchAs options: String
  ) throws(UsageError) -> APIRequest {
    let changes = members.withoutNulls
    guard !changes.members.isEmpty else { throw error(.nothingToChange(options)) }
    return APIRequest(operation, try operand(), body: changes)
  }

  /// The values of an option, among which 'all' stands for every one; null if it is absent.
  func listOrAll(_ option: OptionSpecification) -> JSONOutput {
    let values = list(option)
    return values.isEmpty ? .null : .strings(values.contains("all") ? [] : values)
  }

  /// A time, where how long ago it was goes by the clock of this machine; nil if the option is absent.
  func past(_ option: OptionSpecification) throws(UsageError) -> PointInTime? {
    let time = try value(option) { PointInTime($0) }
    return if case .distance? = time { time.map { .at($0.before(now)) } } else { time }
  }
}

package enum ExitCode: Int32, Sendable {
  case done = 0
  /// The answer is "no", or the input is invalid.
  case negative = 1
  case wrongUsage = 2
  /// Something outside the command failed: a file cannot be read, a port is in use.
  case environmentFailed = 3
}

/// The answer of a command: the document that the API would give, and its text form.
struct CommandAnswer {
  let document: JSONNode
  /// The text form, printed on standard output.
  var lines: [String] = []
  /// The part of the text form that goes to standard error.
  var remarks: [String] = []
  /// Lines about the command itself, for standard error.
  var warnings: [String] = []
  /// Likewise, also beside the document.
  var alerts: [String] = []
  var isPositive = true
}

extension CommandAnswer {
  /// A document with a list, each element of which is a line.
  init(
    _ document: JSONNode, listing name: String, orElse nothing: String,
    _ line: (JSONNode) -> String
  ) {
    let lines = document.elements(name).map(line)
    self.init(document: document, lines: lines, remarks: lines.isEmpty ? [nothing] : [])
  }

  /// The columns of a line, without those that are absent.
  static func row(_ columns: [String?]) -> String {
    columns.compactMap(\.self).joined(separator: "  ")
  }
}

extension Console {
  func give(_ answer: CommandAnswer) -> ExitCode {
    if givesDocuments {
      print(JSONOutput(answer.document))
    } else {
      answer.lines.forEach(print)
      answer.remarks.forEach(note)
      answer.warnings.forEach(remark)
    }
    answer.alerts.forEach(remark)
    return answer.isPositive ? .done : .negative
  }

  func give<Answer: QuestionAnswer>(_ answer: Answer, text: (Answer) -> Void) -> ExitCode {
    if givesDocuments { print(answer.document) } else { text(answer) }
    return answer.isPositive ? .done : .negative
  }
}

/// Access to documents for text forms: an absent member reads as empty.
extension JSONNode {
  func text(_ name: String) -> String? { member(name)?.string }

  func elements(_ name: String) -> [JSONNode] { member(name)?.array ?? [] }

  func texts(_ name: String) -> [String] { elements(name).compactMap(\.string) }

  func time(_ name: String) -> Timestamp? {
    text(name).flatMap { Timestamp(dateOrTime: $0) }
  }

  func number(_ name: String) -> Int? {
    guard case .number(let text)? = member(name)?.value else { return nil }
    return Int(text)
  }
}
