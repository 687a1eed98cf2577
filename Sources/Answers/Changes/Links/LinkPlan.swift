package import JSONSyntax
import LinkStorage
package import Links
package import SiteModel

/// What a file of links comes to: a pure function of the file and of what is there.
package struct LinkPlan: Equatable, Sendable {
  /// A link that a plan is about.
  package struct Entry: Equatable, Sendable {
    /// Of the file; nil for a link that does not stand there.
    package let line: Int?
    /// As it is to be, or was.
    package let link: ShortLink
    /// As it is; nil for one that does not change.
    package var old: ShortLink?
  }

  /// A link that stays as it is though the file has it otherwise.
  package struct Left: Equatable, Sendable {
    package let entry: Entry
    package let reason: LinkObstacle
  }

  package let owner: String
  /// Whether nothing was or is to be written.
  package var isDryRun = true
  /// In the order of the file.
  package internal(set) var made: [Entry] = []
  package internal(set) var changed: [Entry] = []
  package internal(set) var left: [Left] = []
  /// Links of the owner that the file does not have, in the order of their places.
  package internal(set) var removed: [Entry] = []
  /// Such links, where they are to stay.
  package internal(set) var unlisted: [Entry] = []
  package internal(set) var unchanged = 0
  /// With any of these nothing is applied.
  package internal(set) var problems: [LinkFile.Problem] = []

  /// Whether the file and the store agree afterwards, as far as links are the owner's.
  package var isWhole: Bool { left.isEmpty && problems.isEmpty }

  init(of owner: String) {
    self.owner = owner
  }

  /// - Parameters:
  ///   - there: the links at the places of the file, and all of the owner's.
  ///   - homes: links on other hosts of a site that have the slug of one of the file.
  ///   - prunes: whether links of the owner go that the file does not have.
  init(
    _ file: LinkFile, there: [LinkKey: ShortLink], homes: [LinkKey: LinkKey], prunes: Bool,
    now: Timestamp
  ) {
    owner = file.owner
    let keys = Set(file.lines.map(\.link.key))
    let others = there.values.filter { $0.owner == file.owner && !keys.contains($0.key) }
      .sorted { ($0.host, $0.slug) < ($1.host, $1.slug) }
      .map { Entry(line: nil, link: $0) }
    if prunes { removed = others } else { unlisted = others }
    let going = Set(removed.map(\.link.key))
    for line in file.lines {
      let key = line.link.key
      let entry = Entry(line: line.number, link: line.link, old: there[key])
      if there[key] == nil, let home = homes[key], !going.contains(home) {
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

/// Why a link stays as it is that a file has otherwise.
package enum LinkObstacle: Equatable, Wording {
  case madeByHand
  case ofOwner(String)
  case slugOfOtherHost(LinkKey)
  /// Somebody else has changed it between the look and the write.
  case changedMeanwhile

  init(_ owner: String?) {
    self = owner.map(Self.ofOwner) ?? .madeByHand
  }

  package var english: String {
    switch self {
    case .madeByHand:
      "it was made by hand and has no owner: 'keiro links edit' with --owner hands it over"
    case .ofOwner(let owner): "it belongs to the owner '\(owner)'"
    case .slugOfOtherHost(let key):
      "the link '\(key.slug)' on '\(key.host)', a host of the same site, has its visits"
    case .changedMeanwhile: "somebody else has made or changed it meanwhile"
    }
  }

  package var japanese: String {
    switch self {
    case .madeByHand: "手で作られたリンクで、管理元がありません"
    case .ofOwner(let owner): "管理元は「\(owner)」です"
    case .slugOfOtherHost(let key): "同じサイトの「\(key.host)」にリンク「\(key.slug)」があります"
    case .changedMeanwhile: "ほかの人が変更しました"
    }
  }
}

// MARK: - The document

extension LinkPlan {
  /// - Parameter sites: which give links their addresses.
  package func document(in sites: ServiceSnapshot) -> JSONOutput {
    func face(_ entry: Entry, _ more: [JSONOutput.Member]) -> JSONOutput {
      let line = entry.line.map { [JSONOutput.Member("line", .int($0))] } ?? []
      return .object([.init("link", .string(sites.shortURL(entry.link.key)))] + line + more)
    }
    func withURL(_ entry: Entry) -> JSONOutput {
      face(entry, [.init("url", .string(entry.link.url))])
    }
    return .object([
      .init("owner", .string(owner)), .init("dryRun", .bool(isDryRun)),
      .init("made", .array(made.map(withURL))),
      .init("changed", .array(changed.map { face($0, [.init("fields", .array($0.differences))]) })),
      .init("removed", .array(removed.map(withURL))),
      .init(
        "left",
        .array(left.map { face($0.entry, [.init("reason", .string($0.reason.english))]) })),
      .init("unlisted", .array(unlisted.map(withURL))), .init("unchanged", .int(unchanged)),
      .init("problems", .array(problems.map(\.output))),
    ])
  }
}

extension LinkPlan.Entry {
  /// The fields that change, with both values; passwords without them.
  fileprivate var differences: [JSONOutput] {
    guard let old else { return [] }
    return link.changedFields(from: old).map { path in
      let name = JSONOutput.Member("field", .string(path))
      guard let field = LinkField.named(path), path != "password" else { return .object([name]) }
      return .object([
        name, .init("old", old.value(of: field)), .init("new", link.value(of: field)),
      ])
    }
  }
}

extension ShortLink {
  /// The value of a field in JSON; null where the link has none.
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
    .object([
      .init("line", .int(line)), .init("link", .optional(link)),
      .init("reason", .string(reason.english)),
    ])
  }
}
