import Changes
import LinkImport
import LinkStorage
import Links
import Questions
import Service
import WebSyntax

extension CommandTable {
  static let apply = CommandSpecification(
    name: "apply", summary: "make the links of an owner those of a file, and say what changes",
    details: [
      "FILE is written as 'links export' prints it, csv or ndjson, and need not have more than a host, a",
      "slug and a url for each link; '-' reads standard input. What the file says is the truth: an",
      "owner's link that was edited by hand is set back. Links of other owners, or made by hand, stay",
      "and are named. The plan comes first, then the change, which is one; with a line that cannot be",
      "read there is none. Exits with 1 then, and when one of the links that stay is also in the file.",
    ],
    options: OptionSpecification.locations + [.fileOwner, .prune, .dryRun, .reportFormat, .json],
    operands: OperandSpecification(value: .file("FILE"), label: "FILE|-", count: 1...1)
  ) { arguments throws(UsageError) in
    .apply(
      ApplyRequest(
        owner: arguments.value(.fileOwner) ?? LinkFile.defaultOwner,
        prunes: arguments.has(.prune), isDryRun: arguments.has(.dryRun),
        format: try arguments.reportFormat(), file: try arguments.operand()),
      at: try arguments.location())
  }

  static let links = [
    list, show, add, edit, remove, deleted, history, restore, importing, export, replay,
  ]

  private static let list = CommandSpecification(
    name: "links list", summary: "list short links, newest first or by their clicks",
    details: [
      "Links of the configuration file come last and are marked. --search looks into slugs,",
      "destinations and names. With --json: {\"links\": [...]}, each as 'show' prints it; sorted by",
      "clicks they have their clicks.",
    ],
    options: OptionSpecification.locations + [
      .host, .tagFilter, .ownerFilter, .campaignFilter, .search, .health, .sort, .limit, .json,
    ]
  ) { arguments throws(UsageError) in
    let filter = LinkFilter(
      host: try arguments.value(.host, hostName), tag: arguments.value(.tagFilter),
      owner: arguments.value(.ownerFilter), campaign: arguments.value(.campaignFilter),
      search: arguments.value(.search),
      order: arguments.word(.sort) ?? .created, health: arguments.word(.health))
    return .links(
      .list(filter, limit: try arguments.linkLimit(), json: arguments.has(.json)),
      at: try arguments.location())
  }

  private static let show = CommandSpecification(
    name: "links show", summary: "show a short link with all its fields and its clicks",
    details: linkDetails, options: OptionSpecification.locations + [.host, .slug, .json],
    operands: linkOperand
  ) { arguments throws(UsageError) in
    .links(
      .show(try arguments.linkName(), json: arguments.has(.json)),
      at: try arguments.location())
  }

  private static let add = CommandSpecification(
    name: "links add", summary: "add a short link to URL and print it",
    details: [
      "Without --slug a random one of 8 letters and digits is taken. --host may be left out where one",
      "site has short links.",
    ] + fieldDetails,
    options: OptionSpecification.locations + [.host, .slug] + OptionSpecification.fields + [.json],
    operands: OperandSpecification(value: .text("URL"), label: "URL", count: 1...1)
  ) { arguments throws(UsageError) in
    var changes = try arguments.linkChanges()
    _ = changes.edit.set("url", try arguments.operand())
    return .links(
      .add(
        host: arguments.value(.host), slug: arguments.value(.slug), changes,
        json: arguments.has(.json)),
      at: try arguments.location())
  }

  private static let edit = CommandSpecification(
    name: "links edit", summary: "change fields of a short link",
    details: [
      "What is not named stays; --tag replaces all tags; --unset takes a field back to its default."
    ] + linkDetails + fieldDetails,
    options: OptionSpecification.locations + [.host, .slug] + OptionSpecification.changedFields
      + [.unset, .json],
    operands: linkOperand
  ) { arguments throws(UsageError) in
    let changes = try arguments.linkChanges()
    guard !changes.edit.isEmpty || changes.passwordFile != nil else {
      throw arguments.error(.missingOption(.set))
    }
    return .links(
      .edit(try arguments.linkName(), changes, json: arguments.has(.json)),
      at: try arguments.location())
  }

  private static let remove = CommandSpecification(
    name: "links remove", summary: "remove a short link and its clicks",
    details: linkDetails, options: OptionSpecification.locations + [.host, .slug, .json],
    operands: linkOperand
  ) { arguments throws(UsageError) in
    .links(
      .remove(try arguments.linkName(), json: arguments.has(.json)),
      at: try arguments.location())
  }

