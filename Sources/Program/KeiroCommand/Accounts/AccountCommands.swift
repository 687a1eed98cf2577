import JSONSyntax
import LinkStorage
import Links
import Management

extension CommandTable {
  static let people = CommandGroup(
    name: "people", summary: "manage who may sign in to the dashboard",
    examples: ["people add --role editor Mika"],
    commands: [listPeople, addPerson, editPerson, removePerson])

  private static let listPeople = CommandSpecification.onKeiro(
    "people list", "list who may sign in to the dashboard", examples: ["people list"]
  ) { arguments throws(UsageError) in
    try arguments.calling(APIRequest(.listPeople)) { [now = arguments.now] document in
      CommandAnswer(document, listing: "people", orElse: "nobody") { $0.personLine(at: now) }
    }
  }

  private static let addPerson = CommandSpecification.onKeiro(
    "people add", "add someone and print the address for making a passkey",
    details: [
      "Viewers see links and numbers, editors change links, admins may do everything. With",
      "--site, the person sees and changes only the links of these hosts. The address works",
      "for one passkey and for seven days; it begins with 'dashboard.origin' of the",
      "configuration.",
    ],
    options: [.role.required, .site], operands: personName,
    examples: ["people add --role editor Mika"]
  ) { arguments throws(UsageError) in
    let person: JSONOutput = [
      "name": .string(try arguments.operand()), "role": .optional(arguments.value(.role)),
      "hosts": .strings(arguments.list(.site)),
    ]
    return try arguments.calling(APIRequest(.addPerson, body: person)) { invited in
      let (name, end) = (invited.text("name") ?? "", invited.text("expires") ?? "")
      return CommandAnswer(
        document: invited, lines: [invited.text("url") ?? ""],
        remarks: ["\(name) makes a passkey at this address, once, until \(end)"])
    }
  }

  private static let editPerson = CommandSpecification.onKeiro(
    "people edit", "change someone's role or hosts",
    details: [
      "--site replaces the whole list, and 'all' stands for all hosts. Both apply from the next",
      "request on, in sessions, too.",
    ],
    options: [.role, .site], operands: personName,
    examples: ["people edit --site a.example --site b.example Mika"]
  ) { arguments throws(UsageError) in
    let changes: JSONOutput = [
      "role": .optional(arguments.value(.role)), "hosts": arguments.listOrAll(.site),
    ]
    let call = try arguments.changing(.changePerson, changes, suchAs: "--role or --site")
    return try arguments.calling(call) { [now = arguments.now] in
      CommandAnswer(document: $0, lines: [$0.personLine(at: now)])
    }
  }

  private static let removePerson = CommandSpecification.onKeiro(
    "people remove", "remove someone, with all passkeys and sessions", operands: personName,
    examples: ["people remove 7f3a9c"]
  ) { arguments throws(UsageError) in
    try arguments.calling(APIRequest(.removePerson, try arguments.operand())) { person in
      CommandAnswer(
        document: person,
        remarks: ["removed \(person.text("name") ?? ""), with all passkeys and sessions"])
    }
  }

  private static let personName = OperandSpecification(
    .text("NAME", form: "a name such as Mika"))
}

extension OptionSpecification {
  fileprivate static let role = Self(
    "--role", .words(PersonRole.allCases.map(\.rawValue), label: "ROLE"),
    "what the person may do")
  fileprivate static let site = Self(
    "--site", .text("HOST"), "a host whose links the person reaches; default all hosts",
    isRepeatable: true)
}

extension JSONNode {
  fileprivate func personLine(at now: Timestamp) -> String {
    CommandAnswer.row([
      text("name"), text("id"), text("role"), hostColumn, "(\(accessOfPerson(at: now)))",
    ])
  }

  private func accessOfPerson(at now: Timestamp) -> String {
    if let provider = text("provider") { return "by \(provider)" }
    if let passkeys = number("passkeys"), passkeys > 0 { return passkeys.counted("passkey") }
    if let end = time("invitedUntil"), end > now { return "invited until \(end)" }
    return "cannot sign in"
  }
}

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
    let end = try arguments.value(.tokenEnd) { PointInTime($0) }
    let token: JSONOutput = [
      "name": .optional(arguments.value(.tokenName)), "scopes": .strings(arguments.list(.scope)),
      "hosts": .strings(arguments.list(.tokenHost)),
      "expires": .optional(end?.after(arguments.now).description),
      "perHour": .optional(try arguments.value(.perHour) { Int($0) }),
      "lifetime": .optional(arguments.value(.lifetime)),
    ]
    return try arguments.calling(APIRequest(.createToken, body: token.withoutNulls)) { made in
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
