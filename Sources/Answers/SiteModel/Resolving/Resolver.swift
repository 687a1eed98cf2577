import AppAssociation
import HTTPCore
import Links
import WebSyntax

/// Decides the meaning of every URL. Look-ups are by hash and by trie, so the cost does not grow
/// with the number of hosts, links or routes.
extension ServiceSnapshot {
  /// Returns the site that serves a host as spelled in a request or URL; nil for other hosts.
  package func site(host: ArraySlice<UInt8>) -> Int? {
    site(named: HTTPHost.name(of: host))
  }

  /// Returns the site that serves a host as spelled in a request or URL; nil for other hosts.
  package func site(host: String) -> Int? { site(host: Array(host.utf8)[...]) }

  /// Returns the site that serves a host as normalized by `HTTPHost`; nil for other hosts.
  package func site(named name: ArraySlice<UInt8>) -> Int? {
    guard let site = hosts.site(named: name) else { return nil }
    return reach == nil || reaches(String(decoding: name, as: UTF8.self)) ? site : nil
  }

  /// Resolves a path and query on a site. A pure function of the snapshot and the known links.
  ///
  /// - Parameters:
  ///   - host: the host as normalized by `HTTPHost`; stored links belong to hosts.
  ///   - query: the query; nil without a `?`.
  ///   - fragment: the fragment; empty on a server, which never receives it.
  ///   - readsLongLinks: false for a URL that may itself be the destination of a long link.
  package func place(
    site: Int, host: ArraySlice<UInt8>, path: ArraySlice<UInt8>, query: ArraySlice<UInt8>?,
    fragment: ArraySlice<UInt8> = [], known: some KnownLinks, readsLongLinks: Bool = true
  ) -> Resolved {
    let written = placeAsWritten(
      site: site, host: host, path: path, query: query, fragment: fragment, known: known,
      readsLongLinks: readsLongLinks)
    guard case .found(.unknownSlug) = written, let meant = RequestPath.withoutSentenceEnd(path),
      sites[site].definition.shortLinks?.ignoresSentenceEnd == true
    else { return written }
    let answer = placeAsWritten(
      site: site, host: host, path: meant, query: query, fragment: fragment, known: known,
      readsLongLinks: false)
    switch answer {
    case .found(.shortLink), .found(.unreachableSlug), .needs: return answer
    case .found: return written
    }
  }

  private func placeAsWritten(
    site: Int, host: ArraySlice<UInt8>, path: ArraySlice<UInt8>, query: ArraySlice<UInt8>?,
    fragment: ArraySlice<UInt8>, known: some KnownLinks, readsLongLinks: Bool
  ) -> Resolved {
    let normalized: ArraySlice<UInt8>
    switch start(site: site, host: host, path: path, query: readsLongLinks ? query : nil) {
    case .place(let place): return .found(place)
    case .links(let path): normalized = path
    }
    var otherwise = Place.nothing
    if let links = shortLinks[site], normalized.starts(with: links.prefix) {
      let name = normalized.dropFirst(links.prefix.count)
      switch find(name, links, site: site, host: host, known: known) {
      case .found(.unknownSlug): otherwise = .unknownSlug
      case .found(.unreachableSlug): otherwise = .unreachableSlug
      case let answer: return answer
      }
      // Pages need no store: when links and routes share a prefix, pages are served regardless.
      if !links.sharesItsPrefix {
        guard case .unknownSlug = otherwise else { return .found(otherwise) }
        return findBefore(name, links, site: site, host: host, known: known)
      }
    }
    // Routes see the path as written, since they must mean the same as in Apple's matching.
    let place = routePlace(
      site: site, path: path, plain: normalized, query: query, fragment: fragment,
      otherwise: otherwise)
    // Last, so that pages cost no more on sites whose links share their prefix.
    guard case .unknownSlug = place, let links = shortLinks[site] else { return .found(place) }
    let name = normalized.dropFirst(links.prefix.count)
    return findBefore(name, links, site: site, host: host, known: known)
  }

  private enum Start {
    case place(Place)
    /// Links and routes decide; links are looked up by this path.
    case links(ArraySlice<UInt8>)
  }

  /// Resolves everything that neither links nor routes decide.
  private func start(
    site: Int, host: ArraySlice<UInt8>, path: ArraySlice<UInt8>, query: ArraySlice<UInt8>?
  ) -> Start {
    // First, since the paths of the table are known to be valid.
    if let place = fixedPlace(path, site: site) { return .place(place) }
    guard let normalized = RequestPath.normalized(path) else { return .place(.unreadable) }
    // A path without escapes has already been looked up.
    if normalized.count < path.count, let place = fixedPlace(normalized, site: site) {
      return .place(place)
    }
    if let place = reservedPlace(site: site, path: normalized) { return .place(place) }
    if let query, let link = longLink(site: site, host: host, path: normalized, query: query) {
      return .place(link)
    }
    if path.count == 1, sites[site].root != nil { return .place(.root) }
    return .links(normalized)
  }

