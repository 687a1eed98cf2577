import KeiroConfiguration
import LinkStorage
import Links
import SiteModel

/// Tokens that apps carry and whose calls a configuration would refuse.
enum AppTokens {
  /// Warnings for `keiro check`. Empty if the store does not open, which is reported elsewhere.
  static func problems(
    of loaded: LoadedConfiguration, _ snapshot: ServiceSnapshot, now: Timestamp
  ) -> [ConfigurationProblem] {
    guard let file = loaded.configuration.store.localFile,
      let store = try? StoreSettings.sqlite(file).open(for: .looking)
    else { return [] }
    defer { store.close() }
    let tokens = (try? store.tokens()) ?? []
    let problems = tokens.filter { $0.revokedAt == nil && !$0.hasExpired(at: now) }.compactMap {
      problem(of: $0, snapshot)
    }
    return loaded.placing(problems)
  }

  private static func problem(
    of token: APIToken, _ snapshot: ServiceSnapshot
  ) -> ConfigurationProblem? {
    guard token.making != nil, let host = token.reach.soleHost else { return nil }
    let site = snapshot.siteTable.site(of: host)
    guard site?.destinationHosts == nil else { return nil }
    let fault =
      site == nil
      ? "no site has short links there: expected one"
      : "'destinationHosts' is not set: expected the hosts that they may lead to"
    return ConfigurationProblem(
      .warning, path: snapshot.site(host: host).map { "sites[\($0)]" } ?? "sites",
      message: "apps with the token '\(token.name ?? token.id)' can make no links on '\(host)', "
        + "since \(fault), or 'keiro tokens revoke \(token.id)'")
  }
}

extension StoreSettings {
  /// The file with the store, or with the copy of a database; nil for a store in memory.
  fileprivate var localFile: String? {
    switch self {
    case .memory: nil
    case .sqlite(let path): path
    case .postgres(let settings): settings.copy
    }
  }
}
