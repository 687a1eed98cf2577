import LinkStorage
import Links

extension OptionSpecification {
  static let slug = OptionSpecification(
    name: "--slug", value: .text("SLUG"), summary: "the part of the short URL behind its prefix")
  static let tagFilter = OptionSpecification(
    name: "--tag", value: .text("TAG"), summary: "only links with this tag")
  static let ownerFilter = OptionSpecification(
    name: "--owner", value: .text("NAME"), summary: "only links that the file of this owner keeps")
  static let campaignFilter = OptionSpecification(
    name: "--campaign", value: .text("NAME"), summary: "only links with this utm_campaign")
  static let fileOwner = OptionSpecification(
    name: "--owner", value: .text("NAME"),
    summary: "whose links the file has: its name on each of them; default apply")
  static let prune = OptionSpecification(
    name: "--prune", summary: "remove links of the owner that the file does not have")
  static let dryRun = OptionSpecification(
    name: "--dry-run", summary: "write nothing: the plan alone")
  static let search = OptionSpecification(
    name: "--search", value: .text("TEXT"), summary: "only links in which this text stands")
  static let sort = OptionSpecification(
    name: "--sort", value: .words(LinkOrder.allCases.map(\.rawValue)),
    summary: "in which order; default created, the newest first")
  static let health = OptionSpecification(
    name: "--health", value: .words(HealthState.allCases.map(\.rawValue)),
    summary: "only links whose destinations did so when they were last asked")
  static let limit = OptionSpecification(
    name: "--limit", value: .text("NUMBER"), summary: "at most so many; default all")
  static let otherHost = OptionSpecification(
    name: "--as", value: .text("HOST"),
    summary: "where links of hosts go that no site serves, such as example.page.link")
  static let linkVersion = OptionSpecification(
    name: "--version", value: .text("NUMBER"),
    summary: "the version to go back to, as 'links history' numbers them")
  static let apply = OptionSpecification(
    name: "--apply", summary: "write; without it nothing is changed")

  static let overwrite = OptionSpecification(
    name: "--overwrite",
    summary: "replace also links that were made here, or edited since an import")

  static let mapping = OptionSpecification(
    name: "--map", value: .text("COLUMN=FIELD"), isRepeatable: true,
    summary: "what a column holds, by its name or its number from 1")
  static let clicks = OptionSpecification(
    name: "--clicks", summary: "take along the clicks that the old service has counted")
  static let timeZone = OptionSpecification(
    name: "--time-zone", value: .text("OFFSET"),
    summary: "the offset of times that have none, such as +09:00; default Z")
  static let answers = OptionSpecification(
    name: "--answers", value: .file("ANSWERS"),
    summary: "of url-list: the file that keeps what the old service answered")
  static let rate = OptionSpecification(
    name: "--rate", value: .text("NUMBER"),
    summary: "of url-list: how many questions a second each host gets; default 2")

  static func format(_ words: [String]) -> OptionSpecification {
    OptionSpecification(
      name: "--format", value: .words(words), isRequired: true, summary: "how the links are written"
    )
  }

  // MARK: Fields

  static let passwordFile = OptionSpecification(
    name: "--password-file", value: .file("FILE|-"),
    summary: "the file that holds the password; '-' is standard input")
  static let set = OptionSpecification(
    name: "--set", value: .text("FIELD=VALUE"), isRepeatable: true, summary: "any other field")
  static let unset = OptionSpecification(
    name: "--unset", value: .text("FIELD"), isRepeatable: true,
    summary: "a field that goes back to its default")

  /// The fields of a link that have an option, in the order of the help.
  static let byField: [(field: LinkField, option: OptionSpecification)] =
    LinkField.all.compactMap { field in
      field.option.map { (field, $0.rank, OptionSpecification($0, of: field)) }
    }
    .sorted { $0.1 < $1.1 }
    .map { ($0.0, $0.2) }

  /// The options for the fields of a new link; its destination is an operand.
  static let fields =
    byField.filter { !$0.field.type.isRequired }.flatMap { field, option in
      if case .password = field.type { [option, passwordFile] } else { [option] }
    } + [set]

  /// The options for the fields of an existing link.
  static let changedFields =
    byField.filter { $0.field.type.isRequired }.map(\.option) + fields

  private init(_ option: LinkField.Option, of field: LinkField) {
    let value: ValueSpecification? =
      switch field.type {
      case .flag: nil
      case .choice(let choice): .words(choice.values.map(\.text))
      default: .text(option.label)
      }
    let isRepeatable = if case .tags = field.type { true } else { false }
    self.init(
      name: option.name, value: value, isRepeatable: isRepeatable, summary: option.summary)
  }
}
