import JSONSyntax
package import LinkStorage
package import Links
import SiteModel

package struct MadeLink: Equatable, Sendable {
  package let stored: StoredLink
  package let isNew: Bool
  /// Whether an earlier request with the same idempotency key has made it.
  package var isRemembered = false
}

extension LinkEditor {
  /// - Parameter key: returns the link of the first request with it to a repeated one.
  package func create(
    _ draft: LinkDraft, _ key: IdempotencyKey? = nil
  ) throws(ChangeError) -> MadeLink {
    try authority.require(.writeLinks)
    // Whatever has changed since, a repeated request gets the answer of the first.
    if let key, let made = try recall(key) { return made }
    guard let result = create([draft], key).first else { throw .failed(.closed) }
    return try result.get()
  }

  /// The link that an earlier request with the key has made; nil for a new request. Nothing is written.
  package func recall(_ key: IdempotencyKey) throws(ChangeError) -> MadeLink? {
    switch try read(store.creation(by: key, now: now)) {
    case .remembered(let stored): try MadeLink(remembered: stored)
    case .keyReused: throw .refused(.idempotencyKeyReused)
    case nil, .created, .found, .taken, .takenElsewhere: nil
    }
  }

  /// Creates many links, which share transactions of the store; the failure of one does not affect the
  /// others.
  package func create(_ drafts: [LinkDraft]) -> [Result<MadeLink, ChangeError>] {
    guard drafts.count > 1 else { return create(drafts, nil) }
    do throws(ChangeError) {
      return create(drafts, nil, by: try actorOfMany())
    } catch {
      return drafts.map { _ in .failure(error) }
    }
  }

  private func create(
    _ drafts: [LinkDraft], _ key: IdempotencyKey?, by actor: AuditActor? = nil
  ) -> [Result<MadeLink, ChangeError>] {
    let wanted = drafts.map { draft in
      Result { () throws(ChangeError) in try self.wanted(draft) }
    }
    var outcomes = [Result<MadeLink, ChangeError>?](repeating: nil, count: drafts.count)
    var (attempt, answered) = (0, Set<LinkKey>())
    while attempt < Self.attempts, outcomes.contains(where: { $0 == nil }) {
      var writes: [(index: Int, link: ShortLink)] = []
      var claimed: Set<LinkKey> = []
      var isHeld = false
      for (index, draft) in drafts.enumerated() where outcomes[index] == nil {
        do throws(ChangeError) {
          let link = try named(try wanted[index].get(), draft.slug, attempt)
          // Whatever order a store takes rows in, the first of those for one address is answered first.
          let places = homes(link.key) + [link.key]
          if !claimed.isDisjoint(with: places), answered.isDisjoint(with: places) {
            isHeld = true
            continue
          }
          claimed.insert(link.key)
          writes.append((index, link))
        } catch {
          outcomes[index] = .failure(error)
        }
      }
      let answers = waitForAnswers(to: writes) { write, completion in
        let terms = drafts[write.index].terms(key, homes(write.link.key))
        store.create(
          write.link, terms, by: actor ?? authority.actor, now: now, completion: completion)
      }
      for (answer, (index, link)) in zip(answers, writes) {
        note(link.key)
        if case .success = answer { answered.insert(link.key) }
        outcomes[index] = outcome(answer, of: drafts[index], as: link)
      }
      if !isHeld { attempt += 1 }
    }
    return zip(outcomes, wanted).map { outcome, wanted in
      outcome ?? wanted.flatMap { .failure(.refused(.slugsTaken(host: $0.host))) }
    }
  }

  /// The link that a draft would create now, without writing anything. A random slug is only an
  /// example of those that may be drawn.
  package func preview(_ draft: LinkDraft) throws(ChangeError) -> ShortLink {
    let link = try named(try wanted(draft), draft.slug, 0)
    if !draft.slug.isRandom, try current(link.key) != nil { throw .refused(.slugTaken(link.key)) }
    return link
  }

