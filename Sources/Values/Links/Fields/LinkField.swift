/// One field of a link: its name, its values, who may set it and where it is stored.
///
/// Everything that handles fields iterates over their table, `LinkField.all`: the reader, the printer,
/// tables of links, the options of the command line and the stores' codec.
package final class LinkField: Sendable {
  /// The path of the field in JSON, such as `apple.fallback`, which is also its column in tables.
  package let path: String
  /// The object that holds the field, such as `apple`; nil for a field of the link itself.
  package let part: String?
  /// The last component of the path, such as `fallback`.
  package let name: String
  package let type: FieldType
  package let setters: Setters
  package let storage: Storage
  /// The field's own command-line option; nil for a field that only `--set` can write.
  package let option: Option?
  /// Other names of its column in tables written by people or other programs.
  package let aliases: [String]
  /// Whether links that differ in it count as different links; false for slug and times.
  package let isContent: Bool
  /// Whether searches look at its text, for which it has a column of its own.
  package let isSearched: Bool
  package let documentation: String

  init(
    _ path: String, _ type: FieldType, in storage: Storage = .details,
    setters: Setters = .everyone, aliases: [String] = [], option: Option? = nil,
    isContent: Bool = true, isSearched: Bool = false, _ documentation: String
  ) {
    self.path = path
    let dot = path.firstIndex(of: ".")
    part = dot.map { String(path[..<$0]) }
    name = dot.map { String(path[path.index(after: $0)...]) } ?? path
    self.type = type
    self.storage = storage
    self.setters = setters
    self.aliases = aliases
    self.option = option
    self.isContent = isContent
    self.isSearched = isSearched
    self.documentation = documentation
  }

  package struct Setters: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let configuration = Setters(rawValue: 1)
    package static let api = Setters(rawValue: 2)
    /// An import or another file with links.
    package static let importing = Setters(rawValue: 4)
    /// The command line: `--set`, `--unset` and the options of fields.
    package static let commandLine = Setters(rawValue: 8)
    /// An app that makes a link with a token that everybody may know.
    package static let app = Setters(rawValue: 16)
    /// A template of a campaign.
    package static let template = Setters(rawValue: 32)

    package static let everyone: Setters = [.configuration, .api, .importing, .commandLine]
    package static let everyoneAndApps: Setters = [.everyone, .app]
    /// All sources but the command line, for values that only programs write.
    package static let programs: Setters = [.configuration, .api, .importing]
  }

  /// A column in which a store keeps a field.
  package enum Storage: Equatable, Sendable {
    /// A column of its own, which a migration creates.
    case column(String)
    /// The JSON column shared by rarely used fields: a new field needs no migration.
    case details
  }

  package struct Option: Sendable {
    package let name: String
    /// The placeholder for the value in the help; types with words of their own ignore it.
    package let label: String
    package let summary: String
    /// The position in the help, with common options first.
    package let rank: Int

    init(_ name: String, _ label: String = "", rank: Int, _ summary: String) {
      self.name = name
      self.label = label
      self.rank = rank
      self.summary = summary
    }
  }
}

extension LinkField: Equatable {
  package static func == (left: LinkField, right: LinkField) -> Bool { left === right }
}

extension LinkField {
  /// The field with a path such as `apple.fallback`; nil when there is none.
  package static func named(_ path: String) -> LinkField? { byPath[path] }

  /// The fields whose texts a search looks at.
  package static let searched = all.filter(\.isSearched)

  private static let byPath = Dictionary(all.map { ($0.path, $0) }) { first, _ in first }

  /// The fields of the table, grouped by the object that contains them.
  package static let groups = Group.runs(of: all)

  /// Consecutive fields of the same object.
  package final class Group: Sendable {
    /// The object; nil for fields of the link itself.
    package let part: LinkPart?
    package let fields: [LinkField]

    private init(part: LinkPart?, fields: [LinkField]) {
      self.part = part
      self.fields = fields
    }

    package static func runs(of fields: [LinkField]) -> [Group] {
      var runs: [[LinkField]] = []
      for field in fields {
        if let last = runs.last?.last, last.part == field.part {
          runs[runs.count - 1].append(field)
        } else {
          runs.append([field])
        }
      }
      return runs.map { run in
        Group(part: LinkPart.all.first { $0.name == run.first?.part }, fields: run)
      }
    }
  }
}

/// An object among the fields of a link, such as `apple`.
package final class LinkPart: Sendable {
  package let name: String
  package let isAbsent: @Sendable (UnpackedLink) -> Bool
  /// Resets all fields of the object to their defaults.
  package let reset: @Sendable (UnpackedLink) -> Void
  package let documentation: String

  private init<Value: Equatable & Sendable>(
    _ name: String, _ path: WritableKeyPath<UnpackedLink.Fields, Value>, _ absent: Value,
    _ documentation: String
  ) {
    let path = FieldPath(path)
    self.name = name
    isAbsent = { link in
      withUnsafeMutablePointer(to: &link.fields) { path.address(in: $0).pointee == absent }
    }
    reset = { $0[path] = absent }
    self.documentation = documentation
  }

  package static let all = [
    LinkPart("apple", \.rare.apple, .init(), "What the link does on iPhone and iPad."),
    LinkPart("android", \.rare.android, .init(), "What the link does on Android."),
    LinkPart("desktop", \.rare.desktop, .init(), "What the link does on any other system."),
    LinkPart("social", \.rare.social, .init(), "What services show that preview the link."),
    LinkPart(
      "campaign", \.rare.campaign, .init(), "Added to the destination unless it has them."),
  ]
}
