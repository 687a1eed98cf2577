import HTTPCore
package import Links

/// A link of a store, with the additional data that a decision needs.
package struct FoundLink: Equatable, Sendable {
  package let link: ShortLink
  /// The used clicks of a link with a limit.
  package let clicks: Int

  package init(_ link: ShortLink, clicks: Int = 0) {
    self.link = link
    self.clicks = clicks
  }
}

/// The known stored links, for questions answered outside the workers. Each key is looked up once.
package final class LinkNotebook: KnownLinks {
  package typealias LookUp = (LinkKey) throws -> FoundLink?
  /// Counts the used clicks of a configured link with a limit.
  package typealias CountClicks = (ShortLink) throws -> Int

  private struct Entry {
    let known: KnownLink
    let clicks: Int
  }

  private let snapshot: ServiceSnapshot
  private let lookUp: LookUp
  private let countClicks: CountClicks
  private var entries: [LinkKey: Entry] = [:]

  /// - Parameters:
  ///   - lookUp: finds stored links; without it only configured links are found. Keys whose look-up
  ///     fails count as unreachable.
  ///   - countClicks: counts clicks; when counting fails, the link counts as never clicked.
  package init(
    _ snapshot: ServiceSnapshot, lookUp: @escaping LookUp = { _ in nil },
    countClicks: @escaping CountClicks = { _ in 0 }
  ) {
    self.snapshot = snapshot
    self.countClicks = countClicks
    self.lookUp = lookUp
  }

  package func known(host: ArraySlice<UInt8>, slug: ArraySlice<UInt8>) -> KnownLink {
    let key = LinkKey(
      host: String(decoding: host, as: UTF8.self), slug: String(decoding: slug, as: UTF8.self))
    return entries[key]?.known ?? .unknown
  }

  /// Returns the used clicks of a link; 0 for a link without a limit.
  package func clicks(of link: ShortLink) -> Int {
    guard link.maxClicks != nil else { return 0 }
    if let entry = entries[link.key] { return entry.clicks }
    do {
      let count = try countClicks(link)
      entries[link.key] = Entry(known: .unknown, clicks: count)
      return count
    } catch {
      return 0
    }
  }

  /// Whether the store has a link; false when the look-up fails.
  package func has(_ key: LinkKey) -> Bool { (try? lookUp(key)) != nil }

  /// Resolves a URL as a server does.
  package func place(of url: OwnURL) -> Place {
    resolve(site: url.site) { url.place(in: snapshot, known: self) }
  }

  /// Resolves a URL as an app does.
  package func placeInApp(of url: OwnURL) -> Place {
    resolve(site: url.site) { url.placeInApp(in: snapshot, known: self) }
  }

  private func resolve(site: Int, _ ask: () -> Resolved) -> Place {
    while true {
      switch ask() {
      case .found(let place): return place
      case .needs(let keys): learn(keys, site: site)
      }
    }
  }

  /// Records entries up to the first link, after which the others may not matter, or the first failed
  /// look-up.
  private func learn(_ keys: [LinkKey], site: Int) {
    for key in keys {
      do {
        let found = try lookUp(key)
        let link = found.map { KnownLink.link(snapshot.serve($0.link, site: site)) }
        entries[key] = Entry(known: link ?? .absent, clicks: found?.clicks ?? 0)
        if found != nil { return }
      } catch {
        entries[key] = Entry(known: .unreachable, clicks: 0)
        return
      }
    }
  }
}
