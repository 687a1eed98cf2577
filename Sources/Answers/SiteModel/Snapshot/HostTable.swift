import HTTPCore
import Links
import WebSyntax

struct HostTable: Sendable {
  /// Every host that is not a wildcard; its number is its index.
  let names: [String]
  private let numbers: [String: Int]
  private let exact: ByteTable<Int>
  private let wildcards: ByteTable<Int>

  init(_ sites: [CompiledSite]) {
    var exact: [(key: [UInt8], value: Int)] = []
    var wildcards: [(key: [UInt8], value: Int)] = []
    for (number, site) in sites.enumerated() {
      for host in site.definition.allHosts {
        let key = Array(host.name.utf8)
        if host.isWildcard { wildcards.append((key, number)) } else { exact.append((key, number)) }
      }
    }
    names = exact.map { String(decoding: $0.key, as: UTF8.self) }
    numbers = Dictionary(
      names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    self.exact = ByteTable(exact)
    self.wildcards = ByteTable(wildcards)
  }

  /// Returns the number of a host; nil for wildcards and unknown hosts.
  func number(of host: String) -> Int? { numbers[host] }

  /// Returns the site that serves a host as normalized by `HTTPHost`; nil for other hosts.
  func site(named name: ArraySlice<UInt8>) -> Int? {
    if let site = exact[name] { return site }
    guard let dot = name.firstIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return nil
    }
    return wildcards[name[(dot + 1)...]]
  }
}

extension SiteTable {
  /// Creates a table of the sites that have short links.
  init(_ sites: [CompiledSite], _ shortLinks: [CompiledShortLinks?]) {
    let rules = zip(sites, shortLinks).compactMap { site, configured -> SiteRules? in
      guard let links = site.definition.shortLinks else { return nil }
      return SiteRules(
        hosts: site.definition.allHosts, prefix: links.prefix,
        destinationHosts: site.definition.destinationHosts, spelling: links.spelling,
        ownPaths: site.files.map { String(decoding: $0.path, as: UTF8.self) },
        opensApp: links.app != nil
      ) { configured?.contains(slug: $0) ?? false }
    }
    let others = sites.map(\.definition).filter { $0.shortLinks == nil }
    self.init(rules, besides: others.flatMap(\.allHosts))
  }
}
