import JSONSyntax
package import LinkStorage
import Links
import SiteModel

/// A link that was asked for, as the store has it.
package struct MadeLink: Equatable, Sendable {
  package let stored: StoredLink
  /// False for a link that was there already.
  package let isNew: Bool
}

extension LinkEditor {
  /// - Parameter key: gives a repeated request the link of the first one.
  package func create(
    _ draft: LinkDraft, _ key: IdempotencyKey? = nil
  ) throws(ChangeError) -> MadeLink {
    guard let result = create([Creating(draft: draft, key: key)]).first else {
      throw .failed(.closed)
    }
    return try result.get()
  }

  /// Makes many links; what keeps one from being made keeps no other.
  ///
  /// - Returns: the outcomes in the order of the drafts.
  package func create(_ drafts: [LinkDraft]) -> [Result<MadeLink, ChangeError>] {
    create(drafts.map { Creating(draft: $0, key: nil) })
  }

  private final class Creating {
    let draft: LinkDraft
    let key: IdempotencyKey?
    /// The link without its random slug, as the first round has decided it.
    var link: ShortLink?

    init(draft: LinkDraft, key: IdempotencyKey?) {
      self.draft = draft
      self.key = key
    }

    /// A given slug is a request for that link, not for one with the same destination.
    var terms: CreationTerms {
      CreationTerms(
        findsExisting: draft.findsExisting && draft.slug.isRandom, idempotencyKey: key)
    }
  }

  private func create(_ changes: [Creating]) -> [Result<MadeLink, ChangeError>] {
    inRounds(
      changes,
      decide: { change, attempt throws(ChangeError) in try decide(change, attempt) },
      write: { write, completion in
        store.create(write.link, write.terms, now: now, completion: completion)
        return write.link.key
      },
      conclude: { change, write, answer throws(ChangeError) in
        try conclude(change.draft, write.link, answer)
      },
      surrender: { change in
        let host = change.link?.host ?? change.draft.host ?? ""
        return .slugsTaken(host: host)
      })
  }

  private func decide(
    _ change: Creating, _ attempt: Int
  ) throws(ChangeError) -> Decision<(link: ShortLink, terms: CreationTerms), MadeLink> {
    var link: ShortLink
    if let decided = change.link {
      link = decided
    } else {
      link = try wanted(change.draft)
      change.link = link
    }
    if case .random(let random) = change.draft.slug {
      link.slug = try freeSlug(random, attempt, on: link)
    }
    return .write((link, change.terms))
  }

  private func wanted(_ draft: LinkDraft) throws(ChangeError) -> ShortLink {
    try authority.require(.writeLinks)
    let link = try decided { () throws(ChangeRefusal) in try draft.link(in: sites) }
    let circles = try circles(of: link)
    guard circles.isEmpty else { throw .refused(.invalid(circles.map(FieldFault.init))) }
    return link
  }

  /// A random slug that the site has for links: some are reserved, or links of the configuration.
  private func freeSlug(
    _ random: RandomSlug, _ attempt: Int, on link: ShortLink
  ) throws(ChangeError) -> String {
    var candidate = link
    let rules = sites.siteTable.site(of: link.host)
    for further in 0..<Self.slugAttempts {
      guard let slug = random.make(attempt: attempt + further) else {
        throw .refused(.noRandomness)
      }
      candidate.slug = slug
      let isFree = Slug.fault(of: slug) == nil && sites.configuredLink(candidate.key) == nil
      if isFree, rules?.faults(of: candidate).allSatisfy({ $0.path != "slug" }) ?? true {
        return slug
      }
    }
    throw .refused(.slugsTaken(host: link.host))
  }

  private static let slugAttempts = 30

  private func conclude(
    _ draft: LinkDraft, _ link: ShortLink, _ answer: Creation
  ) throws(ChangeError) -> MadeLink? {
    switch answer {
    case .created(let stored), .remembered(.some(let stored)):
      return MadeLink(stored: stored, isNew: true)
    case .found(let stored): return MadeLink(stored: stored, isNew: false)
    case .remembered(.none): throw .refused(.idempotencyKeySpent)
    case .keyReused: throw .refused(.idempotencyKeyReused)
    case .taken:
      if draft.slug.isRandom { return nil }
      guard draft.findsExisting, let there = try current(link.key), there.link.isLike(link) else {
        throw .refused(.slugTaken(link.key))
      }
      return MadeLink(stored: there, isNew: false)
    }
  }
}
