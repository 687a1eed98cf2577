import JSONSyntax
import LinkStorage
import Links
import Management
import WebSyntax

extension CommandTable {
  static let audit = CommandSpecification.onKeiro(
    "audit", "show who changed what, newest first",
    details: [
      "Covers changes of links and tokens, imports, and reloads of the configuration. ACTOR",
      "is the name or identifier of a token, command-line or service; TIME is a date, an",
      "RFC 3339 time, or how long ago, such as 24h or 7d; --until excludes that time",
      "itself.",
    ],
    options: [.host, .actor, .changingPerson, .action, .ofChange, .since, .until, .pageLimit],
    examples: ["audit --since 7d", "audit --actor me --json", "audit --change 46"]
  ) { arguments throws(UsageError) in
    let call = APIRequest(
      .audit,
      query: [
        CallParameters.changedHost(try arguments.value(.host) { HostPattern($0) }),
        CallParameters.actor(arguments.value(.actor)),
        CallParameters.changingPerson(arguments.value(.changingPerson)),
        CallParameters.action(text: arguments.value(.action)),
        CallParameters.ofChange(try arguments.number(.ofChange, in: 1...Int.max)),
        CallParameters.since(try arguments.past(.since)),
        CallParameters.until(try arguments.past(.until)),
        CallParameters.limit(try arguments.number(.pageLimit, in: 1...1000) ?? 100),
      ])
    return try arguments.calling(call) {
      CommandAnswer($0, listing: "entries", orElse: "no changes", \.auditLine)
    }
  }

  static let undo = CommandSpecification.onKeiro(
    "audit undo", "show what undoing a change would do; --apply undoes it",
    details: [
      "NUMBER is the number of a change, as 'audit' and 'links history' print it: an edit,",
      "a removal, an import, or a whole bulk edit. What the change created is removed; what",
      "it changed or removed is as it was before. Links that were changed since then are",
      "kept and named, and the exit code is 1. An interrupted undo continues when it is run",
      "again; it is itself a change that can be undone.",
    ],
    options: [.apply],
    operands: OperandSpecification(.text("NUMBER", form: "the number of a change such as 17")),
    examples: ["audit undo 17  # what it would do", "audit undo 17 --apply"]
  ) { arguments throws(UsageError) in
    let text = try arguments.operand()
    guard let change = Int(text), change > 0 else { throw arguments.error(.invalidOperand(text)) }
    let isApplied = arguments.has(.apply)
    var call = APIRequest(.undoChange, String(change), query: [CallParameters.dryRun(!isApplied)])
    // The answer may follow an import of a million links.
    call.timeout = 600
    return try arguments.calling(call, for: isApplied ? .writing : .reading) {
      undone(change, isApplied: isApplied, $0)
    }
  }

  private static func undone(
    _ change: Int, isApplied: Bool, _ document: JSONNode
  ) -> CommandAnswer {
    let count = document.number("undone") ?? 0
    let links = count.counted("link")
    let left = document.elements("left")
    let outcome =
      if let undo = document.number("undo") {
        "\(links) as before change \(change); this is change \(undo)"
      } else if isApplied {
        "nothing is left to take back"
      } else {
        "\(links) would be as before change \(change)"
      }
    return CommandAnswer(
      document: document,
      lines: left.map { "leave  \($0.text("link") ?? ""): \($0.text("reason") ?? "")" } + [outcome],
      remarks: isApplied ? [] : ["nothing was written: --apply does it"], isPositive: left.isEmpty)
  }
}

extension OptionSpecification {
  fileprivate static let actor = Self("--actor", .text("ACTOR"), "who made the changes")
  fileprivate static let changingPerson = Self(
    "--person", .text("NAME"), "the person who made the changes, by the present name")
  fileprivate static let action = Self(
    "--action", .words(AuditAction.allCases.map(\.rawValue), label: "ACTION"), "what was done")
  fileprivate static let ofChange = Self(
    "--change", .text("NUMBER"), "the entries of a change of links")
  static let since = Self("--since", .text("TIME"), "from this time on")
  static let until = Self("--until", .text("TIME"), "before this time")
}

extension JSONNode {
  var versionLines: [String] {
    elements("versions").map { version in
      CommandAnswer.row([
        "\(version.number("version") ?? 0)", version.text("time"),
        version.member("actor").flatMap { $0.object == nil ? nil : $0.actorText },
        version.text("action"), version.fieldColumn, version.member("link")?.text("url"),
        version.changeColumn,
      ])
    }
  }

  private var fieldColumn: String? {
    let fields = texts("fields")
    return fields.isEmpty ? nil : fields.joined(separator: ", ")
  }

  private var changeColumn: String? { number("change").map { "change \($0)" } }

  fileprivate var auditLine: String {
    let place = text("host").map { host in text("slug").map { "\(host)/\($0)" } ?? host }
    let counts = number("updated").map { updated in
      number("created").map { "\($0) created, \(updated) updated" } ?? updated.counted("link")
    }
    return CommandAnswer.row([
      text("time"), member("actor")?.actorText, text("action"), place, text("token"),
      text("person"), fieldColumn, counts, changeColumn,
    ])
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
