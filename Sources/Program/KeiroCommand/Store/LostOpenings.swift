import KeiroConfiguration
import LinkStorage
import Links
import SiteModel

/// Links in the store that open an app today and would no longer do so under a new configuration.
enum LostOpenings {
  /// The number of links named in messages.
  private static let limit = 20
  private static let partSize = 500

  /// Warnings for `keiro check` if destinations are checked. Empty if the store does not open,
  /// which is reported elsewhere.
  static func problems(
    of loaded: LoadedConfiguration, _ snapshot: ServiceSnapshot
  ) -> [ConfigurationProblem] {
    let settings = loaded.configuration.store
    guard loaded.configuration.health != nil, settings != .memory,
      let store = try? settings.open(for: .looking)
    else { return [] }
    defer { store.close() }
    guard let (named, count) = try? lost(in: store, snapshot), count > 0 else { return [] }
    var problems = named.map { link in
      let site = snapshot.site(host: link.host).map { "sites[\($0)]" } ?? "sites"
      return ConfigurationProblem(
        .warning, path: site,
        message: "'\(link.url)' opens no app any more, but \(snapshot.shortURL(link.key)) leads "
          + "there: expected a route for it, or another destination")
    }
    if count > named.count {
      problems.append(
        ConfigurationProblem(
          .warning, path: "sites",
          message: "\(count - named.count) more links lead where no app opens any more"))
    }
    return loaded.placing(problems)
  }

  private static func lost(
    in store: any HealthKeeping, _ snapshot: ServiceSnapshot
  ) throws(LinkStoreError) -> (named: [ShortLink], count: Int) {
    var named: [ShortLink] = []
    var count = 0
    var last = 0
    while true {
      let part = try store.linksOpeningApps(afterID: last, limit: partSize)
      guard let end = part.last else { return (named, count) }
      for one in part where !snapshot.opensApp(at: one.link.link.url) {
        count += 1
        if named.count < limit { named.append(one.link.link) }
      }
      last = end.link.id
    }
  }
}
