import RandomCases
import JSONSyntax
import LinkStorage
import Links
import SQLiteStore
import Testing

/// Tests a property of changes in many random worlds.
enum ChangeRounds {
  /// - Parameters:
  ///   - cost: the number of changes that one round counts as.
  ///   - isEnough: whether the worlds so far are enough; until then there are more of them, up to ten
  ///     times as many.
  ///   - difference: makes one change in both stores of a world, and says what tells them apart; nil
  ///     when nothing does.
  static func run(
    name: String, costing cost: Int = 1, until isEnough: @autoclosure () -> Bool = true,
    _ difference: (inout RandomChanges, TwinBenches) throws -> String?
  ) throws {
    var left = CaseCount.changes
    let most = -9 * left
    var seed = CaseSeed.value
    var differences = 0
    while left > 0 || left > most && !isEnough(), differences < 10 {
      var changes = RandomChanges(dice: Dice(seed: seed))
      let world = changes.world()
      let benches = try TwinBenches(world)
      let cases =
        left > 0 ? min(left, LinkChangeTests.changesPerWorld) : LinkChangeTests.changesPerWorld
      for number in 0..<max(1, cases / cost) {
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

/// How often changes of each kind were made and refused. A reference, since rounds count while they are
/// asked whether there are enough.
final class ChangeCounts<Kind: Hashable> {
  private let kinds: [Kind]
  private var counts: [Kind: (done: Int, refused: Int)] = [:]

  init(of kinds: [Kind]) {
    self.kinds = kinds
  }

  func note(_ kind: Kind, done: Int = 0, refused: Int = 0) {
    counts[kind, default: (0, 0)].done += done
    counts[kind, default: (0, 0)].refused += refused
  }

  func note(_ kind: Kind, isDone: Bool) {
    note(kind, done: isDone ? 1 : 0, refused: isDone ? 0 : 1)
  }

  /// Whether changes of every kind were made and refused.
  var hasBoth: Bool {
    kinds.allSatisfy { counts[$0].map { $0.done > 0 && $0.refused > 0 } ?? false }
  }

  func expectBoth(at location: SourceLocation = #_sourceLocation) {
    #expect(hasBoth, "\(kinds): \(counts)", sourceLocation: location)
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

  /// What the command line and the API answer to the same change, and both in one text.
  func ask(
    _ arguments: [String], _ method: String, _ target: String, _ body: [UInt8] = []
  ) throws -> (command: QuestionBench.CommandAnswer, api: QuestionBench.APIAnswer, both: String) {
    let command = command.command(arguments)
    let api = try api.api(method, target, body)
    return (command, api, "\(command)\n\(api)")
  }

  /// The same of a page's form and the API.
  func post(
    _ page: String, _ form: [(name: String, value: String)], _ method: String, _ target: String,
    _ body: [UInt8] = []
  ) throws -> (page: QuestionBench.PageAnswer, api: QuestionBench.APIAnswer, both: String) {
    let page = try command.page(page, form)
    let api = try api.api(method, target, body)
    return (page, api, "\(page)\n\(api)")
  }

  /// The difference between two answers, or else between the stores; nil if there is none.
  func difference(_ areSame: Bool, _ both: String) throws -> String? {
    guard areSame else { return "other outcomes: \(both)" }
    return try areAlike(slugsAside: false) ? nil : "other stores: \(both)"
  }

  /// Whether both stores hold the same links, and have entered the same changes.
  ///
  /// - Parameter slugsAside: whether the newest link may have another slug.
  func areAlike(slugsAside: Bool) throws -> Bool {
    guard try haveSameEntries else { return false }
    guard slugsAside else { return try haveSameLinks }
    let links = try (Self.links(command.store), Self.links(api.store))
    return links.0.dropLast() == links.1.dropLast()
      && Self.withoutSlug(links.0.last) == Self.withoutSlug(links.1.last)
  }

  var haveSameLinks: Bool {
    get throws { try Self.links(command.store) == Self.links(api.store) }
  }

  var haveSameEntries: Bool {
    get throws { try Self.entries(command.store) == Self.entries(api.store) }
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
  static func links(_ store: any LinkStore) throws -> [StoredLink] {
    try store.links(afterID: 0, limit: 1000).map { stored in
      var link = stored.link
      if link.password != nil { link.password = PasswordHash("") }
      return StoredLink(id: stored.id, revision: stored.revision, link: link)
    }
  }

  /// The newest entries, as if one author had made all of them and all tokens and webhooks had one
  /// name.
  static func entries(_ store: any LinkStore, limit: Int = 3) throws -> [AuditEntry] {
    var query = AuditQuery()
    query.limit = limit
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
  ) -> Bool {
    guard let printed = command.root, let answered = api.root else { return false }
    guard let problem = api.problem else { return JSONOutput(printed) == JSONOutput(answered) }
    return command.refusal == problem
  }

  private static func withoutSlug(_ stored: StoredLink?) -> StoredLink? {
    stored.map { stored in
      var link = stored.link
      link.slug = ""
      return StoredLink(id: stored.id, revision: stored.revision, link: link)
    }
  }
}
