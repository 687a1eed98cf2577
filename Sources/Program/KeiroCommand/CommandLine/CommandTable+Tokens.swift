import Changes
import LinkStorage
import Links
import Questions
import WebSyntax

extension CommandTable {
  static let tokens = [listTokens, createToken, revokeToken]

  private static let listTokens = CommandSpecification(
    name: "tokens list", summary: "list the tokens of the management API",
    details: ["Only digests of tokens are kept: a token cannot be shown again."],
    options: OptionSpecification.locations + [.json]
  ) { arguments throws(UsageError) in
    try arguments.tokens(.list)
  }

  private static let createToken = CommandSpecification(
    name: "tokens create", summary: "create a token and print it, once",
    details: [
      "Scopes: " + TokenScope.allCases.map(\.rawValue).joined(separator: ", ") + ".",
      "Writing links includes reading them, since every change is answered with the link.",
      "A token with --host reaches only the links of these hosts; *.example.com stands for every host",
      "one label deeper. TIME is a date, an RFC 3339 time, or how long from now, such as 90d.",
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
    name: "tokens revoke", summary: "revoke a token permanently",
    options: OptionSpecification.locations + [.json],
    operands: OperandSpecification(value: .text("ID"), label: "ID", count: 1...1)
  ) { arguments throws(UsageError) in
    try arguments.tokens(.revoke(id: try arguments.operand()))
  }

  static let audit = CommandSpecification(
    name: "audit", summary: "show who changed what, newest first",
    details: [
      "Covers changes of links and tokens, imports, and reloads of the configuration. ACTOR",
      "is the name or identifier of a token, command-line or service; TIME is a date, an",
      "RFC 3339 time, or how long ago, such as 24h or 7d; --until excludes that time",
      "itself.",
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
    name: "audit undo", summary: "show what undoing a change would do; --apply undoes it",
    details: [
      "NUMBER is the number of a change, as 'audit' and 'links history' print it: an edit,",
      "a removal, an import, or a whole bulk edit. What the change created is removed; what",
      "it changed or removed is as it was before. Links that were changed since then are",
      "kept and named, and the exit code is 1. An interrupted undo continues when it is run",
      "again; it is itself a change that can be undone.",
    ],
    options: OptionSpecification.locations + [.apply, .json],
    operands: OperandSpecification(
      value: .text("NUMBER", form: "the number of a change such as 17"), label: "NUMBER",
      count: 1...1)
  ) { arguments throws(UsageError) in
    let text = try arguments.operand()
    guard let number = Int(text), number > 0 else {
      throw arguments.error(.invalidOperand(text))
    }
    return .undo(
      UndoRequest(
        change: number, isApplied: arguments.has(.apply), json: arguments.has(.json)),
      at: try arguments.location())
  }

  static let stats = CommandSpecification(
    name: "stats", summary: "show how often short links were followed and apps opened",
    details: [
      "TIME is a date (its beginning in UTC), an RFC 3339 time, or how long ago, such as 24h or 7d;",
      "--until excludes that time itself. Bots are counted separately. Launches are shown next to the",
      "clicks of a day, since a link that opens its app never reaches the server; --by launch counts",
      "them by event. Rules, languages, countries and the ways of deferred links are counted by whole",
      "days.",
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
    name: "--name", value: .text("TEXT"), summary: "a name for the token")
  fileprivate static let tokenHost = OptionSpecification(
    name: "--host", value: .text("HOST"), isRepeatable: true,
    summary: "a host whose links the token reaches; default all hosts")
  fileprivate static let tokenEnd = OptionSpecification(
    name: "--expires", value: .text("TIME"), summary: "when the token ends; default never")
  fileprivate static let actor = OptionSpecification(
    name: "--actor", value: .text("ACTOR"), summary: "who made the changes")
  fileprivate static let auditLimit = OptionSpecification(
    name: "--limit", value: .text("NUMBER", form: "a whole number from 1 to 1000"),
    summary: "list at most this many, up to 1000; default 100")
  fileprivate static let since = OptionSpecification(
    name: "--since", value: .text("TIME"), summary: "from this time on")
  fileprivate static let until = OptionSpecification(
    name: "--until", value: .text("TIME"), summary: "before this time")
  fileprivate static let csv = OptionSpecification(
    name: "--csv", summary: "print CSV, for other programs")
  fileprivate static let grouping = OptionSpecification(
    name: "--by", value: .words(StatisticsQuery.Grouping.allCases.map(\.rawValue), label: "WHAT"),
    summary: "what each row counts; default day")
}