  private static let deleted = CommandSpecification(
    name: "links deleted",
    summary: "list the links removed in the last 30 days whose addresses are free",
    details: [
      "The newest removal comes first. Filters look at a link as it was when it was removed; 'restore'",
      "brings it back. With --json: {\"links\": [...]}, each with the version to restore, the change,",
      "time and actor of its removal, and the link.",
    ],
    options: OptionSpecification.locations + [
      .host, .tagFilter, .ownerFilter, .campaignFilter, .search, .limit, .json,
    ]
  ) { arguments throws(UsageError) in
    let filter = LinkFilter(
      host: try arguments.value(.host, hostName), tag: arguments.value(.tagFilter),
      owner: arguments.value(.ownerFilter), campaign: arguments.value(.campaignFilter),
      search: arguments.value(.search))
    return .links(
      .deleted(filter, limit: try arguments.linkLimit(), json: arguments.has(.json)),
      at: try arguments.location())
  }

  private static let history = CommandSpecification(
    name: "links history", summary: "show the versions of a short link, newest first",
    details: linkDetails + [
      "Each says who made it, when, in which change, and the fields that differ from the one before;",
      "with --json the whole link. A link that was removed has its versions until 'history' of the",
      "configuration forgets them.",
    ],
    options: OptionSpecification.locations + [.host, .slug, .json], operands: linkOperand
  ) { arguments throws(UsageError) in
    .links(
      .history(try arguments.linkName(), json: arguments.has(.json)),
      at: try arguments.location())
  }

  private static let restore = CommandSpecification(
    name: "links restore", summary: "bring a short link back to an earlier version",
    details: linkDetails + [
      "Without --version the newest version before the present one is taken, of a link that was",
      "removed the last. It is an edit like any other; a link that was removed comes back with the",
      "sum of its clicks.",
    ],
    options: OptionSpecification.locations + [.host, .slug, .linkVersion, .json],
    operands: linkOperand
  ) { arguments throws(UsageError) in
    .links(
      .restore(
        try arguments.linkName(),
        version: try arguments.value(.linkVersion) { text in
          Int(text).flatMap { (1...Int(Int32.max)).contains($0) ? $0 : nil }
        }, json: arguments.has(.json)),
      at: try arguments.location())
  }

  private static let importing = CommandSpecification(
    name: "links import", summary: "say what a file of links would do, and with --apply do it",
    details: [
      "auto finds out what FILE is and says why. The services' own exports are read, as tables, as the",
      "JSON of their APIs or, of YOURLS, as a dump of MySQL; csv and ndjson are as 'links export' prints",
      "them. Tables may be separated by commas, semicolons or tabs, in UTF-8 or UTF-16. '-' reads",
      "standard input. url-list takes short URLs alone and asks the old service where each leads,",
      "politely; --answers keeps the answers, so that nothing is asked twice.",
      "FIELD is a field of a link, short_link for the whole short URL, or ignore.",
      "The report counts the links and groups by their causes the rows that",
      "were rejected or lost something; --json lists each. Links that were edited here since an",
      "import are kept and named, unless --overwrite is given. An import that was broken off is",
      "resumed by running it again; with --server a connection that is cut is tried again. Exits with 1 when rows were rejected, with 3 when the store",
      "failed.",
    ],
    options: OptionSpecification.locations + [
      .format(ImportFormat.allCases.map(\.rawValue)), .otherHost, .mapping, .clicks,
      .timeZone, .answers, .rate, .overwrite, .apply, .json,
    ],
    operands: OperandSpecification(value: .file("FILE"), label: "FILE|-", count: 1...1)
  ) { arguments throws(UsageError) in
    guard let format = arguments.value(.format([])).flatMap(ImportFormat.init) else {
      throw arguments.error(.missingOption(.format(ImportFormat.allCases.map(\.rawValue))))
    }
    var reading = ImportReading()
    reading.mapping = try arguments.mapping()
    reading.takesClicks = arguments.has(.clicks)
    reading.zone = try arguments.value(.timeZone, ImportReading.zone)
    for option in [OptionSpecification.answers, .rate]
    where arguments.value(option) != nil && format != .urlList {
      throw arguments.error(.needs(option.name, "--format url-list"))
    }
    let rate = try arguments.value(.rate) { Int($0).flatMap { (1...50).contains($0) ? $0 : nil } }
    return .links(
      .importing(
        ImportRequest(
          format: format, reading: reading,
          otherHost: try arguments.value(.otherHost, hostName),
          isApplied: arguments.has(.apply), overwritesEdits: arguments.has(.overwrite),
          answers: arguments.value(.answers), rate: rate ?? 2, json: arguments.has(.json),
          file: try arguments.operand())),
      at: try arguments.location())
  }

  private static let export = CommandSpecification(
    name: "links export", summary: "print the links of the store; importing them changes nothing",
    details: ["Links of the configuration file are not among them."],
    options: OptionSpecification.locations + [
      .format(LinkExport.Format.allCases.map(\.rawValue)), .host,
    ]
  ) { arguments throws(UsageError) in
    guard let format = arguments.value(.format([])).flatMap(LinkExport.Format.init) else {
      throw arguments.error(.missingOption(.format(LinkExport.Format.allCases.map(\.rawValue))))
    }
    return .links(
      .export(format, host: try arguments.value(.host, hostName)),
      at: try arguments.location())
  }

