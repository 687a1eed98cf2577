/// One field of a link: what it is called, what it admits, who may set it and where it is kept.
///
/// Everything that has to do with fields walks through the table of them, `LinkField.all`: the
/// reader, the printer, tables of links, the options of the command line, the codec of stores.
package final class LinkField: Sendable {
  /// The way to the field in JSON: `apple.fallback`. Tables have columns of that name.
  package let path: String
  /// `apple` of `apple.fallback`; nil for a field of the link itself.
  package let part: String?
  /// `fallback` of `apple.fallback`.
  package let name: String
  package let type: FieldType
  package let setters: Setters
  package let storage: Storage
  /// Nil for a field that only `--set` can write.
  package let option: Option?
  /// Other names that its column has in tables that people or other programs write.
  package let aliases: [String]
  /// Whether links that differ in it are different links: not so for slug and times.
  package let isContent: Bool
  /// One sentence for the schemas.
  package let documentation: String

  package init(
    _ path: String, _ type: FieldType, in storage: Storage = .details,
    setters: Setters = .everyone, aliases: [String] = [], option: Option? = nil,
    isContent: Bool = true, _ documentation: String
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
    self.documentation = documentation
  }

  /// Who may set a field.
  package struct Setters: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    package static let configuration = Setters(rawValue: 1)
    package static let api = Setters(rawValue: 2)
    package static let importing = Setters(rawValue: 4)
    /// `--set`, `--unset` and the options of fields.
    package static let commandLine = Setters(rawValue: 8)

    package static let everyone: Setters = [.configuration, .api, .importing, .commandLine]
    /// What programs write and people do not type.
    package static let programs: Setters = [.configuration, .api, .importing]
  }

  /// Where a store keeps a field.
  package enum Storage: Equatable, Sendable {
    /// In a column of its own, which a migration makes.
    case column(String)
    /// In one column with all the others that few links have: a new field needs no migration.
    case details
  }

  /// The option that writes a field.
  package struct Option: Sendable {
    package let name: String
    /// What the help says in the place of the value; types that have words of their own ignore it.
    package let label: String
    package let summary: String
    /// The place among the options in the help, the everyday ones first.
    package let rank: Int

    package init(_ name: String, _ label: String = "", rank: Int, _ summary: String) {
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
  package static func named(_ path: String) -> LinkField? { byPath[path] }

  private static let byPath = Dictionary(all.map { ($0.path, $0) }) { first, _ in first }

  /// The table in runs of fields of the same object.
  package static let groups = Group.runs(of: all)

  /// Fields that stand side by side in the same object.
  package final class Group: Sendable {
    /// Nil for fields of the link itself.
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