  /// The link of a draft, still without its slug if that is random.
  private func wanted(_ draft: LinkDraft) throws(ChangeError) -> ShortLink {
    try authority.require(.writeLinks)
    let link = try decided(draft.link(in: sites))
    if case .given = draft.slug, let taken = try taken(link.key) {
      throw .refused(.slugTaken(taken))
    }
    let circles = try circles(of: link) ?? []
    guard circles.isEmpty else { throw .refused(.invalid(circles.map(FieldFault.init))) }
    return link
  }

  /// The link on another host of the site that a new link would hide from visitors, if there is one;
  /// nil if the slug is free or the link itself already exists.
  func taken(_ key: LinkKey) throws(ChangeError) -> LinkKey? {
    guard try current(key) == nil else { return nil }
    return try sites.otherHome(of: key) { key throws(ChangeError) in try current(key) != nil }
  }

  /// The link with its slug. A random one is drawn until it is neither reserved nor that of a
  /// configured link.
  private func named(
    _ link: ShortLink, _ slug: LinkSlug, _ attempt: Int
  ) throws(ChangeError) -> ShortLink {
    guard case .random(let random) = slug else { return link }
    var link = link
    let rules = sites.siteTable.site(of: link.host)
    for further in 0..<Self.attempts {
      guard let slug = random.make(attempt: attempt + further) else {
        throw .refused(.noRandomness)
      }
      link.slug = sites.canonical(LinkKey(host: link.host, slug: slug)).slug
      let isFree = Slug.fault(of: slug) == nil && sites.configuredLink(link.key) == nil
      if isFree, rules?.faults(of: link).allSatisfy({ $0.path != "slug" }) ?? true { return link }
    }
    throw .refused(.slugsTaken(host: link.host))
  }

  /// The outcome of an attempt; nil to try another random slug.
  private func outcome(
    _ answer: Result<Creation, LinkStoreError>, of draft: LinkDraft, as link: ShortLink
  ) -> Result<MadeLink, ChangeError>? {
    switch answer {
    case .success(.created(let stored)):
      return .success(MadeLink(stored: stored, isNew: true))
    case .success(.found(let stored)): return .success(MadeLink(stored: stored, isNew: false))
    case .success(.remembered(let stored)):
      return Result { () throws(ChangeError) in try MadeLink(remembered: stored) }
    case .success(.keyReused): return .failure(.refused(.idempotencyKeyReused))
    case .success(.taken) where draft.slug.isRandom: return nil
    case .success(.takenElsewhere) where draft.slug.isRandom: return nil
    case .success(.takenElsewhere(let key)): return .failure(.refused(.slugTaken(key)))
    case .success(.taken): return Result { () throws(ChangeError) in try like(link, draft) }
    case .failure(let error): return .failure(.failed(error))
    }
  }

  /// The existing link with that host and slug, if it is the requested one.
  private func like(_ link: ShortLink, _ draft: LinkDraft) throws(ChangeError) -> MadeLink {
    guard draft.findsExisting, let there = try current(link.key), there.link.isLike(link) else {
      throw .refused(.slugTaken(link.key))
    }
    return MadeLink(stored: there, isNew: false)
  }
}

extension MadeLink {
  /// - Parameter stored: nil for a link that is gone.
  fileprivate init(remembered stored: StoredLink?) throws(ChangeError) {
    guard let stored else { throw .refused(.idempotencyKeySpent) }
    self.init(stored: stored, isNew: true, isRemembered: true)
  }
}

extension LinkDraft {
  /// A given slug asks for that very link, not for one with the same destination.
  fileprivate func terms(_ key: IdempotencyKey?, _ otherHomes: [LinkKey]) -> CreationTerms {
    CreationTerms(
      findsExisting: findsExisting && slug.isRandom, idempotencyKey: key, otherHomes: otherHomes)
  }
}
