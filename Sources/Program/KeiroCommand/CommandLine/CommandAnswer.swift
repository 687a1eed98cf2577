import Changes
import JSONSyntax
import Links

/// What a command has to say: a document as the API gives it, and the same for people.
struct CommandAnswer {
  let document: JSONOutput
  /// The text form on standard output.
  var lines: [String] = []
  /// What the text form says on standard error.
  var remarks: [String] = []
  var isPositive = true
}

extension Console {
  func give(_ answer: CommandAnswer, json: Bool) -> ExitCode {
    if json {
      print(answer.document)
    } else {
      answer.lines.forEach(print)
      answer.remarks.forEach(complain)
    }
    return answer.isPositive ? .done : .negative
  }

  /// Tells why a change was refused, in the words of the API.
  ///
  /// - Parameter command: what the lines begin with, such as `keiro links`.
  func tell(_ refusal: ChangeRefusal, of command: String, json: Bool) -> ExitCode {
    if json {
      print(refusal.document)
    } else if case .invalid = refusal {
      for fault in refusal.faults { complain("\(command): \(fault.sentence.onOneLine)") }
    } else {
      complain("\(command): \(refusal.detail.onOneLine)")
    }
    return refusal.kind == .unavailable ? .environmentFailed : .negative
  }
}

extension ChangeRefusal {
  fileprivate var document: JSONOutput {
    .refusal(code: code, detail: detail, faults.map { ($0.field, $0.detail) })
  }
}

extension JSONOutput {
  /// What a command that was asked for JSON prints when it refuses: the problem of the API without
  /// what belongs to HTTP.
  static func refusal(
    code: String, detail: String, _ faults: [(field: String, detail: String)] = []
  ) -> JSONOutput {
    let errors = faults.map { field, detail in
      JSONOutput.object([.init("field", .string(field)), .init("detail", .string(detail))])
    }
    return .object([
      .init(
        "error",
        .object([
          .init("code", .string(code)), .init("detail", .string(detail)),
          .init("errors", .array(errors)),
        ]))
    ])
  }
}

/// Documents as texts are made of them: what is absent reads as nothing.
extension JSONNode {
  func text(_ name: String) -> String? { member(name)?.string }

  func texts(_ name: String) -> [String] {
    (member(name)?.array ?? []).compactMap(\.string)
  }

  func time(_ name: String) -> Timestamp? {
    text(name).flatMap { Timestamp(dateOrTime: $0) }
  }

  func number(_ name: String) -> Int? {
    guard case .number(let text)? = member(name)?.value else { return nil }
    return Int(text)
  }
}
