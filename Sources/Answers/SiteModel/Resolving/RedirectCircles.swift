import AppAssociation
package import Links

/// Links that lead back to themselves: browsers give up on them, so no visitor arrives anywhere.
extension ServiceSnapshot {
  /// Returns the destinations of a link that trap its visitors in a circle; nil for a link that
  /// leads only to other services, as most do.
  ///
  /// - Parameter lookUp: finds the other links of the store.
  package func circles<Failure>(
    of link: ShortLink, _ lookUp: @escaping (LinkKey) throws(Failure) -> ShortLink?
  ) throws(Failure) -> [SiteRules.Fault]? {
    // Also beyond the caller's bounds, since a circle affects every visitor.
    let snapshot = whole
    let homeward = link.visitedURLs.lazy.map { path, field, url in
      (path: path, field: field, url: LinkDestination.filled(url, slug: link.slug))
    }.filter { address in
      let host = LinkDestination.plainHost(of: address.url)
      return host.map(snapshot.serves)
        ?? (OwnURL(address.url, askedHost: nil, in: snapshot) != nil)
    }
    let addresses = Array(homeward)
    guard !addresses.isEmpty else { return nil }
    var failure: Failure?
    let notebook = LinkNotebook(snapshot) { key in
      guard key != link.key else { return FoundLink(link) }
      do throws(Failure) {
        return try lookUp(key).map { FoundLink($0) }
      } catch {
        failure = failure ?? error
        throw error
      }
    }
    let walk = RedirectWalk(snapshot: snapshot, notebook: notebook)
    let faults = addresses.compactMap { path, field, url in
      walk.fault(of: url, in: field, of: link.key).map {
        SiteRules.Fault(path: path, $0, isRequired: field.type.isRequired)
      }
    }
    if let failure { throw failure }
    return faults
  }

  /// Returns why a browser sent to an address of the configuration never arrives, as the end of a
  /// sentence; nil when it arrives.
  package func circle(from url: String) -> String? {
    RedirectWalk(snapshot: self, notebook: LinkNotebook(self)).fault(of: url).map { _ in
      "leads through more than \(RedirectWalk.limit) redirects, as a loop does"
    }
  }
}

/// Follows redirects as long as they stay within this service.
private struct RedirectWalk {
  let snapshot: ServiceSnapshot
  let notebook: LinkNotebook

  /// Browsers follow 20; a chain half as long is already a mistake.
  static let limit = 10

  /// Returns why visitors whom a field of a link, or of the configuration, sends to an address never
  /// arrive; nil when they do.
  func fault(
    of url: String, in field: LinkField? = nil, of link: LinkKey? = nil
  ) -> LinkFault? {
    var address = url
    for _ in 0..<Self.limit {
      switch step(from: address, field) {
      case .ends: return nil
      case .link(let key, _) where key == link: return .leadsBackToItself(url)
      case .link(_, let next), .leads(let next): address = next
      }
    }
    return .leadsInCircle(url, redirects: Self.limit)
  }

  private enum Step {
    case ends
    case link(LinkKey, to: String)
    case leads(to: String)
  }

  private func step(from address: String, _ field: LinkField?) -> Step {
    guard let own = OwnURL(address, askedHost: nil, in: snapshot) else { return .ends }
    switch notebook.place(of: own) {
    case .shortLink(let served, .visit):
      return next(of: served.link, field).map { .link(served.link.key, to: $0) } ?? .ends
    case .longLink(let served, _): return .leads(to: served.link.url)
    case .page(let route, let match):
      guard let web = snapshot.sites[own.site].routes[route].web else { return .ends }
      return .leads(to: own.address(of: web, match))
    default: return .ends
    }
  }

  /// Returns the destination of a link for visitors whom the given field of another link sent to
  /// it.
  private func next(of link: ShortLink, _ field: LinkField?) -> String? {
    guard !link.archived else {
      return link.expiredURL.map { LinkDestination.filled($0, slug: link.slug) }
    }
    let own = field.flatMap { $0.path == "expiredURL" ? nil : $0.type.url(in: UnpackedLink(link)) }
    return LinkDestination.filled(own ?? link.url, slug: link.slug)
  }
}
