import JSONSyntax
import Links
import SiteModel

/// The apps that imported links are for: remarks about those that the links will not open.
struct ImportedApps {
  private let sites: ServiceSnapshot
  private let known: LongLinkBounds.Apps
  private var openings: OpeningReview
  private var used: Set<Int> = []
  private var unknown: [String: Unknown] = [:]

  /// An identifier that no app of the configuration has.
  private struct Unknown {
    var links = 0
    var keys: Set<String> = []
  }

  /// The number of identifiers that are counted, and of those that are named.
  private static let (countedLimit, namedLimit) = (1000, 10)

  init(_ sites: ServiceSnapshot) {
    self.sites = sites
    known = sites.appIdentifiers
    openings = OpeningReview(sites)
  }

  mutating func note(_ link: ShortLink) {
    if let site = sites.site(host: link.host) {
      used.insert(site)
      openings.note(link, of: site)
    }
    let bundles = Set([link.apple.bundleID, link.apple.ipadBundleID].compactMap(\.self))
      .subtracting(known.bundleIDs)
    let packages = Set([link.android.packageName].compactMap(\.self))
      .subtracting(known.packageNames)
    for name in bundles.union(packages) {
      guard unknown.count < Self.countedLimit || unknown[name] != nil else { continue }
      unknown[name, default: Unknown()].links += 1
      if bundles.contains(name) { unknown[name]?.keys.insert("apple.appIDs") }
      if packages.contains(name) { unknown[name]?.keys.insert("android.packageName") }
    }
  }

  var notes: [Sentence] {
    var openings = openings
    let sorted = unknown.sorted { ($1.value.links, $0.key) < ($0.value.links, $1.key) }
    let named = sorted.prefix(Self.namedLimit).map { name, found in
      Sentence(
        AppRemark.unknown(name, links: found.links, keys: found.keys.sorted().reversed()))
    }
    let others = sorted.count - named.count
    let gaps = used.sorted().flatMap { openings.gaps(of: $0) }
    return named + (others == 0 ? [] : [Sentence(AppRemark.othersUnknown(others))])
      + gaps.map { Sentence(AppRemark.gap($0)) }
  }
}

private enum AppRemark: Wording {
  case unknown(String, links: Int, keys: [String])
  case othersUnknown(Int)
  case gap(OpeningGap)

  var english: String {
    switch self {
    case .unknown(let name, let links, let keys):
      "\(links == 1 ? "1 link names" : "\(links) links name") \(name), which no app of the configuration "
        + "has: add it under 'apps', in " + keys.map { "'\($0)'" }.joined(separator: " and ")
    case .othersUnknown(let count):
      "links name \(count) more identifiers that no app of the configuration has"
    case .gap(let gap): "\(gap.path): \(gap.message.english)"
    }
  }

  var japanese: String {
    switch self {
    case .unknown(let name, let links, let keys):
      "\(links) 件のリンクにある \(name) は、設定のどのアプリにもありません。「apps」の"
        + keys.map { "「\($0)」" }.joined(separator: "と") + "に加えてください"
    case .othersUnknown(let count):
      "設定のどのアプリにもない識別子が、リンクにほかに \(count) 個あります"
    case .gap(let gap): "\(gap.path)：\(gap.message.japanese)"
    }
  }
}
