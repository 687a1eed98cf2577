import RandomCases
import JSONSyntax
import KeiroCommand
import LinkStorage
import Links
import SQLiteStore
import Testing

/// Tests a property of changes in many random worlds.
enum ChangeRounds {
  /// - Parameters:
  ///   - cost: the number of changes that one round counts as.
  ///   - difference: makes one change in both stores of a world, and says what tells them apart; nil
  ///     when nothing does.
  static func run(
    name: String, costing cost: Int = 1,
    _ difference: (inout RandomChanges, TwinBenches) throws -> String?
  ) throws {
    var left = CaseCount.changes
    var seed = CaseSeed.value
    var differences = 0
    while left > 0, differences < 10 {
      var changes = RandomChanges(dice: Dice(seed: seed))
      let world = changes.world()
      let benches = try TwinBenches(world)
      for number in 0..<max(1, min(left, LinkChangeTests.changesPerWorld) / cost) {
        guard let found = try difference(&changes, benches) else { continue }
        Issue.record("KEIRO_SEED=\(seed), change \(number): \(found)\n\(world.text)")
        differences += 1
        // Stores that differ would differ in all further rounds.
        break
      }
      left -= LinkChangeTests.changesPerWorld
      seed &+= 1
    }
    print("\(name): \(CaseCount.changes) cases: from KEIRO_SEED=\(CaseSeed.value) on")
  }
}

/// One configuration with two stores of the same content.
struct TwinBenches {
  let command: QuestionBench
  let api: QuestionBench

  init(_ world: RandomConfigurations.World) throws {
    command = try QuestionBench(world)
    api = try QuestionBench(world)
  }

  /// Whether both stores hold the same links, and have entered the same changes.
  ///
  /// - Parameter slugsAside: whether the newest link may have another slug.
  func areAlike(slugsAside: Bool) throws -> Bool {
    let links = try (Self.links(command.store), Self.links(api.store))
    let entries = try (Self.entries(command.store), Self.entries(api.store))
    guard slugsAside else { return links.0 == links.1 && entries.0 == entries.1 }
    return links.0.dropLast() == links.1.dropLast()
      && Self.withoutSlug(links.0.last) == Self.withoutSlug(links.1.last)
      && entries.0 == entries.1
  }

  /// Removes the newest link, whose slug is random.
  func removeNewest() throws {
    for store in [command.store, api.store] {
      guard let newest = try Self.links(store).last else { continue }
      let now = RandomConfigurations.now
      try waitForAnswer {
        store.delete(newest.link.key, revision: nil, by: .service, now: now, completion: $0)
      }
    }
  }

  /// Hashes of passwords differ by their salt, so tests compare passwords in another way.
  private static func links(_ store: any LinkStore) throws -> [StoredLink] {
    try store.links(afterID: 0, limit: 1000).map { stored in
      var link = stored.link
      if link.password != nil { link.password = PasswordHash("") }
      return StoredLink(id: stored.id, revision: stored.revision, link: link)
    }
  }

  /// The newest entries, as if one author had made all of them and all tokens and webhooks had one
  /// name.
  static func entries(_ store: any LinkStore) throws -> [AuditEntry] {
    var query = AuditQuery()
    query.limit = 3
    return try store.audit(query).entries.map { numbered in
      var entry = numbered.entry
      entry.actor = .service
      entry.token = entry.token.map { _ in "" }
      entry.person = entry.person.map { _ in "" }
      // The slug is random, and differs between the stores.
      if let slug = entry.slug, !RandomChanges.knownSlugs.contains(slug) { entry.slug = "" }
      return entry
    }
  }

  /// The number of the newest change; nil for a store without one.
  static func newest(_ bench: QuestionBench) throws -> Int? {
    var query = AuditQuery()
    query.limit = 10
    return try bench.store.audit(query).entries.compactMap(\.entry.change).first
  }

  /// Whether command line and API gave the same document or the same refusal.
  static func isSame(
    _ command: QuestionBench.CommandAnswer, _ api: QuestionBench.APIAnswer
  ) throws -> Bool {
    let printed = try JSONDocument(parsing: Array(command.output.utf8)).root
    guard let problem = api.problem else {
      let answered = try JSONDocument(parsing: Array(api.body.utf8)).root
      return JSONOutput(printed) == JSONOutput(answered)
    }
    guard let error = printed.member("error") else { return false }
    let refusal = QuestionBench.Refusal(code: error.member("code")?.string ?? "", error)
    return refusal.code == problem.code && refusal.detail == problem.detail
      && refusal.faults == problem.faults
  }

  private static func withoutSlug(_ stored: StoredLink?) -> StoredLink? {
    stored.map { stored in
      var link = stored.link
      link.slug = ""
      return StoredLink(id: stored.id, revision: stored.revision, link: link)
    }
  }
}
