package import JSONSyntax
import LinkStorage
package import Links
package import SiteModel

/// The effect of a file of links: a pure function of the file and the existing links.
package struct LinkPlan: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    /// The line in the file; nil for a link that is not there.
    package let line: Int?
    /// The link as it will be; for a deletion, as it was.
    package let link: ShortLink
    /// The link as it is now; nil for one that does not change.
    package var old: ShortLink?
  }

  package struct Left: Equatable, Sendable {
    package let entry: Entry
    package let reason: LinkObstacle
  }

  package let owner: String
  /// Whether nothing was or will be written.
  package var isDryRun = true
  package internal(set) var made: [Entry] = []
  package internal(set) var changed: [Entry] = []
  package internal(set) var left: [Left] = []
  /// The links to delete because the file lacks them, in the order of their keys.
  package internal(set) var removed: [Entry] = []
  /// The links of the owner that the file lacks but that are to stay.
  package internal(set) var unlisted: [Entry] = []
  package internal(set) var unchanged = 0
  /// The problems of the file; with any of them nothing is applied.
  package internal(set) var problems: [LinkFile.Problem] = []
  /// What is odd about lines that are taken nevertheless, such as addresses that open no app.
  package internal(set) var warnings: [LinkFile.Problem] = []

  /// Whether the file and the store will agree about the owner's links.
  package var isWhole: Bool { left.isEmpty && problems.isEmpty }

  init(of owner: String) {
    self.owner = owner
  }

  /// - Parameters:
  ///   - there: the links with the keys of the file, and all links of the owner.
  ///   - homes: the links on other hosts of a site that have a slug of the file, and keep it.
  init(
    _ file: LinkFile, there: [LinkKey: ShortLink], homes: [LinkKey: LinkKey], prunes: Bool,
    now: Timestamp
  ) {
    owner = file.owner
    warnings = file.warnings
    let keys = Set(file.lines.map(\.link.key))
    let others = there.values.filter { $0.belongs(to: file.owner) && !keys.contains($0.key) }
      .sorted { ($0.host, $0.slug) < ($1.host, $1.slug) }
      .map { Entry(line: nil, link: $0) }
    if prunes { removed = others } else { unlisted = others }
    for line in file.lines {
      let key = line.link.key
      let entry = Entry(line: line.number, link: line.link, old: there[key])
      if there[key] == nil, let home = homes[key] {
        left.append(Left(entry: entry, reason: .slugOfOtherHost(home)))
        continue
      }
      switch LinkChange(existing: there[key], incoming: line.link, now: now, .owning(owner)) {
      case .create: made.append(entry)
      case .update: changed.append(entry)
      case .unchanged: unchanged += 1
      case .keep: left.append(Left(entry: entry, reason: LinkObstacle(there[key]?.owner)))
      }
    }
  }
}

/// Why a link stays although a file defines it otherwise, or the undo of a change would return it.
package enum LinkObstacle: Equatable, TableSentence {
  case madeByHand
  case ofOwner(String)
  /// A link on another host of the site has the slug.
  case slugOfOtherHost(LinkKey)
  /// It was changed by another caller between reading and writing.
  case changedMeanwhile
  case changedSince, removedSince, madeSince
  case ofConfiguration
  /// Its site does not allow its earlier state.
  case invalid([FieldFault])

  init(_ owner: String?) {
    self = owner.map(Self.ofOwner) ?? .madeByHand
  }

  package var told: Sentence {
    switch self {
    case .madeByHand:
      "it was made by hand and has no owner: 'keiro links edit' with --owner hands it over"
    case .ofOwner(let owner): "it belongs to the owner '\(owner)'"
    case .slugOfOtherHost(let key):
      "the link '\(key.slug)' on '\(key.host)', a host of the same site, has its visits"
    case .changedMeanwhile: "somebody else has created or changed it meanwhile"
    case .changedSince: "it was changed since"
    case .removedSince: "it was removed since"
    case .madeSince: "another link was made there since"
    case .ofConfiguration: "it is defined in the configuration file now"
    case .invalid(let faults): Sentence(FaultSummary(of: faults, count: faults.count))
    }
  }
}

// MARK: - The document

extension LinkPlan {
  package func document(in sites: ServiceSnapshot) -> JSONOutput {
    func item(_ entry: Entry, _ more: JSONOutput) -> JSONOutput {
      ["link": .string(sites.shortURL(entry.link.key))]
        + (entry.line.map { ["line": .int($0)] } ?? [:]) + more
    }
    func withURL(_ entry: Entry) -> JSONOutput { item(entry, ["url": .string(entry.link.url)]) }
    return [
      "owner": .string(owner), "dryRun": .bool(isDryRun), "made": .array(made.map(withURL)),
      "changed": .array(changed.map { item($0, ["fields": .array($0.differences)]) }),
      "removed": .array(removed.map(withURL)),
      "left": .array(left.map { item($0.entry, ["reason": .string($0.reason.english)]) }),
      "unlisted": .array(unlisted.map(withURL)), "unchanged": .int(unchanged),
      "problems": .array(problems.map(\.output)), "warnings": .array(warnings.map(\.output)),
    ]
  }
}

extension LinkPlan.Entry {
  /// The changed fields with both values; passwords without theirs.
  fileprivate var differences: [JSONOutput] {
    guard let old else { return [] }
    return link.changedFields(from: old).map { path in
      let name: JSONOutput = ["field": .string(path)]
      guard let field = LinkField.named(path), path != "password" else { return name }
      return name + ["old": old.value(of: field), "new": link.value(of: field)]
    }
  }
}

extension ShortLink {
  fileprivate func value(of field: LinkField) -> JSONOutput {
    var members = members(password: .hidden)
    if let part = field.part {
      guard case .object(let inner)? = members.first(where: { $0.name == part })?.value else {
        return .null
      }
      members = inner
    }
    return members.first { $0.name == field.name }?.value ?? .null
  }
}

extension LinkFile.Problem {
  fileprivate var output: JSONOutput {
    ["line": .int(line), "link": .optional(link), "reason": .string(reason.english)]
  }
}
