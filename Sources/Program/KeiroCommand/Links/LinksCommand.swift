import JSONSyntax
import LinkImport
import LinkStorage
import Links
import Management
import WebSyntax

extension CommandTable {
  static let links = CommandGroup(
    name: "links", summary: "list, add, change, import and export short links",
    examples: [
      "links add --host www.example.com https://www.example.com/sale",
      "links list --sort clicks --limit 20",
    ],
    commands: [
      list, show, add, edit, remove, deleted, purge, history, restore, importing, export, replay,
    ])

  private static let list = CommandSpecification.onKeiro(
    "links list", "list short links, newest first or by their clicks",
    details: [
      "Links of the configuration file come last and are marked. --search looks at slugs,",
      "destinations and names. With --json: {\"links\": [...]}, each as 'show' prints it,",
      "with its clicks if sorted by clicks.",
    ],
    options: OptionSpecification.linkFilters + [.linkState, .linkHealth, .linkOrder, .linkLimit],
    examples: [
      "links list --host www.example.com --tag spring", "links list --sort clicks --limit 20",
      "links list --server https://keiro.example.com --token-file token  # of a server elsewhere",
    ]
  ) { arguments throws(UsageError) in
    try arguments.linkList(
      .listLinks,
      [
        CallParameters.state(text: arguments.value(.linkState)),
        CallParameters.health(text: arguments.value(.linkHealth)),
        CallParameters.sort(text: arguments.value(.linkOrder)),
      ])
  }

  private static let deleted = CommandSpecification.onKeiro(
    "links deleted", "list links removed in the last 30 days whose addresses are free",
    details: [
      "The newest removal comes first. Filters apply to links as they were when removed;",
      "'restore' brings one back. With --json: {\"links\": [...]}, each with the version to",
      "restore, the change, time and actor of its removal, and the link.",
    ],
    options: OptionSpecification.linkFilters + [.linkLimit],
    examples: [
      "links deleted --host www.example.com", "links deleted --tag spring --search sale --json",
    ]
  ) { arguments throws(UsageError) in
    try arguments.linkList(.listDeletedLinks)
  }

  private static let purge = CommandSpecification.onKeiro(
    "links purge", "remove deleted links for good",
    details: [
      "Empties the list of 'links deleted': neither 'links restore' nor 'audit undo' brings",
      "these links back. Their clicks stay in the sums of their hosts, tags and campaigns.",
      "Links leave the list by themselves 30 days after their removal. TIME is a date, an RFC",
      "3339 time, or how long ago, such as 7d.",
    ],
    options: [.host, .until],
    examples: ["links purge --until 7d", "links purge --host go.example.com"]
  ) { arguments throws(UsageError) in
    var call = APIRequest(
      .purgeLinks,
      query: [
        CallParameters.host(try arguments.value(.host) { HostPattern($0) }),
        CallParameters.until(try arguments.value(.until) { PointInTime($0) }),
      ])
    call.timeout = 600
    return try arguments.calling(call, for: .writing) { document in
      let count = document.number("removed") ?? 0
      return CommandAnswer(
        document: document, lines: ["\(count.counted("deleted link")) removed for good"])
    }
  }

  private static let show = CommandSpecification.onKeiro(
    "links show", "show a short link with all its fields and its clicks",
    details: linkDetails, options: [.host, .slug], operands: linkOperand,
    examples: ["links show https://www.example.com/s/spring"]
  ) { arguments throws(UsageError) in
    let name = try arguments.linkName()
    return try arguments.asking(.reading) { keiro throws(CommandFailure) in
      let link = try keiro.link(name)
      return CommandAnswer(document: link, lines: link.linkLines)
    }
  }

  private static let add = CommandSpecification.onKeiro(
    "links add", "add a short link to URL and print it",
    details: [
      "Without --slug, a random one of 8 letters and digits is chosen. --host may be omitted if only",
      "one site has short links.",
    ] + fieldDetails,
    options: OptionSpecification.linkParts + OptionSpecification.fields,
    operands: OperandSpecification(.text("URL")),
    examples: [
      "links add --host www.example.com --slug spring https://www.example.com/sale",
      "links add --host www.example.com --expires 30d https://www.example.com/sale",
    ]
  ) { arguments throws(UsageError) in
    var changes = try arguments.linkChanges()
    _ = changes.edit.set("url", try arguments.operand())
    let (host, slug) = (arguments.value(.host), arguments.value(.slug))
    return try arguments.writing(changes) { keiro, fields throws(CommandFailure) in
      try keiro.document(
        APIRequest(.createLink, body: JSONOutput(fields.naming(host, slug))))
    }
  }

  private static let edit = CommandSpecification.onKeiro(
    "links edit", "change fields of a short link",
    details: [
      "Fields that are not named stay as they are; --tag replaces all tags; --unset resets a field to",
      "its default.",
    ] + linkDetails + fieldDetails,
    options: OptionSpecification.linkParts + OptionSpecification.changedFields + [.unset],
    operands: linkOperand,
    examples: [
      "links edit --name Spring --tag poster https://www.example.com/s/spring",
      "links edit --unset expires https://www.example.com/s/spring",
    ]
  ) { arguments throws(UsageError) in
    let changes = try arguments.linkChanges()
    guard !changes.edit.isEmpty || changes.passwordFile != nil else {
      throw arguments.error(
        .nothingToChange("--url, --name or --tag, --set FIELD=VALUE or --unset FIELD"))
    }
    let name = try arguments.linkName()
    return try arguments.writing(changes) { keiro, fields throws(CommandFailure) in
      try keiro.document(of: name) {
        APIRequest(.changeLink, $0.host, $0.slug, body: JSONOutput(fields))
      }
    }
  }

