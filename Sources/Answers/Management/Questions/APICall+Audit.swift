import HTTPCore
import LinkStorage
import Questions
import Service
import WebSyntax

extension APICall {
  /// Treats a parameter without a value as absent, since forms send empty fields.
  func audit() throws(Problem) -> APIAnswer {
    let values = parameters.filter { !$0.value.isEmpty }
    var question = AuditQuestion(limit: try Self.limit(values["limit"]))
    question.host = try host(values["host"])
    question.actor = values["actor"]
    question.since = try time("since", values)
    question.until = try time("until", values)
    question.before = try Self.number(values["cursor"])
    let asked = question
    return try measured(
      answered { inquiry throws(InquiryError) in try inquiry.audit(asked) }.document)
  }

  static func number(_ text: String?) throws(Problem) -> Int? {
    guard let text else { return nil }
    guard text.utf8.count <= 18, text.utf8.allSatisfy(Self.isDigit), let number = Int(text) else {
      throw .notCursor(text)
    }
    return number
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
