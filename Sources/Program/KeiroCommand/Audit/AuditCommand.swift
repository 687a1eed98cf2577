import Links
import LinkStorage
import Questions

/// The arguments of `keiro audit`.
package struct AuditRequest: Equatable, Sendable {
  var question: AuditQuestion
  var json: Bool
}

/// `keiro audit`: who has changed what, newest first.
struct AuditCommand {
  let file: String
  let request: AuditRequest
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    OpenedStore.with(configuration: file, at: now, for: .reading, console) {
      opened throws(LinkStoreError) in
      let answer = try request.question.answer(
        store: opened.store, reach: .everywhere, now: opened.now)
      if answer.page.entries.isEmpty, !request.json { console.complain("no changes") }
      return console.give(answer, json: request.json) { answer in
        for numbered in answer.page.entries { console.print(numbered.entry.line) }
      }
    }
  }
}

extension AuditEntry {
  /// When, who, what, and the details that the action has.
  fileprivate var line: String {
    var parts = [time.description, actor.text, action.rawValue]
    if let host { parts.append(slug.map { "\(host)/\($0.onOneLine)" } ?? host) }
    if let token { parts.append(token) }
    if let person { parts.append(person) }
    if !fields.isEmpty { parts.append(fields.joined(separator: ", ")) }
    if let created, let updated { parts.append("\(created) created, \(updated) updated") }
    return parts.joined(separator: "  ")
  }
}

extension AuditActor {
  fileprivate var text: String {
    switch kind {
    case .service: kind.rawValue
    case .commandLine: kind.rawValue + (id.map { " (user \($0))" } ?? "")
    case .token, .person: "\(kind.rawValue) \(id ?? "")" + (name.map { " (\($0.onOneLine))" } ?? "")
    }
  }
}
