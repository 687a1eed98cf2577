import JSONSyntax
import Links
import LinkStorage
import Questions
import WebSyntax

/// The arguments of `keiro audit`.
package struct AuditRequest: Equatable, Sendable {
  var question: AuditQuestion
  var json: Bool
}

/// `keiro audit`: lists changes with their authors, newest first.
struct AuditCommand {
  let location: KeiroLocation
  let request: AuditRequest
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    Keiro.with(location, at: now, for: .reading, console) {
      keiro throws(CommandFailure) in
      let question = request.question
      let page = try keiro.asked(
        .get(
          "/v1/audit", nil,
          [
            "host": question.host?.description, "actor": question.actor,
            "since": question.since?.before(now).description,
            "until": question.until?.before(now).description, "limit": String(question.limit),
          ])
      ) { inquiry throws(InquiryError) in
        try inquiry.audit(question).document
      }
      let lines = (page.member("entries")?.array ?? []).map(\.auditLine)
      return console.give(
        CommandAnswer(page, lines: lines, remarks: lines.isEmpty ? ["no changes"] : []),
        json: request.json)
    }
  }
}

extension JSONNode {
  /// The versions of a link, one per line.
  var versionLines: [String] {
    (member("versions")?.array ?? []).map { version in
      var parts = ["\(version.number("version") ?? 0)", version.text("time") ?? ""]
      if let actor = version.member("actor"), actor.object != nil { parts.append(actor.actorText) }
      parts.append(version.text("action") ?? "")
      let fields = version.texts("fields")
      if !fields.isEmpty { parts.append(fields.joined(separator: ", ")) }
      if let url = version.member("link")?.text("url") { parts.append(url) }
      if let change = version.number("change") { parts.append("change \(change)") }
      return parts.joined(separator: "  ")
    }
  }

  /// The time, actor, action, and any details of the entry.
  fileprivate var auditLine: String {
    var parts = [text("time") ?? "", member("actor")?.actorText ?? "", text("action") ?? ""]
    if let host = text("host") {
      parts.append(text("slug").map { "\(host)/\($0)" } ?? host)
    }
    if let token = text("token") { parts.append(token) }
    if let person = text("person") { parts.append(person) }
    let fields = texts("fields")
    if !fields.isEmpty { parts.append(fields.joined(separator: ", ")) }
    if let created = number("created"), let updated = number("updated") {
      parts.append("\(created) created, \(updated) updated")
    }
    if let change = number("change") { parts.append("change \(change)") }
    return parts.joined(separator: "  ")
  }

  var actorText: String {
    let (kind, id) = (text("kind") ?? "", text("id"))
    switch kind {
    case AuditActor.Kind.service.rawValue: return kind
    case AuditActor.Kind.commandLine.rawValue: return kind + (id.map { " (user \($0))" } ?? "")
    default: return "\(kind) \(id ?? "")" + (text("name").map { " (\($0))" } ?? "")
    }
  }
}
