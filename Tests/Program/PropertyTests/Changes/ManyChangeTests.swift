import JSONSyntax
import LinkStorage
import Links
import RandomCases
import Testing

/// An action on many links of a page changes each of them as the API does, with the same entries in the
/// audit log, and undoing it takes back exactly what it changed.
@Suite struct ManyChangeTests {
  @Test func `pages change many links as the API changes each, and undo just that`() throws {
    let counts = ChangeCounts(of: ManyLinks.Action.allCases)
    var (touched, undoneCount) = (0, 0)
    try ChangeRounds.run(name: "many links by page", costing: 5, until: counts.hasBoth) {
      changes, benches in
      try changes.tagSome(in: benches)
      let before = try TwinBenches.links(benches.api.store)
      let many = changes.manyLinks(of: before.map(\.link))
      let earlier = try TwinBenches.newest(benches.command)
      let page = try benches.command.page("/dashboard/links", many.form)
      let done = try many.keys.compactMap { try many.change($0, by: benches.api) }
      counts.note(many.action, done: done.count, refused: many.keys.count - done.count)
      let both = "\(page)\nby the API, one by one: \(done.map(\.key))"
      // The answer leads to the list, or is the list with what was refused.
      guard [200, 303].contains(page.status) else { return "refused: \(both)" }
      guard try benches.haveSameLinks, try benches.haveSameNewest(done.count) else {
        return "other stores: \(both)"
      }
      guard let number = try TwinBenches.newest(benches.command), number != earlier else {
        return done.isEmpty ? nil : "nothing to undo: \(both)"
      }
      guard !done.isEmpty else { return "a change of nothing: \(both)" }
      guard try TwinBenches.numbers(benches.command, done.count) == [number] else {
        return "several changes: \(both)"
      }
      // A link that somebody has changed since keeps that change.
      let since = changes.dice.once(in: 2) ? changes.dice.pick(done).key : nil
      if let since, try many.rename(since, by: [benches.command, benches.api]) { touched += 1 }
      _ = try benches.command.page("/dashboard/changes/\(number)", [("back", "")])
      // Links come back in the order in which they were made, but for those that their site no longer
      // allows.
      var left: Set<LinkKey> = []
      for link in before {
        guard let change = done.first(where: { $0.key == link.link.key }) else { continue }
        let undone = try benches.api.api("POST", "/v1/changes/\(change.number):undo")
        if undone.body.contains(#""undone":1,"#) {
          undoneCount += 1
        } else {
          left.insert(change.key)
        }
      }
      guard try benches.haveSameLinks else { return "other undo: \(both)" }
      let after = try TwinBenches.links(benches.command.store)
      let keys = Set(done.map(\.key)).subtracting(left)
      let orders = [before, after].map { $0.map(\.link.key).filter(keys.contains) }
      guard orders[0] == orders[1] else { return "another order: \(both)" }
      return Self.difference(before, after, besides: left).map { "\($0): \(both)" }
    }
    counts.expectBoth()
    #expect(touched > 0 && undoneCount > 0)
  }

  /// Why an undo has not restored the links; nil if it has.
  ///
  /// - Parameter left: the links that the undo has left as they were.
  private static func difference(
    _ before: [StoredLink], _ after: [StoredLink], besides left: Set<LinkKey>
  ) -> String? {
    let old = Dictionary(uniqueKeysWithValues: before.map { ($0.link.key, $0.link) })
    let new = Dictionary(uniqueKeysWithValues: after.map { ($0.link.key, $0.link) })
    for other in Set(old.keys).union(new.keys) where !left.contains(other) {
      guard let old = old[other], let new = new[other] else { return "\(other) is missing" }
      let fields = new.changedFields(from: old)
      guard fields.isEmpty else { return "\(other) differs in \(fields)" }
    }
    return nil
  }
}

/// An action on many links, as requested by the list of a page.
private struct ManyLinks {
  enum Action: String, CaseIterable {
    case tag, untag, archive, restore, delete
  }

  let action: Action
  let keys: [LinkKey]
  let tag: String
  /// The tag whose links are all meant; nil for ticked ones.
  let every: String?

