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
    let (apple, package) = (link.apple, link.android.packageName)
    let bundles = Set([apple.bundleID, apple.ipadBundleID].compactMap(\.self))
      .subtracting(known.bundleIDs)
    let packages = Set([package].compactMap(\.self)).subtracting(known.packageNames)
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
    let named = sorted.prefix(Self.namedLimit).map { Self.remark(on: $0.key, $0.value) }
    let others = sorted.count - named.count
    let gaps = used.sorted().flatMap { openings.gaps(of: $0) }
    return named + (others == 0 ? [] : [Self.remark(onOthers: others)])
      + gaps.map { "\($0.path): \($0.message)" }
  }

  private static func remark(on name: String, _ found: Unknown) -> Sentence {
    let links: Sentence = found.links == 1 ? "1 link names" : "\(found.links) links name"
    let keys = found.keys.sorted().reversed()
    let places = Sentence(
      keys.map { "'\($0)'" }.joined(separator: " and "),
      keys.map { "「\($0)」" }.joined(separator: "と"))
    return
      "\(links) \(name), which no app of the configuration has: add it under 'apps', in \(places)"
  }

  private static func remark(onOthers count: Int) -> Sentence {
    "links name \(count) more identifiers that no app of the configuration has"
  }
}
