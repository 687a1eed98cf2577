import Cryptography
import Glibc
import JSONSyntax
package import LinkImport
import LinkStorage
package import Links
import SiteModel
import WebSyntax

package struct ApplyingTerms: Equatable, Sendable {
  /// Whether to delete links of the owner that the file lacks.
  package var prunes: Bool
  package var isDryRun: Bool

  package init(prunes: Bool = false, isDryRun: Bool = false) {
    self.prunes = prunes
    self.isDryRun = isDryRun
  }
}

extension LinkEditor {
  /// The number of links in one transaction, as in an import. A file with more changes takes several
  /// transactions; after an interruption, applying the file again continues.
  private static let batchSize = 5000

  /// A file to read, whose links must lie within the caller's reach.
  ///
  /// - Parameter format: the format of the file; nil to detect it by the first byte.
  package func file(of owner: String, _ format: LinkExport.Format?) -> LinkFile {
    LinkFile(of: owner, format, hosts: ImportHosts(sites: sites.siteTable, otherHost: nil))
  }

  /// Makes the links of an owner agree with a file. With an invalid line nothing is done. One file is
  /// applied after the other, wherever that is: what is to be deleted follows from what is there.
  package func apply(
    _ file: LinkFile, _ terms: ApplyingTerms, passwords: PasswordHasher
  ) throws(ChangeError) -> LinkPlan {
    // Reading links is enough to see what a file would do.
    if !terms.isDryRun || !authority.may(.readLinks) { try authority.require(.writeLinks) }
    var file = file
    guard !terms.isDryRun, file.problems.isEmpty else { return try plan(&file, terms, passwords) }
    for _ in 0..<Self.planAttempts {
      let done = try withLease { lease throws(ChangeError) in
        let plan = try plan(&file, terms, passwords)
        return plan.problems.isEmpty ? try write(plan, under: lease) : plan
      }
      if let done { return done }
    }
    throw .refused(.applyingBusy)
  }

  private func plan(
    _ file: inout LinkFile, _ terms: ApplyingTerms, _ passwords: PasswordHasher
  ) throws(ChangeError) -> LinkPlan {
    var plan = LinkPlan(of: file.owner)
    if file.problems.isEmpty {
      let there = try there(file)
      protect(&file, there, passwords, terms)
      plan = LinkPlan(
        file, there: there, homes: try homes(file, there, terms), prunes: terms.prunes, now: now)
      try checkCircles(of: plan, there, in: &file)
    }
    if !file.problems.isEmpty { plan = LinkPlan(refusing: file, terms) }
    plan.warnings += try oddities(of: file, plan)
    return plan
  }

  /// What is odd about a file's links, beside each other and those of the store.
  private func oddities(
    of file: LinkFile, _ plan: LinkPlan
  ) throws(ChangeError) -> [LinkFile.Problem] {
    let keys = Set(file.lines.map(\.link.key))
    let (new, gone) = (Set(plan.made.map(\.link.key)), Set(plan.removed.map(\.link.key)))
    let oddities = try oddities(of: file.lines.map(\.link.key)) { other, key in
      if keys.contains(other) { return true }
      // The store is not asked for the pictures of many links that are there already.
      let isPicture = other.slug.utf8.count > key.slug.utf8.count
      return gone.contains(other) || isPicture && !new.contains(key) ? false : nil
    }
    let found = zip(file.lines, oddities).lazy.flatMap { line, oddities in
      (oddities + sites.oddities(ofRulesOf: line.link)).map {
        LinkFile.Problem(line: line.number, link: line.link.slug, reason: Sentence($0))
      }
    }
    return Array(found.prefix(LinkFile.problemLimit))
  }

  // MARK: - One after the other

  /// How often a file is looked at again when its turn has passed before it was written.
  private static let planAttempts = 3
  /// The duration of a lease, after which others need not wait for a process that has ended.
  private static let leaseSeconds = 20
  /// The milliseconds between two attempts to get the lease, and the number of attempts.
  private static let (pause, patience): (UInt32, Int) = (25, 1200)

  /// Runs `body` while no other file is applied to the store, or no other caller holds the lease.
  func withLease<Answer>(
    _ name: String = "apply", _ body: (HeldLease) throws(ChangeError) -> Answer
  ) throws(ChangeError) -> Answer {
    guard let owner = RandomBytes.base62(12) else { throw .refused(.noRandomness) }
    let lease = HeldLease(name: name, owner: owner, seconds: Self.leaseSeconds)
    var attempts = 0
    while try !read(store.lease(lease.name, owner: owner, seconds: lease.seconds)) {
      attempts += 1
      guard attempts < Self.patience, !Interruption.isDue else { throw .refused(.applyingBusy) }
      usleep(Self.pause * 1000)
    }
    // A lease that cannot be given back ends by itself.
    defer { try? store.endLease(lease.name, owner: owner) }
    return try body(lease)
  }

  // MARK: - Existing links

  /// The links with the keys of a file, and all links of its owner.
  private func there(_ file: LinkFile) throws(ChangeError) -> [LinkKey: ShortLink] {
    var there: [LinkKey: ShortLink] = [:]
    var cursor: LinkCursor?
    repeat {
      let filter = LinkFilter(reach: authority.reach, owner: file.owner)
      let page = try read(store.links(filter, after: cursor, limit: Self.pageSize))
      for stored in page.links { there[stored.link.key] = stored.link }
      guard there.count <= LinkFile.linkLimit else {
        throw .refused(.tooManyOwned(file.owner, limit: LinkFile.linkLimit))
      }
      cursor = page.next
    } while cursor != nil
    let others = file.lines.lazy.map(\.link.key).filter { there[$0] == nil }
    return there.merging(try current(others)) { $1 }
  }

