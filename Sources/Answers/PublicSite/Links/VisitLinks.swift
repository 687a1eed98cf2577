import Links
import SiteModel

/// The stored links that one visit knows: those in its worker's memory, and those read for it.
final class VisitLinks: KnownLinks {
  private let finder: LinkFinder
  private var read: [(key: LinkKey, link: ShortLink?)] = []
  /// What a key counts as that is in neither.
  private var unknown = KnownLink.unknown
  /// The keys without which the last places are not settled.
  private(set) var missing: [LinkKey] = []

  init(_ finder: LinkFinder) {
    self.finder = finder
  }

  /// The result of `find`, as far as the known links settle it; nil when keys are missing.
  func settled<Value>(_ find: (VisitLinks) -> Value) -> Value? {
    missing = []
    let value = find(self)
    return missing.isEmpty ? value : nil
  }

  /// The result of `find` when no further link is looked up.
  ///
  /// - Parameter unknown: what a key counts as that is not known: absent or unreachable.
  func settled<Value>(as unknown: KnownLink, _ find: (VisitLinks) -> Value) -> Value {
    self.unknown = unknown
    return find(self)
  }

  /// Adds links that were read.
  ///
  /// - Parameter links: nil when the store did not answer.
  func learn(_ links: [(key: LinkKey, link: ShortLink?)]?) {
    guard let links else { return unknown = .unreachable }
    read += links
  }

  // MARK: - Places

  func place(
    site: Int, host: ArraySlice<UInt8>, path: ArraySlice<UInt8>, query: ArraySlice<UInt8>?
  ) -> Place {
    place(finder.snapshot.place(site: site, host: host, path: path, query: query, known: self))
  }

  func placeInApp(of url: OwnURL) -> Place {
    place(url.placeInApp(in: finder.snapshot, known: self))
  }

  /// The place, which is unreachable while keys are missing. The keys of one place are looked up at a
  /// time: those after its first link may be irrelevant.
  private func place(_ resolved: Resolved) -> Place {
    switch resolved {
    case .found(let place): return place
    case .needs(let keys):
      if missing.isEmpty { missing = keys }
      return .unreachableSlug
    }
  }

  func known(host: ArraySlice<UInt8>, slug: ArraySlice<UInt8>) -> KnownLink {
    let known = finder.known(host: host, slug: slug)
    guard case .unknown = known else { return known }
    guard let entry = read.first(where: { $0.key.isKey(host, slug) }) else { return unknown }
    guard let link = entry.link, let site = finder.snapshot.site(named: host) else {
      return .absent
    }
    return .link(finder.snapshot.serve(link, site: site))
  }
}

extension LinkKey {
  fileprivate func isKey(_ host: ArraySlice<UInt8>, _ slug: ArraySlice<UInt8>) -> Bool {
    self.slug.utf8.elementsEqual(slug) && self.host.utf8.elementsEqual(host)
  }
}
