import Changes
import JSONSyntax
import LinkStorage
import Links
import Management

extension CommandTable {
  static let tokens = CommandGroup(
    name: "tokens", summary: "list, create and revoke tokens of the management API",
    examples: ["tokens create --scope links:read --expires 90d"],
    commands: [listTokens, createToken, revokeToken])

  private static let listTokens = CommandSpecification.onKeiro(
    "tokens list", "list the tokens of the management API",
    details: ["Only digests of tokens are kept: a token cannot be shown again."],
    examples: ["tokens list"]
  ) { arguments throws(UsageError) in try arguments.tokens(.list) }

  private static let createToken = CommandSpecification.onKeiro(
    "tokens create", "create a token and print it, once",
    details: [
      "Scopes: " + TokenScope.allCases.map(\.rawValue).joined(separator: ", ") + ".",
      "Writing links includes reading them, since every change is answered with the link.",
      "A token with --host reaches only the links of these hosts; *.example.com stands for every host",
      "one label deeper. TIME is a date, an RFC 3339 time, or how long from now, such as 90d.",
    ],
    options: [.scope, .tokenHost, .tokenEnd, .tokenName],
    examples: [
      "tokens create --scope admin --name me",
      "tokens create --scope links:read --host www.example.com --expires 90d",
    ]
  ) { arguments throws(UsageError) in
    let scopes = try arguments.list(.scope) { TokenScope(rawValue: $0) }
    return try arguments.tokens(
      .create(
        TokenDraft(
          name: arguments.value(.tokenName), scopes: scopes, hosts: arguments.list(.tokenHost),
          expires: try arguments.value(.tokenEnd) { PointInTime($0) })))
  }

  private static let revokeToken = CommandSpecification.onKeiro(
    "tokens revoke", "revoke a token permanently", operands: OperandSpecification(.text("ID")),
    examples: ["tokens revoke 7f3a9c"]
  ) { arguments throws(UsageError) in
    try arguments.tokens(.revoke(id: try arguments.operand()))
  }
}

extension ParsedArguments {
  fileprivate func tokens(_ action: TokensCommand.Action) throws(UsageError) -> KeiroTask {
    let command = TokensCommand(action: action, now: now)
    return try asking(for: action == .list ? .reading : .writing) {
      keiro throws(CommandFailure) in try command.answer(keiro)
    }
  }
}

extension OptionSpecification {
  fileprivate static let scope = Self(
    "--scope", .words(TokenScope.allCases.map(\.rawValue), label: "SCOPE"),
    "what the token allows", isRequired: true, isRepeatable: true)
  fileprivate static let tokenName = Self("--name", .text("TEXT"), "a name for the token")
  fileprivate static let tokenHost = Self(
    "--host", .text("HOST"), "a host whose links the token reaches; default all hosts",
    isRepeatable: true)
  fileprivate static let tokenEnd = Self(
    "--expires", .text("TIME"), "when the token ends; default never")
}

/// `keiro tokens`: manages access tokens of the management API.
private struct TokensCommand {
  /// The subcommand with its operands.
  enum Action: Equatable {
    case list
    case create(TokenDraft)
    case revoke(id: String)
  }

  let action: Action
  let now: Timestamp

  func answer(_ keiro: Keiro) throws(CommandFailure) -> CommandAnswer {
    switch action {
    case .list:
      let document = try keiro.document(APIRequest(.listTokens))
      return CommandAnswer(document, listing: "tokens", orElse: "no tokens", line)
    case .create(let draft):
      let made = try keiro.document(APIRequest(creating: draft, at: now))
      return CommandAnswer(
        made, lines: [made.text("token") ?? ""],
        remarks: [
          "token \(made.text("id") ?? ""): it is shown this once; only its digest is kept"
        ], warnings: made.warningLines)
    case .revoke(let id):
      _ = try keiro.document(APIRequest(.revokeToken, id))
      return CommandAnswer(
        JSONNode(.object([.init("id", .string(id))])),
        remarks: ["revoked \(id): a running server refuses it within a second"])
    }
  }

  private func line(_ token: JSONNode) -> String {
    CommandAnswer.row([
      token.text("id"), token.text("createdAt"), token.texts("scopes").joined(separator: " "),
      token.text("name"), token.hostColumn,
      token.text("usedAt").map { "(used \($0))" } ?? "(never used)",
      token.time("expires").map { "(\($0 > now ? "expires" : "expired") \($0))" },
      token.text("revokedAt").map { "(revoked \($0))" },
    ])
  }
}

extension JSONNode {
  /// The hosts that something is limited to; nil for all.
  var hostColumn: String? {
    let hosts = texts("hosts")
    return hosts.isEmpty ? nil : "on " + hosts.joined(separator: " ")
  }
}