  /// The links on other hosts of the same site that have the slug of a new link, in the store or on an
  /// earlier line.
  private func homes(
    _ file: LinkFile, _ there: [LinkKey: ShortLink], _ terms: ApplyingTerms
  ) throws(ChangeError) -> [LinkKey: LinkKey] {
    let keys = file.lines.map(\.link.key)
    let (lines, missing) = (Set(keys), keys.filter { there[$0] == nil })
    let others = try current(missing.lazy.flatMap { sites.otherHomes(of: $0) })
    var homes: [LinkKey: LinkKey] = [:]
    var new: Set<LinkKey> = []
    for key in missing {
      homes[key] = sites.otherHome(of: key) { other in
        if new.contains(other) { return true }
        let isOwn = there[other]?.belongs(to: file.owner) ?? false
        let isGoing = terms.prunes && isOwn && !lines.contains(other)
        return !isGoing && others[other] != nil
      }
      if homes[key] == nil { new.insert(key) }
    }
    return homes
  }

  // MARK: - Invalid lines

  private func protect(
    _ file: inout LinkFile, _ there: [LinkKey: ShortLink], _ passwords: PasswordHasher,
    _ terms: ApplyingTerms
  ) {
    for (index, line) in file.lines.enumerated()
    where line.password != nil || line.link.password != nil {
      var link = line.link
      let old = there[link.key]
      // A link that will not be changed needs no hash.
      if let old, !old.belongs(to: file.owner) { continue }
      let stored = old?.password
      // Otherwise a caller with read access could guess passwords.
      if line.password != nil, !authority.may(.writeLinks) {
        link.password = stored ?? PasswordHash("")
        file.replace(index, by: link)
        continue
      }
      switch passwords.password(
        of: link, typed: line.password, isDryRun: terms.isDryRun, stored: { stored })
      {
      case .success(let password): link.password = password
      case .failure(let fault):
        file.add(
          LinkFile.Problem(
            line: line.number, link: link.slug,
            reason: Sentence(fault, of: "password")))
      }
      file.replace(index, by: link)
    }
  }

  /// Adds a problem for each link that would trap its visitors in a circle once the plan is done.
  private func checkCircles(
    of plan: LinkPlan, _ there: [LinkKey: ShortLink], in file: inout LinkFile
  ) throws(ChangeError) {
    var links = there.mapValues(Optional.some)
    for entry in plan.removed { links.updateValue(nil, forKey: entry.link.key) }
    for entry in plan.made + plan.changed { links[entry.link.key] = entry.link }
    for entry in plan.made + plan.changed {
      for fault in try circles(of: entry.link, among: links) ?? [] {
        let reason = Sentence(fault.reason, of: fault.path)
        file.add(
          LinkFile.Problem(
            line: entry.line ?? 0, link: entry.link.slug, reason: reason))
      }
    }
  }

  // MARK: - Writing

  /// Carries out a plan except for links that others have changed meanwhile, and returns the result; nil
  /// when another file may have been applied since the plan was made.
  private func write(
    _ plan: LinkPlan, under lease: HeldLease
  ) throws(ChangeError) -> LinkPlan? {
    var done = LinkPlan(of: plan.owner)
    done.isDryRun = false
    (done.left, done.unlisted, done.unchanged) = (plan.left, plan.unlisted, plan.unchanged)
    done.warnings = plan.warnings
    let writes = (plan.made + plan.changed).sorted { ($0.line ?? 0) < ($1.line ?? 0) }
    var (links, keys) = (writes[...], plan.removed[...])
    guard !links.isEmpty || !keys.isEmpty else { return done }
    let actor = try actorOfMany()
    while !links.isEmpty || !keys.isEmpty {
      let group = links.prefix(Self.batchSize)
      let going = keys.prefix(Self.batchSize - group.count)
      // Those that go in a later transaction are as good as gone.
      let later = Set(keys.dropFirst(going.count).map(\.link.key))
      let homes: OtherHomes = { [homes] key in homes(key).filter { !later.contains($0) } }
      let written = try written {
        $0.apply(
          group.map(\.link), removing: going.map(\.link.key), of: plan.owner, homes: homes,
          under: lease, by: actor, now: now, completion: $1)
      }
      guard let changes = written else { return nil }
      for (entry, change) in zip(group + going, changes) {
        done.add(entry, change)
        note(entry.link.key)
      }
      (links, keys) = (links.dropFirst(group.count), keys.dropFirst(going.count))
    }
    guard !writes.isEmpty else { return done }
    try written { $0.endApplying(completion: $1) }
    return done
  }
}

extension LinkPlan {
  /// A plan that does nothing because the file has problems.
  fileprivate init(refusing file: LinkFile, _ terms: ApplyingTerms) {
    self.init(of: file.owner)
    (problems, warnings) = (file.problems, file.warnings)
    isDryRun = terms.isDryRun
  }

  fileprivate mutating func add(_ entry: Entry, _ change: AppliedChange) {
    switch change {
    case .created: made.append(entry)
    case .updated: changed.append(entry)
    case .removed: removed.append(entry)
    // A link without a line was to be deleted and is already gone.
    case .unchanged: unchanged += entry.line == nil ? 0 : 1
    case .kept: left.append(Left(entry: entry, reason: .changedMeanwhile))
    case .takenElsewhere(let key):
      left.append(Left(entry: entry, reason: .slugOfOtherHost(key)))
    }
  }
}
