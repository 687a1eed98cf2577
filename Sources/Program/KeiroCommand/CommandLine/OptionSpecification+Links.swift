import LinkStorage
import Links

extension OptionSpecification {
  static let slug = OptionSpecification(
    name: "--slug", value: .text("SLUG"), summary: "the part of the short URL after its prefix")
  static let tagFilter = OptionSpecification(
    name: "--tag", value: .text("TAG"), summary: "only links with this tag")
  static let ownerFilter = OptionSpecification(
    name: "--owner", value: .text("NAME"), summary: "only links that belong to this owner's file")
  static let campaignFilter = OptionSpecification(
    name: "--campaign", value: .text("NAME"), summary: "only links with this utm_campaign")
  static let fileOwner = OptionSpecification(
    name: "--owner", value: .text("NAME"),
    summary: "owner recorded on the file's links; default apply")
  static let prune = OptionSpecification(
    name: "--prune", summary: "remove the owner's links that are not in the file")
  static let dryRun = OptionSpecification(
    name: "--dry-run", summary: "print the plan and write nothing")
  static let search = OptionSpecification(
    name: "--search", value: .text("TEXT"), summary: "only links that contain this text")
  static let sort = OptionSpecification(
    name: "--sort", value: .words(LinkOrder.allCases.map(\.rawValue)),
    summary: "the order; default created, newest first")
  static let linkState = OptionSpecification(
    name: "--state", value: .words(LinkState.allCases.map(\.rawValue)),
    summary: "only links in this state now; 'ending' ones end within 30 days")
  static let health = OptionSpecification(
    name: "--health", value: .words(HealthState.allCases.map(\.rawValue)),
    summary: "only links whose destination was in this state when last checked")
  static let limit = OptionSpecification(
    name: "--limit", value: .text("NUMBER"), summary: "list at most this many; default all")
  static let otherHost = OptionSpecification(
    name: "--as", value: .text("HOST"),
    summary: "the host for links of hosts that no site serves, such as example.page.link")
  static let linkVersion = OptionSpecification(
    name: "--version", value: .text("NUMBER"),
    summary: "the version to restore, as 'links history' numbers it")
  static let apply = OptionSpecification(
    name: "--apply", summary: "make the changes; without it nothing is written")

  static let overwrite = OptionSpecification(
    name: "--overwrite",
    summary: "also replace links that were made here, or edited since an import")

  static let mapping = OptionSpecification(
    name: "--map", value: .text("COLUMN=FIELD"), isRepeatable: true,
    summary: "the field that a column holds; COLUMN is its name, or its number from 1")
  static let clicks = OptionSpecification(
    name: "--clicks", summary: "also import the clicks that the old service counted")
  static let timeZone = OptionSpecification(
    name: "--time-zone", value: .text("OFFSET"),
    summary: "the offset of times without one, such as +09:00; default Z")
  static let answers = OptionSpecification(
    name: "--answers", value: .file("ANSWERS"),
    summary: "with url-list: the file that keeps the old service's answers")
  static let rate = OptionSpecification(
    name: "--rate", value: .text("NUMBER", form: "a whole number from 1 to 50"),
    summary: "with url-list: requests a second to each host; default 2")

  static func format(_ words: [String]) -> OptionSpecification {
    OptionSpecification(
      name: "--format", value: .words(words), isRequired: true, summary: "the format of the links"
    )
  }

  // MARK: Fields

  static let passwordFile = OptionSpecification(
    name: "--password-file", value: .file("FILE|-"),
    summary: "a file with the password; '-' is standard input")
  static let set = OptionSpecification(
    name: "--set", value: .text("FIELD=VALUE"), isRepeatable: true, summary: "any other field")
  static let unset = OptionSpecification(
    name: "--unset", value: .text("FIELD"), isRepeatable: true,
    summary: "a field to reset to its default")

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