  /// Resolves a path that is fixed on every site; nil when this site has nothing there except
  /// perhaps a file of its folder.
  private func fixedPlace(_ path: ArraySlice<UInt8>, site: Int) -> Place? {
    let fixed = fixedPaths[path]
    switch fixed {
    case .document(let document)
    where !document.isEverywhere && sites[site].documents[document] == nil: return nil
    case .changePassword where sites[site].changePassword == nil: return nil
    default: return fixed
    }
  }

  /// Returns the document at a path that belongs to it on each site that has the document, whatever the
  /// query; nil for other paths.
  package func document(at path: Span<UInt8>) -> SiteDocument? {
    if case .document(let document)? = fixedPaths[path] { document } else { nil }
  }

  /// Returns whether a visit without a query to the path of a link reaches that link.
  func asksLinks(site: Int, path: ArraySlice<UInt8>) -> Bool {
    guard case .links(let normalized) = start(site: site, host: [], path: path, query: nil),
      normalized == path, ShortLinkName.slug(path) == path
    else { return false }
    return ShortLinkName.reading(path).view == .visit
  }

  /// Resolves a reserved path, which neither links nor routes can have.
  private func reservedPlace(site: Int, path: ArraySlice<UInt8>) -> Place? {
    // Checking the second byte spares nearly every path the comparison with both prefixes.
    guard path.count > 1 else { return nil }
    switch path[path.startIndex + 1] {
    case UInt8(ascii: ".") where path.starts(with: Self.wellKnownPrefix):
      let name = path.dropFirst(Self.wellKnownPrefix.count)
      return wellKnownFile(site: site, name).map(Place.wellKnownFile) ?? .missingFile
    case UInt8(ascii: "_") where path.starts(with: Self.ownPrefix):
      return sites[site].file(path).map(Place.siteFile) ?? .missingFile
    case UInt8(ascii: "f"), UInt8(ascii: "r"): return sites[site].file(path).map(Place.siteFile)
    default: return nil
    }
  }

  private func routePlace(
    site: Int, path: ArraySlice<UInt8>, plain: ArraySlice<UInt8>, query: ArraySlice<UInt8>?,
    fragment: ArraySlice<UInt8>, otherwise: Place
  ) -> Place {
    let compiled = sites[site]
    let query = query ?? []
    func match(_ path: ArraySlice<UInt8>) -> RoutingMatch? {
      compiled.routing.match(path: path.span, query: query.span, fragment: fragment.span)
    }
    guard let match = match(path) else {
      guard case .nothing = otherwise, plain.count < path.count, !Self.leadsToAnotherHost(plain),
        let found = match(plain), !compiled.routes[found.rule].isRefused
      else { return otherwise }
      return .respelled(Array(plain))
    }
    guard compiled.routes[match.rule].isRefused else { return .page(match.rule, match) }
    if case .nothing = otherwise { return .excluded(match.rule, match) }
    return otherwise
  }

  /// Returns whether browsers read a path in `Location` as the start of another host: after a
  /// slash, and after a backslash, which they treat as one (WHATWG URL, "relative slash state").
  private static func leadsToAnotherHost(_ path: ArraySlice<UInt8>) -> Bool {
    path.starts(with: "//".utf8) || path.starts(with: "/\\".utf8)
  }

  /// Finds the link with a name in the configuration or, failing that, in the store, under the
  /// requested host or any other host of the site, since the hosts of a site share one set of
  /// links.
  private func find(
    _ name: ArraySlice<UInt8>, _ links: CompiledShortLinks, site: Int, host: ArraySlice<UInt8>,
    known: some KnownLinks
  ) -> Resolved {
    guard let slug = ShortLinkName.slug(name) else { return .found(.unknownSlug) }
    let answer = find(slug: slug, links, site: site, host: host, known: known)
    let written = ShortLinkName.reading(slug).slug
    guard case .found(.unknownSlug) = answer,
      let meant = sites[site].definition.shortLinks?.spelling.meant(by: written)
    else { return answer }
    let respelled = meant + slug[written.endIndex...]
    return find(slug: respelled[...], links, site: site, host: host, known: known)
  }

  /// Finds the link with a slug in exactly this spelling.
  private func find(
    slug: ArraySlice<UInt8>, _ links: CompiledShortLinks, site: Int, host: ArraySlice<UInt8>,
    known: some KnownLinks
  ) -> Resolved {
    let reading = ShortLinkName.reading(slug)
    if let link = links.find(reading.slug) { return .found(.shortLink(link, reading.view)) }
    var needed: [LinkKey] = []
    switch findStored(reading, site, host, known, &needed) {
    case .unknownSlug where needed.isEmpty: break
    case .unknownSlug: return .needs(needed)
    case let place: return .found(place)
    }
    guard let other = ShortLinkName.otherReading(slug) else { return .found(.unknownSlug) }
    if let link = links.find(other.slug) { return .found(.shortLink(link, other.view)) }
    let place = findStored(other, site, host, known, &needed)
    return needed.isEmpty ? .found(place) : .needs(needed)
  }

