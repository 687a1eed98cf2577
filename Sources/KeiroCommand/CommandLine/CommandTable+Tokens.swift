import AppAssociation
import LinkStorage
import Links
import Questions

extension CommandTable {
  static let tokens = [listTokens, createToken, revokeToken]

  private static let listTokens = CommandSpecification(
    name: "tokens list", summary: "list the tokens of the management API",
    details: ["Of a token only its digest is kept: it cannot be shown again."],
    options: [.config, .json]
  ) { arguments in
    .tokens(.list(json: arguments.has(.json)), configuration: arguments.configuration)
  }

  private static let createToken = CommandSpecification(
    name: "tokens create", summary: "create a token and print it, this once",
    details: ["Scopes: " + TokenScope.allCases.map(\.rawValue).joined(separator: ", ") + "."],
    options: [.config, .scope, .tokenName, .json]
  ) { arguments throws(UsageError) in
    let scopes = try arguments.list(.scope) { TokenScope(rawValue: $0) }
    let distinct = TokenScope.allCases.filter(scopes.contains)
    return .tokens(
      .create(
        scopes: distinct, name: arguments.value(.tokenName), json: arguments.has(.json)),
      configuration: arguments.configuration)
  }

  private static let revokeToken = CommandSpecification(
    name: "tokens revoke", summary: "revoke a token for good",
    options: [.config],
    operands: OperandSpecification(value: .text("ID"), label: "ID", count: 1...1)
  ) { arguments throws(UsageError) in
    .tokens(.revoke(id: try arguments.operand()), configuration: arguments.configuration)
  }

  static let stats = CommandSpecification(
    name: "stats", summary: "show how often short links were followed and apps opened",
    details: [
      "TIME is a date (its beginning in UTC), a time of RFC 3339, or how long ago, such as 24h or 7d;",
      "--until leaves out what lies at and after it. Bots are counted apart. Launches stand beside",
      "the clicks of a day, since a link that opens its app never reaches the server; --by launch",
      "counts them by event.",
      "WHAT: " + StatisticsQuery.Grouping.allCases.map(\.rawValue).joined(separator: ", ") + ".",
    ],
    options: [.config, .host, .slug, .since, .until, .grouping, .json]
  ) { arguments throws(UsageError) in
    let question = StatisticsQuestion(
      host: try arguments.value(.host) { HostPattern($0) }, slug: arguments.value(.slug),
      since: try arguments.value(.since) { PointInTime($0) },
      until: try arguments.value(.until) { PointInTime($0) },
      by: arguments.word(.grouping) ?? .day)
    return .stats(
      StatisticsRequest(question: question, json: arguments.has(.json)),
      configuration: arguments.configuration)
  }
}

extension OptionSpecification {
  fileprivate static let scope = OptionSpecification(
    name: "--scope", value: .words(TokenScope.allCases.map(\.rawValue), label: "SCOPE"),
    isRequired: true,
    isRepeatable: true, summary: "what the token allows")
  fileprivate static let tokenName = OptionSpecification(
    name: "--name", value: .text("TEXT"), summary: "what people call the token")
  fileprivate static let since = OptionSpecification(
    name: "--since", value: .text("TIME"), summary: "from this time on")
  fileprivate static let until = OptionSpecification(
    name: "--until", value: .text("TIME"), summary: "before this time")
  fileprivate static let grouping = OptionSpecification(
    name: "--by", value: .words(StatisticsQuery.Grouping.allCases.map(\.rawValue), label: "WHAT"),
    summary: "what the rows stand for; default day")
}
