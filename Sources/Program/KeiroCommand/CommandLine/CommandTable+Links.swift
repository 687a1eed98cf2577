import Changes
import LinkImport
import LinkStorage
import Links
import Questions
import Service
import WebSyntax

extension CommandTable {
  static let apply = CommandSpecification(
    name: "apply", summary: "make an owner's links match a file, and show what changes",
    details: [
      "FILE is CSV or NDJSON as 'links export' prints it; a host, a slug and a url for each",
      "link are enough. '-' reads standard input. The file decides: an owner's link that",
      "was edited by hand is set back. Links of other owners, or made by hand, are kept and",
      "named. Prints the plan, then applies it as one change. If a line cannot be read,",
      "nothing is applied (exit 1). Also exits with 1 if the file names a link that belongs",
      "to someone else.",
    ],
    options: OptionSpecification.locations + [.fileOwner, .prune, .dryRun, .reportFormat, .json],
    operands: OperandSpecification(
      value: .file("FILE", form: "a file such as links.csv, or - for standard input"),
      label: "FILE|-", count: 1...1)
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
      "Links of the configuration file come last and are marked. --search looks at slugs,",
      "destinations and names. With --json: {\"links\": [...]}, each as 'show' prints it,",
      "with its clicks if sorted by clicks.",
    ],
    options: OptionSpecification.locations + [
      .host, .tagFilter, .ownerFilter, .campaignFilter, .search, .linkState, .health, .sort, .limit,
      .json,
    ]
  ) { arguments throws(UsageError) in
    let filter = LinkFilter(
      host: try arguments.value(.host, hostName), tag: arguments.value(.tagFilter),
      owner: arguments.value(.ownerFilter), campaign: arguments.value(.campaignFilter),
      search: arguments.value(.search),
      order: arguments.word(.sort) ?? .created, health: arguments.word(.health))
    return .links(
      .list(
        filter, state: arguments.word(.linkState), limit: try arguments.linkLimit(),
        json: arguments.has(.json)),
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
      "Without --slug, a random one of 8 letters and digits is chosen. --host may be omitted if only",
      "one site has short links.",
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
      "Fields that are not named stay as they are; --tag replaces all tags; --unset resets a field to",
      "its default.",
    ] + linkDetails + fieldDetails,
    options: OptionSpecification.locations + [.host, .slug] + OptionSpecification.changedFields
      + [.unset, .json],
    operands: linkOperand
  ) { arguments throws(UsageError) in
    let changes = try arguments.linkChanges()
    guard !changes.edit.isEmpty || changes.passwordFile != nil else {
      throw arguments.error(.nothingToChange)
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
    summary: "list links removed in the last 30 days whose addresses are free",
    details: [
      "The newest removal comes first. Filters apply to links as they were when removed;",
      "'restore' brings one back. With --json: {\"links\": [...]}, each with the version to",
      "restore, the change, time and actor of its removal, and the link.",
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
      "For each version, shows who made it, when, in which change, and the fields that differ from the",
      "version before; with --json the whole link. A removed link keeps its versions as long as",
      "'history' in the configuration says.",
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
      "Without --version, restores the version before the present one, or the last version of a link",
      "that was removed. This is an edit like any other; a removed link comes back with the sum of",
      "its clicks.",
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
    name: "links import", summary: "show what a file of links would change; --apply imports it",
    details: [
      "auto detects the format of FILE and says how. It reads the services' own exports:",
      "tables, the JSON of their APIs and, for YOURLS, a MySQL dump; csv and ndjson are as",
      "'links export' prints them. Tables may be separated by commas, semicolons or tabs,",
      "in UTF-8 or UTF-16. '-' reads standard input. url-list takes nothing but short URLs",
      "and asks the old service, at a gentle rate, where each leads; --answers keeps the",
      "answers, so that nothing is asked twice. FIELD is a field of a link, short_link for",
      "the whole short URL, or ignore. The report counts the links and groups by cause the",
      "rows that were rejected or lost something; --json lists each. Links that were edited",
      "here since an import are kept and named, unless --overwrite is given. To resume an",
      "interrupted import, run it again; with --server, a broken connection is retried.",
      "Exits with 1 if rows were rejected, with 3 if the store failed.",
    ],
    options: OptionSpecification.locations + [
      .format(ImportFormat.allCases.map(\.rawValue)), .otherHost, .mapping, .clicks,
      .timeZone, .answers, .rate, .overwrite, .apply, .json,
    ],
    operands: OperandSpecification(
      value: .file("FILE", form: "a file such as links.csv, or - for standard input"),
      label: "FILE|-", count: 1...1)
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
    name: "links export", summary: "print the store's links, as 'links import' reads them",
    details: [
      "Links of the configuration file are not included."
    ],
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
    name: "links replay", summary: "compare where the old service and Keiro lead visitors",
    details: [
      "LOG is an access log of nginx or Apache (common or combined, also with the host in",
      "front), a standard log of CloudFront, any of these compressed by gzip, or a list of",
      "URLs; '-' reads standard input. Each request is made once for each kind of visitor,",
      "by HEAD, or by GET where HEAD is not supported, as that visitor's browser; the most",
      "visited come first. Keiro is asked in memory, from the configuration and its store,",
      "or at --new. Keiro counts nothing; the old service may. Asking stops after twenty",
      "failures in a row, and waits where 429 or 503 says so. Ask only a service that you",
      "run or pay for: robots.txt is not read. Only where a visitor ends up is compared:",
      "redirects of any status are alike, however the address is spelled. Exits with 1 if",
      "something differs or has no answer, or if nothing was compared.",
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
      if let operand = operands.first {
        throw error(.operandBeside(operand, option: OptionSpecification.slug.name))
      }
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