  /// Finds the link, longest slug first, whose slug is the beginning of a name and which accepts
  /// the rest, or of which Shlink shows something there.
  private func findBefore(
    _ name: ArraySlice<UInt8>, _ links: CompiledShortLinks, site: Int, host: ArraySlice<UInt8>,
    known: some KnownLinks
  ) -> Resolved {
    let (name, view) = ShortLinkName.reading(name)
    var ends: [Int] = []
    for index in name.indices where name[index] == UInt8(ascii: "/") {
      ends.append(index)
      if ends.count == Slug.pathDepth { break }
    }
    let shown = shlinkView(name, view, site: site)
    if let shown, ends.last != shown.end { ends.append(shown.end) }
    var needed: [LinkKey] = []
    for end in ends.reversed() {
      guard let slug = ShortLinkName.slug(name[..<end]), !slug.isEmpty else { continue }
      let meant = sites[site].definition.shortLinks?.spelling.meant(by: slug).map { $0[...] }
      for slug in [slug, meant].compactMap(\.self) {
        switch links.find(slug).map({ .shortLink($0, .visit) })
          ?? findStored((slug, .visit), site, host, known, &needed)
        {
        case .shortLink(let link, _) where needed.isEmpty && shown?.end == end:
          return .found(.shortLink(link, shown?.view ?? view))
        case .shortLink(let link, _) where link.link.path != .refuse && needed.isEmpty:
          return .found(.shortLink(link.found(before: name[(end + 1)...]), view))
        case .unreachableSlug where needed.isEmpty: return .found(.unreachableSlug)
        default: break
        }
      }
    }
    return needed.isEmpty ? .found(.unknownSlug) : .needs(needed)
  }

  /// Returns what Shlink shows at a name, and where the slug of the link ends; nil for other names.
  private func shlinkView(
    _ name: ArraySlice<UInt8>, _ view: ShortLinkView, site: Int
  ) -> (end: Int, view: ShortLinkView)? {
    guard view == .visit, sites[site].definition.shortLinks?.answersShlink == true,
      let end = name.lastIndex(of: UInt8(ascii: "/"))
    else { return nil }
    let rest = name[end...].dropFirst()
    return ShortLinkName.shlinkViews.first { rest.elementsEqual($0.key.utf8) }
      .map { (end, $0.value) }
  }

  /// - Parameter needed: receives the keys that must be known for a valid answer.
  private func findStored(
    _ reading: ShortLinkName.Reading, _ site: Int, _ host: ArraySlice<UInt8>,
    _ known: some KnownLinks, _ needed: inout [LinkKey]
  ) -> Place {
    guard StoredSlug.isPossible(reading.slug) else { return .unknownSlug }
    func look(_ host: ArraySlice<UInt8>) -> Place? {
      switch known.known(host: host, slug: reading.slug) {
      case .link(let link): return .shortLink(link, reading.view)
      case .unreachable: return .unreachableSlug
      case .absent: return nil
      case .unknown:
        needed.append(
          LinkKey(
            host: String(decoding: host, as: UTF8.self),
            slug: String(decoding: reading.slug, as: UTF8.self)))
        return nil
      }
    }
    if let place = look(host), needed.isEmpty { return place }
    for other in sites[site].exactHosts where other[...] != host {
      // After an unknown key, a later one may turn out to be irrelevant.
      if let place = look(other[...]), needed.isEmpty { return place }
    }
    return .unknownSlug
  }

  private static let wellKnownPrefix = Array("/.well-known/".utf8)
  private static let ownPrefix = Array("/_keiro/".utf8)
}

/// Checks whether a store can have a slug.
enum StoredSlug {
  static func isPossible(_ slug: ArraySlice<UInt8>) -> Bool {
    guard (1...255).contains(slug.count) else { return false }
    var isASCII = true
    for byte in slug where !PercentCoding.isUnreserved(byte) && byte != UInt8(ascii: "/") {
      guard byte >= 0x80 else { return false }
      isASCII = false
    }
    return isASCII || String(validating: slug, as: UTF8.self) != nil
  }
}

extension Place {
  /// The places whose paths are the same on every site.
  static let fixed: [(path: String, place: Place)] =
    SiteDocument.allCases.map { ($0.path, .document($0)) } + [
      ("/apple-app-site-association", .document(.apple)),
      ("/.well-known/change-password", .changePassword),
      ("/_keiro/banner", .banner),
      ("/_keiro/resolve", .resolve),
      ("/_keiro/launches", .launches),
      ("/_keiro/claims", .claims),
      ("/_keiro/links", .appLinks),
      ("/_keiro/qr", .pageCode),
    ]
}
