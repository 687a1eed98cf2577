import Changes
import LinkStorage
import Links
import Questions
import WebSyntax

extension CommandTable {
  static let tokens = [listTokens, createToken, revokeToken]

  private static let listTokens = CommandSpecification(
    name: "tokens list", summary: "list the tokens of the management API",
    details: ["Of a token only its digest is kept: it cannot be shown again."],
    options: OptionSpecification.locations + [.json]
  ) { arguments throws(UsageError) in
    try arguments.tokens(.list)
  }

  private static let createToken = CommandSpecification(
    name: "tokens create", summary: "create a token and print it, this once",
    details: [
      "Scopes: " + TokenScope.allCases.map(\.rawValue).joined(separator: ", ") + ".",
      "Writing links includes reading them, since the answer to every change is the link.",
      "A token with --host reaches the links of these hosts alone; *.example.com stands for every",
      "host one label deeper. TIME is a date, a time of RFC 3339, or how long from now, such as 90d.",
    ],
    options: OptionSpecification.locations + [.scope, .tokenHost, .tokenEnd, .tokenName, .json]
  ) { arguments throws(UsageError) in
    let scopes = try arguments.list(.scope) { TokenScope(rawValue: $0) }
    let draft = TokenDraft(
      name: arguments.value(.tokenName), scopes: scopes,
      hosts: arguments.list(.tokenHost),
      expires: try arguments.value(.tokenEnd) { PointInTime($0) })
    return try arguments.tokens(.create(draft))
  }

  private static let revokeToken = CommandSpecification(
    name: "tokens revoke", summary: "revoke a token for good",
    options: OptionSpecification.locations + [.json],
    operands: OperandSpecification(value: .text("ID"), label: "ID", count: 1...1)
  ) { arguments throws(UsageError) in
    try arguments.tokens(.revoke(id: try arguments.operand()))
  }

  static let audit = CommandSpecification(
    name: "audit", summary: "say who has changed what, newest first",
    details: [
      "Changes of links and tokens, imports, and reloads of the configuration. ACTOR is the name or",
      "the identifier of a token, command-line or service; TIME is a date, a time of RFC 3339, or",
      "how long ago, such as 24h or 7d; --until leaves out what lies at and after it.",
    ],
    options: OptionSpecification.locations + [.host, .actor, .since, .until, .auditLimit, .json]
  ) { arguments throws(UsageError) in
    var question = AuditQuestion(
      limit: try arguments.value(.auditLimit) { text in
        Int(text).flatMap { (1...1000).contains($0) ? $0 : nil }
      } ?? 100)
    question.host = try arguments.value(.host) { HostPattern($0) }
    question.actor = arguments.value(.actor)
    question.since = try arguments.value(.since) { PointInTime($0) }
    question.until = try arguments.value(.until) { PointInTime($0) }
    return .audit(
      AuditRequest(question: question, json: arguments.has(.json)),
      at: try arguments.location())
  }

  static let undo = CommandSpecification(
    name: "audit undo", summary: "say what taking a change back would do, and with --apply do it",
    details: [
      "NUMBER is that of a change, as 'audit' and 'links history' print it: an edit, a removal, an",
      "import or a bulk edit as a whole. What it made goes, what it changed or removed is as before.",
      "Links that were changed since stay and are named; then it exits with 1. An undo that was broken",
      "off goes on when it is run again, and is a change itself that can be undone.",
    ],
    options: OptionSpecification.locations + [.apply, .json],
    operands: OperandSpecification(value: .text("NUMBER"), label: "NUMBER", count: 1...1)
  ) { arguments throws(UsageError) in
    let text = try arguments.operand()
    guard let number = Int(text), number > 0 else {
      throw arguments.error(.unexpectedOperand(text))
    }
    return .undo(
      UndoRequest(
        change: number, isApplied: arguments.has(.apply), json: arguments.has(.json)),
      at: try arguments.location())
  }

  static let stats = CommandSpecification(
    name: "stats", summary: "show how often short links were followed and apps opened",
    details: [
      "TIME is a date (its beginning in UTC), a time of RFC 3339, or how long ago, such as 24h or 7d;",
      "--until leaves out what lies at and after it. Bots are counted apart. Launches stand beside",
      "the clicks of a day, since a link that opens its app never reaches the server; --by launch",
      "counts them by event. Rules, languages, countries and the ways of deferred links are counted",
      "by whole days.",
      "WHAT: " + StatisticsQuery.Grouping.allCases.map(\.rawValue).joined(separator: ", ") + ".",
    ],
    options: OptionSpecification.locations + [
      .host, .slug, .since, .until, .grouping, .csv, .json,
    ]
  ) { arguments throws(UsageError) in
    let question = StatisticsQuestion(
      host: try arguments.value(.host) { HostPattern($0) }, slug: arguments.value(.slug),
      since: try arguments.value(.since) { PointInTime($0) },
      until: try arguments.value(.until) { PointInTime($0) },
      by: arguments.word(.grouping) ?? .day)
    return .stats(
      StatisticsRequest(
        question: question,
        form: arguments.has(.json) ? .json : arguments.has(.csv) ? .csv : .text),
      at: try arguments.location())
  }
}

extension ParsedArguments {
  fileprivate func tokens(_ action: TokensRequest.Action) throws(UsageError) -> Command {
    .tokens(TokensRequest(action: action, json: has(.json)), at: try location())
  }
}

extension OptionSpecification {
  fileprivate static let scope = OptionSpecification(
    name: "--scope", value: .words(TokenScope.allCases.map(\.rawValue), label: "SCOPE"),
    isRequired: true,
    isRepeatable: true, summary: "what the token allows")
  fileprivate static let tokenName = OptionSpecification(
    name: "--name", value: .text("TEXT"), summary: "what people call the token")
  fileprivate static let tokenHost = OptionSpecification(
    name: "--host", value: .text("HOST"), isRepeatable: true,
    summary: "a host that the token reaches; default every host")
  fileprivate static let tokenEnd = OptionSpecification(
    name: "--expires", value: .text("TIME"), summary: "when the token ends; default never")
  fileprivate static let actor = OptionSpecification(
    name: "--actor", value: .text("ACTOR"), summary: "who has made the changes")
  fileprivate static let auditLimit = OptionSpecification(
    name: "--limit", value: .text("NUMBER"), summary: "at most so many, up to 1000; default 100")
  fileprivate static let since = OptionSpecification(
    name: "--since", value: .text("TIME"), summary: "from this time on")
  fileprivate static let until = OptionSpecification(
    name: "--until", value: .text("TIME"), summary: "before this time")
  fileprivate static let csv = OptionSpecification(
    name: "--csv", summary: "print a table with commas, for other programs")
  fileprivate static let grouping = OptionSpecification(
    name: "--by", value: .words(StatisticsQuery.Grouping.allCases.map(\.rawValue), label: "WHAT"),
    summary: "what the rows stand for; default day")
}