  var form: [(name: String, value: String)] {
    let links: [(name: String, value: String)] =
      every.map { [("every", "yes"), ("count", "\(keys.count)"), ("list-tag", $0)] }
      ?? keys.map { ("link", "\($0.host)/\($0.slug)") }
    return [("action", action.rawValue), ("tag", tag), ("confirmed", "yes")] + links
  }

  /// Makes the change to one link by the API.
  ///
  /// - Returns: the link and the number of the change; nil if nothing has changed.
  func change(_ key: LinkKey, by bench: QuestionBench) throws -> (key: LinkKey, number: Int)? {
    let target = "/v1/links/\(key.host)/\(key.slug)"
    let earlier = try TwinBenches.newest(bench)
    switch action {
    case .archive, .restore:
      let body = JSONOutput.object([.init("archived", .bool(action == .archive))])
      _ = try bench.api("PATCH", target, Array(body.compact.utf8))
    case .tag, .untag:
      let link = try bench.api("GET", target).root
      var tags = (link?.member("tags")?.array ?? []).compactMap(\.string)
      if action == .untag { tags.removeAll { $0 == tag } }
      if action == .tag, !tags.contains(tag) { tags.append(tag) }
      let body = JSONOutput.object([.init("tags", .strings(tags))])
      _ = try bench.api("PATCH", target, Array(body.compact.utf8))
    case .delete: _ = try bench.api("DELETE", target)
    }
    let newest = try TwinBenches.newest(bench)
    return newest == earlier ? nil : newest.map { (key, $0) }
  }

  /// Renames a link in both stores.
  ///
  /// - Returns: whether it was there to be renamed.
  func rename(_ key: LinkKey, by benches: [QuestionBench]) throws -> Bool {
    let answers = try benches.map { bench in
      try bench.api(
        "PATCH", "/v1/links/\(key.host)/\(key.slug)", Array(#"{"name":"since"}"#.utf8)
      ).status
    }
    return answers == [200, 200]
  }
}

extension RandomChanges {
  private static let tags = ["t", "u"]

  /// Tags and archives some links in both stores, so that actions find links that are already as
  /// requested.
  fileprivate mutating func tagSome(in benches: TwinBenches) throws {
    let (host, slug) = (dice.pick(Self.hosts), dice.pick(Self.slugs))
    let body = JSONOutput.object([
      .init("tags", .strings(dice.some(Self.tags))), .init("archived", .bool(dice.once(in: 2))),
    ])
    for bench in [benches.command, benches.api] {
      _ = try bench.api("PATCH", "/v1/links/\(host)/\(slug)", Array(body.compact.utf8))
    }
  }

  /// - Parameter links: the links that are there, oldest first.
  fileprivate mutating func manyLinks(of links: [ShortLink]) -> ManyLinks {
    let action = dice.pick(ManyLinks.Action.allCases)
    let tag = dice.pick(dice.once(in: 8) ? ["bell\u{7}"] : Self.tags)
    if dice.once(in: 4) {
      let every = dice.pick(Self.tags)
      let keys = links.filter { $0.tags.contains(every) }.map(\.key).reversed()
      if !keys.isEmpty {
        return ManyLinks(action: action, keys: Array(keys), tag: tag, every: every)
      }
    }
    var keys = dice.some(links.map(\.key)) + [LinkKey(host: dice.pick(Self.hosts), slug: "none")]
    keys.shuffle(using: &dice)
    return ManyLinks(action: action, keys: keys, tag: tag, every: nil)
  }
}

extension TwinBenches {
  /// Whether the newest entries agree, but for the numbers of the changes.
  fileprivate func haveSameNewest(_ count: Int) throws -> Bool {
    func entries(_ bench: QuestionBench) throws -> [AuditEntry] {
      try Self.entries(bench.store, limit: count).map { entry in
        var entry = entry
        entry.change = nil
        return entry
      }
    }
    return try count == 0 || entries(command) == entries(api)
  }

  /// The numbers of the changes that the newest entries belong to.
  fileprivate static func numbers(_ bench: QuestionBench, _ count: Int) throws -> Set<Int?> {
    Set(try entries(bench.store, limit: count).map(\.change))
  }
}
