import JSONSyntax
import KeiroConfiguration
import LinkImport
import LinkStorage
import Links
import Management
import Questions
import Service
import WebSyntax

extension OptionSpecification {
  static let linkFilters: [OptionSpecification] = [
    .host, .linkTag, .linkOwner, .linkCampaign, .linkSearch,
  ]

  static let linkParts: [OptionSpecification] = [.host, .slug]

  fileprivate static let linkTag = Self("--tag", .text("TAG"), "only links with this tag")
  fileprivate static let linkOwner = Self(
    "--owner", .text("NAME"), "only links that belong to this owner's file")
  fileprivate static let linkCampaign = Self(
    "--campaign", .text("NAME"), "only links with this utm_campaign")
  fileprivate static let linkSearch = Self(
    "--search", .text("TEXT"), "only links that contain this text")
  static let linkState = Self(
    "--state", .words(LinkState.allCases.map(\.rawValue)),
    "only links in this state now; 'ending' ones end within 30 days")
  static let linkHealth = Self(
    "--health", .words(HealthState.allCases.map(\.rawValue)),
    "only links whose destination was in this state when last checked")
  static let linkOrder = Self(
    "--sort", .words(LinkOrder.allCases.map(\.rawValue)),
    "the order; default created, newest first")
  static let linkLimit = Self(
    "--limit", .text("NUMBER"), "list at most this many; default all")
  static let linkVersion = Self(
    "--version", .text("NUMBER"), "the version to restore, as 'links history' numbers it")

  static func format(_ words: [String]) -> Self {
    Self("--format", .words(words), "the format of the links", isRequired: true)
  }

  // MARK: Fields

  fileprivate static let passwordFile = Self(
    "--password-file", .file("FILE|-"), "a file with the password; '-' is standard input")
  fileprivate static let set = Self(
    "--set", .text("FIELD=VALUE"), "any other field", isRepeatable: true)
  static let unset = Self(
    "--unset", .text("FIELD"), "a field to reset to its default", isRepeatable: true)

  static let byField: [(field: LinkField, option: OptionSpecification)] =
    LinkField.all.compactMap { field in
      field.option.map { (field, $0.rank, OptionSpecification($0, of: field)) }
    }
    .sorted { $0.1 < $1.1 }
    .map { ($0.0, $0.2) }

  static let fields =
    byField.filter { !$0.field.type.isRequired }.flatMap { field, option in
      if case .password = field.type { [option, passwordFile] } else { [option] }
    } + [set]

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
    self.init(option.name, value, option.summary, isRepeatable: isRepeatable)
  }
}

extension ParsedArguments {
  func linkFilters() throws(UsageError) -> [APIRequest.Item?] {
    [
      CallParameters.host(text: try value(.host, CommandTable.hostName)),
      CallParameters.tag(value(.linkTag)), CallParameters.owner(value(.linkOwner)),
      CallParameters.campaign(value(.linkCampaign)), CallParameters.search(value(.linkSearch)),
    ]
  }

  func linkName() throws(UsageError) -> LinkName {
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

  func linkChanges() throws(UsageError) -> LinkFieldChanges {
    var edit = LinkEdit()
    var password: OptionSpecification?
    for (field, option) in OptionSpecification.byField {
      switch field.type {
      case .flag: if has(option) { _ = edit.set(field.path, "true") }
      case .tags: if case let tags = list(option), !tags.isEmpty { edit.tags = tags }
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

struct LinkFieldChanges: Equatable {
  var edit: LinkEdit
  /// A file that contains the password, `-` for standard input; nil unless an option names one.
  var passwordFile: String?

  func patch(_ console: Console, at now: Timestamp) throws(CommandFailure) -> JSONNode {
    var edit = edit
    if let passwordFile {
      let bytes = try CommandInput(path: passwordFile).read(console)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw CommandFailure(
          .invalid([FieldFault("password", "'\(passwordFile)' is not UTF-8: expected a password")]))
      }
      _ = edit.set("password", text.withoutLineEnd)
    }
    return edit.patch(at: now)
  }
}