  private static let replay = CommandSpecification(
    name: "links replay", summary: "compare what visitors get from the old service and from Keiro",
    details: [
      "LOG is an access log of nginx or Apache (common or combined, also with the host in front), a",
      "standard log of CloudFront, each also packed by gzip, or a list of URLs; '-' reads standard",
      "input. Each request is made once for each kind of visitor, by HEAD, or GET where that is not",
      "known, as that visitor's browser; those with most visits come first. Keiro is asked in memory,",
      "from the configuration and its store, or at --new. It counts nothing; the old service may.",
      "Asking stops after twenty failures in a row, and waits where 429 or 503 says so. Ask only a",
      "service that you run or pay for: robots.txt is not looked at. Only where a visitor ends up is",
      "compared: redirects of any status are alike, however their address is spelt. Exits with 1 when",
      "something differs, has no answer, or nothing was compared.",
    ],
    options: [
      .config, .oldService, .newService, .visitedHost, .replacedHost, .replayRate, .replayLimit,
      .ignoredParameter, .visitorLanguage, .visitorCountry, .forwarded, .json,
    ],
    operands: OperandSpecification(value: .file("LOG"), label: "LOG|- ...", count: 1...Int.max)
  ) { arguments throws(UsageError) in
    let request = try arguments.replay()
    return .links(.replay(request), at: .configuration(request.configuration))
  }

  // MARK: - Parts

  private static let linkOperand = OperandSpecification(
    value: .text("LINK"), label: "[LINK]", count: 0...1)

  private static let linkDetails = [
    "LINK is a short URL such as https://example.com/s/spring, on any host of its site; with --host,",
    "or where one site has short links, it may be a slug.",
  ]

  private static let fieldDetails = [
    "TIME is a date (its beginning in UTC), a time of RFC 3339, or how far ahead, such as 24h or 7d;",
    "--set writes any field by its name in JSON, as in --set apple.fallback=https://example.com/;",
    "--password-file keeps the password out of the list of processes.",
  ]
}

extension ParsedArguments {
  /// The largest number of links to list; nil for all.
  fileprivate func linkLimit() throws(UsageError) -> Int? {
    try value(.limit) { Int($0).flatMap { $0 > 0 ? $0 : nil } }
  }

  /// The mapping of columns to fields that `--map` options define.
  fileprivate func mapping() throws(UsageError) -> [ColumnMapping] {
    var mapping: [ColumnMapping] = []
    for text in list(.mapping) {
      do throws(ColumnMappingFault) {
        mapping.append(try ColumnMapping(parsing: text))
      } catch {
        switch error {
        case .notMapping: throw self.error(.invalidValue(.mapping, value: text))
        case .unknownField(let name):
          throw self.error(
            .invalidField(.mapping, name: name, known: ColumnMapping.fieldNames))
        }
      }
    }
    return mapping
  }

  /// The link named by the operand.
  fileprivate func linkName() throws(UsageError) -> LinkName {
    let host = value(.host).map { HostPattern($0)?.description ?? $0 }
    if let slug = value(.slug) {
      if let operand = operands.first { throw error(.unexpectedOperand(operand)) }
      return .parts(host: host, slug: slug)
    }
    let operand = try operand()
    guard let host, operand.firstRange(of: "://") == nil else { return .text(operand) }
    return .parts(host: host, slug: operand)
  }

  /// The fields set by options.
  fileprivate func linkChanges() throws(UsageError) -> LinkFieldChanges {
    var edit = LinkEdit()
    var password: OptionSpecification?
    for (field, option) in OptionSpecification.byField {
      switch field.type {
      case .flag: if has(option) { _ = edit.set(field.path, "true") }
      case .tags: if case let tags = list(option), !tags.isEmpty { edit.setTags(tags) }
      default: if let text = value(option) { _ = edit.set(field.path, text) }
      }
      if case .password = field.type, value(option) != nil { password = option }
    }
    for text in list(.set) {
      guard let equals = text.firstIndex(of: "=") else {
        throw error(.invalidValue(.set, value: text))
      }
      let name = String(text[..<equals])
      guard edit.set(name, String(text[text.index(after: equals)...])) else {
        throw error(.invalidField(.set, name: name, known: LinkEdit.fieldNames))
      }
    }
    for name in list(.unset) where !edit.unset(name) {
      throw error(.invalidField(.unset, name: name, known: LinkEdit.removableNames))
    }
    for (field, option) in OptionSpecification.byField {
      if case .time = field.type { _ = try value(option) { PointInTime($0) } }
    }
    let passwordFile = value(.passwordFile)
    if passwordFile != nil, let password {
      throw error(.contradiction(password.name, OptionSpecification.passwordFile.name))
    }
    return LinkFieldChanges(edit: edit, passwordFile: passwordFile)
  }
}