  private static let remove = CommandSpecification.onKeiro(
    "links remove", "remove a short link; 'links restore' brings it back with its clicks",
    details: linkDetails, options: [.host, .slug], operands: linkOperand,
    examples: ["links remove https://www.example.com/s/spring"]
  ) { arguments throws(UsageError) in
    let name = try arguments.linkName()
    return try arguments.asking(.writing) { keiro throws(CommandFailure) in
      let key = try keiro.key(name)
      _ = try keiro.document(APIRequest(.deleteLink, key.host, key.slug))
      return CommandAnswer(
        document: JSONNode(
          ["host": .string(key.host), "slug": .string(key.slug)]),
        remarks: ["removed \(key.host)/\(key.slug)"])
    }
  }

  private static let history = CommandSpecification.onKeiro(
    "links history", "show the versions of a short link, newest first",
    details: linkDetails + [
      "For each version, shows who made it, when, in which change, and the fields that differ from the",
      "version before; with --json the whole link. A removed link keeps its versions as long as",
      "'history' in the configuration says.",
    ],
    options: [.host, .slug], operands: linkOperand,
    examples: ["links history https://www.example.com/s/spring"]
  ) { arguments throws(UsageError) in
    let name = try arguments.linkName()
    return try arguments.asking(.reading) { keiro throws(CommandFailure) in
      let history = try keiro.document(of: name, isFormer: true) {
        APIRequest(
          .listVersions, $0.host, $0.slug, query: [CallParameters.limit(HistoryBounds.versions)])
      }
      return CommandAnswer(document: history, lines: history.versionLines)
    }
  }

  private static let restore = CommandSpecification.onKeiro(
    "links restore", "bring a short link back to an earlier version",
    details: linkDetails + [
      "Without --version, restores the version before the present one, or the last version of a link",
      "that was removed. This is an edit like any other; a removed link comes back with the sum of",
      "its clicks.",
    ],
    options: [.host, .slug, .linkVersion], operands: linkOperand,
    examples: [
      "links restore https://www.example.com/s/spring  # as it was before the last change",
      "links restore --host www.example.com --slug spring --version 3",
    ]
  ) { arguments throws(UsageError) in
    let name = try arguments.linkName()
    let version = try arguments.number(.linkVersion, in: 1...Int(Int32.max))
    let body = JSONOutput.object(version.map { [.init("version", .int($0))] } ?? [])
    return try arguments.asking(.writing) { keiro throws(CommandFailure) in
      let link = try keiro.document(of: name, isFormer: true) {
        APIRequest(.restoreLink, $0.host, $0.slug, body: body)
      }
      return CommandAnswer(written: link)
    }
  }

  // MARK: - Parts

  private static let linkOperand = OperandSpecification(
    .text("LINK"), label: "[LINK]", count: 0...1)

  private static let linkDetails = [
    "LINK is a short URL such as https://example.com/s/spring, on any host of its site, also with the",
    "'+' of its explanation or the '.qr' of its QR code, and means the link that is served there;",
    "with --host, or where one site has short links, it may be a slug.",
  ]

  private static let fieldDetails = [
    "TIME is a date (its beginning in UTC), an RFC 3339 time, or how far ahead, such as 24h or 7d;",
    "--set writes any field by its JSON name, as in --set apple.fallback=https://example.com/;",
    "--password-file keeps the password out of the process list.",
  ]
}

extension ParsedArguments {
  fileprivate func linkList(
    _ operation: APIOperation, _ others: [APIRequest.Item?] = []
  ) throws(UsageError) -> Command {
    let limit = try number(.linkLimit, in: 1...Int.max)
    let filters = try linkFilters() + others
    return try using(.reading) { [now] keiro, console throws(CommandFailure) in
      try LinkList(keiro: keiro, now: now, console: console).run(operation, filters, limit: limit)
    }
  }

  fileprivate func writing(
    _ changes: LinkFieldChanges,
    _ write: @escaping (Keiro, JSONNode) throws(CommandFailure) -> JSONNode
  ) throws(UsageError) -> Command {
    try using(
      .writing,
      reading: { [now] console throws(CommandFailure) in try changes.patch(console, at: now) }
    ) { keiro, fields, console throws(CommandFailure) in
      console.give(CommandAnswer(written: try write(keiro, fields)))
    }
  }
}

extension CommandAnswer {
  fileprivate init(written link: JSONNode) {
    self.init(document: link, lines: [link.text("shortURL") ?? ""], warnings: link.warningLines)
  }
}

extension JSONNode {
  fileprivate func naming(_ host: String?, _ slug: String?) -> JSONNode {
    let keyMembers = [("host", host), ("slug", slug)].compactMap { name, text in
      text.map { JSONMember(name: name, nameOffset: 0, node: JSONNode(.string($0))) }
    }
    return JSONNode(offset: 0, value: .object(keyMembers + (object ?? [])))
  }
}
