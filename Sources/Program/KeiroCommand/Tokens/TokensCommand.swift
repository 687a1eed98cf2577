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
  ) { arguments throws(UsageError) in
    try arguments.calling(APIRequest(.listTokens)) { [now = arguments.now] document in
      CommandAnswer(document, listing: "tokens", orElse: "no tokens") { $0.tokenLine(at: now) }
    }
  }

  private static let createToken = CommandSpecification.onKeiro(
    "tokens create", "create a token and print it, once",
    details: [
      "Scopes: " + TokenScope.allCases.map(\.rawValue).joined(separator: ", ") + ".",
      "A token with links:write alone lists and shows no links, but sees each that it names in a",
      "change, since every change is answered with the whole link.",
      "A token with --host reaches only the links of these hosts; *.example.com stands for every host",
      "one label deeper. TIME is a date, an RFC 3339 time, or how long from now, such as 90d.",
      "A token with links:create may be shipped in an app: it makes links by POST /_keiro/links,",
      "on one host whose site has destinationHosts, and does nothing else. --per-hour is for each",
      "address or IPv6 /64; all together make at most a hundred times as many.",
    ],
    options: [.scope, .tokenHost, .tokenEnd, .tokenName, .perHour, .lifetime],
    examples: [
      "tokens create --scope admin --name me",
      "tokens create --scope links:read --host www.example.com --expires 90d",
      "tokens create --scope links:create --host www.example.com --lifetime 90d",
    ]
  ) { arguments throws(UsageError) in
    let scopes = try arguments.list(.scope) { TokenScope(rawValue: $0) }
    let draft = TokenDraft(
      name: arguments.value(.tokenName), scopes: scopes, hosts: arguments.list(.tokenHost),
      expires: try arguments.value(.tokenEnd) { PointInTime($0) },
      perHour: try arguments.value(.perHour) { Int($0) }, lifetime: arguments.value(.lifetime))
    return try arguments.calling(APIRequest(creating: draft, at: arguments.now)) { made in
      CommandAnswer(
        document: made, lines: [made.text("token") ?? ""],
        remarks: [
          "token \(made.text("id") ?? ""): it is shown this once; only its digest is kept"
        ])
    }
  }

  private static let revokeToken = CommandSpecification.onKeiro(
    "tokens revoke", "revoke a token permanently", operands: OperandSpecification(.text("ID")),
    examples: ["tokens revoke 7f3a9c"]
  ) { arguments throws(UsageError) in
    let id = try arguments.operand()
    return try arguments.calling(APIRequest(.revokeToken, id)) { _ in
      CommandAnswer(
        document: JSONNode(["id": .string(id)]),
        remarks: ["revoked \(id): a running server refuses it within a second"])
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
  fileprivate static let perHour = Self(
    "--per-hour", .text("NUMBER"), "links from apps in an hour, for each address; default 60")
  fileprivate static let lifetime = Self(
    "--lifetime", .text("LENGTH", form: "a length of time such as 90d or 12h"),
    "how long links from apps live; default without end")
}

extension JSONNode {
  fileprivate func tokenLine(at now: Timestamp) -> String {
    let bound = number("perHour").map { "(\($0) links an hour)" }
    let life = text("lifetime").map { "(links live \($0))" }
    return CommandAnswer.row([
      text("id"), text("createdAt"), texts("scopes").joined(separator: " "), text("name"),
      hostColumn, bound, life, text("usedAt").map { "(used \($0))" } ?? "(never used)",
      time("expires").map { "(\($0 > now ? "expires" : "expired") \($0))" },
      text("revokedAt").map { "(revoked \($0))" },
    ])
  }

  /// The hosts that something is limited to; nil for all.
  var hostColumn: String? {
    let hosts = texts("hosts")
    return hosts.isEmpty ? nil : "on " + hosts.joined(separator: " ")
  }
}
