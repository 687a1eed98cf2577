import Changes
import Deliveries
import JSONSyntax
package import LinkImport
package import LinkStorage
package import Links
package import Questions
import Service
package import WebSyntax

/// The parameters of the API, each defined once. A parameter whose sentence depends on its call has an
/// entry for each sentence.
package enum CallParameters {
  // MARK: - Links

  package static let host = hosts("Only links of this host.")
  /// The host beside a slug, of any site of the hosts.
  package static let namedHost = APIParameter<String>.text(
    "host", schema: hostSchema(isOptional: true),
    "In the place of 'url', beside 'slug'; left out, the host of the only site with short links.")
  package static let url = APIParameter<String>.text(
    "url",
    "An address, with or without https://; or a slug alone where one site has short links.")
  package static let namedSlug = APIParameter<String>.text("slug", "In the place of 'url'.")
  package static let former = APIParameter<Bool>.flag(
    "former", "Answer with host and slug alone, whether there is a link now or not.")
  package static let tag = APIParameter<String>.text("tag", "Only links with this tag.")
  package static let owner = APIParameter<String>.text(
    "owner", "Only links that the file of this owner keeps.")
  package static let campaign = APIParameter<String>.text(
    "campaign", "Only links with this utm_campaign.")
  package static let search = APIParameter<String>.text(
    "search", "Words, each of which is in the slug, the destination or the name.")
  package static let sort = APIParameter<LinkOrder>.choice(
    "sort", standard: .created,
    "created: the newest first; clicks: those with the most clicks first, as far as clicks are "
      + "summed up, each with its clicks. Links of the configuration come last.")
  package static let state = APIParameter<LinkState>.choice(
    "state", "Where links stand in their lives: 'ending' ones end within 30 days, soonest first.")
  package static let health = APIParameter<HealthState>.choice(
    "health",
    "How destinations did when they were last asked; links that were not asked yet, and those of the "
      + "configuration, have no health.")

  // MARK: - Pages of lists

  package static let limit = pageLength("Length of the page.", standard: 100)
  package static let linkCursor = APIParameter<LinkListCursor>.cursor(
    pattern: "^(k?(0|-?[1-9][0-9]{0,17})\\.(0|[1-9][0-9]{0,17})|c\\.[0-9]{1,9})?$"
  ) { LinkListCursor($0) }
  package static let deletedCursor = APIParameter<DeletedCursor>.cursor(
    pattern: "^([0-9]+\\.[0-9]+)?$"
  ) { DeletedCursor($0) }
  package static let numberCursor = APIParameter<Int>.cursor(
    pattern: "^[0-9]{0,18}$", read: number)
  package static let deliveryCursor = APIParameter<Int>.cursor(
    pattern: "^([0-9]*[1-9][0-9]*)?$", limits: ["maxLength": 18]
  ) { number($0).flatMap { $0 > 0 ? $0 : nil } }
  package static let deliveryState = APIParameter<Delivery.State>(
    "state", ["type": "string", "enum": .strings([""] + Delivery.State.allCases.map(\.name))],
    sentence: "Only deliveries in this state.",
    ": expected one of " + Delivery.State.allCases.map(\.name).joined(separator: ", "),
    read: { text in Delivery.State.allCases.first { $0.name == text } }, write: { $0.name })

  // MARK: - Files of links

  /// Without a name it is refused rather than taken for the usual one, whose links 'prune' would remove.
  package static let fileOwner = APIParameter<String>(
    "owner",
    [
      "type": "string", "minLength": 1, "maxLength": .int(FieldType.wordBytes),
      "default": .string(LinkFile.defaultOwner),
    ], sentence: "Whose links the file has.",
    " is not an owner: expected a name such as shop", takesBlank: false,
    read: { $0.isEmpty ? nil : $0 }, write: { $0 })
  package static let prune = APIParameter<Bool>.flag(
    "prune", "Remove links of the owner that the file does not have.")
  package static let dryRun = APIParameter<Bool>.flag(
    "dryRun", "Say what would be done, and do nothing.")
  package static let fileFormat = APIParameter<LinkExport.Format>.choice(
    "format", expectation: " is not a format: expected csv or ndjson",
    "How the file is written; without it a brace at its beginning says ndjson, anything else csv.")
  package static let exportFormat = APIParameter<LinkExport.Format>.choice(
    "format", standard: .ndjson, takesBlank: false,
    expectation: " is not a format: expected csv or ndjson", "How the links are written.")
  package static let exportCursor = APIParameter<Int>.cursor(
    pattern: "^[0-9]{0,18}$",
    "'Keiro-Next-Cursor' of the page before. With it or 'limit' the answer is a page; the heading of "
      + "CSV stands on the first one alone.",
    read: number)
  package static let exportLimit = pageLength(
    "Length of a page; without it and 'cursor' the answer has every link.")

  // MARK: - Imports

  package static let importFormat = APIParameter<ImportFormat>.choice(
    "format", of: ImportFormat.allCases.filter { $0 != .urlList }, takesBlank: false,
    isRequired: true,
    expectation: " is not a format: expected one of "
      + ImportFormat.allCases.map(\.rawValue).joined(separator: ", "),
    "What the file is; auto finds out and says why. Lists of addresses alone (url-list) are for the "
      + "command line, since asking the old service takes hours.")
  package static let otherHost = APIParameter<String>.strict(
    "as", "Where links of hosts go that no site serves.")
  package static let overwrite = APIParameter<Bool>.flag(
    "overwrite", "Replace also links that were made here, or edited since an import wrote them.")
  package static let clicks = APIParameter<Bool>.flag(
    "clicks", "Take along the clicks that the old service has counted.")
  package static let map = APIParameter<String>.text(
    "map",
    "What columns hold, with commas between them: Long URL=url,Alias=slug. A field is one of a link, "
      + "short_link for the whole short URL, or ignore.")
  package static let timeZone = zone(
    "The zone of times that name no offset: Europe/Berlin, CET, +02:00. Of two moments with the same "
      + "local time the first counts, and a time that the clocks skip is as long after the change. "
      + "Without it such times are read as UTC, and refused in csv and ndjson.", takesBlank: false)
  package static let redirectStatus = APIParameter<ShortLink.RedirectStatus>(
    "status",
    [
      "type": "integer",
      "enum": .array(ShortLink.RedirectStatus.allCases.map { .int($0.rawValue) }),
    ],
    sentence: "The status of the redirects of all links, in the place of the file's. Without it "
      + "links of a service answer as they did there: those of Bitly, Rebrandly and YOURLS 301.",
    ": expected 301, 302, 303, 307 or 308", takesBlank: false,
    read: { Int($0).flatMap(ShortLink.RedirectStatus.init) }, write: { String($0.rawValue) })
  package static let offset = APIParameter<Int>(
    "offset", ["type": "integer", "minimum": 0],
    sentence: "The body is a piece of the file that begins behind so many bytes, and belongs to "
      + "those with the same Idempotency-Key. A piece that comes again is taken once. 409 "
      + "'upload-lost': the pieces before it are not here (any more), and the file is to be sent "
      + "from its beginning with another key; links that were imported count as unchanged then.",
    ": expected a number of bytes", takesBlank: false, read: number, write: { String($0) })
  package static let more = APIParameter<Bool>.flag(
    "more",
    "Whether other pieces follow; the answer to such a one says how many bytes of the file were "
      + "received.")

  // MARK: - Sums and changes

  package static let countedHost = hosts(
    "Only links of this host; a link of the configuration, named by host and slug, has one count for "
      + "all hosts of its site.")
  package static let countedSlug = APIParameter<String>.text("slug", "Only links of this name.")
  package static let countedSince = time(
    "since",
    "A time, a date, or how long ago: 7d, 24h. An hour that has begun counts whole; so does a day of "
      + "which no hours are kept.")
  package static let countedUntil = time("until", "The same.")
  package static let countedZone = zone(
    "The zone of dates, and of the days and hours of rows: Europe/Berlin, +02:00. Days are sums of the "
      + "hours that statistics.hours of the configuration keeps, an hour counting to the day in which "
      + "its middle is; earlier days, and counts that are kept by day alone, are of days in UTC, and "
      + "note says so.")
  package static let grouping = APIParameter<StatisticsQuery.Grouping>.choice(
    "by", standard: .day,
    "Hours have rows as long as statistics.hours of the configuration keeps them; older ones are in "
      + "the sums alone, and note says so. Referrers, versions and events beyond so many a day count "
      + "as other. Rules, languages, countries and ways have rows of whole days; ways count first "
      + "openings of apps, as launches.")
  package static let split = APIParameter<StatisticsQuery.Split>.choice(
    "split",
    "What the clicks of each day are told apart by, in 'parts' of the rows; rows of hours have none, "
      + "and beside other groups it is refused.")
  package static let statisticsFormat = APIParameter<StatisticsFormat>.choice(
    "format", standard: .json, expectation: ": expected json or csv",
    "As a document, or as a table with commas.")
  package static let changedHost = hosts("Only changes of links of this host.")
  package static let actor = APIParameter<String>.text(
    "actor", "The name or the identifier of a token, 'command-line' or 'service'.")
  package static let changingPerson = APIParameter<String>.text(
    "person",
    "The identifier or the name of a person who made the changes, in capitals or not; the present name "
      + "also finds those under earlier ones.")
  package static let action = APIParameter<AuditAction>.choice("action", "What was done.")
  package static let ofChange = APIParameter<Int>(
    "change", ["type": "string", "pattern": "^[0-9]{0,18}$"],
    sentence: "The number of a change of links: its entries.",
    " is no number of a change: expected one such as 46", read: number, write: { String($0) })
  package static let since = time("since", "A time, a date, or how long ago: 7d, 24h.")
  package static let until = time("until", "The same; the first moment that does not count.")

  package enum StatisticsFormat: String, CaseIterable, Sendable {
    case json, csv
  }

  // MARK: - Files and launches

  package static let kind = APIParameter<ValidatedKind>(
    "kind", ["type": "string", "enum": .strings(ValidatedKind.names)],
    sentence: "Without it the name of the file decides, or its root value.",
    ": expected one of " + ValidatedKind.names.joined(separator: ", "), takesBlank: false,
    read: { ValidatedKind(rawValue: $0) }, write: { $0.rawValue })
  package static let file = APIParameter<String>.strict("file", "What the answer calls it.")
  package static let app = APIParameter<String>.strict(
    "app", "May be left out where there is only one.")

  // MARK: - Firebase

  static let days = APIParameter<String>.strict(
    "durationDays", schema: ["type": "integer", "minimum": 1, "maximum": 100_000, "default": 7],
    "How many days back.")
  static let key = APIParameter<String>.text(
    "key", "The token, as Firebase's callers send their API key.")

  // MARK: - Parts of paths

  static let link: [any DescribedParameter] = [
    part("host", schema: hostSchema(isOptional: false), nil),
    part("slug", schema: ["minLength": 1], "May hold slashes, as slugs do."),
  ]
  static let change = part(
    "number", schema: ["type": "integer", "minimum": 0, "maximum": 999_999_999_999_999_999],
    "As versions and the audit log give it.")
  static let delivery = part(
    "number", schema: ["type": "integer", "minimum": 0], "'id' of the delivery.")
  static let token = part("token", "As the list has it.")
  static let person = part("person", "The identifier or the name, percent-encoded.")
  static let template = part("template", "The name, percent-encoded.")
  static let webhook = part(
    "id", schema: ["pattern": "^[A-Za-z0-9_]{1,100}$"], "As the list has it.")
  static let shortLink = part("shortLink", "The whole short URL, percent-encoded.")

  // MARK: - Fields

  static let idempotencyKey = field(
    "Idempotency-Key", schema: ["minLength": 1, "maxLength": 255], nil)
  static let pieceKey = field(
    "Idempotency-Key", schema: ["minLength": 1, "maxLength": 255], "Of all pieces of one file.")
  static let prefer = field(
    "Prefer",
    "'wait=2': answer when every node has the change, or after so many seconds (at most 30).")
  static let conditions: [any DescribedParameter] = [
    field(
      "If-Match", "The entity tag that the caller has seen; 412 when the link has changed since."),
    field("If-None-Match", "412 when it names the link as it is, which '*' always does."),
  ]
  static let readConditions: [any DescribedParameter] = [
    field("If-Match", "An entity tag of an answer to GET; 412 unless it is that of this answer."),
    field(
      "If-None-Match", "An entity tag of an answer to GET; 304 when it is that of this answer."),
  ]

  // MARK: - Kinds

  private static func hosts(_ sentence: String) -> APIParameter<HostPattern> {
    APIParameter(
      "host", ["type": "string"] + hostSchema(isOptional: true), sentence: sentence,
      " is not a host: expected one such as www.example.com", read: { HostPattern($0) },
      write: { $0.description })
  }

  private static func hostSchema(isOptional: Bool) -> JSONOutput {
    let host = "(\\*\\.)?\(OpenAPIDocument.hostPattern)"
    return isOptional
      ? ["maxLength": 255, "pattern": .string("^(\(host))?$")]
      : ["minLength": 1, "maxLength": 255, "pattern": .string("^\(host)$")]
  }

  private static func time(_ name: String, _ sentence: String) -> APIParameter<PointInTime> {
    let date = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    let clock = "([01][0-9]|2[0-3]):[0-5][0-9]"
    let time = "[Tt]\(clock):([0-5][0-9]|60)(\\.[0-9]+)?([Zz]|[+-]\(clock))"
    return APIParameter(
      name,
      [
        "type": "string",
        "pattern": .string("^(|0{0,9}([1-9][0-9]{0,4}|100000)[hdw]|\(date)(\(time))?)$"),
      ], sentence: sentence,
      " is not a time: expected one such as 2026-11-21, 2026-11-21T00:00:00Z or 7d",
      read: { PointInTime($0) }
    ) { time in
      switch time {
      case .at(let time): time.description
      case .day(let day): Statistics.name(ofDay: day)
      // Every distance that people write is of hours.
      case .distance(let seconds): "\(seconds / 3600)h"
      }
    }
  }

  private static func zone(
    _ sentence: String, takesBlank: Bool = true
  ) -> APIParameter<LocalZone> {
    APIParameter(
      "timeZone", ["type": "string", "default": "UTC"], sentence: sentence,
      " is no time zone that Keiro knows here: expected a name such as Europe/Berlin, or an offset "
        + "such as +02:00", takesBlank: takesBlank,
      // A plus sign in a query means a blank.
      read: { ZoneShelf.system.zoneOrOffset($0.hasPrefix(" ") ? "+" + $0.dropFirst() : $0) },
      write: { $0.name })
  }

  private static func pageLength(_ sentence: String, standard: Int? = nil) -> APIParameter<Int> {
    APIParameter(
      "limit",
      ["type": "integer", "minimum": 1, "maximum": 1000]
        + (standard.map { ["default": .int($0)] } ?? [:]), sentence: sentence,
      " is out of range: expected a number from 1 to 1000", takesBlank: false,
      read: { Int($0).flatMap { (1...1000).contains($0) ? $0 : nil } }, write: { String($0) })
  }

  /// A number of at most 18 digits.
  @Sendable private static func number(_ text: String) -> Int? {
    text.utf8.count <= 18 ? DecimalDigits.number(text.utf8) : nil
  }

  private static func part(
    _ name: String, schema: JSONOutput = [:], _ sentence: String?
  ) -> ParameterDescription {
    ParameterDescription(
      name: name, place: .path, schema: ["type": "string"] + schema, isRequired: true,
      sentence: sentence)
  }

  private static func field(
    _ name: String, schema: JSONOutput = [:], _ sentence: String?
  ) -> ParameterDescription {
    ParameterDescription(
      name: name, place: .header, schema: ["type": "string"] + schema, sentence: sentence)
  }
}
